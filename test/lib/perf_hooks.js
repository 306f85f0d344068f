'use strict';
/*
 * perf_hooks: marks, measures, observers, and how the program came up. Each
 * case is what Node 24 gives.
 */

const {
    performance, PerformanceObserver, constants,
} = require('perf_hooks');
const { inspect } = require('util');
const { check, finish } = require('./support/check.js');

const hideNumbers = (text) => text.replace(/-?\d+(\.\d+)?(e\d+)?/g, 'N');
const tagOf = (value) => Object.prototype.toString.call(value);

/* ---- The program itself ----------------------------------------------- */

/* In virtual time the start takes none. */
const { nodeTiming } = performance;
check(() => {
    const { nodeStart, v8Start, environment, bootstrapComplete } = nodeTiming;
    return nodeStart >= 0 && v8Start >= nodeStart && environment >= v8Start &&
        bootstrapComplete >= environment &&
        nodeTiming.duration >= bootstrapComplete;
}, 'true');
check(() => [nodeTiming.loopStart, nodeTiming.loopExit, nodeTiming.idleTime],
      '[-1,-1,0]');
check(() => Object.keys(JSON.parse(JSON.stringify(nodeTiming))),
      '["name","entryType","startTime","duration","nodeStart","v8Start",' +
        '"bootstrapComplete","environment","loopStart","loopExit","idleTime"]');
check(() => nodeTiming instanceof PerformanceEntry, 'true');
check(() => hideNumbers(inspect(performance)).split('\n').slice(0, 4),
      '["Performance {","  nodeTiming: PerformanceNodeTiming {",' +
        '"    name: \'node\',","    entryType: \'node\',"]');
check(() => Object.keys(performance.toJSON()),
      '["nodeTiming","timeOrigin","eventLoopUtilization"]');
check(() => tagOf(performance), '[object Performance]');
check(() => performance.now.call({}),
      'TypeError [ERR_INVALID_THIS]: Value of "this" must be of type ' +
        'Performance');
check(() => constants.NODE_PERFORMANCE_GC_MINOR_MARK_SWEEP, '2');

/* ---- Marks and measures ----------------------------------------------- */

check(() => performance.mark('loopStart'),
      "TypeError [ERR_INVALID_ARG_VALUE]: The argument 'name' is invalid. " +
        "Received 'loopStart'");
check(() => performance.clearMarks('nodeStart'),
      "TypeError [ERR_INVALID_ARG_VALUE]: The argument 'name' is invalid. " +
        "Received 'nodeStart'");
check(() => performance.mark('m', { startTime: 3, detail: { q: 1 } }),
      '{"name":"m","entryType":"mark","startTime":3,"duration":0,' +
        '"detail":{"q":1}}');
check(() => performance.measure('a', 'nodeStart', 'bootstrapComplete')
    .duration >= 0, 'true');
check(() => performance.measure('a', 'm', 7).duration, '4');
check(() => performance.measure('a', 5, 7).duration, '7');
check(() => performance.measure('a', { start: 'm', duration: 5 }).duration,
      '5');
check(() => performance.measure('a', { end: 9, duration: 5 }).startTime, '4');
check(() => performance.measure('a', { start: 1, end: 2, duration: 5 }),
      'TypeError [ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS]: Must not have ' +
        'options.start, options.end, and options.duration specified');
check(() => performance.measure('a', { start: 1 }, 'm'),
      'TypeError [ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS]: endMark must not ' +
        'be specified');
check(() => performance.measure('a', { start: -1 }),
      'TypeError [ERR_PERFORMANCE_INVALID_TIMESTAMP]: -1 is not a valid ' +
        'timestamp');
check(() => performance.measure('a', 'none'),
      'SyntaxError [12]: The "none" performance mark has not been set');
check(() => performance.getEntriesByName('a').length, '5');
check(() => {
    performance.clearMeasures();
    return performance.getEntries().map((entry) => entry.name);
}, '["m"]');
check(() => [tagOf(PerformanceMark.prototype), tagOf(PerformanceEntry.prototype),
             tagOf(PerformanceObserver.prototype)],
      '["[object PerformanceMark]","[object Object]",' +
        '"[object PerformanceObserver]"]');
check(() => Object.getOwnPropertyDescriptor(PerformanceEntry.prototype, 'name')
    .get.call({}),
      'TypeError [ERR_INVALID_THIS]: Value of "this" must be of type ' +
        'PerformanceEntry');

/* ---- Observers -------------------------------------------------------- */

const idle = new PerformanceObserver(() => {});
check(() => inspect(idle),
      'PerformanceObserver { connected: false, pending: false, ' +
        'entryTypes: [], buffer: [] }');
check(() => idle.observe({ entryTypes: 5 }),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "options.entryTypes" property ' +
        'must be string[]. Received type number (5)');
check(() => idle.observe({ type: 'mark', entryTypes: ['mark'] }),
      "TypeError [ERR_INVALID_ARG_VALUE]: The property 'options.entryTypes' " +
        'options.entryTypes can not set with options.type together. Received ' +
        "[ 'mark' ]");

let seen;
const observer = new PerformanceObserver((list) => {
    seen = list;
    observer.disconnect();
});
observer.observe({ entryTypes: ['mark', 'function'] });
check(() => observer.observe({ type: 'mark' }),
      'InvalidModificationError [13]: PerformanceObserver can not change to ' +
        'single observation');
performance.mark('seen');
performance.timerify(function timed() {})('z');
check(() => seen, 'undefined');

setTimeout(() => {
    check(() => seen.getEntries().map((entry) => [entry.name, entry.entryType]),
          '[["seen","mark"],["timed","function"]]');
    check(() => {
        const [call] = seen.getEntriesByType('function');
        return [call.detail, call[0], call.constructor.name];
    }, '[["z"],"z","PerformanceNodeEntry"]');
    check(() => seen.getEntriesByName(),
          'TypeError [ERR_MISSING_ARGS]: The "name" argument must be specified');
    check(() => nodeTiming.loopStart >= nodeTiming.bootstrapComplete &&
                nodeTiming.loopExit === -1, 'true');
}, 2);
process.on('exit', () => {
    check(() => nodeTiming.loopExit > nodeTiming.loopStart, 'true');
    finish();
});
