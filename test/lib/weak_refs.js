'use strict';
/* What a WeakRef was made for, or has given, is there until the job is over and
 * the microtasks after it have run; then it may go. */

const assert = require('assert');

/* The object is referred to by nothing else. */
const made = new WeakRef({ name: 'made' });
assert.strictEqual(made.deref().name, 'made');
assert.strictEqual(made.deref(), made.deref());

const seen = [];
queueMicrotask(() => seen.push(made.deref()?.name));
Promise.resolve().then(() => {}).then(() => seen.push(made.deref()?.name));
process.on('exit', () => assert.deepStrictEqual(seen, ['made', 'made']));

/* Once given, it stays though the last reference goes. */
let held = { name: 'held' };
const ref = new WeakRef(held);
setImmediate(() => {
    assert.strictEqual(ref.deref().name, 'held');
    held = undefined;
    globalThis.gc?.();
    assert.strictEqual(ref.deref().name, 'held');
});

/* And goes in the end, or memory would. */
let isGone = false;
const registry = new FinalizationRegistry(() => { isGone = true; });
(() => {
    const object = {};
    registry.register(object, 1);
    new WeakRef(object).deref();
})();
if (globalThis.gc !== undefined || process.versions.orrery !== undefined) {
    const wait = setInterval(() => {
        registry.unregister(wait); // so that it is not gone itself
        globalThis.gc?.();
        if (isGone)
            clearInterval(wait);
    }, 5);
}

/* Many in one job. */
const many = Array.from({ length: 1000 }, (_, i) => new WeakRef({ i }));
assert(many.every((one, i) => one.deref().i === i));

/* What dies in the last callback of a program is reported before it ends. */
const { execFileSync } = require('child_process');
const program = `
    globalThis.registry = new FinalizationRegistry((held) => {
        console.log(held);
        if (held === 'first')
            setTimeout(() => console.log('timer'), 1);
    });
    let object = {};
    registry.register(object, 'first');
    setTimeout(() => { object = null; gc(); console.log('last'); }, 1);
    process.on('beforeExit', () => console.log('beforeExit'));`;
assert.strictEqual(
    execFileSync(process.execPath, ['--expose-gc', '-e', program]).toString(),
    'last\nfirst\ntimer\nbeforeExit\n');
