'use strict';

/*
 * first - one deviation: holds, stalls, release points and reversals, mixed, and the two
 * of a crossing.
 *
 * Holds to the end find most, so they lead. But a program with a hundred operations would
 * use up a small budget with them, and one that looks at the result after a while sees
 * nothing wrong: so after the first few a quarter of the orders are races that are turned
 * round, a quarter crossings, an eighth stalls, and an eighth holds that end earlier.
 */

const { orders: holds } = require('internal/explore/strategies/hold_one');
const { orders: stalls } = require('internal/explore/strategies/stall');
const { orders: releases } = require('internal/explore/strategies/release');
const { orders: reversals } = require('internal/explore/strategies/reverse');
const { orders: crossings } = require('internal/explore/strategies/cross');

// Of the lists below.
const LEAD = [0, 0, 3, 0, 3, 0];
const TURNS = [3, 0, 4, 3, 1, 0, 2, 4];

function* first(context) {
    const lists = [holds, stalls, releases, reversals, crossings].map((list) => list(context));
    const isOver = lists.map(() => false);
    const next = (n) => {
        const { value, done } = lists[n].next();
        isOver[n] = done;
        return value;
    };
    context.holdsAreOver = () => isOver[0];
    for (let count = 0; !isOver.every(Boolean); count++) {
        const wanted = LEAD[count] ?? TURNS[count % TURNS.length];
        const turn = isOver[wanted] ? isOver.indexOf(false) : wanted;
        yield next(turn);
    }
}

module.exports = { name: 'few deviations', orders: first };
