// story.js - the trace as text: turns, phases, callbacks, one line each, indented.
// It is what a screen reader reads and what the eye reads faster than a picture.
// Phases in which nothing ran are left out; a folded storm is one line. A long
// trace is shown in pages around the current step.

import { bisect } from './bisect.js';
import { sliceAt, threadName } from './model.js';
import { count, eventWords, hueOf, labelOf, whereOf } from './words.js';
import { isLong, tookWords } from './time.js';
import { make } from './dom.js';

const PAGE = 300;

function isShown(slice, { folded, onlyMine }) {
    if (slice.type === 'turn' || slice.type === 'phase')
        return slice.runs > 0;
    if (onlyMine && !slice.mine && slice.kind !== 'script')
        return false;
    return !(folded && slice.storm !== null && slice !== slice.storm.first);
}

export class Story {
    constructor({ list, note, onGo }) {
        Object.assign(this, { list, note, onGo });
        this.options = { folded: true, onlyMine: false, thread: null };
    }

    load(model) {
        this.model = model;
        this.collect();
    }

    setOptions(options) {
        Object.assign(this.options, options);
        if (this.model !== undefined)
            this.collect();
    }

    // Slices and output in the order they come.
    collect() {
        const { model } = this;
        const { thread } = this.options;
        const entries = model.slices.filter((slice) => isShown(slice, this.options))
            .map((slice) => ({ k: slice.begin, slice }));
        for (const k of model.stops.output)
            entries.push({ k, slice: null });
        this.entries = entries.sort((a, b) => a.k - b.k).filter(({ k }) =>
            thread === null || (model.events[k].t ?? 0) === thread);
        this.page = -1;
    }

    entryAt(k) {
        const n = bisect(this.entries.length, (at) => this.entries[at].k <= k);
        return Math.max(0, n - 1);
    }

    show(k) {
        const at = this.entryAt(k);
        const page = Math.floor(at / PAGE);
        if (page !== this.page)
            this.fill(page);
        this.now?.classList.remove('now');
        this.now?.removeAttribute('aria-current');
        this.now = this.list.children[at - page * PAGE];
        if (this.now === undefined)
            return;
        this.now.classList.add('now');
        this.now.setAttribute('aria-current', 'step');
        this.now.scrollIntoView({ block: 'nearest' });
    }

    fill(page) {
        this.page = page;
        const from = page * PAGE;
        const shown = this.entries.slice(from, from + PAGE);
        this.list.replaceChildren(...shown.map((entry) => this.line(entry)));
        this.note.textContent = this.entries.length <= PAGE ? '' :
            `lines ${from + 1} to ${from + shown.length} of ` +
            `${this.entries.length.toLocaleString('en')}; the rest follows the step`;
    }

    line({ k, slice }) {
        const inside = slice ?? sliceAt(this.model, k);
        const depth = slice ? slice.depth : (inside ? inside.depth + 1 : 0);
        const hue = slice ? hueOf(slice) : 'ink';
        return make('li', {
            class: `d${Math.min(depth, 5)} hue-${hue} ${slice ? slice.type : 'output'}`,
        }, make('button', { type: 'button', onclick: () => this.onGo(k) },
            this.text(k, slice)), this.took(slice), this.tag(k));
    }

    took(slice) {
        const words = slice === null || slice.type === 'turn' || slice.type === 'phase' ?
            '' : tookWords(this.model, slice);
        return words === '' ? null : make('small', {
            class: isLong(this.model, slice) ? 'took long' : 'took',
        }, words.replace('took ', ''));
    }

    // Lines of threads are mixed as things happened: each says whose it is.
    tag(k) {
        return this.model.tracks.length === 1 ? null : make('small', { class: 'thread' },
            threadName(this.model, this.model.events[k].t ?? 0));
    }

    text(k, slice) {
        if (slice === null)
            return eventWords(this.model, k);
        if (slice.type === 'phase')
            return `${slice.phase} phase`;
        if (slice.storm?.quiet && this.options.folded)
            return `${count(slice.storm.count, 'step')} of the runtime`;
        if (slice.storm !== null && this.options.folded)
            return `${count(slice.storm.count, slice.type)}, the first from ` +
                labelOf(this.model, slice);
        return labelOf(this.model, slice) + (slice.threw ? ', throws' : '');
    }
}

/** What a screen reader says after a step. */
export function announce(model, k) {
    const slice = sliceAt(model, k);
    const words = eventWords(model, k);
    return `Step ${k + 1} of ${model.events.length}: ${words}` +
        (slice === null ? '' : `. ${whereOf(model, slice)}`);
}
