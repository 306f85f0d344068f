// A thenable's then() is called in a microtask, its value needs another.
// prints: sync m1 then m2 got
// also: node18 node10
const thenable = { then(resolve) { console.log('then'); resolve('got'); } };
Promise.resolve().then(() => console.log('m1')).then(() => console.log('m2'));
Promise.resolve(thenable).then(console.log);
console.log('sync');
