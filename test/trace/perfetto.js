/*
 * perfetto.js FILE.json: does this open in Perfetto as it is meant?
 *
 * Its rules: slices of a track nest; no two events have one timestamp, or one
 * of them is lost; a flow begins and ends inside of a slice; what has begun
 * asynchronously ends. Kept out of runs of the suite: see run. */
'use strict';

const fs = require('fs');
const assert = require('assert');

const { traceEvents } = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const STEPS = 1;
const CLOCK = 2;
const timed = traceEvents.filter(({ ph, pid }) => ph !== 'M' && pid === STEPS);
const slices = traceEvents.filter(({ ph, pid }) => ph === 'X' && pid === STEPS);
const byClock = traceEvents.filter(({ ph, pid }) => ph === 'X' && pid === CLOCK);

assert.ok(slices.length > 3, 'there are slices');
assert.ok(traceEvents.some(({ ph }) => ph === 'C'), 'there are counters');

/* ---- Timestamps ---- */

const seen = new Set();
for (const event of timed) {
    assert.ok(Number.isSafeInteger(event.ts), JSON.stringify(event));
    assert.ok(!seen.has(event.ts), `twice: ${JSON.stringify(event)}`);
    seen.add(event.ts);
}

/* ---- Nesting, by track ---- */

function checkTrack(track) {
    const open = [];
    for (const slice of track.sort((a, b) => a.ts - b.ts)) {
        assert.ok(slice.dur >= 1, `no length: ${slice.name}`);
        while (open.length > 0 && open.at(-1).ts + open.at(-1).dur <= slice.ts)
            open.pop();
        const outer = open.at(-1);
        assert.ok(outer === undefined ||
                  slice.ts + slice.dur <= outer.ts + outer.dur,
                  `${slice.name} ends after ${outer?.name}`);
        open.push(slice);
    }
}

const tracks = Map.groupBy(slices, ({ tid }) => tid);
tracks.forEach(checkTrack);

/* The same by the clock, in nanoseconds: the same slices, one after the other. */
assert.deepStrictEqual(byClock.map(({ args }) => args.step),
                       traceEvents.filter(({ ph, pid }) => ph === 'X' && pid === STEPS)
                           .map(({ args }) => args.step));
Map.groupBy(byClock.map((slice) => ({
    ...slice, ts: Math.round(slice.ts * 1000), dur: Math.round(slice.dur * 1000),
})), ({ tid }) => tid).forEach(checkTrack);

/* ---- Flows ---- */

function sliceAt({ tid, ts }) {
    return tracks.get(tid)?.findLast((slice) =>
        slice.ts <= ts && ts < slice.ts + slice.dur);
}

const flows = Map.groupBy(traceEvents.filter(({ cat }) => cat === 'cause'),
                          ({ id }) => id);
for (const [id, [start, end, ...more]] of flows) {
    assert.deepStrictEqual([start?.ph, end?.ph, end?.bp, more.length],
                           ['s', 'f', 'e', 0], `flow ${id}`);
    assert.ok(start.ts < end.ts, `flow ${id} goes back`);
    assert.ok(sliceAt(start), `flow ${id} begins outside of a slice`);
    assert.ok(sliceAt(end), `flow ${id} ends outside of a slice`);
    assert.ok(sliceAt(end).cat !== 'phase' && sliceAt(end).cat !== 'iter',
              `flow ${id} ends in no callback`);
}
assert.ok(flows.size > 0, 'there are flows');

/* ---- What is under way ---- */

const open = new Map();
for (const event of timed.sort((a, b) => a.ts - b.ts)) {
    const key = `${event.cat} ${event.id}`;
    if (event.ph === 'b') {
        assert.ok(!open.has(key), `${key} has begun twice`);
        open.set(key, event);
    } else if (event.ph === 'e') {
        assert.ok(open.delete(key), `${key} ends without a beginning`);
    }
}
assert.strictEqual(open.size, 0, 'never ended');
