'use strict';
/*
 * What a random program does with promises: then, await, async generators,
 * thenables, disposal, and what people build of them.
 *
 * As in the other files here: the text of an action, by its kind; where a kind
 * comes in several manners there is a table of these. Bodies are given as text.
 * Each leaves nothing to chance: see generate.js.
 */

/* What a body returns at its end, unless it throws there. */
const ending = (body, value) => body.includes('\nthrow') ? '' : value;

// ---- Async generators ------------------------------------------------------------

const generatorText = (a, inner) => `async function* g${a.label}() {
try {
${a.pause}
yield ${a.value};
${inner}
${a.pause}
yield 2;
} finally { log('g${a.label}f'); }
}
`;

const loopText = (a, over, after, end = '') => `(async () => {
for await (const v of ${over}) {
log('g${a.label}v');${end}
}
${after}
})().catch((e) => log('g${a.label}c:' + e));`;

/* Three requests at once, and one more for the body that comes after. */
function askedAtOnce(last, first = 'next()') {
    return (a, inner, after) => {
        const g = 'g' + a.label;
        const told = `.then(({ done }) => log('${g}:' + done), ` +
            `(e) => log('${g}e'));`;
        return `${generatorText(a, inner)}{
const it = ${g}();
it.${first}${told}
it.next()${told}
it.${last.replace('VALUE', a.value)}${told}
it.next().then(() => { ${after} }, () => log('${g}e'));
}`;
    };
}

const generator = {
    loop: (a, inner, after) =>
        generatorText(a, inner) + loopText(a, `g${a.label}()`, after),
    manual: askedAtOnce('next()'),
    break: (a, inner, after) => generatorText(a, inner) +
        loopText(a, `g${a.label}()`, after, ' break;'),
    return: askedAtOnce('return(VALUE)'),
    throw: askedAtOnce('throw("x")'),
    returnFirst: askedAtOnce('next()', 'return("r")'),
    throwFirst: askedAtOnce('return(VALUE)', 'throw("x")'),
    delegate: (a, inner, after) => generatorText(a, inner) +
        `async function* g${a.label}d() { yield* g${a.label}(); }\n` +
        loopText(a, `g${a.label}d()`, after),
    delegateSync: (a, inner, after) =>
        `async function* g${a.label}d() { yield* [${a.value}, P(1), 2]; }\n` +
        loopText(a, `g${a.label}d()`, after),
    array: (a, inner, after) => loopText(a, '[1, P(2), wrapped()]', after),
    sync: (a, inner, after) => loopText(a, '(function* () { ' +
        `try { yield P(1); yield ${a.value}; } ` +
        `finally { log('g${a.label}f'); } })()`, after),
    syncRejects: (a, inner, after) => loopText(a, '(function* () { ' +
        `try { yield P(1); yield thrower(); yield 3; } ` +
        `finally { log('g${a.label}f'); } })()`, after),
    collect: (a, inner, after) => `${generatorText(a, inner)}` +
        `Array.fromAsync(g${a.label}()).then(() => {\n${after}\n}, ` +
        `(e) => log('g${a.label}e'));`,
};

// ---- Disposal --------------------------------------------------------------------

const disposable = (label) => `{ [Symbol.dispose]() { log('${label}'); } }`;
const asyncDisposable = (label) => '{ async [Symbol.asyncDispose]() { ' +
    `log('${label}'); await null; log('${label}d'); } }`;
const usingBlock = (lines) => (a, inner, after) => `(async () => {
{
${lines(a.label).join('\n')}
${inner}
}
log('u${a.label}a');
${after}
})().catch((e) => log('u${a.label}x:' + (e && e.name || e)));`;

