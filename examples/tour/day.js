// On the simulated kernel the clock jumps to the next timer.
const { setTimeout: sleep } = require('timers/promises');

(async () => {
    const start = Date.now();
    await sleep(24 * 60 * 60 * 1000);
    console.log(`slept ${(Date.now() - start) / 3600000} hours`);
})();
