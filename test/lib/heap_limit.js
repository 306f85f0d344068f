'use strict';
// The heap has a limit without being asked for one, as in Node: half of the memory
// that the process may have, and not more than 4 GiB. Buffers are not part of it.
const assert = require('assert');
const os = require('os');
const v8 = require('v8');

const GIBIBYTE = 2 ** 30;
const limit = v8.getHeapStatistics().heap_size_limit;
const constrained = process.constrainedMemory();
const memory = constrained > 0 ? Math.min(constrained, os.totalmem()) :
    os.totalmem();
const young = 256 * 2 ** 20; // that V8 adds
assert.ok(limit <= Math.min(memory / 2, 4 * GIBIBYTE) + young);
assert.ok(limit >= Math.min(memory / 8, GIBIBYTE));

const before = process.memoryUsage();
const buffer = Buffer.alloc(2 ** 28);
const after = process.memoryUsage();
assert.ok(after.heapUsed - before.heapUsed < 2 ** 25);
assert.ok(after.arrayBuffers - before.arrayBuffers >= buffer.length);
