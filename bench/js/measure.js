/*
 * measure.js - what the programs here share: the clock and the result lines.
 *
 *     const stop = measure('tick_chain');
 *     ...                                       n times
 *     stop(n);                                  RESULT tick_chain 5120000 op/s
 *                                               RESULT tick_chain_cpu 180 ns
 *
 * The rate is what a user sees; the processor time, of all threads, is what a
 * machine with other work on it can still measure. ORRERY_BENCH_SMALL makes all
 * sizes next to nothing, for `make test`.
 */
'use strict';

exports.size = (n) => (process.env.ORRERY_BENCH_SMALL ? 100 : n);

exports.print = (name, value, unit) =>
    console.log(`RESULT ${name} ${value.toFixed(3)} ${unit}`);

exports.cpuMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e3;
};

exports.measure = (name) => {
    const cpu = exports.cpuMs();
    const start = performance.now();

    return (n) => {
        const ms = performance.now() - start;
        exports.print(name, n / ms * 1e3, 'op/s');
        exports.print(`${name}_cpu`, (exports.cpuMs() - cpu) / n * 1e6, 'ns');
    };
};
