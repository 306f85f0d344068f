'use strict';

/*
 * first - one deviation: holds, stalls and release points, mixed.
 *
 * Holds to the end find most, so they lead. But a program with a hundred operations would
 * use up a small budget with them: so after the first few, every fifth order is a stall,
 * and every fifth a hold that ends earlier.
 */

const { orders: holds } = require('internal/explore/strategies/hold_one');
const { orders: stalls } = require('internal/explore/strategies/stall');
const { orders: releases } = require('internal/explore/strategies/release');

const LEAD = 6; // holds before anything else
const TURNS = [0, 1, 0, 2, 0]; // of holds, stalls, releases

function* first(context) {
    const lists = [holds(context), stalls(context), releases(context)];
    const isOver = [false, false, false];
    const next = (n) => {
        const { value, done } = lists[n].next();
        isOver[n] = done;
        return value;
    };
    context.holdsAreOver = () => isOver[0];
    for (let count = 0; !isOver.every(Boolean); count++) {
        const wanted = count < LEAD ? 0 : TURNS[count % TURNS.length];
        const turn = isOver[wanted] ? isOver.indexOf(false) : wanted;
        const order = next(turn);
        if (order !== undefined)
            yield order;
    }
}

module.exports = { name: 'one deviation', orders: first };
