// A promise's executor runs at once, its reactions never do.
// prints: executor sync then
new Promise((resolve) => {
    console.log('executor');
    resolve();
}).then(() => console.log('then'));
console.log('sync');
