setTimeout(() => console.log('20'), 20);
setTimeout(() => console.log('40'), 40);
setTimeout(() => {
    const end = performance.now() + 100;
    while (performance.now() < end)
        ;
    console.log('long task');
    queueMicrotask(() => console.log('its microtask'));
}, 0);
