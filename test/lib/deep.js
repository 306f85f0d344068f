'use strict';
/*
 * What is nested too deeply is a RangeError (or a SyntaxError, for a regular
 * expression), never the end of the process; and what is long but not nested
 * is no error at all, also when it is freed.
 */
const assert = require('assert');

const nested = (open, close, n) => open.repeat(n) + close.repeat(n);
const tooDeep = (fn) => assert.throws(fn, (error) =>
    error instanceof RangeError || error instanceof SyntaxError);

// ---- Sources -------------------------------------------------------------------

tooDeep(() => eval(nested('(', ')', 1e5)));
tooDeep(() => eval(nested('[', ']', 1e5)));
tooDeep(() => eval(nested('{', '}', 1e5)));
tooDeep(() => eval(nested('(function () {', '})()', 2e4)));
tooDeep(() => eval(nested('`${', '}`', 5e4)));
tooDeep(() => eval(`${'!'.repeat(2e5)}1`));
tooDeep(() => JSON.parse('['.repeat(1e6)));
tooDeep(() => new RegExp(nested('(', ')', 2e5)));

// ---- Values --------------------------------------------------------------------

function nest(n, wrap) {
    let value = wrap(null);
    for (let i = 0; i < n; i++)
        value = wrap(value);
    return value;
}

tooDeep(() => JSON.stringify(nest(3e5, (x) => [x])));
tooDeep(() => String(nest(3e5, (x) => [x])));
tooDeep(() => nest(1e5, (x) => [x]).flat(Infinity));
tooDeep(() => structuredClone(nest(1e5, (x) => ({ x }))));
tooDeep(() => nest(1e5, (x) => new Proxy(x ?? {}, {})).x);

// ---- Calls ---------------------------------------------------------------------

function call() { return call() + 1; }
function sort() { [1, 2].sort(sort); return 0; }
function replace() { return 'a'.replace(/a/, replace); }
function* delegate() { yield* delegate(); }
const self = { get x() { return this.x; }, toString() { return `${this}`; } };

tooDeep(call);
tooDeep(sort);
tooDeep(replace);
tooDeep(() => delegate().next());
tooDeep(() => self.x);
tooDeep(() => `${self}`);

// ---- Long, and freed without recursion -----------------------------------------

nest(5e5, (next) => ({ next }));
nest(5e5, (inner) => () => inner);
assert.strictEqual(Object.create(nest(3e5, (p) => Object.create(p))).x,
                   undefined);
assert.strictEqual(/^(a|b)*$/.test('ab'.repeat(1e5)), true);
let chain = Promise.resolve();
for (let i = 0; i < 1e5; i++)
    chain = chain.then(() => {});
chain.then(() => console.log('done'));
