// A file call beside immediates and timers. readFile() is four steps, so three
// immediates in a chain run before it is over; what is done while the program is
// busy comes first, and so does a call that is done within a timer's millisecond.
// (Each is a race that nearly always ends alike: what most of 15 times print is
// what counts.)
// prints: i1 i2 i3 file | stat i1 i2 i3 | stat t1
// also: node18
const fs = require('fs');

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
    fs.readFile(__filename, () => note('file'));
    immediates(note);
}, (note) => {
    fs.stat('.', () => note('stat'));
    immediates(note);
    spin();
}, (note) => {
    fs.stat('.', () => note('stat'));
    setTimeout(note, 1, 't1');
}];

const seen = trials.map(() => []);

/* The one in the middle, if all stand in a row: that of the majority. */
function max(list) {
    return list.sort()[list.length >> 1];
}

let n = 0;
(function next() {
    if (n === trials.length * 15) {
        console.log(seen.map(max).join(' | '));
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
