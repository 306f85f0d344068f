'use strict';
/* What a random program does with streams. (promises.js says what these files
 * have in common.) Each stream has few chunks, and the inner body runs once. */

/* A source that pushes `chunks` when it is asked: at once, or as `how` says. */
const source = (how = 'PUSH') => `new stream.Readable({
objectMode: true, highWaterMark: 2,
read() { ${how.replace('PUSH', 'this.push(n < 3 ? n++ : null);')} },
})`;
const sink = (s, how = 'callback();') => `new stream.Writable({
objectMode: true, highWaterMark: 2,
write(chunk, encoding, callback) { log('${s}w' + chunk); ${how} },
})`;
const heard = (s, events) => events.map((name) =>
    `${s}.on('${name}', () => log('${s}${name[0]}${name.length}'));`)
    .join('\n');

/* `let n` is what the source counts with. */
const withStream = (text) => (a, inner, after) => {
    const s = 's' + a.label;
    return `{\nlet n = 0;\n${text(s, inner, a)}\n}\n${after}`;
};
const reading = (s, how) => `const ${s} = ${source(how)};
${heard(s, ['end', 'close', 'pause', 'resume'])}`;
const writing = (s, how) => `const ${s} = ${sink(s, how)};
${heard(s, ['prefinish', 'finish', 'close', 'drain'])}`;

