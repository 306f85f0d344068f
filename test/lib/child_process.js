'use strict';
// child_process: children that run on, in a shell, waited for, and forked.

const assert = require('assert');
const {
    exec, execFile, execFileSync, execSync, fork, spawn, spawnSync,
} = require('child_process');
const { finished } = require('stream');

if (process.argv[2] === 'child') {
    process.on('message', (message) => {
        process.send({ echo: message });
        if (message === 'bye')
            process.disconnect();
    });
    process.send('ready');
    return;
}

let done = 0;
process.on('exit', () => assert.strictEqual(done, 10));

// 'spawn', then output, 'exit' and, when the pipes have ended, 'close'.
{
    const child = spawn('sh', ['-c', 'cat; echo err >&2; exit 3']);
    const events = [];
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => { out += chunk; });
    child.stderr.resume();
    child.on('spawn', () => events.push('spawn'));
    child.on('exit', (code, signal) => events.push(`exit ${code} ${signal}`));
    child.on('close', (code) => {
        assert.deepStrictEqual(events, ['spawn', 'exit 3 null']);
        assert.strictEqual(out, 'from the parent');
        assert.strictEqual(code, 3);
        done++;
    });
    child.stdin.end('from the parent');
}

// What cannot be started is an 'error', with the path and the arguments.
spawn('no-such-program', ['a']).on('error', (error) => {
    assert.strictEqual(error.code, 'ENOENT');
    assert.strictEqual(error.message, 'spawn no-such-program ENOENT');
    assert.deepStrictEqual(error.spawnargs, ['a']);
    done++;
});

// Its pipes end as those of a child that says nothing, after the error.
{
    const events = [];
    const child = spawn('no-such-program');
    assert.strictEqual(child.stdout.destroyed, false);
    child.on('error', () => events.push('error'));
    child.stdout.on('end', () => events.push('end'));
    finished(child.stdout, (error) => {
        assert.strictEqual(error, undefined);
        events.push('finished');
    });
    child.on('close', (code) => {
        assert.deepStrictEqual(events, ['error', 'end', 'finished']);
        assert.strictEqual(code, -2);
        done++;
    });
}

// What it has printed is read when it has ended, even if that was paused.
{
    const child = exec('echo a', (error, out) => {
        assert.strictEqual(out, 'a\n');
        done++;
    });
    child.stdout.pause();
}

// A signal ends it.
{
    const child = spawn('sleep', ['60']);
    child.on('exit', (code, signal) => {
        assert.strictEqual(code, null);
        assert.strictEqual(signal, 'SIGTERM');
        assert.strictEqual(child.killed, true);
        assert.strictEqual(child.kill(), false);
        done++;
    });
    assert.strictEqual(child.kill(), true);
}

// A shell's exit code is in the error.
exec('echo hi; exit 2', (error, stdout) => {
    assert.strictEqual(error.code, 2);
    assert.strictEqual(error.cmd, 'echo hi; exit 2');
    assert.strictEqual(stdout, 'hi\n');
    done++;
});

