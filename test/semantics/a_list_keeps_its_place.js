// A list stands where its first timer put it, also when that one is cleared: the
// others of the list come before a list that expires later, whenever they are due.
// prints: due-at-70 due-at-45
// also: node18 node10
function spin(ms) {
    const end = Date.now() + ms;
    while (Date.now() < end);
}
const first = setTimeout(() => console.log('never'), 40);
spin(20);
setTimeout(() => console.log('due-at-45'), 25);
spin(10);
setTimeout(() => console.log('due-at-70'), 40);
clearTimeout(first);
spin(60);
