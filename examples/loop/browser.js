// In a browser 0 ms are 0 ms, and a task can be followed by a frame.
setTimeout(() => {
    console.log('1 ms');
    globalThis.requestAnimationFrame?.(() => {
        console.log('frame');
        Promise.resolve().then(() => console.log('microtask of the frame'));
    });
}, 1);
setTimeout(() => console.log('0 ms'), 0);
