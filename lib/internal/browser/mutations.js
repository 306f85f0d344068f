'use strict';
/*
 * internal/browser/mutations - MutationObserver. Changes are recorded at once;
 * one microtask, queued with the first of them, hands all records to their
 * observers in the order in which these were made.
 */

const { queueMicrotask } = internalBinding('order');
const { callProgram, defineTag } = require('internal/browser/event_target');

const registered = new WeakMap(); // node -> [{ observer, options }]
const pending = new Set(); // observers with records
let queued = false;
let lastNumber = 0;

function notify() {
    queued = false;
    const now = [...pending].sort((a, b) => a.number - b.number);
    pending.clear();
    for (const inside of now) {
        const records = inside.records.splice(0);
        if (records.length > 0)
            callProgram(inside.callback, inside.self, [records, inside.self]);
    }
}

function readOptions(options) {
    const given = { ...options };
    const attributes = given.attributes ??
        (given.attributeFilter !== undefined ||
         given.attributeOldValue !== undefined);
    const characterData = given.characterData ??
        (given.characterDataOldValue !== undefined);
    if (!given.childList && !attributes && !characterData) {
        throw new TypeError("Failed to execute 'observe' on " +
            "'MutationObserver': The options object must set at least one of " +
            "'attributes', 'characterData', or 'childList' to true.");
    }
    return { ...given, attributes, characterData };
}

class MutationObserver {
    #inside;

    constructor(callback) {
        if (typeof callback !== 'function') {
            throw new TypeError("Failed to construct 'MutationObserver': " +
                "parameter 1 is not of type 'Function'.");
        }
        this.#inside = { callback, self: this, records: [], nodes: new Set(),
                         number: ++lastNumber };
    }

    observe(node, options = undefined) {
        const read = readOptions(options);
        const list = registered.get(node) ?? [];
        registered.set(node, list);
        const known = list.find((r) => r.inside === this.#inside);
        if (known !== undefined)
            known.options = read;
        else
            list.push({ inside: this.#inside, options: read });
        this.#inside.nodes.add(node);
    }

    disconnect() {
        for (const node of this.#inside.nodes) {
            registered.set(node, registered.get(node).filter(
                (r) => r.inside !== this.#inside));
        }
        this.#inside.nodes.clear();
        this.#inside.records = [];
    }

    takeRecords() {
        return this.#inside.records.splice(0);
    }
}

function isWanted({ attributeFilter, ...options }, change) {
    return Boolean(options[change.type]) &&
        (change.type !== 'attributes' || attributeFilter === undefined ||
         attributeFilter.includes(change.attributeName));
}

function wantsOldValue(options, type) {
    return type === 'attributes' ? options.attributeOldValue :
        options.characterDataOldValue;
}

/* The observers of a change, each once, and whether one wants the old value. */
function interested(change) {
    const found = new Map();
    for (let at = change.target; at; at = at.parentNode) {
        for (const { inside, options } of registered.get(at) ?? []) {
            if ((at === change.target || options.subtree) &&
                isWanted(options, change)) {
                found.set(inside, found.get(inside) ||
                    Boolean(wantsOldValue(options, change.type)));
            }
        }
    }
    return found;
}

const EMPTY = {
    addedNodes: [], removedNodes: [], previousSibling: null, nextSibling: null,
    attributeName: null, attributeNamespace: null, oldValue: null,
};

/* Something has changed: { type, target, ... } */
function record(change) {
    for (const [inside, old] of interested(change)) {
        inside.records.push({ ...EMPTY, ...change,
                              oldValue: old ? change.oldValue ?? null : null });
        pending.add(inside);
    }
    if (pending.size > 0 && !queued) {
        queued = true;
        queueMicrotask(notify);
    }
}
defineTag(MutationObserver);

module.exports = { MutationObserver, record };
