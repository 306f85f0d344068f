// A promise's executor runs at once, its reactions never do.
// prints: executor sync then
// also: node18 node10
new Promise((resolve) => {
    console.log('executor');
    resolve();
}).then(() => console.log('then'));
console.log('sync');
