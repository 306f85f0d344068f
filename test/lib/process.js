'use strict';
/*
 * process: what is not about order. Becoming another program is tried last,
 * since nothing is left of this one then: the other one says how it went.
 */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { check, finish } = require('./support/check.js');

if (process.argv[2] === 'replaced') {
    check(() => process.env.ONLY, 'this');
    check(() => process.env.PATH, 'undefined');
    finish();
    return;
}

const { allowedNodeEnvironmentFlags: flags, report } = process;
check(() => ['--use-env-proxy', '--test-reporter=tap', 'tls-min-v1.2', '--bad']
    .map((flag) => flags.has(flag)), '[true,true,true,false]');
check(() => {
    Set.prototype.add.call(flags, '--added');
    return flags.has('--added') || [...flags].includes('--added');
}, 'false');
check(() => { Object.preventExtensions(process.env); },
      'TypeError: Cannot prevent extensions');
/* The environment reads the process's own, but it is shown, compared and cloned
 * like an object that has all of it. */
check(() => {
    process.env.SHOWN = 'yes';
    const { inspect, isDeepStrictEqual, types } = require('util');
    return [inspect(process.env).includes("SHOWN: 'yes'"),
            isDeepStrictEqual(structuredClone(process.env), { ...process.env }),
            types.isProxy(process.env)];
}, '[true,true,false]');
check(() => {
    process.debugPort = '2000.5';
    return process.debugPort;
}, '2000');
check(() => { process.debugPort = 80; },
      'RangeError [ERR_OUT_OF_RANGE]: process.debugPort must be 0 or in range ' +
        '1024 to 65535');
check(() => process.stdout.write('x', 'none'),
      'TypeError [ERR_UNKNOWN_ENCODING]: Unknown encoding: none');
check(() => process.stdout.write('', 'hex'), 'true');
/* Buffers are counted separately from the heap, until they are freed. */
check(() => {
    const before = process.memoryUsage();
    let bytes = new ArrayBuffer(1e7, { maxByteLength: 2e7 });
    bytes.resize(2e7);
    const with1 = process.memoryUsage();
    bytes = bytes.transferToFixedLength(3e7);
    const with2 = process.memoryUsage();
    return [with1.arrayBuffers - before.arrayBuffers >= 2e7,
            with2.arrayBuffers - before.arrayBuffers >= 3e7,
            with2.external - before.external >= 3e7,
            with2.heapUsed - before.heapUsed < 1e7, bytes.byteLength];
}, '[true,true,true,true,30000000]');
check(() => { process.versions.node = 'other'; },
      'TypeError: Cannot assign to read only property \'node\' of object ' +
        '\'#<Object>\'');
check(() => process._linkedBinding('none'),
      'Error [ERR_INVALID_MODULE]: No such binding was linked: none');
check(() => ['--require', '-r', 'require', '--stack_trace_limit=5']
    .every((flag) => flags.has(flag)), 'true');
check(() => flags.has('--nothing') || flags.has(1), 'false');
check(() => {
    flags.add('--nothing');
    return flags.delete('-r') || flags.has('--nothing') || flags.size === 0;
}, 'false');

check(() => Object.keys(report.getReport()),
      JSON.stringify(['header', 'javascriptStack', 'javascriptHeap',
                      'nativeStack', 'resourceUsage', 'uvthreadResourceUsage',
                      'libuv', 'workers', 'environmentVariables', 'userLimits',
                      'sharedObjects']));
check(() => {
    const error = Object.assign(new RangeError('told'), { own: 5 });
    const { javascriptStack } = report.getReport(error);
    return `${javascriptStack.message} ${javascriptStack.errorProperties.own} ` +
        javascriptStack.stack[0].startsWith('at ');
}, 'RangeError: told 5 true');
check(() => {
    report.excludeEnv = report.excludeNetwork = true;
    const { header, environmentVariables } = report.getReport();
    report.excludeEnv = report.excludeNetwork = false;
    return header.networkInterfaces === undefined &&
        environmentVariables === undefined;
}, 'true');
check(() => report.getReport(1),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "err" argument must be of type ' +
        'object. Received type number (1)');
