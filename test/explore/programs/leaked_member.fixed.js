'use strict';
/*
 * A member joins a room after an asynchronous check, and leaves all rooms at
 * the end. The check is over only when the member has left: it stays in the
 * room for ever.
 *
 * Fixed: this one has no such order.
 */
const assert = require('assert');
const fs = require('fs');

const room = new Set();
const gone = new Set();

function join(id) {
    fs.stat('.', () => {
        if (!gone.has(id))
            room.add(id);
    });
}

function leave(id) {
    gone.add(id);
    room.delete(id);
}

join('anna');
fs.readFile(__filename, () => leave('anna'));
process.on('exit', () => assert.strictEqual(room.size, 0));
