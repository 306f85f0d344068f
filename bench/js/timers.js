/*
 * What do a million timers cost, of 1000 durations: to make, to clear every
 * other one, and in all, with half of them fired; and how much memory?
 */
'use strict';
const { cpuMs, print, size } = require('./measure.js');
const n = size(1e6);
const timers = new Array(n);
const cpu = cpuMs();
let seed = 12345;
let fired = 0;

function random() {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed >>> 8;
}
function fire() {
    fired++;
}

let start = performance.now();
for (let i = 0; i < n; i++)
    timers[i] = setTimeout(fire, 1 + random() % 1000);
print('timers_create', performance.now() - start, 'ms');
print('timers_create_cpu', cpuMs() - cpu, 'ms');

start = performance.now();
for (let i = 0; i < n; i += 2)
    clearTimeout(timers[i]);
print('timers_clear', performance.now() - start, 'ms');

process.on('exit', () => {
    if (fired !== n / 2)
        throw new Error(`${fired} of ${n / 2} timers fired`);
    print('timers_total_cpu', cpuMs() - cpu, 'ms');
    print('timers_memory', process.memoryUsage().rss / 2 ** 20, 'MiB');
});
