// queueMicrotask and promise reactions share one queue.
// prints: q1 p1 q2 p2
// also: node18
queueMicrotask(() => console.log('q1'));
Promise.resolve().then(() => console.log('p1'));
queueMicrotask(() => console.log('q2'));
Promise.resolve().then(() => console.log('p2'));
