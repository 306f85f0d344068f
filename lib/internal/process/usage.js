'use strict';
/* internal/process/usage - what the process has used of time, processor and memory. */

const binding = internalBinding('process');
const {
    codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE },
    ErrnoException,
} = require('internal/errors');
const { validateNumber, validateObject } = require('internal/validators');

// ---- Time -------------------------------------------------------------------------------------

function hrtime(time) {
    const now = binding.hrtime();
    const seconds = Number(now / 1000000000n);
    const rest = Number(now % 1000000000n);
    if (time === undefined)
        return [seconds, rest];
    if (!Array.isArray(time))
        throw new ERR_INVALID_ARG_TYPE('time', 'Array', time);
    if (time.length !== 2)
        throw new ERR_OUT_OF_RANGE('time', 2, time.length);
    const sec = seconds - time[0];
    const nsec = rest - time[1];
    return nsec < 0 ? [sec - 1, nsec + 1e9] : [sec, nsec];
}
hrtime.bigint = function hrtimeBigInt() {
    return binding.hrtime();
};

function uptime() {
    return binding.now() / 1000;
}

// ---- Use -----------------------------------------------------------------------------------------

function checkPrevious(value, name) {
    validateNumber(value, name);
    if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER)) {
        throw new ERR_INVALID_ARG_VALUE.RangeError(name, value);
    }
}

function makeCpuUsage(ofThread) {
    return function(previous) {
        if (previous) {
            validateObject(previous, 'prevValue');
            checkPrevious(previous.user, 'prevValue.user');
            checkPrevious(previous.system, 'prevValue.system');
        }
        const now = binding.resources(ofThread);
        if (typeof now === 'number')
            throw new ErrnoException(now, 'getrusage');
        return { user: now[0] - (previous?.user ?? 0),
                 system: now[1] - (previous?.system ?? 0) };
    };
}
const cpuUsage = makeCpuUsage(false);
const threadCpuUsage = makeCpuUsage(true);

const resourceNames = [
    'userCPUTime', 'systemCPUTime', 'maxRSS', 'sharedMemorySize',
    'unsharedDataSize', 'unsharedStackSize', 'minorPageFault',
    'majorPageFault', 'swappedOut', 'fsRead', 'fsWrite', 'ipcSent',
    'ipcReceived', 'signalsCount', 'voluntaryContextSwitches',
    'involuntaryContextSwitches',
];

function resourceUsage() {
    const numbers = binding.resources(false);
    const usage = {};
    for (let i = 0; i < resourceNames.length; i++)
        usage[resourceNames[i]] = numbers[i];
    return usage;
}

function memoryUsage() {
    const [rss, heapTotal, heapUsed, external, , , , arrayBuffers] =
        binding.memory();
    return { rss, heapTotal, heapUsed, external, arrayBuffers };
}
memoryUsage.rss = function rss() {
    return binding.memory()[0];
};

const availableMemory = () => binding.memory(true)[5];
const constrainedMemory = () => binding.memory(true)[6];

module.exports = {
    availableMemory,
    constrainedMemory,
    cpuUsage,
    hrtime,
    memoryUsage,
    resourceUsage,
    threadCpuUsage,
    uptime,
};
