'use strict';
/*
 * harness.js - every function of the language and every syntax that calls code
 * of the program, with a value that counts how often it is called back.
 *
 * The text of this file is one expression, so that it can be evaluated in any
 * context: a function that takes (after) and returns { size, nameOf, run }.
 *
 *     run(i, k, stop)   case i; its k-th call back calls stop(), which does not
 *                       return. The number of call backs is the result.
 *     after(what)       code of the program has run after the stop.
 */
(function makeHarness(after) {
  const MAX_CALLS = 48;
  const log = { hits: 0, stopAt: 0, stop: null, stopped: false };

  /* ---- The value that counts ------------------------------------------- */

  function hit(what) {
    if (log.stopped) {
      after('a call back: ' + String(what));
      return;
    }
    log.hits++;
    if (log.hits === log.stopAt) {
      log.stopped = true;
      log.stop();
      after('what follows the stop');
    }
    if (log.hits > MAX_CALLS)
      throw new Error('enough');
  }

  function primitive() {
    hit('toPrimitive');
    return 2;
  }

  function iterator(depth) {
    let left = 2;
    return {
      next() {
        hit('next');
        return left-- > 0 ? { done: false, value: spy(depth + 1) }
          : { done: true, value: undefined };
      },
      return() {
        hit('return');
        return {};
      },
      throw() {
        hit('throw');
        return { done: true };
      },
      [Symbol.iterator]() {
        return this;
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  function got(key, depth) {
    switch (key) {
      case Symbol.toPrimitive: return primitive;
      case Symbol.iterator:
      case Symbol.asyncIterator: return () => (hit('iterator'), iterator(depth));
      case Symbol.dispose:
      case Symbol.asyncDispose: return () => hit('dispose');
      case Symbol.hasInstance: return () => (hit('hasInstance'), true);
      case Symbol.species: return undefined;
      case Symbol.isConcatSpreadable: return true;
      case Symbol.unscopables: return undefined;
      case 'length':
      case 'size': return 2;
      case 'then': return depth === 1 ? spyThen : undefined;
      case 'constructor': return Object;
      case 'flags': return 'g';
      case 'lastIndex': return 0;
      case 'index': return 0;
      case 'done': return true;
      case 'return': return undefined;
      case 'next': return () => (hit('next'), { done: true });
      case 'keys': return () => (hit('keys'), iterator(depth));
      case 'has': return () => (hit('has'), true);
      case 'toString': return () => (hit('toString'), 'text');
      case 'valueOf': return primitive;
      case 'exec': return () => (hit('exec'), null);
      default: return depth < 2 ? spy(depth + 1) : undefined;
    }
  }

  function spyThen(resolve) {
    hit('then');
    resolve(1);
  }

  function called(args, depth) {
    hit('call');
    for (const a of args) {
      if (typeof a === 'function' && depth < 2) {
        a(1); /* a resolver, an executor's argument */
        break;
      }
    }
    return depth < 2 ? spy(depth + 1) : 1;
  }

  const traps = Object.getOwnPropertyNames(Reflect)
    .filter((name) => typeof Reflect[name] === 'function');

  function spy(depth = 0) {
    const handler = {};
    for (const name of traps) {
      handler[name] = function(target, ...args) {
        hit(name);
        return Reflect[name](target, ...args);
      };
    }
    handler.get = (target, key) => {
      hit('get ' + String(key));
      const own = Reflect.getOwnPropertyDescriptor(target, key);
      if (own && !own.configurable)
        return own.value;
      return got(key, depth);
    };
    handler.has = (target, key) => (hit('has'), Reflect.has(target, key) ||
                                    !(typeof key === 'symbol'));
    handler.apply = (target, self, args) => called(args, depth);
    handler.construct = (target, args) => (called(args, depth), {});
    return new Proxy(function target() {}, handler);
  }

  /* ---- Receivers ------------------------------------------------------- */

  function fn(value) {
    return function() {
      hit('call');
      return typeof value === 'function' ? value() : value;
    };
  }

  function object() {
    return { [Symbol.toPrimitive]: primitive, get p() { return primitive(); } };
  }

  function thenable() {
    return { then: spyThen };
  }

  const samples = {
    Array: () => [object(), object(), object()],
    Map: () => new Map([[1, object()], [object(), 2]]),
    Set: () => new Set([1, object()]),
    WeakMap: () => new WeakMap(),
    WeakSet: () => new WeakSet(),
    WeakRef: () => new WeakRef({}),
    FinalizationRegistry: () => new FinalizationRegistry(fn(1)),
    Promise: () => Promise.resolve(1),
    RegExp: () => {
      const r = /a/g;
      r.exec = fn(null);
      return r;
    },
    String: () => 'abcabc',
    Number: () => 5,
    BigInt: () => 5n,
    Boolean: () => true,
    Symbol: () => Symbol('s'),
    Date: () => new Date(0),
    Function: () => fn(1),
    Error: () => new Error('e'),
    ArrayBuffer: () => new ArrayBuffer(8),
    DataView: () => new DataView(new ArrayBuffer(8)),
    Iterator: () => iterator(0),
  };
  for (const name of ['Int8', 'Uint8', 'Float64', 'BigInt64']) {
    samples[name + 'Array'] = () =>
      new globalThis[name + 'Array']([...'321'].map((x) =>
        (name[0] === 'B' ? BigInt(x) : Number(x))));
  }

  /* ---- Cases ----------------------------------------------------------- */

  const cases = [];

  function add(name, go) {
    cases.push({ name, go });
  }

  /* Those that wait, or that have nothing to do with the language. */
  const left_out = new Set(['wait', 'waitAsync', 'pause']);

  function addFunction(path, f, make) {
    add(path + '(spies)', () => Reflect.apply(f, spy(), [spy(), spy(), spy()]));
    add(path + '(functions)', () => Reflect.apply(f, spy(), [fn(1), fn(object),
                                                             fn(1)]));
    if (make) {
      add(path + ' of one(spies)', () =>
        Reflect.apply(f, make(), [spy(), spy(), spy()]));
      add(path + ' of one(functions)', () =>
        Reflect.apply(f, make(), [fn(object), fn(thenable)]));
      add(path + ' of one(objects)', () =>
        Reflect.apply(f, make(), [object(), object(), object()]));
    } else {
      add(path + '(objects)', () =>
        Reflect.apply(f, undefined, [[object(), thenable()], fn(object)]));
      add(path + '(thenables)', () =>
        Reflect.apply(f, Promise, [[thenable(), spy(1)], thenable()]));
    }
    if (f.prototype !== undefined)
      add('new ' + path, () => Reflect.construct(f, [spy(), spy(), spy()]));
    if (f.prototype !== undefined)
      add('new ' + path + '(fn)', () => Reflect.construct(f, [fn(1)]));
  }

  const seen = new Set();

  function walk(path, holder, make, depth) {
    for (const key of Reflect.ownKeys(holder)) {
      const d = Reflect.getOwnPropertyDescriptor(holder, key);
      const name = path + '.' + String(key);
      for (const f of [d.value, d.get, d.set]) {
        if (typeof f !== 'function' || seen.has(f) ||
            left_out.has(f.name) || key === 'constructor')
          continue;
        seen.add(f);
        addFunction(name, f, make);
        if (depth > 0)
          walk(name, f, undefined, depth - 1);
        if (f.prototype && depth > 0)
          walk(name + '.prototype', f.prototype, samples[String(key)] ||
               samples[path.slice(path.lastIndexOf('.') + 1)], depth - 1);
      }
      if (typeof d.value === 'object' && d.value !== null && depth > 0 &&
          !seen.has(d.value) && d.value !== globalThis) {
        seen.add(d.value);
        walk(name, d.value, undefined, depth - 1);
      }
    }
  }

  const LANGUAGE = ['Object', 'Function', 'Array', 'Number', 'String', 'Symbol',
    'Boolean', 'BigInt', 'Date', 'Promise', 'RegExp', 'Error', 'AggregateError',
    'SuppressedError', 'ArrayBuffer', 'Int8Array', 'Uint8Array', 'Float64Array',
    'BigInt64Array', 'DataView', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef',
    'FinalizationRegistry', 'Proxy', 'Iterator', 'DisposableStack',
    'AsyncDisposableStack', 'JSON', 'Math', 'Reflect', 'Atomics', 'parseInt',
    'parseFloat', 'escape', 'decodeURI', 'encodeURIComponent', 'isNaN',
    'structuredClone', 'queueMicrotask'];

  const root = {};
  for (const name of LANGUAGE) {
    if (name in globalThis)
      root[name] = globalThis[name];
  }
  walk('', root, undefined, 2);
  for (const [name, proto] of [
    ['TypedArray', Object.getPrototypeOf(Int8Array.prototype)],
    ['ArrayIterator', Object.getPrototypeOf([][Symbol.iterator]())],
    ['AsyncIterator', Object.getPrototypeOf(Object.getPrototypeOf(
      (async function* g() {}).prototype))],
  ])
    walk(name, proto, name === 'TypedArray' ? samples.Float64Array : undefined, 0);

  /* ---- Syntax ---------------------------------------------------------- */

  const syntax = `
for (const x of U);
for (const x of U) break;
for (const x of U) throw 1;
a: for (;;) { for (const x of U) continue a; }
for (const x of [1, 2]) { try { U(); } finally { after('finally'); } }
try { U(); } catch { after('catch'); } finally { after('finally'); }
try { throw 1; } catch ({ [U]: x }) {}
[...U];
f(...U);
new f(...U);
const [a, b = U(), ...c] = U;
const { a, [U]: b, ...c } = U;
({ ...U });
U + 1; -U; U < 1; U == 1; U ** 2; U++;
\`\${U}\`;
'x' in U;
({}) instanceof U;
class A extends U {}
class B { static [U] = 1; static x = U(); static { U(); } get [U]() {} }
new (class extends f { constructor() { super(U()); } })();
new U(1);
U();
U\`x\`;
U?.x?.(1);
delete U.x;
U.x = 1; U.x ??= 2; U[U] = 1;
for (const k in U);
for (U.x in { a: 1 });
for (U.x of [1]);
switch (U) { case U: } switch (1) { case U(): }
sloppy with (U) { x; x = 1; typeof y; }
eval('U()');
new Function('U', 'try { U() } catch {} after("the call")')(U);
generator yield* U;
generator yield U(); try { yield 1 } finally { U(); }
generator [yield* U];
async await U;
async await { then() { U(); } };
async await { get then() { return U(); } };
async try { await U() } catch { after('catch') } finally { after('finally') }
async for await (const x of U);
async for await (const x of U) break;
async for await (const x of U) throw 1;
async throw U();
async using x = U;
async await using x = U;
async { await using y = { async [Symbol.asyncDispose]() { U(); } }; } after2();
asyncgenerator yield* U;
asyncgenerator yield U;
asyncgenerator yield U();
asyncgenerator try { yield 1 } finally { U(); }
asyncgenerator await U; yield 1; return U;
{ using x = U; }
{ using x = { [Symbol.dispose]() { U(); } }; throw 1; }
{ using x = { [Symbol.dispose]() { U(); } }; using y = { [Symbol.dispose]() { throw 1 } }; }
import(U); after2();
import('x', { get with() { U(); } }); after2();
import(U).catch(() => after2());
import('x', U).catch(() => after2());
Promise.resolve().then(U).catch(() => after2()).finally(() => after2());
Promise.reject(1).catch(U);
new Promise((yes) => yes({ then() { U(); } }));
new Promise((yes) => yes({ get then() { return U(); } }));
new Promise(() => U());
new Promise((y, n) => { try { U(); } finally { n(1); } });
class P extends Promise { constructor(e) { super(e); U(); } } P.resolve(1).then(f);
Promise.all({ [Symbol.iterator]() { return { next() { throw U(); } } } });
Promise.all([{ then() { U(); } }]); Promise.race([{ then() { U(); } }]);
Promise.any([{ then() { U(); } }]); Promise.allSettled([{ then() { U(); } }]);
Promise.all.call(class { constructor(e) { e(U, U); } static resolve() { return U; } }, [1]);
Promise.try(U); Promise.try(() => U());
Array.fromAsync(U); Array.fromAsync([U], () => U());
Error.prepareStackTrace = U; new Error().stack; Error.prepareStackTrace = undefined;
Error.prepareStackTrace = () => U(); try { null.x } catch (e) { e.stack } Error.prepareStackTrace = undefined;
Error.prepareStackTrace = () => U(); Error.captureStackTrace({ get stack() {} }); Error.prepareStackTrace = undefined;
const e = new Error('x', { get cause() { U(); } }); String(e);
Object.defineProperty({}, 'x', { get value() { U(); } });
JSON.stringify({ toJSON() { U(); } }); JSON.stringify([1], U);
JSON.parse('[1,2]', U);
'abc'.replace(/b/g, U); 'abc'.replace('b', U); 'abc'.split(U); 'abc'.match(U);
[3, 2, 1].sort(() => U()); new Float64Array([2, 1]).sort(() => U());
[3, 1].toSorted(U); [1].flatMap(U); Array.from({ length: 2 }, U);
Array.from(U); Object.fromEntries(U); new Map(U); new Set([1]).union(U);
Map.groupBy([1, 2], U); Object.groupBy([1, 2], U);
Reflect.ownKeys(new Proxy({}, { ownKeys() { U(); return []; } }));
Iterator.from(U).map(f).toArray(); Iterator.concat?.([1], U).toArray();
(function* () { try { yield 1; } finally { U(); } })().return();
const g = (function* () { try { yield 1; yield 2; } finally { U(); } })(); for (const x of g) break;
const h = (function* () { try { yield 1; yield 2; } finally { U(); } })(); const [q] = h;
const k = (async function* () { try { yield 1; } finally { U(); } })(); k.next(); k.return(); k.next();
new DisposableStack().defer(U); { const s = new DisposableStack(); s.defer(U); s.defer(U); s.dispose(); }
{ const s = new AsyncDisposableStack(); s.defer(U); s.defer(U); s.disposeAsync(); }
Symbol.prototype.toString.call(U); String(U); Number(U); BigInt(U); new Date(U);
`.trim().split('\n');

  const kinds = {
    sloppy: (code) => new Function('U', 'f', 'after', 'after2', code),
    generator: (code) => wrapped('function*', code, 'run'),
    async: (code) => wrapped('async function', code, ''),
    asyncgenerator: (code) => wrapped('async function*', code, 'runAsync'),
  };

  function wrapped(head, code, run) {
    return new Function('U', 'f', 'after', 'after2', 'run', 'runAsync',
      `'use strict'; const made = (${head} () { ${code} })();
       return ${run ? `${run}(made)` : 'made'};`);
  }

  function compile(line) {
    const word = line.slice(0, line.indexOf(' '));
    if (Object.hasOwn(kinds, word))
      return kinds[word](line.slice(word.length + 1));
    return new Function('U', 'f', 'after', 'after2', `'use strict'; ${line}`);
  }

  function runGenerator(g) {
    g.next();
    g.next();
    return [...g];
  }

  async function runAsyncGenerator(g) {
    for await (const x of g) {
      if (x === after)
        break;
    }
    after2();
  }

  function after2() {
    if (log.stopped)
      after('a reaction');
  }

  function afterwards(what) {
    if (log.stopped)
      after(what);
  }

  for (const line of syntax) {
    let f;
    try {
      f = compile(line);
    } catch (e) {
      if (!(e instanceof SyntaxError))
        throw e;
      continue; /* an engine that does not know it yet */
    }
    for (const plain of [false, true])
      add((plain ? 'plainly: ' : '') + line, () =>
        f(plain ? fn(undefined) : spy(), function g() {}, afterwards, after2,
          runGenerator, runAsyncGenerator));
  }

  /* ---- Running --------------------------------------------------------- */

  function run(i, k, stop) {
    log.hits = 0;
    log.stopAt = k;
    log.stop = stop;
    log.stopped = false;
    try {
      const result = cases[i].go();
      if (result instanceof Promise)
        result.then(after2, after2);
    } catch {
      if (log.stopped)
        after('catch');
    } finally {
      if (log.stopped)
        after('finally');
    }
    if (log.stopped)
      after('the next statement');
    return log.hits;
  }

  return {
    size: cases.length,
    nameOf: (i) => cases[i].name,
    hits: () => log.hits,
    run,
  };
})
