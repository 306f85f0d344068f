'use strict';

/*
 * internal/explore/more_time - the time limits of a runner of tests, put off.
 *
 * A test that passes its time limit may be slow, or may wait for ever. Given ten minutes
 * more, which take no time on the simulator, the slow one ends. `--more-time FILE,FILE`
 * names the files of the runner that set these timers, by how their names end; `node:test`
 * is the runner of lib/. Nobody else's timers change.
 */

const { getCallSites } = require('util');
const order = internalBinding('order');
/* Loaded when first used: timers. */

const MORE_MS = 600000;
const LONGEST_MS = 2147483647;

let isInstalled = false;
let testRunnerWaits = false;

function later(ms) {
    return Math.min(ms + MORE_MS, LONGEST_MS);
}

// As setTimeout(), but for calls in these files.
function timeoutFor(files) {
    function setTimeout(callback, ms, ...args) {
        const { scriptName = '' } =
            getCallSites().find((site) => !site.scriptName.startsWith('node:')) ?? {};
        const isLimit = files.some((file) => scriptName.endsWith(file));
        return order.setTimeout(callback, isLimit ? later(Number(ms)) : ms, ...args);
    }
    return Object.defineProperties(setTimeout,
        Object.getOwnPropertyDescriptors(order.setTimeout));
}

function install(text) {
    const files = text.split(',');
    isInstalled = true;
    testRunnerWaits = files.includes('node:test');
    globalThis.setTimeout = require('timers').setTimeout = timeoutFor(files);
}

// Has a test that took so long only been slow? A runner may look at the clock itself.
function wasSlow(ms) {
    return isInstalled && ms < MORE_MS;
}

// Of a test of node:test.
function limitOf(ms) {
    return testRunnerWaits ? later(ms) : ms;
}

module.exports = { install, limitOf, wasSlow, MORE_MS };
