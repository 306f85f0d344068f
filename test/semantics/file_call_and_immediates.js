// A file call takes a thread's time to wake up: immediates that are there when
// it is made, and those that they make, run before its callback. If the program
// goes on for longer than that, the result is there first. (Each is a race that
// nearly always ends alike: what most of 15 times print is what counts.)
// prints: i1 i2 i3 stat | i1 i2 i3 file | stat i1 i2 i3 | message stat | stat t1
// also: node18
const fs = require('fs');
const { MessageChannel } = require('worker_threads');

function immediates(note) {
    setImmediate(() => {
        note('i1');
        setImmediate(() => {
            note('i2');
            setImmediate(() => note('i3'));
        });
    });
}

function spin() {
    for (const end = Date.now() + 10; Date.now() < end;);
}

const trials = [(note) => {
    fs.stat('.', () => note('stat'));
    immediates(note);
}, (note) => {
    fs.readFile(__filename, () => note('file'));
    immediates(note);
}, (note) => {
    fs.stat('.', () => note('stat'));
    immediates(note);
    spin();
}, (note) => {
    const { port1, port2 } = new MessageChannel();
    setTimeout(() => {
        port1.on('message', () => { note('message'); port1.close(); });
        setImmediate(() => {
            port2.postMessage(1);
            fs.stat('.', () => note('stat'));
        });
    }, 1);
}, (note) => {
    fs.stat('.', () => note('stat'));
    setTimeout(note, 1, 't1');
}];

const seen = trials.map(() => []);

/* The one in the middle, if all stand in a row: that of the majority. */
function most(list) {
    return list.sort()[list.length >> 1];
}

let n = 0;
(function next() {
    if (n === trials.length * 15) {
        console.log(seen.map(most).join(' | '));
        return;
    }
    const which = n++ % trials.length;
    const words = [];
    trials[which]((word) => words.push(word));
    process.once('beforeExit', () => {
        seen[which].push(words.join(' '));
        setImmediate(next);
    });
})();
