'use strict';
/*
 * A cache lets one lookup run at a time, and remembers it by kind instead of by
 * key. Whoever asks for B while A is being looked up waits for A and gets its
 * answer.
 */
const assert = require('assert');
const fs = require('fs');

const running = new Map();

function lookUp(kind, key, callback) {
    const id = kind;
    const waiting = running.get(id);
    if (waiting !== undefined) {
        waiting.push(callback);
        return;
    }
    running.set(id, [callback]);
    fs.stat('.', () => {
        const callbacks = running.get(id);
        running.delete(id);
        for (const fn of callbacks)
            fn(`${kind} ${key}`);
    });
}

lookUp('role', 'anna', (answer) => assert.strictEqual(answer, 'role anna'));
fs.stat('.', () => fs.stat('.', () => {
    lookUp('role', 'bert', (answer) => assert.strictEqual(answer, 'role bert'));
}));