const using = {
    await: usingBlock((n) => [`await using r = ${asyncDisposable('u' + n)};`]),
    two: usingBlock((n) => [`await using r = ${asyncDisposable('u' + n)};`,
                            `await using s = ${asyncDisposable('v' + n)};`]),
    sync: usingBlock((n) => [`using r = ${disposable('u' + n)};`]),
    mixed: usingBlock((n) => [`using r = ${disposable('u' + n)};`,
                              `await using s = ${disposable('v' + n)};`,
                              'await using t = null;']),
    nothing: usingBlock(() => ['await using r = undefined;']),
    throws: usingBlock((n) => [
        `await using r = ${asyncDisposable('u' + n)};`,
        'await using s = { async [Symbol.asyncDispose]() { throw "S"; } };',
        'using t = { [Symbol.dispose]() { throw new Error("S"); } };']),
    loop: (a, inner, after) => `(async () => {
for (await using r of [${asyncDisposable('u' + a.label)}, null]) {
${inner}
}
${after}
})().catch((e) => log('u${a.label}x:' + (e && e.name || e)));`,
    stack: (a, inner, after) => `(async () => {
await using stack = new AsyncDisposableStack();
stack.use(${asyncDisposable('u' + a.label)});
stack.defer(() => log('u${a.label}defer'));
stack.adopt(1, async () => { await null; log('u${a.label}adopt'); });
${inner}
})().then(() => {
${after}
}, (e) => log('u${a.label}x:' + (e && e.name || e)));`,
};

// ---- Settling by hand ------------------------------------------------------------

const later = {
    now: (fn) => `(${fn})();`,
    tick: (fn) => `process.nextTick(${fn});`,
    micro: (fn) => `P().then(${fn});`,
    immediate: (fn) => `setImmediate(${fn});`,
    timer: (fn) => `setTimeout(${fn}, 1);`,
    nested: (fn) => `P().then(() => process.nextTick(${fn}));`,
};

const settled = (a, make, inner) => `{
${make}
promise.then(() => {
${inner}
}, (e) => log('d${a.label}x:' + e));
${later[a.when](`() => { resolve(${a.value}); resolve(1); reject(2); }`)}
}`;

const deferred = {
    resolvers: (a, inner) => settled(a,
        'const { promise, resolve, reject } = Promise.withResolvers();', inner),
    executor: (a, inner) => settled(a, `let resolve, reject;
const promise = new Promise((...both) => { [resolve, reject] = both; });`, inner),
    attempt: (a, inner) => `Promise.try(() => {
${inner}
${ending(inner, `return ${a.value};`)}
}).then(() => log('d${a.label}'), ` +
        `(e) => log('d${a.label}x:' + (e && e.message || e)));`,
    ofSubclass: (a, inner) => settled(a,
        'const { promise, resolve, reject } = Sub.withResolvers();', inner),
    shared: (a, inner) => `{
let resolve;
const promise = new Promise((r) => { resolve = r; });
promise.then(() => log('d${a.label}1')).then(() => log('d${a.label}2'));
(async () => { await promise; log('d${a.label}3'); })();
promise.finally(() => {
${inner}
});
${later[a.when]('() => resolve()')}
}`,
};

// ---- What people build of it -----------------------------------------------------

