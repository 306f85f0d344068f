'use strict';
// performance.measure() with options and a mark.

const assert = require('assert');

{
    const { performance: p, PerformanceObserver: Observer } = require('perf_hooks');
    p.mark('here');
    for (const options of [{}, { detail: 1 }, { duration: 1 }]) {
        const { startTime, duration } = p.measure('m', options, 'here');
        assert.strictEqual(startTime, 0);
        assert.strictEqual(duration, p.getEntriesByName('here')[0].startTime);
    }
    for (const options of [{ start: 'here' }, { end: 'here' }]) {
        assert.throws(() => p.measure('m', options, 'here'),
                      { code: 'ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS' });
    }
    assert.strictEqual(p.measure('m', { duration: 2 }).startTime, 0);
    assert.strictEqual(Observer.supportedEntryTypes, Observer.supportedEntryTypes);
    assert.ok(Object.isFrozen(Observer.supportedEntryTypes));
}