// Too much output ends the child.
execFile('yes', { maxBuffer: 100 }, (error, stdout) => {
    assert.strictEqual(error.code, 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER');
    assert.strictEqual(stdout.length, 100);
    done++;
});

// The environment and the folder are those that were given.
execFile('sh', ['-c', 'echo $A; pwd'], { env: { A: 'b' }, cwd: '/' },
         (error, stdout) => {
             assert.strictEqual(stdout, 'b\n/\n');
             done++;
         });

// An AbortSignal kills it.
{
    const controller = new AbortController();
    const child = spawn('sleep', ['60'], { signal: controller.signal });
    child.on('error', (error) => {
        assert.strictEqual(error.name, 'AbortError');
        done++;
    });
    controller.abort();
}

// A forked child and its parent talk, until the channel is closed.
{
    const child = fork(__filename, ['child']);
    const got = [];
    child.on('message', (message) => {
        got.push(message);
        if (message === 'ready') {
            child.send({ a: [1, 'é'] });
            child.send('bye');
        }
    });
    child.on('close', (code) => {
        assert.strictEqual(code, 0);
        assert.strictEqual(child.connected, false);
        assert.deepStrictEqual(got, ['ready', { echo: { a: [1, 'é'] } },
                                     { echo: 'bye' }]);
        done++;
    });
}

// The waiting forms.
{
    const result = spawnSync('sh', ['-c', 'cat; echo e >&2; exit 4'],
                             { input: 'abc' });
    assert.strictEqual(result.status, 4);
    assert.strictEqual(result.stdout.toString(), 'abc');
    assert.strictEqual(result.stderr.toString(), 'e\n');
    assert.strictEqual(execSync('echo sync', { encoding: 'utf8' }), 'sync\n');
    assert.strictEqual(execFileSync('echo', ['a']).toString(), 'a\n');
    assert.throws(() => execSync('exit 5', { stdio: 'pipe' }),
                  { status: 5, message: 'Command failed: exit 5' });
    const failed = spawnSync('no-such-program');
    assert.strictEqual(failed.error.code, 'ENOENT');
    assert.deepStrictEqual(Object.keys(failed),
                           ['error', 'status', 'signal', 'output', 'pid',
                            'stdout', 'stderr']);
    assert.strictEqual(failed.stdout, undefined);
    assert.strictEqual(spawnSync('sleep', ['60'], { timeout: 50 }).error.code,
                       'ETIMEDOUT');
    assert.strictEqual(spawnSync('yes', { maxBuffer: 10 }).error.code,
                       'ENOBUFS');
}

assert.throws(() => spawn(''), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => spawn(5), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => spawn('a', { stdio: 'x' }),
              { code: 'ERR_INVALID_ARG_VALUE' });

// The function behind the waiting forms can be replaced, as that of spawn() can.
{
    const binding = process.binding('spawn_sync');
    const { spawn } = binding;
    binding.spawn = function(options) {
        options.envPairs = [...options.envPairs, 'ADDED=yes'];
        return spawn.call(this, options);
    };
    const { stdout } = spawnSync('sh', ['-c', 'echo $ADDED']);
    binding.spawn = spawn;
    assert.strictEqual(String(stdout), 'yes\n');
}

// Descriptors that this process was given are not those of its own children,
// unless they are told so: the channel to a parent is one.
{
    const list = 'require("fs").readdirSync("/proc/self/fd").slice(0, 40)' +
        '.filter((fd) => { try { return require("fs").readlinkSync(' +
        '"/proc/self/fd/" + fd) === "/dev/zero"; } catch { return false; } })';
    const ask = (stdio) => `console.log(String(require('child_process')
        .execFileSync('sh', ['-c', 'ls -l /proc/self/fd | grep -c /dev/zero; true'],
                      { stdio: ${JSON.stringify(stdio)} })))`;
    const zero = require('fs').openSync('/dev/zero', 'r');
    const stdio = ['ignore', 'pipe', 'inherit', zero, 'ignore', zero];
    const run = (code) => String(spawnSync(process.execPath, ['-e', code],
                                           { stdio }).stdout).trim();
    assert.strictEqual(run(`console.log(${list}.join())`), '3,5');
    assert.strictEqual(run(ask(['ignore', 'pipe', 'inherit'])), '0');
    assert.strictEqual(run(ask(['ignore', 'pipe', 'inherit', 3])), '1');
    assert.strictEqual(
        run(ask(['ignore', 'pipe', 'inherit', 5, 'ignore', 3])), '2');
}

// A child that could not be started is not killed, and that is no error.
{
    const child = spawn('/nonexistent/program');
    child.on('error', (error) => assert.strictEqual(error.code, 'ENOENT'));
    assert.strictEqual(child.kill(), false);
    assert.strictEqual(child.killed, false);
}
