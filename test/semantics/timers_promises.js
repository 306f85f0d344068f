// prints: v i 1 2 AbortError ABORT_ERR why
// also: node18
const timers = require('timers/promises');
(async () => {
    console.log(await timers.setTimeout(1, 'v'));
    console.log(await timers.setImmediate('i'));
    let n = 0;
    for await (const _ of timers.setInterval(1)) {
        console.log(++n);
        if (n === 2)
            break;
    }
    const controller = new AbortController();
    setImmediate(() => controller.abort('why'));
    try {
        await timers.setTimeout(1000, null, { signal: controller.signal });
    } catch (error) {
        console.log(error.name, error.code, error.cause);
    }
})();
