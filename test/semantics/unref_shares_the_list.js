// An unref'd timer shares the list of its duration.
// prints: a b c
// also: node18
// node10 prints: a c b
setTimeout(() => console.log('a'), 2);
setTimeout(() => console.log('b'), 2).unref();
setTimeout(() => console.log('c'), 2);
for (const end = Date.now() + 10; Date.now() < end;);
