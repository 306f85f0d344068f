'use strict';

/*
 * internal/explore/point - where the runs of a suite begin to differ.
 *
 * A runner of tests reads its configuration, its own modules and the file before the
 * first test runs: jest takes a second for that, a test some milliseconds. All orders
 * that deviate later have this in common, so one process does it once and is forked for
 * each of them. The place is the first question that an operation of the program's own,
 * and not of a package, is the answer to; or that comes after one was made that is never
 * asked about, as a timer; or that comes when the runner says that the tests begin.
 *
 *     questions   1 ... 4,310 | 4,311: open@test/a.js:5 ...
 *                 the runner  | from here each order by itself
 */

const { splitOrder, parseDeviation } = require('internal/explore/words');

const WORTH_US = 50000; // of the usual run: a shorter one is done again quickly

// The number of that question; undefined: there is none, or it is not worth it.
function pointOf(base) {
    let first = base.testsBegin;
    for (const { what, place, made, question = made + 1 } of base.things.values())
        if (what !== 'main' && question < first && !/(^|\/)node_modules\//.test(place))
            first = question;
    return first < Infinity && first > base.mainQuestions + 1 &&
        base.wall > WORTH_US ? first : undefined;
}

function index(base) {
    if (base.byName === undefined) {
        base.byName = new Map();
        for (const thing of base.things.values())
            base.byName.set(thing.name, thing);
        base.callsByName = new Map(base.calls.map((call) => [call.name, call]));
        base.clocksByRead = new Map(base.clocks.map((clock) =>
            [`${clock.name}/${clock.read}`, clock]));
    }
    return base;
}

// The question before which a deviation changes nothing.
function beginOf(base, d) {
    const { byName, callsByName, clocksByRead } = index(base);
    if (d === null)
        return 0;
    if (d.until === undefined)
        return clocksByRead.get(`${d.who}/${d.read}`)?.question ?? 0;
    const thing = byName.get(d.who.replace(/(#\d+)\.\d+$/, '$1'));
    const until = callsByName.get(d.until);
    return thing?.question === undefined ? 0 :
        Math.min(thing.question, until?.question ?? Infinity);
}

// Is this order the usual one up to there?
function isAfter(base, order, point) {
    if (order.startsWith('raw:'))
        return order.slice(4).split(',', point - 1).every((k) => k === '0');
    if (/^(?:walk|pos|pct):/.test(order))
        return Number(/@(\d+)$/.exec(order)?.[1] ?? 0) >= point;
    return order !== '' && splitOrder(order).every((text) =>
        beginOf(base, parseDeviation(text)) >= point);
}

module.exports = { pointOf, isAfter };
