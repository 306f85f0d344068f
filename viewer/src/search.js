// search.js - finding steps by name, place, kind or printed text.

import { eventWords, labelOf } from './words.js';

const FINDS = new Set(['console', 'throw', 'emit', 'handle.open', 'handle.close']);
const RESULTS_MAX = 2000;

// A run is found by its kind, and by every function of the program that it came to:
// a handler, also if a middleware ran before it.
const wordsOf = (reading, run) => run === undefined ? '' :
    [run.kind, ...(run.entries ?? []).map(({ fn, loc }) =>
        `${fn ? `${fn}()` : ''} ${reading.short(loc)}`)].join(' ');

// Text by event, made when somebody searches first.
function makeIndex(model) {
    const index = [];
    for (const run of model.runs)
        index.push({ k: run.begin, text: labelOf(model, run), run });
    model.events.forEach((event, k) => {
        if (FINDS.has(event.e))
            index.push({ k, text: `${eventWords(model, k)} ${model.reading.short(event.loc)}` });
    });
    index.sort((a, b) => a.k - b.k);
    for (const entry of index)
        entry.low = `${entry.text} ${wordsOf(model.reading, entry.run)}`.toLowerCase();
    return index;
}

export class Search {
    load(model) {
        this.model = model;
        this.index = null;
    }

    /** All words of the query must be there. Returns [{ k, text }]. */
    find(query) {
        const words = query.toLowerCase().split(/\s+/).filter(Boolean);
        if (words.length === 0)
            return [];
        this.index ??= makeIndex(this.model);
        const found = [];
        for (const entry of this.index) {
            if (words.every((word) => entry.low.includes(word)))
                found.push(entry);
            if (found.length === RESULTS_MAX)
                break;
        }
        return found;
    }
}
