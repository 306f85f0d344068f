'use strict';
/*
 * internal/trace/story - `orrery explain`: what ran, in which phase, from which
 * line, and why then.
 *
 * The story is a list of blocks, the main script and then the turns, those of a
 * worker under its name; a block is a list of lines. What repeats is shown
 * once: callbacks of one line one after the other, turns that are alike. If it
 * is still long, its middle is left out.
 */

const { RULES, deed, isAsked, ms, plural, reason, title } =
    require('internal/trace/words');

const LINES_MAX = 300;
const LINES_FIRST = 200;
const LINES_LAST = 60;
const ALIKE_SHOWN = 2;
/* What a program hears of its workers. */
const HEARD = new Set(['message', 'messageerror', 'online', 'exit', 'error']);

class Story {
    #model;
    #style;
    #all;
    #told = new Set(); // rules

    constructor(model, style, all) {
        this.#model = model;
        this.#style = style;
        this.#all = all;
    }

    /* ---- What is worth telling ---- */

    /* A run of the runtime's own code is shown if the program did something in
     * it. */
    isOurs(run) {
        return this.isNamed(run) || run.thread.program === run ||
            (run.event.kind === 'script' && run.event.what === 'main' &&
             run.thread.id === 0) ||
            run.inner.some((part) => part.event !== undefined ?
                this.isOurs(part) : (part.e === 'console' && !part.relay) ||
                    part.e === 'throw' || part.loc !== undefined ||
                    (part.e === 'emit' && run.event.kind === 'async' &&
                     HEARD.has(part.what)));
    }

