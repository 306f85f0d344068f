// A timer made in a timers pass never runs in that pass.
// prints: a b imm c
// also: node18 node10
setTimeout(() => {
    console.log('a');
    setTimeout(() => console.log('c'), 0);
    setImmediate(() => console.log('imm'));
    const later = Date.now() + 5;
    while (Date.now() < later);
}, 1);
setTimeout(() => console.log('b'), 1);
const end = Date.now() + 5;
while (Date.now() < end);
