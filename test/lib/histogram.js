'use strict';
/*
 * perf_hooks: histograms. The numbers are those of a real node 24 for the same
 * values.
 */

const {
    createHistogram, monitorEventLoopDelay, performance,
} = require('perf_hooks');
const { check, finish } = require('./support/check.js');

function tell(histogram) {
    const { count, min, max, mean, stddev, exceeds, percentiles } = histogram;
    return [count, min, max, mean, stddev, exceeds, [...percentiles],
            [0.0001, 25, 50, 99, 100].map((p) => histogram.percentile(p))];
}

function recorded(values, options) {
    const histogram = createHistogram(options);
    for (const value of values)
        histogram.record(value);
    return histogram;
}

const squares = Array.from({ length: 143 }, (_, i) => (1 + 7 * i) ** 2);

check(() => tell(createHistogram()),
      '[0,9223372036854776000,0,null,null,0,[[100,0]],[0,0,0,0,0]]');
check(() => tell(recorded([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])),
      '[10,1,10,5.5,2.8722813232690143,0,[[0,1],[50,5],[75,8],[87.5,9],' +
        '[93.75,10],[100,10]],[1,3,5,10,10]]');
check(() => tell(recorded([5e9, 123456789, 3n])),
      '[3,3,5003804671,1708381526.3333333,2329278321.9892716,0,[[0,3],' +
        '[50,123404288],[75,4999610368],[100,4999610368]],' +
        '[3,3,123469823,5003804671,5003804671]]');
check(() => tell(recorded(squares, { lowest: 16, highest: 1e5, figures: 2 })),
      '[46,0,100351,33789.04347826087,30484.54099957274,97,[[0,0],' +
        '[50,23936],[75,57088],[87.5,78848],[93.75,91136],[96.875,95232],' +
        '[98.4375,99840],[100,99840]],[15,6111,24063,100351,100351]]');
check(() => {
    const sum = recorded([7]);
    sum.add(recorded([5]));
    const before = [sum.count, sum.min, sum.max];
    sum.reset();
    return [...before, sum.count];
}, '[2,5,7,0]');
check(() => {
    const { minBigInt, maxBigInt, countBigInt, percentilesBigInt } =
        recorded([5]);
    return [minBigInt, maxBigInt, countBigInt, ...percentilesBigInt.values()]
        .join();
}, '5,5,1,5,5');
check(() => {
    const histogram = createHistogram();
    histogram.recordDelta();
    histogram.recordDelta();
    return histogram.count;
}, '1');

check(() => createHistogram().record(0),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "val" is out of range. It ' +
        'must be >= 1 && <= 9007199254740991. Received 0');
check(() => createHistogram().percentile(0),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "percentile" is out of ' +
        'range. It must be > 0 && <= 100. Received 0');
check(() => createHistogram({ lowest: 10, highest: 15 }),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "options.highest" is out ' +
        'of range. It must be >= 20 && <= 9007199254740991. Received 15');
check(() => createHistogram().add({}),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "other" argument must be an ' +
        'instance of RecordableHistogram. Received an instance of Object');
check(() => new (createHistogram().constructor)(),
      'TypeError [ERR_ILLEGAL_CONSTRUCTOR]: Illegal constructor');

/* A call of a timed function is recorded when it ends; of an async one, when
 * what it promised is settled. */
const timed = createHistogram();
performance.timerify(() => {}, { histogram: timed })();
const promise = performance.timerify(async () => {}, { histogram: timed })();
check(() => timed.count, '1');

check(() => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    return [delay.enable(), delay.enable(), delay.disable(), delay.disable()];
}, '[true,false,true,false]');

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
promise.then(() => {
    check(() => timed.count, '2');
    const wait = setInterval(() => {
        if (delay.count < 3)
            return;
        clearInterval(wait);
        delay.disable();
        check(() => delay.min > 0 && delay.max >= delay.min, 'true');
        finish();
    }, 1);
});