    /* Was it asked for at a line of the program, and not by what was called
     * there? The ports of a worker carry more than its messages. */
    isNamed({ event }) {
        return event.loc !== undefined && event.kind !== 'async' &&
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
        if (!Object.hasOwn(RULES, name) || this.#told.has(name))
            return [];
        this.#told.add(name);
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
            return [line(indent, `throws  ${event.text ?? ''}`, place, red)];
        if (event.e === 'emit' && event.loc !== undefined)
            return [line(indent, `emits '${event.what}'`, place, dim)];
        const text = event.loc === undefined ? undefined :
            deed(this.#model, event);
        return text === undefined ? [] : [line(indent, text, place, dim)];
    }

    /* What is inside of a callback. Events of one line of the program are shown
     * once: opening a socket is three events. */
    insides(run, indent) {
        const lines = [];
        let before;
        for (const part of run.inner) {
            const next = part.event !== undefined ?
                this.callback(part, indent) : this.event(part, indent);
            if (next.length === 1 && next[0] === before)
                continue;
            before = next.at(-1);
            lines.push(...next);
        }
        return lines;
    }

    callback(run, indent) {
        if (!this.isOurs(run))
            return [];
        const { line, bold, dim } = this.#style;
        const { event } = run;
        const place = event.loc !== undefined ? this.#model.short(event.loc) :
            event.kind === 'script' ? '' :
                this.#model.short(this.#model.origin(run));
        const lines = this.rule(event.what ?? event.kind, indent);
        lines.push(line(indent, title(this.#model, run), place, bold));
        const why = `because ${reason(this.#model, run)}`;
        if (event.kind !== 'script')
            lines.push(...wrap(why, this.#style.width - indent - 4)
                .map((text) => line(indent + 4, text, '', dim)));
        lines.push(...this.insides(run, indent + 4));
        if (run.end?.threw)
            lines.push(line(indent + 4, 'ends with an exception', '', dim));
        return lines;
    }

    /* A list of parts; of alike ones in a row two are shown, the rest counted. */
    parts(parts, indent) {
        const lines = [];
        for (let i = 0; i < parts.length;) {
            const n = this.#all || parts[i].event === undefined ? 1 :
                this.countAlike(parts, i);
            for (let k = 0; k < Math.min(n, ALIKE_SHOWN); k++)
                lines.push(...this.part(parts[i + k], indent));
            if (n > ALIKE_SHOWN && this.isOurs(parts[i]))
                lines.push(this.#style.line(
                    indent, `and ${plural(n - ALIKE_SHOWN, 'more', 'more')} like it`,
                    this.#model.short(parts[i].event.loc), this.#style.yellow));
            i += n;
        }
        return lines;
    }

    countAlike(parts, from) {
        const mark = this.mark(parts[from]);
        let to = from + 1;
        while (to < parts.length && parts[to].event !== undefined &&
               this.mark(parts[to]) === mark)
            to++;
        return to - from > ALIKE_SHOWN + 1 ? to - from : 1;
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
                this.#told.delete(phase);
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

    block(name, event, parts, thread) {
        const lines = this.parts(parts, 2);
        const mark = parts.map((part) => part.event !== undefined &&
            this.isOurs(part) ? this.mark(part) : '').join('');
        const first = parts.find((part) => part.event !== undefined);
        const at = this.#model.isVirtual ? innermost(first)?.event.vt :
            this.#model.time(event);
        return { name, mark, at: at ?? event.vt, lines, parts, thread,
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
        const last = blocks.at(-1).name.replace('Turn ', '');
        const names = this.nameIn(thread, blocks.length === 1 ? first :
            `${first.replace('Turn', 'Turns')} ${
                blocks.length === 2 ? 'and' : 'to'} ${last}`);
        const what = [...kinds].slice(0, 4).join(', ');
        return ['\n', this.#style.line(
            0, `${names}: steps of the runtime${what ? ` (${what})` : ''}`, '',
            this.#style.dim)];
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
                        thread.id === 0 ? 'Main script' : 'The start',
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

    again(blocks, from, n) {
        const first = blocks[from].name.replace('Turn ', '');
        const last = blocks[from + n - 1].name.replace('Turn ', '');
        const name = this.nameIn(blocks[from].thread, `Turns ${first} to ${last}`);
        return ['\n', this.#style.line(0, `${name}: the same again`,
                                       plural(n, 'time'), this.#style.yellow)];
    }

    /* Equal turns are shown once, and counted. */
    body(blocks) {
        const lines = [];
        for (let i = 0; i < blocks.length;) {
            let n = 1;
            if (blocks[i].lines.length === 0) {
                while (blocks[i + n]?.lines.length === 0 &&
                       areAlike(blocks[i + n], blocks[i]))
                    n++;
                if (isTurn(blocks[i]))
                    lines.push(...this.quiet(blocks.slice(i, i + n)));
                i += n;
                continue;
            }
            while (!this.#all && i + n < blocks.length &&
                   blocks[i + n].mark === blocks[i].mark &&
                   areAlike(blocks[i + n], blocks[i]))
                n++;
            lines.push(...this.show(blocks[i]));
            if (n > 2)
                lines.push(...this.again(blocks, i + 1, n - 1));
            i += n > 2 ? n : 1;
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
        return [`${this.#style.bold(header.argv[0])} ${where}; the order is` +
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
            if (run.event.loc === undefined)
                continue;
            const key = `${title(this.#model, run)}@${run.event.loc}`;
            const row = rows.get(key) ?? { run, n: 0, total: 0 };
            row.n++;
            row.total += this.#model.duration(run);
            rows.set(key, row);
        }
        const top = [...rows.values()].sort((a, b) => b.n - a.n).slice(0, 10);
        return ['\n', this.#style.line(0, 'What ran most often', '',
                                       this.#style.bold),
                ...top.map(({ run, n, total }) => this.#style.line(
                    2, `${n.toLocaleString('en-US').padStart(9)} x ` +
                    title(this.#model, run) +
                    (this.#model.isVirtual ? '' : `, ${ms(total)} in all`),
                    this.#model.short(run.event.loc)))];
    }

    tell() {
        const blocks = this.blocks();
        const body = this.body(blocks);
        const isLong = !this.#all && this.#model.runs.length > 100;
        return [...this.head(), ...body, ...(isLong ? this.table() : []),
                ...this.foot()].join('');
    }
}

const isTurn = (block) => block.name.startsWith('Turn');

/* Turns are grouped, but not with the start or the end. */
function areAlike(a, b) {
    return a.thread === b.thread && isTurn(a) === isTurn(b);
}

function callbacksIn(parts) {
    return parts.flatMap((part) => part.event === undefined ? [] :
        part.isCallback ? [part] : callbacksIn(part.inner));
}

/* The first callback in it. */
function innermost(run) {
    return run === undefined || run.isCallback ? run :
        innermost(run.inner.find((part) => part.event !== undefined));
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

function tell(model, style, all) {
    return new Story(model, style, all).tell();
}

module.exports = { tell };
