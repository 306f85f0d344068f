'use strict';

/*
 * internal/explore/complete - all orders, one after the other, if there are few.
 *
 * A run is decided by its answers. From each run, every other answer at every question
 * after those that were given is a run to come: so each row of answers is tried once.
 * An answer is left out if there is no difference to see:
 *
 *  - two operations take effect in another order, though they are about different paths;
 *  - an operation takes effect later, though nothing else is about its path. It may
 *    still be reported later, which is another question;
 *  - the clock moves on in a program that has no timers;
 *  - another run was in the same state (states.js): there all answers were tried.
 */

const { States, pathsMeet } = require('internal/explore/states');

const FRONTIER_MAX = 50000;
const ALONE_MAX = 300; // operations

// The paths that an operation is about: its own, or those of what led to it, as the
// open() of a read().
function pathsOf(run, thing) {
    for (let at = thing; at !== undefined; at = run.things.get(at.by)) {
        const own = run.pathsById.get(at.id);
        if (own !== undefined)
            return own;
    }
    return undefined;
}

function indexPaths(run) {
    run.pathsById = new Map();
    run.doneAtOnce = [];
    for (const { by, isPath, isNow, key, isWrite } of run.accesses) {
        if (isNow)
            run.doneAtOnce.push({ by, path: key, isWrite });
        if (!isPath || isNow)
            continue;
        if (!run.pathsById.has(by.id))
            run.pathsById.set(by.id, []);
        run.pathsById.get(by.id).push({ path: key, isWrite });
    }
}

// Without a path, as dns.lookup() or a pipe, it may be about anything.
function meet(run, a, b) {
    const mine = a && pathsOf(run, a);
    const other = b && pathsOf(run, b);
    if (mine === undefined || other === undefined)
        return true;
    return pathsMeet(mine, other);
}

// Does a callback do something at once with a path of the operation, and not because of
// it?
function meetsCallback(run, thing) {
    const mine = pathsOf(run, thing);
    return run.doneAtOnce.some((one) => !run.leadsTo(thing, one.by) &&
        (mine === undefined || pathsMeet(mine, [one])));
}

// A child of spawnSync() has no name: the program stands still until it has ended.
// In a program of many operations nobody asks: there are too many orders.
function isAlone(run, thing) {
    run.allOperations ??= run.operations();
    return thing === undefined || run.allOperations.length <= ALONE_MAX &&
        !meetsCallback(run, thing) &&
        run.allOperations.every((other) => other === thing ||
        run.leadsTo(other, thing) || run.leadsTo(thing, other) ||
        !meet(run, thing, other));
}

// The other answers to a question that may matter.
function* othersOf(run, { kind, k, ids }, hasTimers) {
    if (kind === 'K' && !hasTimers)
        return;
    const things = ids.map((id) => run.things.get(id));
    for (let n = 0; n < ids.length; n++) {
        if (n === k)
            continue;
        if (kind === 'E') {
            const isNone = ids[n] === '0';
            if (isNone ? things.slice(0, -1).every((one) => isAlone(run, one)) :
                !things.slice(0, n).some((before) => meet(run, before, things[n])))
                continue;
        }
        yield n;
    }
}

// A branch is the first n answers of a run and another one. They share the answers: a
// suite has tens of thousands.
function branchesOf(run, given, states, max = Infinity) {
    const hasTimers = [...run.things.values()].some(({ what }) => what === 'timer');
    const answers = run.choices.map(({ k }) => k);
    const branches = [];
    indexPaths(run);
    const end = run.choices.length > max * 10 ? run.choices.length : // there are too many
        states.newFrom(run, given, (thing) => pathsOf(run, thing));
    for (let n = given; n < end && branches.length <= max; n++)
        for (const k of othersOf(run, run.choices[n], hasTimers))
            branches.push({ answers, n, k });
    return branches;
}

// True if all were tried. Without states each row of answers is, for tests of the rest.
async function complete(search, limit, { hasStates = true } = {}) {
    const states = hasStates ? new States() : { newFrom: (run) => run.choices.length };
    const frontier = branchesOf(search.base, 0, states, limit);
    if (frontier.length > limit)
        return false;
    const until = search.count + limit;
    const under = new Set();
    let isWhole = !search.base.isCut;
    const follow = async ({ answers, n, k }) => {
        const number = ++search.count;
        const run = await search.run(`raw:${[...answers.slice(0, n), k].join(',')}`);
        search.keep(run, number);
        isWhole &&= !run.isCut;
        frontier.push(...branchesOf(run, n + 1, states));
        run.forgetSteps();
    };
    while (frontier.length > 0 || under.size > 0) {
        if (search.isSpent() || search.count >= until || frontier.length > FRONTIER_MAX) {
            await Promise.all(under);
            return false;
        }
        if (frontier.length === 0 || under.size >= search.jobs * 2) {
            await Promise.race(under);
            continue;
        }
        const one = follow(frontier.pop());
        under.add(one);
        one.then(() => under.delete(one), () => under.delete(one));
    }
    return isWhole;
}

module.exports = { complete };
