// cards.js - the queues beside the ring, as short lists: how many wait, and the
// first few by name, place and due time.

import { parsePlace } from './trace.js';
import { nameOf, placeOf } from './words.js';
import { duration } from './time.js';
import { make } from './dom.js';

const ITEM_HEIGHT = 36;
const CORNER_SHARE = 0.33; // of the height, so that the ring stays free
const TITLE_HEIGHT = 30;
const TEXT_WIDTH = 134; // of most items, with the margin beside them
const RING_SHARE = 0.42; // the radius of the ring, of its drawing

const CARDS = [
    { queue: 'ticks', title: 'Ticks', hue: 'tick', place: 'top left' },
    { queue: 'microtasks', title: 'Microtasks', hue: 'micro', place: 'top left' },
    { queue: 'timers', title: 'Timers', hue: 'timer', place: 'top right' },
    { queue: 'immediates', title: 'Immediates', hue: 'check', place: 'bottom left' },
    { queue: 'closing', title: 'Closing', hue: 'close', place: 'bottom left' },
    { queue: 'inflight', title: 'In flight', hue: 'poll', place: 'bottom right',
        also: 'ready' },
];

const inShort = (ms) => ms < 1000 ? duration(ms) : `${Number((ms / 1000).toFixed(1))} s`;

export class Cards {
    constructor({ corners, pane, ring, onGo }) {
        this.onGo = onGo;
        this.max = 3;
        const observer = new ResizeObserver(() => this.measure(pane, ring));
        observer.observe(pane);
        observer.observe(ring);
        this.cards = CARDS.map((card) => {
            const number = make('span', { class: 'number' });
            const list = make('ol', {});
            const element = make('section', {
                class: `card hue-${card.hue}`, 'aria-label': card.title,
            }, make('h3', {}, card.title, number), list);
            corners[card.place].append(element);
            return { ...card, element, number, list };
        });
    }

    // Queues that Node has and another profile never uses are not shown for that.
    load(model, queues) {
        this.model = model;
        this.shown = undefined;
        const isNode = (model.header.profile ?? 'node').startsWith('node');
        const used = new Set(queues.items.map((item) => item.queue));
        for (const { element, queue, also } of this.cards)
            element.hidden = !isNode && !used.has(queue) && !used.has(also);
    }

    // How many items of a queue have space: beside the ring, which comes nearer to the
    // edge of the pane the lower one is.
    measure(pane, ring) {
        const { clientWidth: width, clientHeight: height } = pane;
        const size = Math.min(ring.clientWidth, ring.clientHeight);
        const radius = size * RING_SHARE;
        const beside = width / 2 - TEXT_WIDTH;
        const top = (ring.clientHeight - Math.sqrt(
            Math.max(0, radius ** 2 - beside ** 2)) * 2) / 2 - TITLE_HEIGHT;
        const space = Math.min(top, height * CORNER_SHARE - 50);
        const max = Math.min(8, Math.max(1, Math.floor(space / ITEM_HEIGHT)));
        if (max === this.max)
            return;
        this.max = max;
        if (this.shown !== undefined)
            this.show(...this.shown);
    }

    show(k, queues) {
        this.shown = [k, queues];
        for (const card of this.cards) {
            const ready = card.also ? queues[card.also] : [];
            const items = [...ready, ...queues[card.queue]];
            card.number.textContent = items.length === 0 ? '' :
                items.length.toLocaleString('en');
            card.element.classList.toggle('empty', items.length === 0);
            const shown = items.slice(0, this.max)
                .map((item) => this.item(k, item, item.queue === 'ready'));
            if (items.length > this.max)
                shown.push(make('li', { class: 'more' },
                    `and ${(items.length - this.max).toLocaleString('en')} more`));
            card.list.replaceChildren(...shown);
        }
    }

    // There is little space: of a program of one file the line is enough.
    place(loc) {
        const place = parsePlace(loc);
        const { sources } = this.model;
        return place !== null && sources.size === 1 && sources.has(place.file) ?
            `line ${place.line}` : this.model.reading.short(loc);
    }

    item(k, item, isReady) {
        const record = this.model.records.get(item.id) ?? item;
        const place = this.place(placeOf(this.model, record)) ||
            (record.kind === 'timer' ? 'runtime' : '');
        const now = this.model.events[k].vt ?? 0;
        const note = item.due !== undefined ?
            (item.due <= now ? 'due now' : `in ${inShort(item.due - now)}`) :
            isReady ? 'ready' : '';
        return make('li', { class: isReady || note === 'due now' ? 'ready' : '' },
            make('button', {
                type: 'button', tabindex: -1, title: 'go to where it was scheduled',
                onclick: () => this.onGo(item.from),
            }, nameOf(this.model, { ...record, id: item.id })),
            make('span', {}, [note, place].filter(Boolean).join(' · ')));
    }
}
