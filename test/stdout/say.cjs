'use strict';
/* What the programs have: say() writes a line where it can be seen, state() is
 * what is to be seen of a stream, watch() says each of its events. */
const fs = require('fs');

function show(value) {
    return value instanceof Error ? `${value.code ?? value.message}` :
        `${value}`;
}

globalThis.say = (...values) => {
    fs.writeSync(3, `${values.map(show).join(' ')}\n`);
};

const flags = ['writable', 'destroyed', 'closed', 'writableEnded',
               'writableFinished', 'writableNeedDrain'];

globalThis.state = (stream) => {
    const on = flags.filter((name) => stream[name]);
    return `[${on.join(' ')}] ${show(stream.errored)} ` +
        `${stream.writableLength} in ${stream.writableCorked}`;
};

globalThis.watch = (stream, ...names) => {
    for (const name of names)
        stream.on(name, (value) => say(name, value, state(stream)));
};

/* Fires only if something else keeps the program alive. */
setTimeout(() => {
    say('still there');
    process.exit();
}, 3000).unref();

process.on('exit', (code) => say('exit', code));
