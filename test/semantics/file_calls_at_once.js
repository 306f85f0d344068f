// File calls that are made together come back in the order of the calls, in one
// poll: each has a thread of its own, and the first that ends has to wake the
// loop. (A race that mostly ends so: the order is what most of 15 times print,
// and it is enough if a third of them came together.)
// prints: stat access lstat, together | access lstat stat, together
// also: node18 node10
const fs = require('fs');
const calls = [['stat', 'access', 'lstat'], ['access', 'lstat', 'stat']];
const orders = calls.map(() => []);
const together = calls.map(() => 0);

function trial(which, done) {
    const words = [];
    let later = false;
    for (const name of calls[which]) {
        fs[name]('.', () => {
            if (words.push(name) === 1)
                setImmediate(() => { later = true; });
            if (words.length < calls[which].length)
                return;
            orders[which].push(words.join(' '));
            together[which] += !later;
            done();
        });
    }
}

/* The one in the middle, if all stand in a row: that of the majority. */
function max(list) {
    return list.sort()[list.length >> 1];
}

let n = 0;
(function next() {
    if (n < calls.length * 15)
        trial(n++ % calls.length, () => setTimeout(next, 2));
    else
        console.log(orders.map((list, i) => max(list) +
            (together[i] < 5 ? '' : ', together')).join(' | '));
})();
