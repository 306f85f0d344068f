'use strict';
// v8: figures, flags, promise hooks.

const assert = require('assert');
const v8 = require('v8');

const heap = v8.getHeapStatistics();
assert.strictEqual(Object.keys(heap).length, 14);
assert.ok(heap.used_heap_size > 0);
assert.ok(heap.heap_size_limit > heap.used_heap_size);
assert.strictEqual(v8.getHeapSpaceStatistics().length, 13);
const old = v8.getHeapSpaceStatistics()
    .find((space) => space.space_name === 'old_space');
assert.ok(old.space_used_size > 0);

assert.strictEqual(typeof v8.cachedDataVersionTag(), 'number');
assert.strictEqual(v8.cachedDataVersionTag(), v8.cachedDataVersionTag());
assert.throws(() => v8.setFlagsFromString(1), { code: 'ERR_INVALID_ARG_TYPE' });
v8.setFlagsFromString('--stack_trace_limit=3');

assert.ok(!v8.startupSnapshot.isBuildingSnapshot());
assert.throws(() => v8.startupSnapshot.addSerializeCallback(() => {}),
              { code: 'ERR_NOT_BUILDING_SNAPSHOT' });
assert.strictEqual(v8.isStringOneByteRepresentation('é'), true);
assert.strictEqual(v8.isStringOneByteRepresentation('\u0101'), false);

const seen = [];
const stop = v8.promiseHooks.createHook({
    init(promise, parent) { seen.push(['init', promise, parent]); },
    settled(promise) { seen.push(['settled', promise]); },
});
const promise = Promise.resolve(1);
const child = promise.then();
stop();
Promise.resolve(2);
assert.deepStrictEqual(seen.map(([name]) => name),
                       ['init', 'settled', 'init']);
assert.strictEqual(seen[0][1], promise);
assert.strictEqual(seen[2][1], child);
assert.strictEqual(seen[2][2], promise);
