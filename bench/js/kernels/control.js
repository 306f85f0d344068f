// What do calls, loops, closures, try, generators and numbers cost?
'use strict';
const { kernel } = require('./kernel.js');

const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));

kernel('call_fib', 5, () => fib(18));
kernel('call_spread_arguments', 20, () => {
    const sum = (...args) => args[0] + args.length;
    const list = [1, 2, 3];
    let n = 0;
    for (let i = 0; i < 5000; i++)
        n += sum(...list, i);
    return n;
});
kernel('call_closures', 20, () => {
    const make = (k) => (v) => v + k;
    let n = 0;
    for (let i = 0; i < 5000; i++)
        n += make(i)(1);
    return n;
});
kernel('call_default_arguments', 20, () => {
    const f = (a, b = 2, { c = 3 } = {}) => a + b + c;
    let n = 0;
    for (let i = 0; i < 5000; i++)
        n += f(i);
    return n;
});
kernel('call_bind_apply', 20, () => {
    function f(a, b) {
        return this.k + a + b;
    }
    const bound = f.bind({ k: 1 }, 2);
    let n = 0;
    for (let i = 0; i < 3000; i++)
        n += bound(i) + f.call({ k: 3 }, 1, 2) + f.apply({ k: 3 }, [1, i]);
    return n;
});
kernel('try_finally', 50, () => {
    let n = 0;
    for (let i = 0; i < 5000; i++) {
        try {
            n += i;
        } catch {
            n = 0;
        } finally {
            n++;
        }
    }
    return n;
});
kernel('try_throw', 10, () => {
    let n = 0;
    for (let i = 0; i < 1000; i++) {
        try {
            throw i;
        } catch (e) {
            n += e;
        }
    }
    return n;
});
kernel('try_error', 5, () => {
    let n = 0;
    for (let i = 0; i < 500; i++) {
        try {
            throw new Error('no');
        } catch (e) {
            n += e.message.length;
        }
    }
    return n;
});
kernel('loop_while', 20, () => {
    let n = 0;
    let i = 20000;
    while (i-- > 0)
        n = (n + i) & 0xffff;
    return n;
});
kernel('loop_switch', 20, () => {
    let n = 0;
    for (let i = 0; i < 10000; i++) {
        switch (i % 7) {
        case 0: n += 1; break;
        case 1: n += 2; break;
        case 4: n += 3; break;
        default: n += 4;
        }
    }
    return n;
});
kernel('switch_strings', 20, () => {
    const names = ['get', 'set', 'delete', 'patch', 'head'];
    let n = 0;
    for (let i = 0; i < 10000; i++) {
        switch (names[i % 5]) {
        case 'get': n += 1; break;
        case 'set': n += 2; break;
        case 'patch': n += 3; break;
        default: n += 4;
        }
    }
    return n;
});
kernel('loop_closures', 20, () => {
    const list = [];
    for (let i = 0; i < 2000; i++)
        list.push(() => i);
    return list.reduce((n, f) => n + f(), 0);
});
kernel('generator', 20, () => {
    function* count(k) {
        for (let i = 0; i < k; i++)
            yield i;
    }
    let n = 0;
    for (const v of count(3000))
        n += v;
    return n;
});
kernel('number_float', 20, () => {
    let x = 0;
    for (let i = 1; i < 10000; i++)
        x += Math.sqrt(i) / (i + 0.5) - Math.floor(i / 3);
    return x;
});
kernel('number_integer', 20, () => {
    let x = 1;
    for (let i = 1; i < 10000; i++)
        x = (Math.imul(x, 31) + (i >>> 3)) ^ (i << 2);
    return x;
});
kernel('number_strings', 20, () => {
    let n = 0;
    for (let i = 0; i < 2000; i++)
        n += (i * 1.1).toFixed(2).length + String(i / 7).length + Number(`${i}.5`);
    return n;
});
const floats = ['1', '2.5', '300', '4.25', '1e3', '17', '99.5', '0'];
kernel('number_parse_float', 50, () => {
    let n = 0;
    for (let i = 0; i < 2000; i++)
        n += parseFloat(floats[i & 7]);
    return n;
});
kernel('bigint', 20, () => {
    let x = 1n;
    for (let i = 1n; i < 300n; i++)
        x = (x * i) % 1000000007n;
    return Number(x);
});
kernel('date', 20, () => {
    let n = 0;
    for (let i = 0; i < 500; i++)
        n += new Date(1.7e12 + i * 1e6).toISOString().length + Date.UTC(2024, 1, i);
    return n;
});
kernel('optional_chain', 20, () => {
    const o = { a: { b: { c: 1 } }, d: null };
    let n = 0;
    for (let i = 0; i < 5000; i++)
        n += (o?.a?.b?.c ?? 0) + (o.d?.e?.f ?? 2);
    return n;
});
