'use strict';

/*
 * internal/explore/run - one run: how it ended, and what became of it; its steps are read
 * when they are asked for (steps.js).
 */

const { Steps, eventName } = require('internal/explore/steps');

function unescape(text) {
    return text.replace(/%([0-9A-F]{2})/g,
        (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}

// What has a meaning in an order does not stand in the name of a file.
function escape(text) {
    return text.replace(/[,>+#% ]/g,
        (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
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

class Run extends Steps {
    constructor(result) {
        super(result.log);
        this.order = result.order;
        this.code = result.code;
        this.signal = result.signal;
        this.isEndless = result.isEndless;
        this.wall = result.wall;
        this.stdout = result.stdout;
        this.stderr = result.stderr;
        this.isCut = result.isCut;
        this.messages = [];
        this.waits = new Map(); // at the end, by place: how many wait for a promise
        this.tests = new Map(); // of node:test: a message, or null if it passed
        this.unused = undefined;
        this.unmet = []; // holds that lasted to the end: what they wait for never came
        this.hasLostFootprints = false;
        this.hash = undefined; // of the sequence of callbacks
        this.readResults(result.log);
    }

    // Lines "=M text".
    readResults(log) {
        for (let at = log.indexOf('\n='); at >= 0; at = log.indexOf('\n=', at + 1)) {
            const end = log.indexOf('\n', at + 1);
            this.readResult(log[at + 2], log.slice(at + 4, end < 0 ? undefined : end));
        }
    }

    readResult(letter, text) {
        switch (letter) {
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
        case 'H':
            this.waits.set(text.slice(text.indexOf(' ') + 1), parseInt(text, 10));
            break;
        case 'O':
            this.hasLostFootprints = true;
            break;
        case 'S':
            this.hash = text;
            break;
        }
    }

    // Two runs with the same callbacks in the same order are the same order. One that
    // was ended from outside has not said which it was.
    sequence() {
        this.hash ??= this.calls.map((call) => call.name).join('\n');
        return this.hash;
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

module.exports = { Run, parseName, eventName, escape };
