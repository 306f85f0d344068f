// An await took three microtasks once
// beside: node10
async function f() {
    await Promise.resolve();
    console.log('after the await');
}

f();
Promise.resolve()
    .then(() => console.log('1'))
    .then(() => console.log('2'))
    .then(() => console.log('3'));
