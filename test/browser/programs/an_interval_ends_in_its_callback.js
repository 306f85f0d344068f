let n = 0;
const id = setInterval(() => {
    console.log('interval', String(++n));
    queueMicrotask(() => console.log('microtask', String(n)));
    if (n === 3)
        clearInterval(id);
}, 40);
setTimeout(() => console.log('timeout'), 100);
