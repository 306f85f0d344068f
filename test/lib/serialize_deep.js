'use strict';
/* At the end of the stack a value is serialized or refused, and nothing in
 * between: a lookup that fails there is not taken for an answer. */
const assert = require('assert');
const v8 = require('v8');

const url = new URL('http://a/'); /* from now on objects are looked up */
let whole = 0;
let refused = 0;

function deeper(n) {
  try {
    deeper(n + 1);
  } catch {
    for (const copy of [(x) => v8.deserialize(v8.serialize(x)),
                        structuredClone]) {
      try {
        assert.deepEqual(copy({ a: [n], b: new Map([[1, { n }]]) }),
                         { a: [n], b: new Map([[1, { n }]]) });
        whole++;
      } catch (e) {
        if (!(e instanceof RangeError))
          throw e;
        refused++;
      }
    }
    if (whole < 20)
      throw new RangeError('farther out');
  }
}

deeper(0);
assert.ok(whole >= 20 && refused > 0 && url.href);
