'use strict';
/*
 * Deep equality of cyclic values, as in Node 24: cycles are not detected until a
 * comparison has exhausted the stack. So the order of these
 * cases counts, and they have a program of their own.
 */

const { isDeepStrictEqual } = require('util');
const { check, finish } = require('./support/check.js');

function makeLoop() {
    const loop = { x: 1 };
    loop.self = loop;
    return loop;
}

/* One step further round the circle is equal: it ends at the same object. */
const loop = makeLoop();
const longer = { x: 1, self: { x: 1, self: loop } };
check(() => isDeepStrictEqual(loop, longer), 'true');
check(() => isDeepStrictEqual(longer, loop), 'true');
check(() => isDeepStrictEqual(loop, { x: 1, self: { x: 2, self: loop } }),
      'false');

/* This exhausts the stack, and is tried again with an eye on circles. */
check(() => isDeepStrictEqual(makeLoop(), makeLoop()), 'true');

/* From now on circles of different length are different. */
check(() => isDeepStrictEqual(loop, longer), 'false');
check(() => isDeepStrictEqual(longer, loop), 'false');
check(() => {
    const twice = { x: 1, self: { x: 1 } };
    twice.self.self = twice;
    return isDeepStrictEqual(makeLoop(), twice);
}, 'false');
check(() => {
    const [a, b] = [{ x: 1 }, { x: 1 }];
    a.set = new Set([a]);
    b.set = new Set([b]);
    return isDeepStrictEqual(a, b);
}, 'true');
check(() => {
    const make = () => {
        const inner = { list: [] };
        inner.list.push({ up: { inner } });
        return { inner };
    };
    return isDeepStrictEqual(make(), make());
}, 'true');

finish();
