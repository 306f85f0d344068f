'use strict';
/*
 * internal/trace/story - `orrery explain`: what ran, in which phase, from which
 * line, and why then.
 *
 * The story is a list of blocks, the main script and then the turns, those of a
 * worker under its name; a block is a list of lines. What repeats is shown
 * once or twice and counted: rounds of callbacks in a phase, rounds of turns. If it
 * is still long, its middle is left out.
 */

const {
    RULES, deed, isAsked, isInternal, isProgram, ms, plural, reason, ruleOf, title,
} = require('internal/trace/words');
const { printable } = require('internal/trace/printable');

const LINES_MAX = 300;
const LINES_FIRST = 200;
const LINES_LAST = 60;
const ALIKE_SHOWN = 2;
const ALIKE_MIN = 4;
const TURNS_MIN = 3;
const ROUND_MAX = 12; // steps of a round that repeats
/* What a program hears of its workers. */
const HEARD = new Set(['message', 'messageerror', 'online', 'exit', 'error']);

class Story {
    #model;
    #style;
    #all;
    #explained = new Set(); // rules

    constructor(model, style, all) {
        this.#model = model;
        this.#style = style;
        this.#all = all;
    }

    /* ---- What is worth telling ---- */

    /* A run of the runtime's own code is shown if the program did something in
     * it. */
    isOurs(run) {
        if (run.event.kind === 'microtask' && !run.isBody &&
            isInternal(this.#model, run) && !isPrinting(run))
            return false;
        return this.isNamed(run) || run.thread.program === run ||
            this.isMain(run) || run.requests.length > 0 ||
            run.response !== undefined ||
            run.entries.length > 0 ||
            run.inner.some((part) => part.event !== undefined ?
                this.isOurs(part) : (part.e === 'console' && !part.relay) ||
                    part.e === 'throw' || this.isMine(part.loc) ||
                    (part.e === 'emit' && run.event.kind === 'async' &&
                     HEARD.has(part.what)));
    }

    /* The script of a main module only loads it. */
    isMain(run) {
        return run.isBody || (run.event.kind === 'script' &&
            run.event.what === 'main' && run.thread.id === 0 &&
            this.#model.body === undefined);
    }

    /* A program that is all in packages is shown as if it were mine. */
    isMine(loc) {
        return loc !== undefined &&
            (isProgram(loc) || this.#model.mainFile === undefined);
    }

    /* Was it asked for at a line of the program, and not by what was called
     * there? The ports of a worker carry more than its messages. */
    isNamed({ event }) {
        return this.isMine(event.loc) && event.kind !== 'async' &&
            (event.kind !== 'tick' || isAsked(this.#model, event));
    }

    /* Two runs are equal if they ran the same line and did the same. */
    mark(run) {
        const { kind, loc, phase } = run.event;
        return `${kind ?? phase ?? ''}@${loc ?? ''}(${run.inner.map((part) =>
            part.event !== undefined ? this.mark(part) :
                part.loc !== undefined || part.e === 'console' ?
                    `${part.e}@${part.loc ?? ''}` : '').join('')})`;
    }

    /* ---- Parts ---- */

    rule(name, indent) {
        if (!Object.hasOwn(RULES, name) || this.#explained.has(name))
            return [];
        this.#explained.add(name);
        return wrap(RULES[name], this.#style.width - indent - 2).map((text) =>
            this.#style.line(indent, `| ${text}`, '', this.#style.dim));
    }

    printed(event, indent) {
        const paint = event.fd === 2 ? this.#style.red : this.#style.green;
        const lines = event.text.replace(/\n$/, '').split('\n');
        const more = lines.length > 6 && !this.#all ? lines.length - 5 : 0;
        const shown = more > 0 ? lines.slice(0, 5) : lines;
        const out = shown.map((text, i) => this.#style.line(
            indent, (i === 0 ? 'prints  ' : '        ') + text,
            i === 0 ? this.#model.short(event.loc) : '', paint));
        if (more > 0)
            out.push(this.#style.line(indent + 8, `and ${plural(more, 'line')} more`,
                                      '', this.#style.dim));
        return out;
    }

    event(event, indent) {
        const { line, red, dim } = this.#style;
        const place = this.#model.short(event.loc);
        if (event.e === 'console')
            return event.relay ? [] : this.printed(event, indent);
        if (event.e === 'thread.exit')
            return [line(indent, `ends with code ${event.code}`, '', dim)];
        if (event.e === 'throw')
            return [line(indent, `throws  ${event.text || 'what is no error'}`, place, red)];
        if (event.e === 'emit')
            return this.emitted(event, indent);
        const text = event.loc === undefined ? undefined :
            deed(this.#model, event);
        return text === undefined ? [] :
            [line(indent, this.#style.fit(text, indent, place), place, dim)];
    }

    /* By a line of the program, or to a function of it. */
    emitted(event, indent) {
        const { line, dim } = this.#style;
        if (this.isMine(event.loc))
            return [line(indent, `emits '${event.what}'`,
                         this.#model.short(event.loc), dim)];
        return event.at === undefined ? [] : [line(
            indent, `'${event.what}' comes to ` +
            (event.fn ? `${event.fn}()` : 'a function'),
            this.#model.short(event.at), dim)];
    }

    /* What is inside of a callback. Events of one line of the program are shown
     * once: opening a socket is three events. Calls that repeat are counted. */
    insides(run, indent) {
        const shown = [];
        let before;
        for (const part of run.inner) {
            if (part.e === 'enter' && this.isKnown(part, run))
                continue;
            const lines = part.event !== undefined ?
                this.callback(part, indent) : this.event(part, indent);
            const mark = lines.join('');
            if (lines.length > 0 && (lines.length > 1 || mark !== before))
                shown.push({ part, lines, mark });
            before = mark;
        }
        return this.rounds(shown, this.#all ? [] : shown.map(({ mark }) => mark), indent,
                           ({ lines }) => lines);
    }

    /* A function without a name, in the line that the callback stands in; or one
     * that an event was said to come to. */
    isKnown({ fn, loc }, run) {
        return run.entries.some((entry) =>
            entry.loc === loc && entry.what !== undefined) ||
            (fn === undefined && this.#model.short(loc) ===
             this.#model.short(this.#model.origin(run)));
    }

    callback(run, indent) {
        if (!this.isOurs(run))
            return [];
        const { line, bold, dim } = this.#style;
        const { event } = run;
        const place = event.kind === 'script' || run.isBody ? '' :
            this.#model.short(this.#model.origin(run));
        const lines = this.rule(ruleOf(run), indent);
        lines.push(line(indent, this.#style.fit(title(this.#model, run), indent, place),
                        place, bold));
        const why = `because ${reason(this.#model, run)}`;
        if (event.kind !== 'script' && !run.isBody)
            lines.push(...wrap(why, this.#style.width - indent - 4)
                .map((text) => line(indent + 4, text, '', dim)));
        lines.push(...this.insides(run, indent + 4));
        if (run.end?.threw)
            lines.push(line(indent + 4, 'ends with an exception', '', dim));
        return lines;
    }

    /* Does it have lines in the story? */
    isShown(part) {
        return part.event === undefined ? this.event(part, 0).length > 0 :
            part.event.e === 'phase+' || this.isOurs(part);
    }

    /* A list of parts; of rounds that are alike two are shown, the rest
     * counted. */
    parts(list, indent) {
        const parts = list.filter((part) => this.isShown(part));
        const marks = this.#all ? [] : parts.map((part) =>
            part.event !== undefined ? this.mark(part) : `${part.e}@${part.loc}`);
        return this.rounds(parts.map((part) => ({ part })), marks, indent,
                           ({ part }) => this.part(part, indent));
    }

    rounds(list, marks, indent, describeOne) {
        const lines = [];
        for (let i = 0; i < list.length;) {
            const { size, times } = roundsAt(marks, i, ALIKE_MIN);
            const shown = size * Math.min(times, ALIKE_SHOWN);
            for (const one of list.slice(i, i + shown))
                lines.push(...describeOne(one));
            if (times > ALIKE_SHOWN)
                lines.push(this.more(list[i], size, times - ALIKE_SHOWN, indent));
            i += size * times;
        }
        return lines;
    }

    more({ part }, size, times, indent) {
        const place = this.#model.short((part.event ?? part).loc);
        return this.#style.line(indent, size === 1 ?
            `and ${plural(times, 'more', 'more')} like it` :
            `and these ${size} again, ${plural(times, 'time')}`,
        size === 1 ? place : '', this.#style.yellow);
    }

    part(part, indent) {
        if (part.event === undefined)
            return this.event(part, indent);
        return part.event.e === 'phase+' ? this.phase(part, indent) :
            this.callback(part, indent);
    }

    phase(run, indent) {
        const { phase } = run.event;
        const slept = this.sleep(run);
        const rule = this.rule(phase, indent + 2);
        const lines = this.parts(run.inner, indent + 2);
        if (lines.length === 0 && slept === '') {
            if (rule.length > 0)
                this.#explained.delete(phase);
            return [];
        }
        return [this.#style.line(indent, `${phase} phase`, slept,
                                 this.#style.cyan), ...rule, ...lines];
    }

    /* How long the loop waited in this poll. */
    sleep(run) {
        const first = run.inner[0];
        if (run.event.phase !== 'poll' || this.#model.isVirtual)
            return '';
        const from = this.#model.time(run.event);
        const to = this.#model.time(first?.event ?? first ?? run.end);
        return to - from >= 1 ? `slept for ${ms(to - from)}` : '';
    }

    /* ---- Blocks ---- */

    /* Nothing of the program ran: at most the loop slept. */
    isQuiet(parts) {
        return parts.every((part) => part.event?.e === 'phase+' ?
            !part.inner.some((inner) => this.isShown(inner)) : !this.isShown(part));
    }

    block(name, event, parts, thread) {
        const lines = this.isQuiet(parts) ? [] : this.parts(parts, 2);
        const mark = parts.map((part) => part.event !== undefined &&
            this.isOurs(part) ? this.mark(part) : '').join('');
        const first = callbacksIn(parts)[0]?.event ?? event;
        const at = this.#model.isVirtual ? first.vt :
            this.#model.time(this.#model.threads.size > 1 ? first : event);
        return { name, mark, at, lines, parts, thread,
                 order: event.i };
    }

    /* "Turn 3", "Worker 1, turn 3" */
    nameIn(thread, name) {
        return thread.id === 0 ? name :
            `W${thread.name.slice(1)}, ${name[0].toLowerCase()}${name.slice(1)}`;
    }

    /* "2 and 3": turns in which only the runtime's own code ran. */
    quiet(blocks) {
        const kinds = new Set(blocks.flatMap(({ parts }) => callbacksIn(parts))
            .map((run) => title(this.#model, run)));
        const { thread, name: first } = blocks[0];
        const last = number(blocks.at(-1).name);
        const names = this.nameIn(thread, blocks.length === 1 ? first :
            `${first.replace('Turn', 'Turns')} ${
                blocks.length === 2 ? 'and' : 'to'} ${last}`);
        const what = [...kinds].slice(0, 4).join(', ');
        const slept = blocks.flatMap(({ parts }) => parts)
            .filter((part) => part.event?.phase === 'poll')
            .map((part) => this.sleep(part)).filter((text) => text !== '');
        const text = kinds.size === 0 && slept.length === 1 ? slept[0] :
            `steps of the runtime${what ? ` (${what})` : ''}`;
        return ['\n', this.#style.line(0, `${names}: ${text}`, '', this.#style.dim)];
    }

    /* What stands outside of turns: the main script and what it left behind,
     * 'beforeExit', 'exit'. */
    blocksOf(thread) {
        const blocks = [];
        let loose = [];
        const flush = () => {
            if (loose.length > 0)
                blocks.push([blocks.length > 0 ? 'The end' :
                    this.#model.header.partial ? 'When the trace began' :
                        thread.id !== 0 ? 'The start' :
                            this.#model.body !== undefined ? 'Main module' :
                                'Main script',
                             loose[0].event ?? loose[0], loose, thread]);
            loose = [];
        };
        for (const part of thread.root.inner) {
            if (part.event?.e === 'iter+') {
                flush();
                blocks.push([`Turn ${part.event.id}`, part.event, part.inner,
                             thread]);
            } else {
                loose.push(part);
            }
        }
        flush();
        return blocks;
    }

    /* By the order in which they began: each rule is explained where it first
     * applies. */
    blocks() {
        return [...this.#model.threads.values()]
            .flatMap((thread) => this.blocksOf(thread))
            .sort(([, a], [, b]) => a.i - b.i)
            .map((block) => this.block(...block));
    }

    show(block) {
        return ['\n', this.#style.line(0, this.nameIn(block.thread, block.name),
                                       ms(block.at), this.#style.bold),
                ...block.lines];
    }

    again(items, size) {
        const { thread, name } = items[0];
        const last = items.at(-1).last ?? items.at(-1).name;
        const turns = this.nameIn(thread, `Turns ${number(name)} to ${number(last)}`);
        const what = size === 1 ? 'the same again' : `these ${size} again`;
        return ['\n', this.#style.line(0, `${turns}: ${what}`,
                                       plural(items.length / size, 'time'),
                                       this.#style.yellow)];
    }

    /* Turns of the runtime alone, one after the other, are shown in one line. */
    merged(blocks) {
        const items = [];
        for (let i = 0; i < blocks.length;) {
            let n = 1;
            if (blocks[i].lines.length > 0) {
                items.push(blocks[i]);
            } else {
                while (blocks[i + n]?.lines.length === 0 &&
                       areAlike(blocks[i + n], blocks[i]))
                    n++;
                if (isTurn(blocks[i]))
                    items.push({ ...blocks[i], last: blocks[i + n - 1].name,
                                 mark: 'quiet', quiet: blocks.slice(i, i + n) });
            }
            i += n;
        }
        return items;
    }

    /* Equal turns are shown once, and counted. */
    body(blocks) {
        const items = this.merged(blocks);
        const marks = this.#all ? [] : items.map((item) =>
            `${item.thread.id} ${isTurn(item)} ${item.mark}`);
        const lines = [];
        for (let i = 0; i < items.length;) {
            const { size, times } = roundsAt(marks, i, TURNS_MIN);
            for (const item of items.slice(i, i + size))
                lines.push(...item.quiet ? this.quiet(item.quiet) : this.show(item));
            if (times > 1)
                lines.push(...this.again(items.slice(i + size, i + size * times),
                                         size));
            i += size * times;
        }
        return this.shorten(lines);
    }

    shorten(lines) {
        if (this.#all || lines.length <= LINES_MAX)
            return lines;
        const left = lines.length - LINES_FIRST - LINES_LAST;
        return [...lines.slice(0, LINES_FIRST), '\n',
                this.#style.line(0, `... ${plural(left, 'line')} left out;` +
                    ' --all prints them ...', '', this.#style.yellow),
                '\n', ...lines.slice(-LINES_LAST)];
    }

    /* ---- Beginning and end ---- */

    head() {
        const { header } = this.#model;
        const where = header.mode === 'virtual' ?
            'on the simulator: its clock only moves when nothing can run' :
            `on ${header.backend}, in real time`;
        const order = { node: 'Node 24', node18: 'Node 18', node10: 'Node 10',
                        browser: 'a browser', 'browser-72': 'Chrome 72' };
        const partial = header.partial ? ' The beginning is missing.' :
            header.cut ? ' The trace was cut off: the end is missing.' : '';
        return [`${this.#style.bold(printable(header.argv[0]))} ${where}; the order is` +
            ` that of ${order[header.profile] ?? header.profile}.${partial}\n`];
    }

    foot() {
        const count = (e) => this.#model.events
            .filter((event) => event.e === e && !event.own).length;
        const last = this.#model.events.at(-1);
        const end = last.e === 'exit' ?
            `Exit with code ${last.code}` : 'The trace ends';
        const { size } = this.#model.threads;
        const after = size > 1 ? `, in ${plural(size, 'thread')} and ` :
            ', after ';
        return ['\n', this.#style.line(
            0, `${end}${after}${[plural(count('iter+'), 'turn'),
                                 plural(count('cb+'), 'callback'),
                                 plural(count('tick+'), 'tick'),
                                 plural(count('micro+'), 'microtask')]
                .join(', ')}.`, ms(this.#model.time(last)), this.#style.bold)];
    }

    /* For a long story: which callbacks ran how often. */
    table() {
        const rows = new Map();
        for (const run of this.#model.runs) {
            if (run.event.loc === undefined || !this.isOurs(run))
                continue;
            const key = `${title(this.#model, run)}@` +
                this.#model.short(run.event.loc);
            const row = rows.get(key) ?? { run, n: 0, total: 0 };
            row.n++;
            row.total += this.#model.duration(run);
            rows.set(key, row);
        }
        const top = [...rows.values()].filter(({ n }) => n > 1)
            .sort((a, b) => b.n - a.n).slice(0, 10);
        return ['\n', this.#style.line(0, 'What ran most often', '',
                                       this.#style.bold),
                ...top.map(({ run, n, total }) => this.#style.line(
                    2, `${n.toLocaleString('en-US').padStart(9)} x ` +
                    title(this.#model, run) +
                    (this.#model.isVirtual ? '' : `, ${ms(total)} in all`),
                    this.#model.short(run.event.loc)))];
    }

    describe() {
        const blocks = this.blocks();
        const body = this.body(blocks);
        const isLong = !this.#all && this.#model.runs.length > 100;
        return [...this.head(), ...body, ...(isLong ? this.table() : []),
                ...this.foot()].join('');
    }
}

/* Microtasks that run go on until there are none, before a tick that one of
 * them queued. */
function isPrinting(run) {
    return run.inner.some((part) => part.e === 'console' || part.e === 'throw');
}

const isTurn = (block) => block.name.startsWith('Turn');
const number = (name) => name.replace('Turn ', '');

/* Turns are grouped, but not with the start or the end. */
function areAlike(a, b) {
    return a.thread === b.thread && isTurn(a) === isTurn(b);
}

function callbacksIn(parts) {
    return parts.flatMap((part) => part.event === undefined ? [] :
        part.isCallback ? [part] : callbacksIn(part.inner));
}

/* What repeats from here on: { size, times } of the rounds that cover most, or
 * one round of one. */
function roundsAt(marks, from, min) {
    let best = { size: 1, times: 1 };
    for (let size = 1; size <= ROUND_MAX; size++) {
        let to = from + size;
        while (to < marks.length && marks[to] === marks[to - size])
            to++;
        const times = Math.floor((to - from) / size);
        if (times >= min && size * times > best.size * best.times)
            best = { size, times };
    }
    return best;
}

function wrap(text, width) {
    const lines = [];
    let line = '';
    for (const word of text.split(' ')) {
        if (line !== '' && line.length + 1 + word.length > width) {
            lines.push(line);
            line = '';
        }
        line += line === '' ? word : ` ${word}`;
    }
    return [...lines, line];
}

function describe(model, style, all) {
    return new Story(model, style, all).describe();
}

module.exports = { describe };
