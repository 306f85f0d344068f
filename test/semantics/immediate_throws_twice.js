// Two that throw in one pass: the rest still runs in the same check phase.
// prints: a U b U c a-tick b-tick d next
// node10 prints: a U b U c d a-tick b-tick next
// also: node18
process.on('uncaughtException', () => console.log('U'));
for (const name of ['a', 'b']) {
    setImmediate(() => {
        console.log(name);
        process.nextTick(() => console.log(name + '-tick'));
        if (name === 'a')
            setImmediate(() => console.log('next'));
        throw new Error(name);
    });
}
setImmediate(() => console.log('c'));
setImmediate(() => console.log('d'));
