'use strict';
/* What a random program does with emitters, event targets, signals to abort and
 * message ports. (promises.js says what these files have in common.) */

// ---- Emitters and event targets --------------------------------------------------

const withEmitter = (text) => (a, inner, after) => {
    const e = 'e' + a.label;
    return `const ${e} = new EventEmitter();\n${text(e, inner)}\n${after}`;
};
const withTarget = (text) => (a, inner, after) => {
    const e = 'e' + a.label;
    return `const ${e} = new EventTarget();\n${text(e, inner)}\n${after}`;
};
const listens = (e, inner, method = 'on') =>
    `${e}.${method}('x', () => {\n${inner}\n});\n`;

const emitter = {
    on: withEmitter((e, inner) => `${listens(e, inner)}${e}.emit('x');`),
    once: withEmitter((e, inner) =>
        `${listens(e, inner, 'once')}${e}.emit('x'); ${e}.emit('x');`),
    prepend: withEmitter((e, inner) => `${e}.on('x', () => log('${e}'));
${listens(e, inner, 'prependListener')}${e}.emit('x');`),
    error: withEmitter((e, inner) => `${e}.on('error', () => {
${inner}
});
${e}.emit('error', 1);`),
    monitor: withEmitter((e, inner) =>
        `${e}.on(EventEmitter.errorMonitor, () => log('${e}m'));
${e}.on('error', () => {
${inner}
});
${e}.emit('error', 1);`),
    removed: withEmitter((e, inner) => `const ${e}l = () => log('${e}l');
${e}.on('x', () => { ${e}.off('x', ${e}l); });
${e}.on('x', ${e}l);
${listens(e, inner)}${e}.emit('x'); ${e}.emit('x');`),
    /* Added and emitted by listeners. */
    nested: withEmitter((e, inner) => `${e}.once('newListener', () => {
log('${e}n');
${e}.on('x', () => log('${e}b'));
});
${listens(e, inner)}${e}.on('y', () => { log('${e}y'); ${e}.emit('x'); });
${e}.emit('y');
${e}.on('removeListener', () => log('${e}r'));
${e}.removeAllListeners('x');`),
    capture: (a, inner, after) =>
        `const e${a.label} = new EventEmitter({ captureRejections: true });
e${a.label}.on('x', async () => { throw 'cr'; });
e${a.label}.on('error', () => {
${inner}
});
e${a.label}.emit('x');
${after}`,
    captureOwn: (a, inner, after) =>
        `const e${a.label} = new EventEmitter({ captureRejections: true });
e${a.label}[Symbol.for('nodejs.rejection')] = () => {
${inner}
};
e${a.label}.on('x', async () => { await null; throw 'cr'; });
e${a.label}.emit('x');
${after}`,

    await: withEmitter((e, inner) => `EventEmitter.once(${e}, 'x').then(() => {
${inner}
});
${e}.emit('x');`),
    awaitError: withEmitter((e, inner) =>
        `EventEmitter.once(${e}, 'x').then(f, (error) => {
log('${e}:' + error);
${inner}
});
P().then(() => ${e}.emit('error', 'oe'));`),
    awaitSignal: withEmitter((e, inner) => `{
const ac = new AbortController();
EventEmitter.once(${e}, 'x', { signal: ac.signal }).then(f, (error) => {
log('${e}:' + error.code);
${inner}
});
process.nextTick(() => { ac.abort(); ${e}.emit('x'); });
}`),
    iterate: withEmitter((e, inner) => `(async () => {
let n = 0;
for await (const v of EventEmitter.on(${e}, 'x')) {
log('${e}i');
if (++n === 2) break;
}
${inner}
})();
${e}.emit('x'); ${e}.emit('x');`),
    iterateLate: withEmitter((e, inner) => `(async () => {
for await (const [v] of EventEmitter.on(${e}, 'x', { close: ['end'] })) {
log('${e}:' + v);
await null;
}
${inner}
})();
${e}.emit('x', 1);
process.nextTick(() => ${e}.emit('x', 2));
setImmediate(() => { ${e}.emit('x', 3); ${e}.emit('end'); });`),
    iterateSignal: withEmitter((e, inner) => `(async () => {
const ac = new AbortController();
try {
for await (const v of EventEmitter.on(${e}, 'x', { signal: ac.signal })) {
log('${e}i');
P().then(() => ac.abort());
}
} catch (error) { log('${e}:' + error.code); }
${inner}
})();
${e}.emit('x');`),
    iterateError: withEmitter((e, inner) => `(async () => {
for await (const v of EventEmitter.on(${e}, 'x'))
log('${e}i');
})().catch((error) => {
log('${e}:' + error);
${inner}
});
${e}.emit('x');
P().then(() => { ${e}.emit('x'); ${e}.emit('error', 'ie'); });`),

    target: withTarget((e, inner) => `${e}.addEventListener('x', () => {
${inner}
});
${e}.dispatchEvent(new Event('x'));`),
    targetOnce: withTarget((e, inner) =>
        `EventEmitter.once(${e}, 'x').then(() => {
${inner}
});
${e}.dispatchEvent(new Event('x'));`),
    targetOptions: withTarget((e, inner) => `{
const ac = new AbortController();
${e}.addEventListener('x', () => log('${e}o'), { once: true });
${e}.addEventListener('x', () => log('${e}s'), { signal: ac.signal });
${e}.addEventListener('x', { handleEvent() {
${inner}
} });
${e}.dispatchEvent(new Event('x'));
ac.abort();
${e}.dispatchEvent(new Event('x'));
}`),
    /* What a listener throws comes by a tick. */
    targetThrows: withTarget((e, inner) =>
        `${e}.addEventListener('x', () => { throw new Error('et'); });
${e}.addEventListener('x', () => {
${inner}
});
process.nextTick(log, '${e}t');
${e}.dispatchEvent(new Event('x'));`),
    targetAsync: withTarget((e, inner) =>
        `${e}.addEventListener('x', async () => { await null; throw 'ea'; });
${e}.addEventListener('x', async () => {
await null;
${inner}
});
${e}.dispatchEvent(new Event('x'));`),
};

