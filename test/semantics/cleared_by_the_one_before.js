// A timer or an immediate cleared by an earlier one does not run.
// prints: i1 t1
// prints: t1 i1
// also: node18 node10
setTimeout(() => {
    console.log('t1');
    clearTimeout(second);
}, 1);
const second = setTimeout(() => console.log('t2'), 1);
setImmediate(() => {
    console.log('i1');
    clearImmediate(other);
});
const other = setImmediate(() => console.log('i2'));
