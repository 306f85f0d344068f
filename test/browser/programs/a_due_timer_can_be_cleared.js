setTimeout(() => {
    console.log('first');
    clearTimeout(second);
    queueMicrotask(() => clearTimeout(third));
}, 0);
const second = setTimeout(() => console.log('second'), 0);
const third = setTimeout(() => console.log('third'), 0);
setTimeout(() => console.log('fourth'), 0);
