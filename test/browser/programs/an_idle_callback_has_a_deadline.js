requestIdleCallback((d) => {
    console.log(typeof d.timeRemaining(), d.timeRemaining() >= 0, d.timeRemaining() <= 50, d.didTimeout);
    console.log(Object.prototype.toString.call(d));
    requestIdleCallback(() => console.log('second'));
    queueMicrotask(() => console.log('micro'));
});
setTimeout(() => console.log('t'), 0);
