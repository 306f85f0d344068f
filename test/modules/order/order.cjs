module.exports = (name) => {
    setTimeout(() => console.log(name, 'timeout'), 1);
    process.nextTick(() => console.log(name, 'tick'));
    Promise.resolve().then(() => console.log(name, 'promise'));
    queueMicrotask(() => console.log(name, 'microtask'));
    console.log(name, 'sync');
};
