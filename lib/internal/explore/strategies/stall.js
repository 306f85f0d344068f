'use strict';

/*
 * stall - the clock moves on where the usual run reads it at once: to the next timer,
 * the second, the third. Timers of different delays become due together then, or one
 * before what was asked for first.
 */

function* stall({ base }) {
    const seen = new Set();
    for (const option of [2, 3, 4, 5, 1]) { // 1 is a millisecond: it passes few
        for (const { name, read, delays } of base.clocks) {
            const ms = delays[option];
            const order = `${name}/${read}+${ms}ms`;
            if (ms > 0 && !seen.has(order)) {
                seen.add(order);
                yield order;
            }
        }
    }
}

module.exports = { name: 'stall', orders: stall };
