'use strict';
/* Chains of streams, and what can be done with any stream. */

const whens = { now: 'WORK', tick: 'process.nextTick(() => { WORK });',
                microtask: 'P().then(() => { WORK });',
                immediate: 'setImmediate(() => { WORK });' };
const when = (c) => c.pick(['now', 'now', 'tick', 'microtask', 'immediate']);
const at = (how, work) => whens[how].replace('WORK', work);

const readEvents = ['data', 'end', 'pause', 'resume', 'error', 'close'];
const writeEvents = ['drain', 'pipe', 'unpipe', 'prefinish', 'finish', 'error',
                     'close'];
const both = [...new Set([...readEvents, ...writeEvents])];
const list = (events) => JSON.stringify(events);

// ---- Operations ------------------------------------------------------------------

/* On the next such event, run the body. */
const on = (events, slots = ['same']) => ({
    weight: 4, slots, fields: (c) => ({ event: c.pick(events) }),
    text: (a, o, body) => `${o}.once('${a.event}', () => {
log('x${a.label}');\n${body()}\n});`,
});
const call = (text, more = {}) => ({ ...more, text: (a, o) =>
    `attempt(${o}, 'a${a.label}', () => ${text(o, a)});` });

const readable = {
    onRead: on(['data', 'end', 'close', 'error', 'readable']),
    pause: call((o) => `${o}.pause()`),
    resume: call((o) => `${o}.resume()`, { weight: 2 }),
    read: call((o) => `note(${o}, 'r' + detail(${o}.read()))`),
    readSome: call((o) => `note(${o}, 'r' + detail(${o}.read(2)))`),
    unshift: call((o) => `${o}.unshift('u')`),
    encoding: call((o) => `${o}.setEncoding('latin1')`),
    destroy: call((o) => `${o}.destroy()`),
    destroyError: call((o) => `${o}.destroy(new Error('D'))`),
    readState: call((o) => `note(${o}, [${o}.readableFlowing, ` +
        `${o}.readableLength, ${o}.readableEnded, ${o}.destroyed,` +
        `${o}.closed, ${o}.readable, ${o}.readableAborted])`),
    iterate: { slots: ['same'], text: (a, o, body) => `(async () => {
for await (const chunk of ${o}) note(${o}, 'i' + detail(chunk));
log('x${a.label}');\n${body()}
})().catch(cb(${o}, 'ic'));` },
    iterateBreak: { slots: ['same'], text: (a, o, body) => `(async () => {
for await (const chunk of ${o}) { note(${o}, 'i' + detail(chunk)); break; }
log('x${a.label}');\n${body()}
})().catch(cb(${o}, 'ic'));` },
    finishedRead: { slots: ['same'], text: (a, o, body) =>
        `stream.finished(${o}, { writable: false }, (error) => {
note(${o}, 'fr' + detail(error));\n${body()}\n});` },
    pipeAway: call((o, a) => `${o}.pipe(watch(new stream.PassThrough(), ` +
        `'q${a.label}', ${list(both)}))`),
    unpipe: call((o) => `${o}.unpipe()`),
};

const writable = {
    onWrite: on(['drain', 'finish', 'close', 'error']),
    write: { ...call((o, a) => `note(${o}, 'w' + ${o}.write('` +
        `${'w'.repeat(a.size)}', cb(${o}, 'c${a.label}')))`),
    weight: 5, fields: (c) => ({ size: 1 + c.below(4) }) },
    writeBare: call((o) => `${o}.write('bare')`, { weight: 2 }),
    end: call((o) => `${o}.end()`, { weight: 3 }),
    endData: call((o, a) => `${o}.end('end', cb(${o}, 'e${a.label}'))`,
                  { weight: 2 }),
    cork: { slots: ['same'], text: (a, o, body) => `${o}.cork();\n${body()}
process.nextTick(() => ${o}.uncork());` },
    destroy: readable.destroy,
    destroyError: readable.destroyError,
    writeState: call((o) => `note(${o}, [${o}.writableLength, ` +
        `${o}.writableEnded, ${o}.writableFinished, ${o}.writableNeedDrain,` +
        `${o}.destroyed, ${o}.writable])`),
    finishedWrite: { slots: ['same'], text: (a, o, body) =>
        `stream.finished(${o}, { readable: false }, (error) => {
note(${o}, 'fw' + detail(error));\n${body()}\n});` },
    abort: { text: (a, o) => `{
const ac = new AbortController();
stream.addAbortSignal(ac.signal, ${o});
setImmediate(() => ac.abort());
}` },
};

// ---- Streams ---------------------------------------------------------------------

