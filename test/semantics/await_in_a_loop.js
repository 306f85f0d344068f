// Two loops of awaits take turns.
// prints: a0 b0 a1 b1 a2 b2
// also: node18 node10
for (const name of ['a', 'b']) {
    (async () => {
        for (let i = 0; i < 3; i++) {
            console.log(name + i);
            await null;
        }
    })();
}
