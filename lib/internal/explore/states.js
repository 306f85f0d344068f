'use strict';

/*
 * internal/explore/states - has a run come to where another one was?
 *
 * Many answers make no difference: which of two files is read first, or in which poll a
 * result is reported if nothing else happens meanwhile. After the same callbacks at the
 * same times, with the same operations done and the same results waiting, a program goes
 * on in the same way. So at each question its state has a text, and all other answers
 * to a question are tried in one of the runs that come to it.
 *
 *     callbacks, in their order     a  b  a  c
 *     effects, as far as they meet  open x < write x,   open y
 *     under way                     done: e, f    posted: g, d
 *     since the last callback       "none of them now" where, and what has passed of time
 *     the question                  E: h, i, none
 *
 * Effects are a partial order: each is known by those before it that were about the same
 * path, and at least one of the two changes it. What a callback does to files at once is
 * among them. What the state does not know of: how often something was put off before the
 * last callback, of which the simulator allows 256 times.
 *
 * Not used for a program with threads.
 */

const { plainPath } = require('internal/explore/steps');

const PATHLESS = [{ path: '*', isWrite: true }];

function overlap(a, b) {
    return a === '*' || b === '*' || a === b ||
        a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

// Lists of { path, isWrite }.
function pathsMeet(mine, other) {
    return mine.some((m) => other.some((o) =>
        (m.isWrite || o.isWrite) && overlap(m.path, o.path)));
}

// Texts as numbers, so that a text of texts stays short.
class Numbers {
    constructor() {
        this.known = new Map();
    }

    of(text) {
        let number = this.known.get(text);
        if (number === undefined) {
            number = this.known.size;
            this.known.set(text, number);
        }
        return number;
    }
}

// Goes through the log of a run, and knows its state at each question.
class Walk {
    constructor(run, paths, numbers) {
        this.run = run;
        this.paths = paths; // of a thing: what it is about
        this.numbers = numbers;
        this.callbacks = 0; // a number for all of them, in their order
        this.effects = []; // { number, paths }
        this.done = new Set();
        this.posted = [];
        this.delivered = [];
        this.since = []; // the last callback
        this.now = 0;
        this.other = ''; // answers of other kinds
        this.watches = false; // folders: then the order of all changes is seen
    }

    nameOf(id) {
        return this.numbers.of(this.run.things.get(id)?.name ?? id);
    }

    addEffect(name, paths) {
        const before = this.effects.filter((one) => pathsMeet(paths, one.paths) ||
            (this.watches && paths.some((one) => one.isWrite)))
            .map(({ number }) => number).sort((a, b) => a - b);
        this.effects.push({ number: this.numbers.of(`${name}<${before}`), paths });
        this.effectsText = undefined;
    }

    stage() {
        return `${[...this.done].sort((a, b) => a - b)}/${this.posted}/${this.delivered}`;
    }

    // The state before a question is answered.
    stateAt(kind, options) {
        this.effectsText ??= this.numbers.of(
            `${this.effects.map(({ number }) => number).sort((a, b) => a - b)}`);
        return `${this.callbacks} ${this.now} ${this.effectsText} ${this.stage()} ${this.since} ` +
            `${this.other} ${kind}${options}`;
    }

    answer(kind, k, ids) {
        const name = ids[k] === '0' ? undefined : this.nameOf(ids[k]);
        if (kind === 'K')
            this.since.push(`+${ids[k]}`);
        else if (!'EPD'.includes(kind))
            this.other += ` ${kind}${k}`;
        else if (name === undefined)
            this.since.push(`${kind}${this.stage()}`);
    }

    post(id, now) {
        const name = this.nameOf(id);
        this.done.delete(name);
        this.posted.push(name);
        this.pass(now);
    }

    // The loop reads the clock later than the simulator.
    pass(now) {
        this.now = Math.max(this.now, Number(now));
    }

    begin(id, m, now) {
        const name = this.nameOf(id);
        this.pass(now);
        this.callbacks = this.numbers.of(`${this.callbacks} ${name}.${m}@${this.now}`);
        this.delivered = this.delivered.filter((one) => one !== name);
        this.since = [];
    }

    deliver(id, now) {
        this.pass(now);
        const name = this.nameOf(id);
        this.done.delete(name);
        this.posted = this.posted.filter((one) => one !== name);
        this.delivered.push(name);
    }

    touch(text) {
        const [, , sign, now, , path] = /^(\d+) ([rw])(!?) (\S+) (.*)$/s.exec(text);
        if (now !== '')
            this.addEffect(`!${this.callbacks}`,
                [{ path: path === '*' ? path : plainPath(path), isWrite: sign === 'w' }]);
    }

    effect(id) {
        const thing = this.run.things.get(id);
        this.done.add(this.nameOf(id));
        this.addEffect(this.nameOf(id), thing && this.paths(thing) || PATHLESS);
    }

    // Calls visit(n, state) at each question; it returns false to end.
    go(visit) {
        let n = 0;
        for (const line of this.run.log.split('\n')) {
            const words = line.split(' ');
            switch (words[0]) {
            case 'o':
                this.watches ||= words[2].startsWith('watch@');
                break;
            case 'b':
                this.begin(words[1], words[2], words[3]);
                break;
            case 'e':
                this.effect(words[1]);
                break;
            case 'p':
                this.post(words[1], words[2]);
                break;
            case 'd':
                this.deliver(words[1], words[3]);
                break;
            case 'X':
                this.touch(line.slice(2));
                break;
            case 'c':
            case 'k': {
                const [kind, k, ids] = words[0] === 'c' ?
                    [words[1], Number(words[2]), words.slice(3)] :
                    ['K', Number(words[4]), words.slice(5)];
                const options = kind === 'K' ? ids :
                    ids.map((id) => id === '0' ? '0' : this.nameOf(id));
                if (visit(n++, this.stateAt(kind, options)) === false)
                    return;
                this.answer(kind, k, ids);
                break;
            }
            }
        }
    }
}

class States {
    constructor() {
        this.numbers = new Numbers();
        this.known = new Set();
    }

    // The questions of a run from the n-th on that no run has come to in the same state.
    // After the first that one has, that one has been to all.
    newFrom(run, first, paths) {
        let end = run.choices.length;
        if ([...run.things.values()].some(({ what }) => what === 'thread'))
            return end;
        new Walk(run, paths, this.numbers).go((n, state) => {
            if (n < first)
                return true;
            if (this.known.has(state)) {
                end = n;
                return false;
            }
            this.known.add(state);
            return true;
        });
        return end;
    }
}

module.exports = { States, overlap, pathsMeet };
