'use strict';
// Facts about the machine: what is fixed cannot be changed, what fails says so.
const assert = require('assert');
const os = require('os');

assert.throws(() => { os.EOL = 'x'; }, TypeError);
assert.throws(() => { os.devNull = 'x'; }, TypeError);
assert.throws(() => { os.constants.signals.SIGNONE = 1; }, TypeError);
assert.strictEqual(os.constants.signals.SIGTERM, 15);

const processors = os.availableParallelism();
assert.ok(processors > 0 && processors <= os.cpus().length, `${processors}`);

// A priority of a process that there is not.
assert.throws(() => os.getPriority(-1), {
    name: 'SystemError',
    code: 'ERR_SYSTEM_ERROR',
    message: 'A system error occurred: uv_os_getpriority returned ESRCH ' +
             '(no such process)',
    info: { errno: -3, code: 'ESRCH', message: 'no such process',
            syscall: 'uv_os_getpriority' },
});

// userInfo() in encodings.
const user = os.userInfo();
assert.strictEqual(Object.getPrototypeOf(user), null);
assert.deepStrictEqual(os.userInfo({ encoding: 'buffer' }).homedir,
                       Buffer.from(user.homedir));
assert.strictEqual(os.userInfo({ encoding: 'hex' }).homedir,
                   Buffer.from(user.homedir).toString('hex'));
assert.throws(() => os.userInfo({ get encoding() { throw new Error('x'); } }),
              { message: 'x' });

assert.strictEqual(clearInterval.name, 'clearInterval');