const stream = {
    flow: withStream((s, inner) => `${reading(s)}
${s}.on('data', (chunk) => log('${s}d' + chunk));
${s}.once('end', () => {\n${inner}\n});`),
    flowLater: withStream((s, inner) =>
        `${reading(s, 'setImmediate(() => { PUSH });')}
${s}.on('data', (chunk) => log('${s}d' + chunk));
${s}.once('data', () => {\n${inner}\n});`),
    flowByMicrotask: withStream((s, inner) => `${reading(s, 'P().then(() => { PUSH });')}
${s}.on('data', (chunk) => log('${s}d' + chunk));
${s}.once('close', () => {\n${inner}\n});`),
    pause: withStream((s, inner) => `${reading(s)}
${s}.on('data', (chunk) => {
log('${s}d' + chunk);
${s}.pause();
process.nextTick(() => ${s}.resume());
});
${s}.once('end', () => {\n${inner}\n});`),
    readable: withStream((s, inner) => `${reading(s)}
${s}.on('readable', () => {
log('${s}r');
for (let chunk; (chunk = ${s}.read()) !== null;) log('${s}g' + chunk);
});
${s}.once('end', () => {\n${inner}\n});`),
    readableOnce: withStream((s, inner) => `${reading(s, 'process.nextTick(() => { PUSH });')}
${s}.once('readable', () => {
log('${s}r' + ${s}.read());
${s}.resume();
${inner}
});`),
    push: withStream((s, inner) => `const ${s} = new stream.Readable({
objectMode: true, read() { log('${s}r'); },
});
${heard(s, ['end', 'close'])}
${s}.on('data', (chunk) => log('${s}d' + chunk));
process.nextTick(() => { ${s}.push(1); log('${s}p'); });
P().then(() => { ${s}.push(2); ${s}.unshift(0); });
setImmediate(() => { ${s}.push(3); ${s}.push(null);
${inner}
});`),
    write: withStream((s, inner) => `${writing(s)}
const same = () => log('${s}c');
${s}.write(1, same);
${s}.write(2, same);
${s}.write(3);
${s}.end(4, () => {\n${inner}\n});`),
    writeLater: withStream((s, inner) => `${writing(s, 'setImmediate(callback);')}
log('${s}' + ${s}.write(1) + ${s}.write(2, () => {\n${inner}\n}));
${s}.once('drain', () => ${s}.end());`),
    writeByTick: withStream((s, inner) => `${writing(s, 'process.nextTick(callback);')}
${s}.write(1, () => {\n${inner}\n});
${s}.write(2);
P().then(() => ${s}.end(3));`),
    cork: withStream((s, inner) => `const ${s} = new stream.Writable({
writev(chunks, callback) { log('${s}v' + chunks.length); callback(); },
final(callback) { log('${s}f'); P().then(() => callback()); },
});
${heard(s, ['prefinish', 'finish', 'close'])}
${s}.cork();
${s}.write('a', () => log('${s}a'));
${s}.write('b', () => {\n${inner}\n});
process.nextTick(() => { ${s}.uncork(); ${s}.end(); });`),
    writeError: withStream((s, inner) => `${writing(s, "callback('WE');")}
${s}.on('error', (error) => {\nlog('${s}:' + error);\n${inner}\n});
${s}.write(1, (error) => log('${s}c' + error));
${s}.write(2, (error) => log('${s}c' + error));`),
    destroy: withStream((s, inner) => `${reading(s)}
${s}.on('error', (error) => {\nlog('${s}:' + error);\n${inner}\n});
${s}.on('data', (chunk) => {
log('${s}d' + chunk);
${s}.destroy('DE');
});`),
    destroyLater: withStream((s, inner) => `const ${s} = new stream.Duplex({
read() {}, write(chunk, encoding, callback) { log('${s}w'); },
destroy(error, callback) { log('${s}d'); P().then(() => callback(error)); },
});
${s}.on('close', () => {\n${inner}\n});
${s}.write('x', (error) => log('${s}:' + error.code));
${s}.end((error) => log('${s}e:' + error.code));
process.nextTick(() => ${s}.destroy());`),
    construct: withStream((s, inner) => `const ${s} = new stream.Writable({
construct(callback) { log('${s}c'); P().then(() => callback()); },
write(chunk, encoding, callback) { log('${s}w'); callback(); },
});
${heard(s, ['finish', 'close'])}
${s}.end('x', () => {\n${inner}\n});`),
    transform: withStream((s, inner) => `const ${s} = new stream.Transform({
objectMode: true,
transform(chunk, encoding, callback) { log('${s}t'); callback(null, chunk); },
flush(callback) { log('${s}f'); callback(null, 'rest'); },
});
${heard(s, ['prefinish', 'finish', 'end', 'close'])}
${s}.on('data', (chunk) => log('${s}d' + chunk));
${s}.write(1, () => {\n${inner}\n});
process.nextTick(() => ${s}.end(2));`),
    pass: withStream((s, inner) => `const ${s} = new stream.PassThrough({
objectMode: true, highWaterMark: 1 });
${heard(s, ['finish', 'drain', 'end', 'close'])}
log('${s}' + ${s}.write(1) + ${s}.write(2));
setImmediate(() => {
${s}.on('data', (chunk) => log('${s}d' + chunk));
${s}.end(() => {\n${inner}\n});
});`),
    pipe: withStream((s, inner) => `${reading(s)}
const to = ${sink(s + 't', 'setImmediate(callback);')};
${heard('to', ['drain', 'unpipe', 'finish']).replaceAll('log(\'to', `log('${s}t`)}
${s}.pipe(to);
to.once('close', () => {\n${inner}\n});`),
    unpipe: withStream((s, inner) => `${reading(s)}
const to = ${sink(s + 't')};
to.on('unpipe', () => {\n${inner}\n});
${s}.pipe(to);
process.nextTick(() => ${s}.unpipe(to));`),
    pipeline: withStream((s, inner) => `${reading(s)}
stream.pipeline(${s}, new stream.PassThrough({ objectMode: true }),
${sink(s, 'process.nextTick(callback);')}, (error) => {
log('${s}:' + error);
${inner}
});`),
    pipelineError: withStream((s, inner) => `${reading(s)}
stream.pipeline(${s}, new stream.PassThrough({ objectMode: true }),
${sink(s, "setImmediate(callback, new Error('PE'));")}, (error) => {
log('${s}:' + error.message);
${inner}
});`),
    pipelineGenerator: withStream((s, inner) => `${reading(s)}
stream.pipeline(${s}, async function*(chunks) {
for await (const chunk of chunks) { log('${s}g'); yield chunk; }
}, ${sink(s)}, () => {\n${inner}\n});`),
    pipelinePromise: withStream((s, inner) => `${reading(s)}
stream.promises.pipeline(${s}, async (chunks) => {
for await (const chunk of chunks) log('${s}g' + chunk);
return 'v';
}).then((value) => {\nlog('${s}:' + value);\n${inner}\n});`),
    forAwait: withStream((s, inner) => `${reading(s)}
(async () => {
for await (const chunk of ${s}) log('${s}i' + chunk);
${inner}
})();`),
    forAwaitLater: withStream((s, inner) => `${reading(s, 'setImmediate(() => { PUSH });')}
(async () => {
for await (const chunk of ${s}) { log('${s}i' + chunk); await null; }
${inner}
})();`),
    forAwaitBreak: withStream((s, inner) => `${reading(s)}
(async () => {
for await (const chunk of ${s}) { log('${s}i' + chunk); break; }
${inner}
})();`),
    from: withStream((s, inner) => `const ${s} = stream.Readable.from((function*() {
try { yield 1; yield P(2); yield 3; } finally { log('${s}f'); }
})());
${heard(s, ['end', 'close'])}
${s}.on('data', (chunk) => log('${s}d' + chunk));
${s}.once('close', () => {\n${inner}\n});`),
    fromAsync: withStream((s, inner) => `const ${s} = stream.Readable.from((async function*() {
try { yield 1; await null; yield 2; } finally { log('${s}f'); }
})());
${heard(s, ['end', 'close'])}
${s}.on('data', (chunk) => { log('${s}d' + chunk); if (chunk === 2) ${s}.destroy(); });
${s}.once('close', () => {\n${inner}\n});`),
    operators: withStream((s, inner) => `${reading(s)}
${s}.map(async (chunk) => { log('${s}m' + chunk); return chunk; })
.filter((chunk) => chunk > 0).toArray().then((all) => {
log('${s}:' + all);
${inner}
});`),
    finished: withStream((s, inner) => `const ${s} = new stream.PassThrough();
${heard(s, ['finish', 'end', 'close'])}
stream.finished(${s}, { readable: false }, () => log('${s}w'));
stream.finished(${s}, () => {\n${inner}\n});
${s}.resume();
${s}.end('x');`),
    finishedLate: withStream((s, inner) => `const ${s} = new stream.PassThrough();
${s}.on('close', () => stream.promises.finished(${s}).then(() => {\n${inner}\n}));
${s}.resume();
${s}.end('x');`),
    signal: withStream((s, inner) => `const ac = new AbortController();
const ${s} = new stream.Readable({ read() {}, signal: ac.signal });
${s}.on('error', (error) => {\nlog('${s}:' + error.name);\n${inner}\n});
${heard(s, ['close'])}
P().then(() => ac.abort());`),
};

module.exports = { manners: { stream } };
