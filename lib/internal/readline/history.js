'use strict';
/*
 * internal/readline/history - the lines that were entered, newest first, and
 * where in them the user is. A line of several is kept with "\r" between its
 * lines, last line first, so that a file can hold one entry a line.
 */

const { validateArray, validateNumber } = require('internal/validators');

const kDefaultSize = 30;

function pack(line) {
    return line.includes('\n') ? line.split('\n').reverse().join('\r') : line;
}

function unpack(entry) {
    return entry.includes('\r') ? entry.split('\r').reverse().join('\n') :
        entry;
}

class History {
    constructor({ history = [], historySize = kDefaultSize,
                  removeHistoryDuplicates = false }) {
        validateArray(history, 'history');
        validateNumber(historySize, 'historySize', 0);
        this.entries = history;
        this.size = historySize;
        this.removesDuplicates = !!removeHistoryDuplicates;
        this.index = -1;
        this.isFlushing = false; // it is written to a file, of the REPL
    }

    /* Add a line, unless it is the last one again: whether it was added. */
    add(line, replacesNewest) {
        if (this.size === 0 || line.trim() === '')
            return false;
        if (replacesNewest)
            this.entries.shift();
        const entry = pack(line);
        this.index = -1;
        if (this.entries[0] === entry)
            return false;
        if (this.removesDuplicates) {
            const before = this.entries.indexOf(entry);
            if (before !== -1)
                this.entries.splice(before, 1);
        }
        this.entries.unshift(entry);
        if (this.entries.length > this.size)
            this.entries.length = this.size;
        return true;
    }

    /* May one go that way? */
    canStep(direction) {
        return direction < 0 ? this.index >= 0 :
            this.entries.length > 0 && this.index < this.entries.length;
    }

    /* The next entry in that direction that begins with `prefix` and is not
     * `current`; the prefix itself if there is none. */
    step(direction, prefix, current) {
        const isWanted = (entry) =>
            entry.startsWith(prefix) && entry !== current;
        let index = this.index + direction;
        while (index >= 0 && index < this.entries.length &&
               !isWanted(unpack(this.entries[index])))
            index += direction;
        this.index = index;
        return this.entries[index] === undefined ? prefix :
            unpack(this.entries[index]);
    }
}

module.exports = { History, pack, unpack };
