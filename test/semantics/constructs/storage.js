'use strict';
/* What a random program does with AsyncLocalStorage and AsyncResource: `als` is
 * what every label is noted with. (promises.js says what these files have in
 * common.) */

const storage = {
    run: (a, inner) => `als.run(${a.store}, () => {\n${inner}\n});`,
    enter: (a, inner) => `als.enterWith(${a.store});\n${inner}`,
    exit: (a, inner) => `als.exit(() => {\n${inner}\n});`,
    bind: (a, inner) => `{
const bound = als.run(${a.store}, () => AsyncLocalStorage.bind(() => {
${inner}
}));
process.nextTick(bound);
}`,
    snapshot: (a, inner) => `{
const inside = als.run(${a.store}, () => AsyncLocalStorage.snapshot());
setImmediate(() => inside(() => {
${inner}
}));
}`,
    async: (a, inner) => `als.run(${a.store}, async () => {
await asyncFn();
${inner}
}).catch((e) => log('se'));`,
    resource: (a, inner) => `{
const resource = als.run(${a.store}, () => new AsyncResource('R'));
setImmediate(() => resource.runInAsyncScope(() => {
${inner}
}));
}`,
    resourceBind: (a, inner) => `{
const bound = als.run(${a.store}, () => AsyncResource.bind(() => {
${inner}
}));
P().then(bound).catch((e) => log('sb'));
}`,
    emitterResource: (a, inner) => `{
const emitter = als.run(${a.store}, () =>
new EventEmitter.EventEmitterAsyncResource({ name: 'E' }));
emitter.on('x', () => {
${inner}
});
process.nextTick(() => emitter.emit('x'));
}`,
    /* Whose store has what is settled elsewhere? */
    settledElsewhere: (a, inner) => `{
let resolve;
const promise = als.run(${a.store}, () => new Promise((r) => { resolve = r; }));
promise.then(() => {
${inner}
});
als.run(0, () => process.nextTick(() => { log('sr'); resolve(thenable()); }));
}`,
    generator: (a, inner) => `{
async function* gen() {
log('sg');
yield 1;
als.enterWith(0);
yield 2;
log('sg');
}
als.run(${a.store}, async () => {
for await (const v of gen())
log('sv');
${inner}
}).catch((e) => log('se'));
}`,
    twoStores: (a, inner) => `{
const other = new AsyncLocalStorage();
other.run('o', () => setImmediate(() => als.run(${a.store}, async () => {
await null;
log('so:' + other.getStore());
other.disable();
log('so:' + other.getStore());
${inner}
}).catch((e) => log('se'))));
}`,
    insideListeners: (a, inner) => `{
const emitter = new EventEmitter();
als.run(${a.store}, () => emitter.on('x', async () => {
log('sl');
await tickPromise();
log('sl');
}));
als.run(0, () => emitter.emit('x'));
EventEmitter.once(emitter, 'y').then(() => {
${inner}
});
als.run(${a.store}, () => setImmediate(() => emitter.emit('y')));
}`,
};

module.exports = { manners: { storage }, texts: {} };
