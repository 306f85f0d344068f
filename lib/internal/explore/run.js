'use strict';

/*
 * internal/explore/run - what one run did, read from its log (src/explore/log.c).
 *
 *     things   by id: { id, name, what, place, by, delay, at, events, calls, ... }
 *     calls    callbacks in the order in which they began: { thing, m, at, name }
 *     clocks   reads of the clock at which time could have passed
 *     choices  questions and answers, for a complete search
 *
 * A name is the same in every run; an id is not.
 */

const NAME = /^(.*?)@(.*)#(\d+)$/;

function unescape(text) {
    return text.replace(/%([0-9A-F]{2})/g,
        (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}

// "open@lib/a.js:3#2.4": what, place, number, event.
function parseName(text) {
    const match = /^(.*?)@(.*?)(?::(\d+))?#(\d+)(?:\.(\d+))?$/.exec(text);
    return match && {
        what: match[1], file: unescape(match[2]),
        line: match[3] === undefined ? null : Number(match[3]),
        number: Number(match[4]), event: Number(match[5] ?? 1),
    };
}

function eventName(name, m) {
    return m > 1 ? `${name}.${m}` : name;
}

class Run {
    constructor(result) {
        this.order = result.order;
        this.code = result.code;
        this.signal = result.signal;
        this.isEndless = result.isEndless;
        this.wall = result.wall;
        this.stdout = result.stdout;
        this.stderr = result.stderr;
        this.isCut = result.isCut;
        this.things = new Map();
        this.calls = [];
        this.clocks = [];
        this.choices = [];
        this.messages = [];
        this.waits = new Map(); // at the end, by place: how many wait for a promise
        this.tests = new Map(); // of node:test: a message, or null if it passed
        this.unused = undefined;
        this.unmet = []; // holds that lasted to the end: what they wait for never came
        this.now = 0;
        this.entersLoop = false;
        this.mainQuestions = 0;
        this.from = 0; // what comes before this question is not to be held
        this.accesses = []; // of objects and variables, and of paths
        this.read(result.log);
    }

    read(log) {
        for (const line of log.split('\n'))
            if (line !== '')
                this.readLine(line);
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
        case 'M':
            this.messages.push(text);
            break;
        case 'U':
            this.unused = text;
            break;
        case 'V':
            this.unmet.push(text);
            break;
        case 'P':
            this.tests.set(text, null);
            break;
        case 'F': {
            const [name, message] = text.split('\t');
            this.tests.set(name, message);
            break;
        }
        case 'R':
            this.addAccess(text);
            break;
        case 'X':
            this.addPath(text);
            break;
        case 'H':
            this.waits.set(text.slice(text.indexOf(' ') + 1), parseInt(text, 10));
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
        const [id, sign, thing, key, value, place, ...name] = text.split(' ');
        const by = this.things.get(id);
        if (by !== undefined)
            this.accesses.push({ by, m: Math.max(by.calls, 1), isWrite: sign === 'w', thing,
                key, value, place, name: name.join(' ') });
    }

    addPath(text) {
        const [, id, sign, path] = /^(\d+) ([rw]) (.*)$/s.exec(text);
        const by = this.things.get(id);
        if (by !== undefined)
            this.accesses.push({ by, m: 1, isWrite: sign === 'w', thing: 'path', key: path,
                value: '0', place: by.place, name: path, isPath: true });
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

    // Two runs with the same callbacks in the same order are the same order.
    sequence() {
        return this.calls.map((call) => call.name).join('\n');
    }

    isFailure() {
        return this.isEndless || this.signal !== null || this.code !== 0 ||
            this.messages.length > 0;
    }

    // Where it still waits at its end, by itself and without a failure, though the usual
    // run does not: the first such place.
    lostWait(base) {
        if (base === undefined || this.code !== 0)
            return undefined;
        return [...this.waits.keys()].find((place) => !base.waits.has(place));
    }

    // What it looks like from outside.
    outcome() {
        return JSON.stringify([this.stdout, this.code, this.signal,
            this.isEndless, this.messages]);
    }
}

module.exports = { Run, parseName, eventName };
