'use strict';
// SIGINT ends a script that was run with breakOnSigint, and only that.

const assert = require('assert');
const { spawn } = require('child_process');
const vm = require('vm');

const kCode = 'ready(); for (;;);';

function runChild() {
    process.on('SIGINT', () => assert.fail('a listener was called'));
    const context = vm.createContext({ ready: () => process.send('ready') });
    for (const run of [
        () => vm.runInContext(kCode, context, { breakOnSigint: true }),
        () => vm.runInContext(`try { ${kCode} } finally { ready() }`, context,
                              { breakOnSigint: true }),
    ]) {
        assert.throws(run, {
            code: 'ERR_SCRIPT_EXECUTION_INTERRUPTED',
            message: 'Script execution was interrupted by `SIGINT`',
        });
    }
    assert.strictEqual(process.listenerCount('SIGINT'), 1);
    process.exit(42);
}

if (process.argv[2] === 'child') {
    runChild();
} else {
    const child = spawn(process.execPath, [__filename, 'child'],
                        { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    child.on('message', () => child.kill('SIGINT'));
    child.on('exit', (code) => {
        assert.strictEqual(code, 42);
    });
}
