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
const MARGIN = 24; // of that
const NOTE_LETTER = 6.35; // of the place and the time
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
        this.sizes = { width: 0, height: 0, ring: 0, radius: 0 };
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

    measure(pane, ring) {
        this.sizes = {
            width: pane.clientWidth, height: pane.clientHeight, ring: ring.clientHeight,
            radius: Math.min(ring.clientWidth, ring.clientHeight) * RING_SHARE,
        };
        if (this.shown !== undefined)
            this.show(...this.shown);
    }

    // How many items of a queue have space, if the widest text has this width: beside
    // the ring, which comes nearer to the edge of the pane the lower one is.
    maxOf(textWidth) {
        const { width, height, ring, radius } = this.sizes;
        const beside = width / 2 - textWidth;
        const top = (ring - Math.sqrt(Math.max(0, radius ** 2 - beside ** 2)) * 2) / 2 -
            TITLE_HEIGHT;
        const space = Math.min(top, height * CORNER_SHARE - 50);
        return Math.min(8, Math.max(1, Math.floor(space / ITEM_HEIGHT)));
    }

    // The first ones, as text, as many as there is space for.
    firstOf(k, items) {
        const texts = items.slice(0, this.maxOf(TEXT_WIDTH)).map((item) =>
            this.textOf(k, item, item.queue === 'ready'));
        const widest = Math.max(...texts.map(({ note }) => note.length)) * NOTE_LETTER + MARGIN;
        return texts.slice(0, this.maxOf(Math.max(widest, TEXT_WIDTH)));
    }

    show(k, queues) {
        this.shown = [k, queues];
        for (const card of this.cards) {
            const ready = card.also ? queues[card.also] : [];
            const items = [...ready, ...queues[card.queue]];
            card.number.textContent = items.length === 0 ? '' :
                items.length.toLocaleString('en');
            card.element.classList.toggle('empty', items.length === 0);
            const shown = this.firstOf(k, items).map((text) => this.item(text));
            if (items.length > shown.length)
                shown.push(make('li', { class: 'more' },
                    `and ${(items.length - shown.length).toLocaleString('en')} more`));
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

    textOf(k, item, isReady) {
        const record = this.model.records.get(item.id) ?? item;
        const place = this.place(placeOf(this.model, record)) ||
            (record.kind === 'timer' ? 'runtime' : '');
        const now = this.model.events[k].vt ?? 0;
        const due = item.due !== undefined ?
            (item.due <= now ? 'due now' : `in ${inShort(item.due - now)}`) :
            isReady ? 'ready' : '';
        return {
            name: nameOf(this.model, { ...record, id: item.id }), from: item.from,
            note: [due, place].filter(Boolean).join(' · '),
            isReady: isReady || due === 'due now',
        };
    }

    item({ name, from, note, isReady }) {
        return make('li', { class: isReady ? 'ready' : '' },
            make('button', {
                type: 'button', tabindex: -1, title: 'go to where it was scheduled',
                onclick: () => this.onGo(from),
            }, name), make('span', {}, note));
    }
}
