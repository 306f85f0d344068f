// An await took three microtasks before Chrome 73 and Node 12.
// beside: node10
async function first() {
    await Promise.resolve();
    console.log('after await');
}

first();
Promise.resolve()
    .then(() => console.log('then 1'))
    .then(() => console.log('then 2'))
    .then(() => console.log('then 3'));
