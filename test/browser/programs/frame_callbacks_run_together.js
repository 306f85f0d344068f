requestAnimationFrame((time) => {
    console.log('one');
    queueMicrotask(() => console.log('microtask of one'));
    window.first = time;
    requestAnimationFrame((later) => console.log('next frame', String(later > time)));
});
requestAnimationFrame((time) => console.log('two', String(time === window.first)));
