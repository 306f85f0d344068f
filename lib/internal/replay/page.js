'use strict';

/*
 * internal/replay/page - `orrery replay -o both.html ORDER app.js`: the usual order and
 * this one in one page, side by side (viewer/both).
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { sentence } = require('internal/explore/words');

// The trace of the program in an order, as text. What the program prints is printed
// for the order that was asked for only.
function traceOf(folder, order, words, isShown) {
    const file = path.join(folder, 'trace.jsonl');
    const { status, signal } = spawnSync(process.execPath, ['trace', `--order=${order}`,
        '-o', file, ...words], { stdio: isShown ? 'inherit' : 'ignore' });
    return { code: status ?? 128 + os.constants.signals[signal],
        text: fs.readFileSync(file, 'utf8') };
}

const quoted = (word) => /^[\w@%+=:,./-]+$/.test(word) ? word :
    `'${word.replaceAll("'", "'\\''")}'`;

// "The stat (app.js:11) is slow ...": of a file the name is enough here.
function sentenceOf(order) {
    const text = sentence(order).replace(/\([^()]*\/([^/()]+)\)/g, '($1)');
    return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

// Returns the exit code of the program in that order.
function write(output, order, words) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-replay-'));
    try {
        const usual = traceOf(folder, '', words, false);
        const here = traceOf(folder, order, words, true);
        const facts = {
            name: path.basename(words.find((word) => !word.startsWith('-')) ?? ''),
            sentence: sentenceOf(order),
            command: ['orrery', 'replay', quoted(order), ...words.map(quoted)].join(' '),
            traces: [usual.text, here.text], page: internalBinding('page').html('viewer'),
        };
        const json = JSON.stringify(facts).replaceAll('<', '\\u003c');
        fs.writeFileSync(output, internalBinding('page').html('both')
            .replace('"ORRERY-FACTS"', () => json));
        return here.code;
    } finally {
        fs.rmSync(folder, { recursive: true, force: true });
    }
}

module.exports = { write };
