'use strict';

/*
 * internal/explore/steps - what a run did, step by step, read from its log
 * (src/explore/log.c).
 *
 *     things   by id: { id, name, what, place, by, delay, at, events, calls, ... }
 *     calls    callbacks in the order in which they began: { thing, m, at, name }
 *     clocks   reads of the clock at which time could have passed
 *     choices  questions and answers, for a complete search
 *     accesses of objects and variables, and of paths
 *
 * A name is the same in every run; an id is not. The log of a suite has hundreds of
 * thousands of lines, and of most runs nobody asks for their steps: so it is read when
 * somebody does.
 */
/* Loaded when first used: path. */

const NAME = /^(.*?)@(.*)#(\d+)$/;

// One file has one name, but for links.
function plainPath(path) {
    return path.startsWith('/') && !/\/\.|\/\//.test(path) ? path :
        require('path').resolve(path);
}

function eventName(name, m) {
    return m > 1 ? `${name}.${m}` : name;
}

// The log of one run, read to its end.
class Course {
    constructor(log) {
        this.things = new Map();
        this.calls = [];
        this.clocks = [];
        this.choices = [];
        this.accesses = [];
        this.sites = new Map(); // of accesses: { place, words }
        this.now = 0;
        this.entersLoop = false;
        this.mainQuestions = 0;
        this.testsBegin = Infinity; // the question after the runner has said so
        this.codePlaces = {}; // "file:line" of code -> of the file that it was made of
        for (let at = 0; at < log.length;) {
            const end = log.indexOf('\n', at);
            if (end < 0)
                break;
            if (log[at] !== '=')
                this.readLine(log.slice(at, end));
            at = end + 1;
        }
    }

    readLine(line) {
        const words = line.split(' ');
        const thing = this.things.get(words[1]);
        switch (words[0]) {
        case 'o':
            this.addThing(words);
            break;
        case 'b':
            this.now = Number(words[3]);
            thing.calls = Number(words[2]);
            this.calls.push({ thing, m: thing.calls, at: this.now,
                question: this.choices.length,
                name: eventName(thing.name, thing.calls) });
            break;
        case 't':
            thing.threw = true;
            break;
        case 'e':
            if (thing !== undefined)
                thing.effect = this.calls.length;
            break;
        case 'd':
            this.now = Number(words[3]);
            if (thing !== undefined) {
                thing.events = Number(words[2]);
                thing.times.push(this.now);
            }
            break;
        case 'c':
            this.choices.push({ kind: words[1], k: Number(words[2]),
                ids: words.slice(3) });
            this.noteQuestion();
            break;
        case 'k':
            this.choices.push({ kind: 'K', k: Number(words[4]),
                ids: words.slice(5) });
            this.addClock(thing, words);
            break;
        default:
            this.readNote(words[0], line.slice(2));
        }
    }

    readNote(letter, text) {
        switch (letter) {
        case 'L':
            this.entersLoop = true;
            this.mainQuestions = this.choices.length;
            break;
        case 'R':
            this.addAccess(text);
            break;
        case 'Y': {
            const [, number, place, words] = /^(\S+) (.*)\t(.*)$/.exec(text);
            this.sites.set(number, { place, words });
            break;
        }
        case 'T': {
            const [, line, file] = /^(\d+) (.*):\d+$/s.exec(text);
            this.codePlaces[`${file}:${line}`] = text.slice(line.length + 1);
            break;
        }
        case 'B':
            this.testsBegin = Math.min(this.testsBegin, this.choices.length + 1);
            break;
        case 'X':
            this.addPath(text);
            break;
        case 'Z':
            if (this.things.has(text))
                this.things.get(text).isCleared = true;
            break;
        }
    }

    addThing([, id, name, delay, by, at, , made]) {
        const match = NAME.exec(name);
        this.things.set(id, {
            id, name, what: match[1].replace(/\[\d+\]$/, ''), place: match[2], delay: Number(delay), by,
            at: Number(at), events: 0, calls: 0, times: [], threw: false,
            inMain: !this.entersLoop, effect: undefined, made: this.choices.length,
            nth: Number(made), // of its step and line in this run; the name has the usual
        });
    }

    // A variable, a property, the entries of a Map...: one that a callback has read or
    // written, with its ticks and microtasks.
    addAccess(text) {
        const [id, sign, thing, key, value, number, ...name] = text.split(' ');
        const by = this.things.get(id);
        const site = this.sites.get(number);
        if (by !== undefined && site !== undefined)
            this.accesses.push({ by, m: Math.max(by.calls, 1), isWrite: sign === 'w', thing,
                key, value, place: site.place, name: site.words || name.join(' ') });
    }

