// scale.js - where an event stands on the x axis of the timeline.
//
// By default the axis counts steps, not time: in virtual time everything happens
// in the same millisecond, and in real time a loop sleeps for most of it. Steps in
// which no code runs (an empty phase) take little space, and a folded storm of
// microtasks takes as much as a few of them. With `byTime` it is the clock.

import { bisect } from './bisect.js';

const EMPTY = 0.12;
const STORM_WIDTH = 30;
const QUIET_WIDTH = 8; // of the runtime's own

function stormWeights(model, weights) {
    for (const storm of model.storms) {
        const length = storm.last.end - storm.first.begin + 1;
        const width = storm.quiet ? QUIET_WIDTH : STORM_WIDTH + 6 * Math.log2(storm.count);
        if (width >= length)
            continue;
        for (let k = storm.first.begin; k <= storm.last.end; k++)
            weights[k] = width / length;
    }
}

function stepWeights(model, folded) {
    const weights = new Float64Array(model.events.length).fill(1);
    model.events.forEach((event, k) => {
        const slice = model.at[k] < 0 ? null : model.slices[model.at[k]];
        const empty = event.own === true ||
            (slice !== null && slice.type === 'phase' && slice.runs === 0) ||
            event.e === 'iter+' || event.e === 'iter-';
        if (empty)
            weights[k] = EMPTY;
    });
    if (folded)
        stormWeights(model, weights);
    return weights;
}

// The clock stands still for many events: each gets a little all the same.
function timePositions(model) {
    const positions = new Float64Array(model.events.length + 1);
    let last = 0;
    model.events.forEach((event, k) => {
        last = Math.max(last + 0.02, event.rt ?? (event.vt ?? 0) * 1000);
        positions[k] = last;
    });
    positions[model.events.length] = last + 1;
    return positions;
}

/** positions[k] is where event k begins; there is one more than events. */
export function positionsOf(model, { folded, byTime }) {
    if (byTime)
        return timePositions(model);
    const weights = stepWeights(model, folded);
    const positions = new Float64Array(weights.length + 1);
    for (let k = 0; k < weights.length; k++)
        positions[k + 1] = positions[k] + weights[k];
    return positions;
}

/** The last event that begins at or before a position. */
export function eventAt(positions, x) {
    const n = bisect(positions.length - 1, (k) => positions[k] <= x);
    return Math.max(0, n - 1);
}