const pattern = {
    /* One after the other. */
    mutex: (a, inner, after) => `{
let tail = P();
const lock = (fn) => (tail = tail.then(fn, fn));
lock(async () => { log('l${a.label}'); await null; log('l${a.label}e'); });
lock(() => {
${inner}
});
lock(async () => {
${after}
});
}`,
    /* All that is asked for by the end of the microtasks goes out together. */
    batch: (a, inner, after) => `{
let batch;
const send = () => {
const all = batch;
batch = undefined;
log('n${a.label}:' + all.length);
all.forEach((resolve) => resolve());
};
const load = () => new Promise((resolve) => {
if (!batch) {
batch = [];
P().then(() => process.nextTick(send));
}
batch.push(resolve);
});
load().then(() => {
${inner}
});
P().then(load).then(() => {
${after}
});
}`,
    retry: (a, inner, after) => `(async () => {
for (let n = 0; n < 3; n++) {
try {
if (n < 2) await thrower();
${inner}
break;
} catch (e) {
log('again${a.label}');
await immediatePromise();
}
}
${after}
})();`,
    /* Two at a time. */
    pool: (a, inner, after) => `{
const work = [asyncFn, () => tickPromise(), async () => {
${inner}
}, () => nested()];
const worker = async () => {
while (work.length > 0) {
const job = work.shift();
await job().catch((e) => log('j${a.label}x'));
log('j${a.label}:' + work.length);
}
};
Promise.all([worker(), worker()]).then(() => {
${after}
});
}`,
    /* An emitter, read as a stream is. */
    stream: (a, inner, after) => `{
const source = new EventEmitter();
const items = [];
let wake = f;
source.on('data', (item) => { items.push(item); wake(); });
source.on('end', () => { items.push(undefined); wake(); });
const readable = {
[Symbol.asyncIterator]: () => ({
async next() {
while (items.length === 0)
await new Promise((resolve) => { wake = resolve; });
const value = items.shift();
return { value, done: value === undefined };
},
async return() { log('s${a.label}r'); return {}; },
}),
};
(async () => {
for await (const item of readable) {
log('s${a.label}:' + item);
if (item === ${a.label % 2 ? 2 : 9}) break;
}
${inner}
})();
source.emit('data', 1);
process.nextTick(() => source.emit('data', 2));
setImmediate(() => {
source.emit('data', 3);
source.emit('end');
${after}
});
}`,
    /* Each stage an async generator over the one before. */
    pipeline: (a, inner, after) => `{
async function* source() { yield 1; log('p${a.label}s'); yield P(2); }
async function* twice(from) {
for await (const v of from) { yield v; log('p${a.label}t'); yield v; }
}
(async () => {
for await (const v of twice(twice(source()))) {
log('p${a.label}:' + v);
if (v === 2) break;
}
${inner}
})().then(() => {
${after}
});
}`,
    /* The first of work and a time that is up at once. */
    timeout: (a, inner, after) => `{
let timer;
const up = new Promise((_, reject) => {
timer = setImmediate(reject, 'up');
});
Promise.race([${a.label % 2 ? 'nested()' : 'new Promise(f)'}, up]).finally(() => clearImmediate(timer)).then(() => {
${inner}
}, (e) => log('r${a.label}:' + e));
Promise.race([new Promise(f), up]).then(f, () => {
${after}
});
}`,
};

// ---- The kinds -------------------------------------------------------------------

module.exports = {
    manners: { generator, using, deferred, pattern },
    later,
    texts: {
        then: (a, one, two) => `P().then(() => {
${one}
${ending(one, a.value)}
}).then(() => {
${two}
});`,
        await: (a, one, two) => `(async () => {
${one}
try { await ${a.first}; } catch (e) { log('c:' + e); }
log('w${a.label}');
await ${a.second};
${two}
${a.end}
})()${a.caught ?
        `.then(() => log('d${a.label}'), (e) => log('x:' + e))` : ''};`,
        thenable: (a, one, two) => `${a.how.replace('THEN', `{ then(resolve) {
${one}
${a.later ? 'P().then(resolve)' : 'resolve()'};
} }`)}.then(() => {
${two}
});`,
        combine: (a, inner) => `Promise.${a.of}([${a.members}]).then(() => {
${inner}
}, (e) => log('ce:' + e));`,
        finally: (a, one, two) =>
            `${a.rejects ? 'Promise.reject("f")' : 'P()'}.finally(() => {
${one}
${ending(one, a.value)}
}).then(() => {
${two}
}, (e) => log('fe:' + e));`,
        reject: (a, inner) => a.handled === 'never' ?
            `Promise.reject('j${a.label}');\n${inner}` : `{
const p = Promise.reject('j${a.label}');
${later[a.handled](`() => p.catch(() => {\n${inner}\n})`)}
}`,
    },
};