check(() => report.writeReport(1),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "file" argument must be of type ' +
        'string. Received type number (1)');
check(() => { report.signal = 'sigusr1'; },
      'TypeError [ERR_UNKNOWN_SIGNAL]: Unknown signal: sigusr1 (signals must ' +
        'use all capital letters)');
check(() => { report.compact = 1; },
      'TypeError [ERR_INVALID_ARG_TYPE]: The "compact" argument must be of ' +
        'type boolean. Received type number (1)');
check(() => {
    report.directory = '/tmp';
    return report.directory;
}, '/tmp');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-'));
const file = path.join(folder, 'variables');
fs.writeFileSync(file, 'NEW_ONE=1\nOLD_ONE=2\n');
process.env.OLD_ONE = 'stays';
process.loadEnvFile(file);
fs.rmSync(folder, { recursive: true });
check(() => `${process.env.NEW_ONE} ${process.env.OLD_ONE}`, '1 stays');
check(() => process.loadEnvFile(file),
      `Error [ENOENT]: ENOENT: no such file or directory, open '${file}'`);

check(() => process.kill(process.pid, 1.5),
      'TypeError [ERR_UNKNOWN_SIGNAL]: Unknown signal: 1.5');
check(() => process.execve(1),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "execPath" argument must be of ' +
        'type string. Received type number (1)');
check(() => process.execve('x', ['a\0']),
      'TypeError [ERR_INVALID_ARG_VALUE]: The argument \'args[0]\' must be ' +
        'a string without null bytes. Received \'a\\x00\'');
check(() => process.execve('x', [], { A: 1 }),
      'TypeError [ERR_INVALID_ARG_VALUE]: The argument \'env\' must be an ' +
        'object with string keys and values without null bytes. Received ' +
        '{ A: 1 }');
/* The mode is returned as a number. */
check(() => {
    process.exitCode = '2';
    const number = process.exitCode;
    process.exitCode = null;
    return `${number === 2} ${process.exitCode}`;
}, 'true undefined');
check(() => process.loadEnvFile('/'),
      'TypeError [ERR_INVALID_ARG_TYPE]: Contents of \'/\' should be a valid ' +
        'string.');
check(() => process.dlopen({}),
      'TypeError [ERR_MISSING_ARGS]: process.dlopen needs at least 2 ' +
        'arguments');
check(() => process.finalization.register(1, () => {}),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "obj" argument must be of type ' +
        'object. Received type number (1)');
check(() => process.initgroups('root', 'no such group'),
      'Error [ERR_UNKNOWN_CREDENTIAL]: Group identifier does not exist: no ' +
        'such group');
check(() => process.initgroups(4294967290, 0),
      'Error [ERR_UNKNOWN_CREDENTIAL]: User identifier does not exist: ' +
        '4294967290');
check(() => process.setgroups(['no such group']),
      'Error [ERR_UNKNOWN_CREDENTIAL]: Group identifier does not exist: no ' +
        'such group');
check(() => require('async_hooks').asyncWrapProviders.TLSWRAP, '66');
check(() => Object.prototype.toString.call(process), '[object process]');
const inChild = (code) => require('child_process')
    .spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stdout;
check(() => inChild(`process._exiting = true;
    process.nextTick(() => console.log('never'));
    process._exiting = false;
    process.nextTick(() => console.log('later'));`), 'later\n');
/* Who may, is another user then; who may not is told so. */
check(() => ['4321\n', 'EPERM\n'].includes(inChild(`try {
        process.setuid(4321);
        console.log(process.getuid());
    } catch ({ code }) {
        console.log(code);
    }`)), 'true');
check(() => ['tls', 'tls_alpn', 'tls_ocsp', 'tls_sni']
    .map((name) => process.features[name]), '[true,true,true,true]');
check(() => ['NativeModule events', 'Internal Binding fs']
    .map((name) => process.moduleLoadList.includes(name)), '[true,true]');

finish();
if (!process.exitCode) {
    process.noDeprecation = true;
    process.removeAllListeners('warning');
    // The rest is not reached: another program takes this one's place.
    process.execve(process.execPath, [process.execPath, __filename,
                                      'replaced'], { ONLY: 'this' });
}
