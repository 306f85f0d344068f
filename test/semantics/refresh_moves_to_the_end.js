// refresh() puts a timer behind its equals.
// prints: b c a
// also: node18 node10
const a = setTimeout(() => console.log('a'), 3);
setTimeout(() => console.log('b'), 3);
setTimeout(() => console.log('c'), 3);
a.refresh();
