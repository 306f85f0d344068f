// Each turn runs what the turn before queued, in order.
// prints: a0 b0 a1 b1 a2 b2
// also: node18 node10
for (const name of ['a', 'b']) {
    let n = 0;
    setImmediate(function next() {
        console.log(name + n);
        if (++n < 3)
            setImmediate(next);
    });
}
