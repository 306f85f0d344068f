'use strict';
/*
 * console: what each method writes, and where. A console of our own writes
 * into two strings.
 */

const assert = require('assert');
const { Console } = console;

function make(options) {
    const written = { out: '', err: '' };
    const stream = (name) => ({
        write(text) {
            written[name] += text;
            return true;
        },
        listenerCount: () => 0,
        once() {},
        removeListener() {},
    });
    const own = new Console({ stdout: stream('out'), stderr: stream('err'),
                              ...options });
    return { own, written };
}

function check(run, out, err = '', options = undefined) {
    const { own, written } = make(options);
    run(own);
    assert.deepStrictEqual(written, { out, err });
}

check((c) => c.log('a', 1, { b: 2 }), 'a 1 { b: 2 }\n');
check((c) => c.log(), '\n');
check((c) => c.info('%s=%d', 'x', 5), 'x=5\n');
check((c) => c.error('bad'), '', 'bad\n');
check((c) => c.warn([1]), '', '[ 1 ]\n');
check((c) => c.dir({ a: { b: { c: {} } } }, { depth: 0 }),
      '{ a: [Object] }\n');
check((c) => c.assert(1, 'fine'), '');
check((c) => c.assert(0, 'not %s', 'fine'), '',
      'Assertion failed: not fine\n');
check((c) => c.assert(0), '', 'Assertion failed\n');
check((c) => {
    c.count();
    c.count('x');
    c.count();
    c.countReset();
    c.count();
}, 'default: 1\nx: 1\ndefault: 2\ndefault: 1\n');
check((c) => {
    c.group('outer');
    c.log('two\nlines');
    c.group();
    c.error('deep');
    c.groupEnd();
    c.groupEnd();
    c.groupEnd();
    c.log('flat');
}, 'outer\n  two\n  lines\nflat\n', '    deep\n');
check((c) => {
    c.group();
    c.log('x');
}, '    x\n', '', { groupIndentation: 4 });
check((c) => c.log({ a: 1 }), '{ a: \u001b[33m1\u001b[39m }\n', '',
      { colorMode: true });
check((c) => c.log({ a: { b: 1 } }), '{ a: [Object] }\n', '',
      { inspectOptions: { depth: 0 } });
check((c) => c.table([{ a: 1, b: 'x' }, { a: 2 }]),
      '┌─────────┬───┬─────┐\n' +
      '│ (index) │ a │ b   │\n' +
      '├─────────┼───┼─────┤\n' +
      '│ 0       │ 1 │ \'x\' │\n' +
      '│ 1       │ 2 │     │\n' +
      '└─────────┴───┴─────┘\n');
check((c) => c.table(new Map([['k', 1]])),
      '┌───────────────────┬─────┬────────┐\n' +
      '│ (iteration index) │ Key │ Values │\n' +
      '├───────────────────┼─────┼────────┤\n' +
      '│ 0                 │ \'k\' │ 1      │\n' +
      '└───────────────────┴─────┴────────┘\n');
check((c) => c.table(5), '5\n');

/* A trace begins with its name and message, and goes to the second stream. */
{
    const { own, written } = make();
    own.trace('here %d', 1);
    assert.match(written.err, /^Trace: here 1\n {4}at /);
}

/* Times have a label and a unit. */
{
    const { own, written } = make();
    own.time('t');
    own.timeLog('t', 'more');
    own.timeEnd('t');
    assert.match(written.out, /^t: [\d.]+m?s more\nt: [\d.]+m?s\n$/);
}

assert.throws(() => new Console({}),
              { code: 'ERR_CONSOLE_WRITABLE_STREAM' });
assert.throws(() => make({ colorMode: 'x' }),
              { code: 'ERR_INVALID_ARG_VALUE' });
assert.ok(console instanceof Console);

/* The columns of a table are checked before there is a table. */
assert.throws(() => make().own.table(1, 'x'),
              { code: 'ERR_INVALID_ARG_TYPE' });

/* Methods are bound. */
{
    const { own, written } = make();
    const { log } = own;
    log('free');
    assert.strictEqual(written.out, 'free\n');
}
