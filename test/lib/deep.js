'use strict';
/*
 * What is nested too deeply is a RangeError (or a SyntaxError, for a regular
 * expression), never the end of the process; and what is long but not nested
 * is no error at all, also when it is freed.
 *
 * The thread sanitizer keeps the stack of each block: many gigabytes here.
 */
// not with: san-thread
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
function* loop() { for (const x of loop()) yield x; }
function spread(...args) { return spread(...args, 1); }
function apply() { return apply.apply(this, [1]); }
function bind() { return bind.bind(null)() + 1; }
function tag() { return tag`a` + 1; }
function json() { return JSON.parse('1', json); }
class Made { constructor() { this.made = new Made(); } }
class Extended extends Object { constructor() { super(); new Extended(); } }
class Field { x = new Field(); }
class Private { #f() { return this.#f() + 1; } f() { return this.#f(); } }
const self = {
    get x() { return this.x; },
    set y(value) { this.y = value; },
    toString() { return `${this}`; },
    valueOf() { return +this; },
    toJSON() { return JSON.stringify(this); },
    [Symbol.iterator]() { return [...this]; },
    [Symbol.hasInstance]() { return 1 instanceof this; },
};
const primitive = { [Symbol.toPrimitive]() { return primitive + 1; } };
const proxy = new Proxy(function () {}, {
    get: (target, key) => proxy[key],
    has: (target, key) => key in proxy,
    apply: () => proxy(),
    construct: () => new proxy(),
    ownKeys: () => Reflect.ownKeys(proxy),
});
globalThis.evaluated = () => (0, eval)('evaluated()') + 1;
globalThis.compiled = () => new Function('return compiled()')() + 1;

tooDeep(call);
tooDeep(sort);
tooDeep(replace);
tooDeep(() => delegate().next());
tooDeep(() => self.x);
tooDeep(() => `${self}`);
tooDeep(() => self.y = 1);
tooDeep(() => +self);
tooDeep(() => JSON.stringify(self));
tooDeep(() => [...self]);
tooDeep(() => 1 instanceof self);
tooDeep(() => primitive + 1);
tooDeep(() => proxy.x);
tooDeep(() => 'x' in proxy);
tooDeep(() => proxy());
tooDeep(() => new proxy());
tooDeep(() => Reflect.ownKeys(proxy));
tooDeep(() => loop().next());
tooDeep(spread);
tooDeep(apply);
tooDeep(bind);
tooDeep(tag);
tooDeep(json);
tooDeep(() => new Made());
tooDeep(() => new Extended());
tooDeep(() => new Field());
tooDeep(() => new Private().f());
tooDeep(evaluated);
tooDeep(compiled);
tooDeep(function map() { return [1].map(map); });
tooDeep(function from() { return Array.from([1], from); });
tooDeep(function clone() { structuredClone({ get x() { return clone(); } }); });

// What is async is rejected.
async function awaits() { return await awaits(); }
async function* yields() { yield* yields(); }
const thenable = { then(resolve) { thenable.then(resolve); } };
const rejects = (promise) => promise.then(
    () => { throw new Error('not too deep'); },
    (error) => assert.ok(error instanceof RangeError, error));

rejects(awaits());
rejects(yields().next());
rejects(new Promise(function executor(resolve) { resolve(new Promise(executor)); }));
rejects(Promise.resolve(thenable));

// ---- Many arguments ------------------------------------------------------------

const many = new Array(1e5).fill(1);
const tooMany = new Array(2e5).fill(1);
assert.strictEqual(Math.max(...many), 1);
assert.strictEqual([].push(...many), 1e5);
assert.strictEqual((function () { return arguments.length; })(...many), 1e5);
assert.strictEqual(
    (function* () { yield arguments.length; })(...many).next().value, 1e5);
const overflow = { name: 'RangeError',
                   message: 'Maximum call stack size exceeded' };
assert.throws(() => Math.max(...tooMany), overflow);
assert.throws(() => Math.max.apply(null, tooMany), overflow);
assert.throws(() => Reflect.construct(Array, tooMany), overflow);
assert.throws(() => spread(), overflow);
assert.strictEqual(Math.max(...many), 1); // what failed counts no more

// ---- Long, and freed without recursion -----------------------------------------

nest(5e5, (next) => ({ next }));
nest(5e5, (inner) => () => inner);
assert.strictEqual(Object.create(nest(3e5, (p) => Object.create(p))).x,
                   undefined);
assert.strictEqual(/^(a|b)*$/.test('ab'.repeat(1e5)), true);
let f = () => {};
for (let i = 0; i < 3e4; i++)
    f = f.bind(null);
assert.strictEqual(f.name.length, 'bound '.length * 3e4 + 1);
let chain = Promise.resolve();
for (let i = 0; i < 1e5; i++)
    chain = chain.then(() => {});
chain.then(() => console.log('done'));
