// The capture callback sees what ticks and microtasks throw.
// prints: C:a C:b
// also: node18
process.setUncaughtExceptionCaptureCallback((e) => console.log('C:' + e.message));
process.nextTick(() => { throw new Error('a'); });
queueMicrotask(() => { throw new Error('b'); });
