// In Node 10 ref() does not bring an unref'd timer back into its list.
// prints: a b c
// also: node18
// node10 prints: a c b
setTimeout(() => console.log('a'), 2);
setTimeout(() => console.log('b'), 2).unref().ref();
setTimeout(() => console.log('c'), 2);