const makers = {
    push: (a, s) => `let n${s} = 0;
const ${s} = new stream.Readable({ highWaterMark: ${a.mark}, read() {
${at(a.how, `this.push(n${s}++ < ${a.count} ? 'chunk' : null);`)}
} });`,
    fails: (a, s) => `let n${s} = 0;
const ${s} = new stream.Readable({ highWaterMark: ${a.mark}, read() {
${at(a.how, `if (n${s}++ < ${a.count}) this.push('chunk'); ` +
    `else this.destroy(new Error('S'));`)}
} });`,
    from: (a, s) => `const ${s} = stream.Readable.from((async function*() {
for (let n = 0; n < ${a.count}; n++) {
${a.how === 'now' ? '' : `await new Promise((done) => { ${at(a.how, 'done();')} });`}
yield 'chunk';
}
})(), { highWaterMark: ${a.mark} });`,
    late: (a, s) => `const ${s} = new stream.Readable({
highWaterMark: ${a.mark},
construct(done) { note(this, 'construct'); ${at(a.how, 'done();')} },
read() { note(this, 'read'); this.push(null); },
});`,
};
const transforms = {
    pass: (a, s) => `const ${s} = new stream.PassThrough({
highWaterMark: ${a.mark} });`,
    transform: (a, s) => `const ${s} = new stream.Transform({
highWaterMark: ${a.mark},
transform(chunk, encoding, done) { ${at(a.how, 'done(null, chunk);')} },
flush(done) { note(this, 'flush'); ${at(a.how, "done(null, 'rest');")} },
});`,
    twice: (a, s) => `const ${s} = new stream.Transform({
readableHighWaterMark: ${a.mark},
transform(chunk, encoding, done) {
this.push(chunk); this.push(chunk); ${at(a.how, 'done();')} },
});`,
    fails: (a, s) => `const ${s} = new stream.Transform({
transform(chunk, encoding, done) {
${at(a.how, "done(new Error('T'));")} },
});`,
    duplex: (a, s) => `const ${s} = new stream.Duplex({
highWaterMark: ${a.mark}, read() {},
write(chunk, encoding, done) { this.push(chunk); ${at(a.how, 'done();')} },
final(done) { this.push(null); done(); },
});`,
};
const sinks = {
    write: (a, s) => `const ${s} = new stream.Writable({
highWaterMark: ${a.mark},
write(chunk, encoding, done) { note(this, 'got' + detail(chunk));
${at(a.how, 'done();')} },
});`,
    writev: (a, s) => `const ${s} = new stream.Writable({
highWaterMark: ${a.mark},
writev(chunks, done) { note(this, 'v' + chunks.length);
${at(a.how, 'done();')} },
final(done) { note(this, 'final'); ${at(a.how, 'done();')} },
});`,
    fails: (a, s) => `let n${s} = 0;
const ${s} = new stream.Writable({
highWaterMark: ${a.mark},
write(chunk, encoding, done) {
${at(a.how, `done(n${s}++ < ${a.count} ? null : new Error('W'));`)} },
destroy(error, done) { note(this, 'destroy'); ${at(a.how, 'done(error);')} },
});`,
    finalFails: (a, s) => `const ${s} = new stream.Writable({
write(chunk, encoding, done) { done(); },
final(done) { ${at(a.how, "done(new Error('F'));")} },
});`,
};

/* A stream's text, its name at run time, and that it is watched and closed. */
function make(table, choice, s, label, events) {
    return `${table[choice.kind](choice, s)}
own(watch(${s}, 's${label}${s}', ${list(events)}), () => ${s}.destroy());`;
}
const choose = (c, table) => ({ kind: c.pick(Object.keys(table)), how: when(c),
                                mark: c.pick([1, 5, 16384]),
                                count: c.below(5) });

const links = {
    pipe: (a) => 'r.pipe(t).pipe(w);',
    pipeOne: () => 'r.pipe(w);',
    pipeline: (a) => `stream.pipeline(r, t, w, cb(r, 'done'));`,
    pipelinePromise: () => `stream.promises.pipeline(r, t, w)
.then(cb(r, 'then'), cb(r, 'catch'));`,
    pipelineSignal: () => `const ac = new AbortController();
stream.promises.pipeline(r, t, w, { signal: ac.signal })
.then(cb(r, 'then'), cb(r, 'catch'));
setImmediate(() => ac.abort());`,
    generator: () => `stream.pipeline(r, async function*(chunks) {
for await (const chunk of chunks) { note(r, 'g'); yield chunk; }
}, w, cb(r, 'done'));`,
    compose: () => `stream.compose(r, t).pipe(w);`,
    noEnd: () => `r.pipe(w, { end: false });`,
    two: () => 'r.pipe(w); r.pipe(t);',
    none: () => '',
};

const chain = {
    weight: 4,
    slots: ['readable', 'duplex', 'writable'],
    fields: (c) => ({ source: choose(c, makers), middle: choose(c, transforms),
                      sink: choose(c, sinks), watched: c.one(2),
                      link: c.pick(Object.keys(links)) }),
    text: (a, first, middle, last) => {
        const quiet = ({ length }) => both.filter((name) =>
            name !== 'data').slice(0, length);
        const read = a.watched ? readEvents : quiet(both);
        return `${make(makers, a.source, 'r', a.label, read)}
${make(transforms, a.middle, 't', a.label, quiet(both))}
${make(sinks, a.sink, 'w', a.label, writeEvents)}
${links[a.link](a)}
${first('r')}\n${middle('t')}\n${last('w')}`;
    },
};

module.exports = { scenes: { chain }, ops: { readable, writable },
                   both, list, on, call, whens };
