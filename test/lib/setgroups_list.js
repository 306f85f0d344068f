'use strict';
/* The groups are read once: what else an array says of itself does not count. */
const assert = require('assert');

const refused = { code: 'ERR_INVALID_ARG_TYPE' };
const mapped = ['x'];
mapped[0] = {};
mapped.forEach = () => {};
mapped.map = () => [{}];
const changing = new Proxy([{}], { get: (list, key) => list[key] });

assert.throws(() => process.setgroups(mapped), refused);
assert.throws(() => process.setgroups([, 1]), refused);
assert.throws(() => process.setgroups(changing), refused);
console.log('ok');