    // By an operation; or at once ("w!"), by a callback, of a path that is not known if it
    // is "*".
    addPath(text) {
        const [, id, sign, now, number, path] = /^(\d+) ([rw])(!?) (\S+) (.*)$/s.exec(text);
        const by = this.things.get(id);
        if (by !== undefined)
            this.accesses.push({ by, m: Math.max(by.calls, 1), isWrite: sign === 'w',
                thing: 'path', key: path === '*' ? path : plainPath(path), value: '0',
                place: this.sites.get(number)?.place ?? by.place, name: path,
                isPath: true, isNow: now !== '' });
    }

    // The number of the question that a thing was first the answer to.
    noteQuestion() {
        const { k, ids } = this.choices.at(-1);
        const thing = this.things.get(ids[k]);
        if (thing !== undefined)
            thing.question ??= this.choices.length;
    }

    addClock(thing, words) {
        this.clocks.push({
            question: this.choices.length,
            name: eventName(thing.name, Number(words[2])),
            read: Number(words[3]),
            delays: words.slice(5).map(Number),
            inMain: !this.entersLoop,
        });
    }
}

class Steps {
    constructor(log) {
        this.log = log;
        this.from = 0; // what comes before this question is not to be held
    }

    course() {
        this.read ??= new Course(this.log);
        return this.read;
    }

    get things() {
        return this.course().things;
    }

    get calls() {
        return this.course().calls;
    }

    get clocks() {
        return this.course().clocks;
    }

    get choices() {
        return this.course().choices;
    }

    get accesses() {
        return this.course().accesses;
    }

    get testsBegin() {
        return this.course().testsBegin;
    }

    get codePlaces() {
        return this.course().codePlaces;
    }

    get mainQuestions() {
        return this.course().mainQuestions;
    }

    // The steps are not needed any more, and take much memory.
    forgetSteps() {
        this.log = undefined;
        this.read = undefined;
        this.numbered = this.firstCalls = this.lowest = this.highest = undefined;
    }

    hasSteps() {
        return this.log !== undefined;
    }

    // Numbers the tree of origins: what a thing leads to, itself included, has the
    // numbers from `enter` to before `leave`. (A suite is a chain of thousands, too long
    // to be climbed for each question.)
    numberThings() {
        const all = [...this.things.values()];
        for (const thing of all)
            thing.leave = 1;
        for (let n = all.length - 1; n >= 0; n--) {
            const parent = this.things.get(all[n].by);
            if (parent !== undefined)
                parent.leave += all[n].leave;
        }
        let next = 0;
        this.numbered = new Array(all.length);
        for (const thing of all) {
            const parent = this.things.get(thing.by);
            const size = thing.leave;
            thing.enter = parent === undefined ? next : parent.free;
            if (parent === undefined)
                next += size;
            else
                parent.free += size;
            thing.free = thing.enter + 1;
            thing.leave = thing.enter + size;
            this.numbered[thing.enter] = thing;
        }
    }

    // A thing and all that it leads to.
    ledToBy(thing) {
        return this.numberedThings().slice(thing.enter, thing.leave);
    }

    // All, by their numbers.
    numberedThings() {
        if (this.numbered === undefined)
            this.numberThings();
        return this.numbered;
    }

    // Is `other` led to by `thing`?
    leadsTo(thing, other) {
        this.numberedThings();
        return thing.enter <= other.enter && other.enter < thing.leave;
    }

    // The number of its first callback among all of the run; -1: it had none.
    firstCallOf(thing) {
        if (this.firstCalls === undefined) {
            this.firstCalls = new Map();
            this.calls.forEach((call, n) => {
                if (!this.firstCalls.has(call.thing))
                    this.firstCalls.set(call.thing, n);
            });
        }
        return this.firstCalls.get(thing) ?? -1;
    }

    // Does it lead to all callbacks from the n-th on?
    leadsToAllFrom(thing, n) {
        this.numberedThings();
        if (this.lowest === undefined) {
            const { calls } = this;
            this.lowest = new Array(calls.length + 1).fill(Infinity);
            this.highest = new Array(calls.length + 1).fill(-1);
            for (let at = calls.length - 1; at >= 0; at--) {
                const { enter } = calls[at].thing;
                this.lowest[at] = Math.min(enter, this.lowest[at + 1]);
                this.highest[at] = Math.max(enter, this.highest[at + 1]);
            }
        }
        return thing.enter <= this.lowest[n] && this.highest[n] < thing.leave;
    }

    // Operations: what is neither a timer nor an immediate nor the script.
    operations() {
        return [...this.things.values()].filter((thing) =>
            !['timer', 'immediate', 'main'].includes(thing.what) && this.isFree(thing));
    }

    // One that was never the answer to a question may have been made at any time.
    isFree({ question, made }) {
        return (question ?? made) >= this.from;
    }

    // Is there a timer that would have come, or come again, had others been faster?
    hasIdleTimer() {
        this.idleTimer ??= [...this.things.values()].some(({ what, calls, isCleared }) =>
            what === 'timer' && (calls === 0 || isCleared));
        return this.idleTimer;
    }
}

module.exports = { Steps, eventName, plainPath };
