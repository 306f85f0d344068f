/*
 * kernel.js - what the kernels here share: a name, a body and how often it runs.
 *
 *     kernel('json_parse', 200, () => JSON.parse(text).length);
 *                                       RESULT json_parse_cpu 181234 ns
 *
 * The body does one piece of everyday work and returns a number, the same each
 * time. The sum of these is printed as CHECK, which bench/js/kernels/run compares:
 * two runtimes that disagree about it did not do the same work. Only processor time
 * is counted, since the peer is `node --jitless` on a machine with other work.
 *
 * A tenth of the runs come first and do not count, so that no kernel pays for what
 * the first of them loads. ORRERY_BENCH_SMALL runs each body once, for `make test`.
 */
'use strict';

const small = Boolean(process.env.ORRERY_BENCH_SMALL);
const only = new RegExp(process.argv[2] ?? '');

function cpuNs() {
    const { user, system } = process.cpuUsage();
    return (user + system) * 1e3;
}

exports.kernel = (name, runs, body) => {
    if (!only.test(name))
        return;
    const n = small ? 1 : runs;
    for (let i = 0; i < n / 10; i++)
        body();
    let check = 0;
    const start = cpuNs();
    for (let i = 0; i < n; i++)
        check += body();
    const ns = (cpuNs() - start) / n;
    if (!Number.isFinite(check))
        throw new Error(`${name}: the check is ${check}`);
    console.log(`RESULT ${name}_cpu ${ns.toFixed(1)} ns`);
    console.log(`CHECK ${name} ${check / n}`);
};

// The same words in each run: a text of `n` words from a list of a few hundred.
exports.words = (n) => {
    const list = [];
    let x = 12345;
    const random = (limit) => {
        x = (Math.imul(x, 1103515245) + 12345) >>> 0;
        return (x >>> 8) % limit;
    };
    for (let i = 0; i < n; i++) {
        let word = '';
        for (let k = 2 + random(8); k > 0; k--)
            word += 'etaoinshrdlucmfwypvbgkjqxz'[random(random(26) + 1)];
        list.push(word);
    }
    return list;
};
