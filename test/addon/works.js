'use strict';
// After-callbacks of uv_queue_work() that throw: ticks and microtasks of the
// callback that threw and of the next one run where they do in Node.

const { queue } = require(process.argv[2]);
const REPORTED = 0, DROPPED = 1;
const log = (...args) => console.log(...args);

function step(name, throws, next) {
    return () => {
        log(name);
        process.nextTick(() => log(name, 'tick'));
        Promise.resolve().then(() => log(name, 'microtask'));
        setImmediate(() => {
            log(name, 'immediate');
            next?.();
        });
        if (throws)
            throw new Error(`thrown by ${name}`);
    };
}

process.on('uncaughtException', (error, origin) => {
    log(origin, error.message);
    process.nextTick(() => log('tick of the listener'));
});

/* One after the other, since works that are under way together may end in any
 * order. */
const steps = [
    [REPORTED, 'a', false], [REPORTED, 'b', true], [REPORTED, 'c', false],
    [DROPPED, 'd', true], [DROPPED, 'e', false], [REPORTED, 'f', true],
    [REPORTED, 'g', true], [REPORTED, 'h', false],
];

(function go() {
    const next = steps.shift();
    if (next !== undefined)
        queue(next[0], step(next[1], next[2], go));
})();
