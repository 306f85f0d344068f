'use strict';

/*
 * internal/explore/words - an order as a sentence.
 */

const { parseName } = require('internal/explore/run');

const ORDINALS = ['', '', 'second ', 'third ', 'fourth ', 'fifth '];

function ordinal(n) {
    return ORDINALS[n] ?? `${n}th `;
}

// "read[2]" is a read of the worker whose threadId is 2.
function whatWords(what) {
    const match = /^(.*)\[(\d+)\]$/.exec(what);
    if (what === 'thread')
        return 'worker';
    return match ? `${match[1]} of worker ${match[2]}` : what;
}

// "the second readFile (app.js:12)"
function thingWords(name) {
    const at = parseName(name);
    if (at === null)
        return name;
    const place = at.line === null ? at.file : `${at.file}:${at.line}`;
    const event = at.event > 1 ? `${ordinal(at.event)}event of the ` : '';
    return `the ${event}${ordinal(at.number)}${whatWords(at.what)} (${place})`;
}

function holdWords(who, isReport, until) {
    const then = until === 'end' ? 'when nothing else can run any more' :
        `after the callback of ${thingWords(until)}`;
    if (parseName(who)?.what === 'thread')
        return `${thingWords(who)} is slow: it goes on only ${then}`;
    return isReport ?
        `${thingWords(who)} has taken effect, but is reported only ${then}` :
        `${thingWords(who)} is slow: it is done only ${then}`;
}

function splitOrder(order) {
    return order === '' ? [] : order.split(',');
}

function parseDeviation(text) {
    const hold = /^(.*?)(>>?)(.*)$/.exec(text);
    if (hold)
        return { who: hold[1], isReport: hold[2] === '>>', until: hold[3] };
    const stall = /^(.*)\/(\d+)\+(\d+)ms$/.exec(text);
    return stall && { who: stall[1], read: Number(stall[2]), ms: Number(stall[3]) };
}

function deviationWords(text) {
    const d = parseDeviation(text);
    if (d === null)
        return text;
    if (d.until !== undefined)
        return holdWords(d.who, d.isReport, d.until);
    return `${thingWords(d.who)} stalls for ${d.ms} ms`;
}

function sentence(order) {
    const match = /^(walk|pos|pct|raw):/.exec(order);
    if (match)
        return `the answers are drawn (${order})`;
    if (order === '')
        return 'in the usual order';
    return splitOrder(order).map(deviationWords).join(', and ');
}

module.exports = { sentence, splitOrder, parseDeviation, thingWords };
