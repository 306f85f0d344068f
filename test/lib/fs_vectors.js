'use strict';
/*
 * What the lists of readv() and writev() have is read once: a proxy, a getter
 * or a hole in them is another buffer at the second time, or none.
 */
const assert = require('assert');
const fs = require('fs');

const refused = { code: 'ERR_INVALID_ARG_TYPE' };
const bytes = () => Buffer.from('ab');
const fd = fs.openSync('/dev/null', 'r+');

function changing() {
  let asked = 0;
  return new Proxy([bytes()], {
    get: (target, key) => (key === '0' && asked++ ? 5 : target[key]),
  });
}

for (const call of [fs.readvSync, fs.writevSync]) {
  assert.strictEqual(call(fd, changing()), call === fs.writevSync ? 2 : 0);
  assert.throws(() => call(fd, [, bytes()]), refused);
  assert.throws(() => call(fd, new Proxy([5], {})), refused);
  assert.throws(() => call(fd, new Proxy([], { get: () => 3 })), refused);
  assert.throws(() => call(fd, new Proxy([], {
    get() { throw new RangeError('asked'); },
  })), RangeError);
}
assert.strictEqual(fs.writevSync(fd, new Proxy([], {})), 0);
fs.writev(fd, changing(), (err, n) => {
  assert.deepStrictEqual([err, n], [null, 2]);
  console.log('ok');
});
