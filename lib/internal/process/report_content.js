'use strict';
/*
 * internal/process/report_content - the sections of a diagnostic report, with
 * Node's names. What is unknown here is left out; the native stack is empty.
 */

const binding = internalBinding('process');
const os = require('os');
const { readFileSync } = require('fs');

const reportVersion = 5;

function two(number) {
    return String(number).padStart(2, '0');
}

/* Node writes "Z" for local time, too. */
function toEventTime(date) {
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-` +
        `${two(date.getDate())}T${two(date.getHours())}:` +
        `${two(date.getMinutes())}:${two(date.getSeconds())}Z`;
}

function listCpus() {
    return os.cpus().map(({ model, speed, times }) => ({
        model, speed, user: times.user, nice: times.nice, sys: times.sys,
        idle: times.idle, irq: times.irq,
    }));
}

function listInterfaces() {
    return Object.entries(os.networkInterfaces()).flatMap(([name, list]) =>
        list.map(({ internal, mac, address, netmask, family, scopeid }) => ({
            name, internal, mac, address, netmask, family,
            ...(scopeid === undefined ? {} : { scopeid }),
        })));
}

function makeHeader({ event, trigger, filename, date, excludeNetwork }) {
    return {
        reportVersion,
        event,
        trigger,
        filename,
        dumpEventTime: toEventTime(date),
        dumpEventTimeStamp: `${date.getTime()}`,
        processId: process.pid,
        threadId: 0,
        cwd: process.cwd(),
        commandLine: [process.execPath, ...process.execArgv,
                      ...process.argv.slice(1)],
        nodejsVersion: process.version,
        glibcVersionRuntime: internalBinding('host').glibc(),
        wordSize: /64|s390x/.test(process.arch) ? 64 : 32,
        arch: process.arch,
        platform: process.platform,
        componentVersions: { ...process.versions },
        release: { ...process.release },
        osName: os.type(),
        osRelease: os.release(),
        osVersion: os.version(),
        osMachine: os.machine(),
        cpus: listCpus(),
        ...(excludeNetwork ? {} : { networkInterfaces: listInterfaces() }),
        host: os.hostname(),
    };
}

// ---- JavaScript ------------------------------------------------------------

function ownProperties(error) {
    const found = {};
    for (const name of Object.getOwnPropertyNames(error)) {
        if (name === 'stack' || name === 'message')
            continue;
        try {
            found[name] = `${error[name]}`;
        } catch {
            // What cannot be a string is left out of a report.
        }
    }
    return found;
}

function makeStack(error) {
    const { stack } = error;
    if (typeof stack !== 'string')
        return { message: 'No stack.', stack: ['Unavailable.'],
                 errorProperties: ownProperties(error) };
    const at = stack.indexOf('\n    at ');
    const message = at < 0 ? stack : stack.slice(0, at);
    const frames = at < 0 ? [] : stack.slice(at + 1).split('\n');
    return { message, stack: frames.map((frame) => frame.trim()),
             errorProperties: ownProperties(error) };
}

/* One space, one context, and nothing that could be run is made. */
function makeHeap() {
    const [, peak, used, external, limit, available] = binding.memory(true);
    const rest = limit > 0 ? Math.max(0, limit - used) : available;
    return {
        totalMemory: peak,
        executableMemory: 0,
        totalCommittedMemory: peak,
        availableMemory: rest,
        totalGlobalHandlesMemory: 0,
        usedGlobalHandlesMemory: 0,
        usedMemory: used,
        memoryLimit: limit > 0 ? limit : used + available,
        mallocedMemory: used,
        externalMemory: external,
        peakMallocedMemory: peak,
        nativeContextCount: 1,
        detachedContextCount: 0,
        doesZapGarbage: 0,
        heapSpaces: {},
    };
}

// ---- The process and the machine -------------------------------------------

function makeThreadUsage(ofThread) {
    const numbers = binding.resources(ofThread);
    const [user, system] = numbers;
    const [reads, writes] = numbers.slice(9);
    const percent = (micros) => micros / 1e4 / process.uptime();
    return {
        userCpuSeconds: user / 1e6,
        kernelCpuSeconds: system / 1e6,
        cpuConsumptionPercent: percent(user + system),
        userCpuConsumptionPercent: percent(user),
        kernelCpuConsumptionPercent: percent(system),
        fsActivity: { reads, writes },
    };
}

function makeUsage() {
    const { maxRSS, majorPageFault, minorPageFault } = process.resourceUsage();
    const { fsActivity, ...usage } = makeThreadUsage(false);
    return {
        free_memory: os.freemem(),
        total_memory: os.totalmem(),
        rss: process.memoryUsage.rss(),
        constrained_memory: process.constrainedMemory(),
        available_memory: process.availableMemory(),
        ...usage,
        maxRss: maxRSS * 1024,
        pageFaults: { IORequired: majorPageFault,
                      IONotRequired: minorPageFault },
        fsActivity,
    };
}

function listHandles() {
    const idle = binding.loop()[1];
    const list = binding.handles();
    list.at(-1).loopIdleTimeSeconds = idle / 1e3;
    return list;
}

/* The kernel's name of each limit, and its unit in Node. */
const limits = [
    ['core_file_size_blocks', 'Max core file size', 512],
    ['data_seg_size_bytes', 'Max data size', 1],
    ['file_size_blocks', 'Max file size', 512],
    ['max_locked_memory_bytes', 'Max locked memory', 1],
    ['max_memory_size_bytes', 'Max resident set', 1],
    ['open_files', 'Max open files', 1],
    ['stack_size_bytes', 'Max stack size', 1],
    ['cpu_time_seconds', 'Max cpu time', 1],
    ['max_user_processes', 'Max processes', 1],
    ['virtual_memory_bytes', 'Max address space', 1],
];

function readProc(name) {
    try {
        return readFileSync(`/proc/self/${name}`, 'utf8').split('\n');
    } catch {
        return [];
    }
}

function toLimit(text, unit) {
    return text === 'unlimited' ? text : Math.floor(Number(text) / unit);
}

function readLimits() {
    const lines = readProc('limits');
    const found = {};
    for (const [name, title, unit] of limits) {
        const line = lines.find((text) => text.startsWith(`${title} `));
        if (line === undefined)
            continue;
        const [soft, hard] = line.slice(title.length).trim().split(/\s+/);
        found[name] = { soft: toLimit(soft, unit), hard: toLimit(hard, unit) };
    }
    return found;
}

function listSharedObjects() {
    const paths = readProc('maps').map((line) => line.split(/\s+/)[5]);
    return [...new Set(paths.filter((path) =>
        /\.so(\.|$)|\.node$/.test(path ?? '')))];
}

// ---- The whole -------------------------------------------------------------

/* given: { event, trigger, filename, error, date, excludeNetwork, excludeEnv
 * } */
function makeReport(given) {
    const { error, excludeEnv } = given;
    return {
        header: makeHeader(given),
        javascriptStack: makeStack(error),
        javascriptHeap: makeHeap(),
        nativeStack: [],
        resourceUsage: makeUsage(),
        uvthreadResourceUsage: makeThreadUsage(true),
        libuv: listHandles(),
        workers: [],
        ...(excludeEnv ? {} : { environmentVariables: { ...process.env } }),
        userLimits: readLimits(),
        sharedObjects: listSharedObjects(),
    };
}

module.exports = { makeReport };
