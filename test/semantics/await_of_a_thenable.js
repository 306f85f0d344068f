// await of a thenable calls then() in a microtask of its own.
// prints: sync 1 then 2 after v 3
// also: node18 node10
const thenable = {
    then(resolve) {
        console.log('then');
        resolve('v');
    },
};
Promise.resolve().then(() => console.log('1'))
    .then(() => console.log('2'))
    .then(() => console.log('3'));
(async () => console.log('after', await thenable))();
console.log('sync');
