// Node 10 has a timer of the loop for each duration: one that falls due while
// another runs may run in the same pass, before immediates.
// prints: a b imm c
// node18 prints: a b imm c
// node10 prints: a b c imm
function spin(ms) {
    const end = Date.now() + ms;
    while (Date.now() < end);
}
setTimeout(() => {
    console.log('a');
    setImmediate(() => console.log('imm'));
    setTimeout(() => console.log('c'), 3);
    spin(10);
}, 1);
setTimeout(() => console.log('b'), 2);
spin(10);
