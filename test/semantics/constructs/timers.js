'use strict';
/* What a random program does with ticks, immediates and timers. (promises.js
 * says what these files have in common.) */

/* Cleared, started anew and let go of while they run. */
const rearm = {
    refreshSelf: (a, inner) => `{
let n = 0;
const timer = setTimeout(() => {
log('rs${a.label}:' + n);
if (n++ === 0) { timer.refresh(); spin(); return; }
${inner}
}, ${a.delay});
}`,
    clearNext: (a, inner) => `{
setTimeout(() => {
clearTimeout(next);
${inner}
}, ${a.delay});
const next = setTimeout(log, ${a.delay}, 'never');
}`,
    clearByTick: (a, inner) => `{
setTimeout(() => {
process.nextTick(() => clearTimeout(next));
${inner}
}, ${a.delay});
const next = setTimeout(log, ${a.delay}, 'rt${a.label}');
}`,
    clearImmediate: (a, inner) => `{
setImmediate(() => {
P().then(() => clearImmediate(next));
${inner}
});
const next = setImmediate(log, 'ri${a.label}');
}`,
    /* By the ticks of its second call. */
    intervalByTick: (a, inner) => `{
let n = 0;
const timer = setInterval(() => {
log('rv${a.label}:' + ++n);
spin();
if (n === 2) process.nextTick(() => {
clearInterval(timer);
${inner}
});
}, ${a.delay});
}`,
    intervalRefresh: (a, inner) => `{
let n = 0;
const timer = setInterval(() => {
log('rr${a.label}:' + ++n);
if (n === 1) timer.refresh();
if (n === 3) clearInterval(timer);
spin();
if (n === 2) {
${inner}
}
}, ${a.delay});
}`,
    letGo: (a, inner) => `{
const timer = setTimeout(() => {
log('rh:' + timer.unref().hasRef() + timer.ref().hasRef());
${inner}
}, ${a.delay}).unref().ref();
}`,
    arguments: (a, inner) => `{
setTimeout((x, y) => {
log('ra' + x + y);
${inner}
}, ${a.delay}, 1, 2);
setImmediate((...all) => log('ri' + all.length), 1, 2, 3, 4, 5);
process.nextTick((...all) => log('rt' + all.length), 1, 2, 3, 4, 5, 6);
}`,
    fraction: (a, inner) => `{
setTimeout(() => {
${inner}
}, ${a.delay}.7);
setTimeout(log, '${a.delay}', 'rf${a.label}');
}`,
    debounce: (a, inner) => `{
let timer;
const poke = () => {
clearTimeout(timer);
timer = setTimeout(() => {
${inner}
}, ${a.delay});
spin();
};
poke();
poke();
process.nextTick(poke);
}`,
    /* Its callback again, and what is in its place. */
    sameAgain: (a, inner) => `{
let left = 3;
const again = () => {
log('rg${a.label}:' + left);
if (--left > 0) { setTimeout(again, ${a.delay}); spin(); return; }
${inner}
};
setTimeout(again, ${a.delay});
setImmediate(log, 'rgi${a.label}');
}`,
};

// ---- timers/promises -------------------------------------------------------------

const aborted = (inner, start) => `{
const ac = new AbortController();
${start}.then(f, (e) => log('pt:' + e.code));
process.nextTick(() => {
ac.abort();
${inner}
});
}`;

const promiseTimer = {
    timeout: (a, inner) =>
        `timers.setTimeout(${a.delay}).then(() => {\n${inner}\n});`,
    immediate: (a, inner) =>
        `timers.setImmediate().then(() => {\n${inner}\n});`,
    abort: (a, inner) => aborted(inner,
        'timers.setTimeout(5000, 0, { signal: ac.signal })'),
    abortImmediate: (a, inner) => aborted(inner,
        'timers.setImmediate(0, { signal: ac.signal })'),
    abortWait: (a, inner) => aborted(inner,
        'timers.scheduler.wait(5000, { signal: ac.signal })'),
    abortedBefore: (a, inner) => `timers.setTimeout(5000, 0, ` +
        `{ signal: AbortSignal.abort() }).then(f, (e) => {
log('pt:' + e.code);
${inner}
});`,
    interval: (a, inner) => `(async () => {
let n = 0;
for await (const v of timers.setInterval(${a.delay})) {
log('pi${a.label}');
if (++n === 2) break;
spin();
}
${inner}
})();`,
    /* What was missed comes one after the other. */
    slowReader: (a, inner) => `(async () => {
let n = 0;
for await (const v of timers.setInterval(${a.delay}, 's')) {
log('pi${a.label}' + v);
if (++n === 3) break;
spin();
await immediatePromise();
await immediatePromise();
}
${inner}
})();`,
    intervalAbort: (a, inner) => `(async () => {
const ac = new AbortController();
try {
for await (const v of timers.setInterval(${a.delay}, 0,
                                         { signal: ac.signal })) {
log('pi${a.label}');
process.nextTick(() => ac.abort());
spin();
}
} catch (e) { log('pt:' + e.code); }
${inner}
})();`,
    yield: (a, inner) =>
        `timers.scheduler.yield().then(() => {\n${inner}\n});`,
    wait: (a, inner) =>
        `timers.scheduler.wait(${a.delay}).then(() => {\n${inner}\n});`,
    promisified: (a, inner) =>
        `setTimeout[promisified](${a.delay}).then(() => {\n${inner}\n});`,
    value: (a, inner) => `timers.setTimeout(${a.delay}, thenable())` +
        `.then(() => {\n${inner}\n});`,
};

// ---- The kinds -------------------------------------------------------------------

module.exports = {
    manners: { rearm, promiseTimer },
    texts: {
        tick: (a, inner) => `process.nextTick(() => {\n${inner}\n});`,
        micro: (a, inner) => `queueMicrotask(() => {\n${inner}\n});`,
        immediate: (a, inner) => `handles.push(${a.unref ? 'unref' : ''}(` +
            `setImmediate(() => {\n${inner}\n})));`,
        clear: (a) => `clear(${a.which});`,
        timer: (a, inner) => `handles.push(${a.unref ? 'unref' : ''}(` +
            `setTimeout(() => {\n${inner}\n}, ${a.delay})));`,
        refresh: (a) => `refresh(${a.which});`,
        interval: (a, inner) => `{
let n = 0;
const interval = ${a.unref ? 'unref' : ''}(setInterval(() => {
if (++n >= ${a.times}) clearInterval(interval);
log('v${a.label}:' + n);
spin();
if (n > 1) return;
${inner}
}, ${a.delay}));
}`,
        handle: (a) => `handle(${a.which}, '${a.manner}');`,
    },
};
