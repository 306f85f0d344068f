'use strict';

/*
 * stall - the clock moves on where the usual run reads it at once: to the next timer,
 * the second, the third. Timers of different delays become due together then, or one
 * before what was asked for first.
 */

// Of one callback the last read comes first: what is due by then fires together. The
// reads before it are where timers begin.
function lastFirst(clocks) {
    const calls = new Map();
    for (const clock of clocks) {
        if (!calls.has(clock.name))
            calls.set(clock.name, []);
        calls.get(clock.name).push(clock);
    }
    return [...calls.values()].flatMap((reads) => [reads.at(-1), ...reads.slice(0, -1)]);
}

// One read of the clock after a callback of each line, then a second...
function byRounds(clocks) {
    const rounds = [];
    const seen = new Map();
    for (const clock of lastFirst(clocks)) {
        const site = clock.name.slice(0, clock.name.lastIndexOf('#'));
        const round = seen.get(site) ?? 0;
        seen.set(site, round + 1);
        (rounds[round] ??= []).push(clock);
    }
    return rounds.flat();
}

// Before its first timer the main script may stall as it likes. To try that takes all of
// its time, where other orders begin after it.
function matters(base) {
    let first = Infinity;
    for (const { what, made } of base.things.values())
        if (what === 'timer')
            first = Math.min(first, made);
    return ({ inMain, question }) => !inMain || question > first;
}

function* stall({ base }) {
    const seen = new Set();
    const clocks = byRounds(base.clocks.filter((clock) => base.isFree(clock))
        .filter(matters(base)));
    for (const option of [2, 3, 4, 5, 1]) { // 1 is a millisecond: it passes few
        for (const { name, read, delays } of clocks) {
            const ms = delays[option];
            if (!(ms > 0))
                continue;
            const order = `${name}/${read}+${ms}ms`;
            if (!seen.has(order)) {
                seen.add(order);
                yield order;
            }
        }
    }
}

module.exports = { name: 'stall', orders: stall };
