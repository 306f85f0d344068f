requestIdleCallback((deadline) => {
    console.log('idle', String(deadline.didTimeout), String(deadline.timeRemaining() >= 0));
    queueMicrotask(() => console.log('microtask'));
});
requestIdleCallback(() => console.log('idle two'));
setTimeout(() => console.log('far'), 400);
console.log('script end');
