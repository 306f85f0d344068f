// A fraction is cut off for the list, so 1.9 comes before 2 and with 1.
// prints: a b c
// also: node18
setTimeout(() => console.log('a'), 1.9);
setTimeout(() => console.log('b'), 1);
setTimeout(() => console.log('c'), 1.1);