// ---- Signals to abort ------------------------------------------------------------

const listensTo = (name, inner) =>
    `${name}.addEventListener('abort', () => {\n${inner}\n});`;

const signal = {
    abort: (a, inner) => `{
const ac = new AbortController();
${listensTo('ac.signal', inner)}
process.nextTick(() => { ac.abort(); log('sa'); ac.abort(); });
}`,
    any: (a, inner) => `{
const ac = new AbortController();
const any = AbortSignal.any([ac.signal, new AbortController().signal]);
any.onabort = () => log('on');
${listensTo('any', inner)}
ac.signal.addEventListener('abort', () => log('one'));
P().then(() => ac.abort());
}`,
    /* Its timer is unref'd: another of the same list keeps the program alive. */
    timeout: (a, inner) => `{
const signal = AbortSignal.timeout(${a.delay});
signals.push(signal);
${listensTo('signal', inner)}
setTimeout(f, ${a.delay});
}`,
    throwIfAborted: (a, inner) => `{
const { signal } = new AbortController();
${listensTo('signal', inner)}
const aborted = AbortSignal.abort('ab');
${listensTo('aborted', inner)}
P().then(() => aborted.throwIfAborted()).catch((e) => log(e));
}`,
    /* As most libraries use one. */
    work: (a, inner) => `{
const ac = new AbortController();
new Promise((resolve, reject) => {
const timer = setImmediate(resolve);
ac.signal.addEventListener('abort', () => {
clearImmediate(timer);
reject(ac.signal.reason);
}, { once: true });
}).then(() => log('sw'), (e) => {
log('sx:' + e);
${inner}
});
${a.delay > 1 ? 'P().then(() => ' : 'setImmediate(() => '}ac.abort('gone'));
}`,
    dispose: (a, inner) => `{
const ac = new AbortController();
const one = EventEmitter.addAbortListener(ac.signal, () => log('sd1'));
EventEmitter.addAbortListener(ac.signal, () => {
${inner}
});
one[Symbol.dispose]();
queueMicrotask(() => ac.abort());
}`,
    throws: (a, inner) => `{
const ac = new AbortController();
ac.signal.onabort = () => { throw new Error('sT'); };
${listensTo('ac.signal', inner)}
setImmediate(() => { ac.abort(); log('sa'); });
}`,
};

// ---- Message ports ---------------------------------------------------------------

const withChannel = (text) => (a, inner) =>
    `{\nconst { port1, port2 } = new MessageChannel();\n${text(inner)}\n}`;

const message = {
    once: withChannel((inner) => `port2.once('message', () => {
port2.close();
${inner}
});
port1.postMessage(1);`),
    two: withChannel((inner) => `port2.once('message', () => {
log('m1');
process.nextTick(log, 'm1t');
port2.once('message', () => {
port2.close();
${inner}
});
});
port1.postMessage(1);
port1.postMessage(2);`),
    handler: withChannel((inner) => `port2.onmessage = () => {
port2.close();
${inner}
};
port1.postMessage(1);`),
    both: withChannel((inner) => `port1.once('message', () => {
port1.close();
${inner}
});
port2.once('message', () => { log('mb'); port2.postMessage(2); });
port1.postMessage(1);`),
    closed: withChannel((inner) => `port1.once('close', () => log('m1c'));
port2.once('close', () => {
log('m2c');
${inner}
});
port1.postMessage(1);
port2.on('message', () => { log('mc'); port1.close(); });`),
    /* Posted before there is a listener, and read without one. */
    received: withChannel((inner) => `port1.postMessage('mr');
port1.postMessage({ later: 'ml' });
log(receiveMessageOnPort(port2).message);
port2.on('message', ({ later }) => {
log(later);
port2.close();
${inner}
});
log('mn:' + receiveMessageOnPort(port1));`),
    transfer: withChannel((inner) => `const bytes = new ArrayBuffer(8);
const more = new MessageChannel();
port2.once('message', ({ bytes: got, port }) => {
port2.close();
port.once('message', () => {
port.close();
${inner}
});
log('mt:' + got.byteLength);
});
port1.postMessage({ bytes, port: more.port1 }, [bytes, more.port1]);
more.port2.postMessage(1);
log('mt:' + bytes.byteLength);`),
    listener: withChannel((inner) => `port2.addEventListener('message', () => {
port2.close();
${inner}
}, { once: true });
port1.postMessage(1);
process.nextTick(() => port2.start());`),
    refused: withChannel((inner) => `try {
port1.postMessage(f);
} catch (e) { log('mx:' + e.name); }
log('ms:' + structuredClone(new Map([[1, { n: 2 }]])).get(1).n);
port2.once('message', () => {
port2.close();
${inner}
});
port1.postMessage(1);`),
    many: withChannel((inner) => `let n = 0;
port2.on('message', () => {
log('mm' + ++n);
P().then(() => log('mmm' + n));
if (n < 3) return;
port2.close();
${inner}
});
for (let i = 0; i < 4; i++)
port1.postMessage(i);`),
};

module.exports = {
    manners: { emitter, signal, message },
    texts: {
        warning: (a) => `process.emitWarning('w${a.label}', 'W${a.label}');`,
        throw: (a) => `throw new Error('t${a.label}');`,
    },
};
