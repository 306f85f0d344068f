// sums.js - "who took the time?": the sums of the range that is selected in the
// timeline, by function, file or package.

import { count, functionOf, labelOf, nameOf, placeOf } from './words.js';
import { duration, sumsOf, tookOf } from './time.js';
import { make } from './dom.js';

const SHOWN = 40;
const TABS = ['function', 'file', 'package'];

function labelRun(model, run) {
    if (run.kind === 'script' || model.reading.run(run).isBody)
        return nameOf(model, run);
    const fn = functionOf(model, run);
    const place = model.reading.short(run.handler ?? placeOf(model, run));
    return fn ? `${fn}() ${place}` : run.handler ? `handler ${place}` :
        labelOf(model, run);
}

export class SumsPane {
    constructor({ pane, onGo, onClose }) {
        Object.assign(this, { pane, onGo, onClose });
        this.by = 'function';
    }

    load(model) {
        this.model = model;
        this.hide();
    }

    hide() {
        this.sums = null;
        this.pane.hidden = true;
        document.body.classList.remove('ranged');
    }

    /** Of events `from` to `to`; of one thread, or of all. */
    show(from, to, track) {
        const { model } = this;
        this.sums = sumsOf(model, from, to, {
            track, label: (run) => labelRun(model, run),
            placeOf: (run) => run.handler ?? placeOf(model, run) ??
                (run.kind === 'script' ? `${model.header.argv?.[0] ?? ''}:1:1` : undefined),
        });
        this.pane.hidden = false;
        document.body.classList.add('ranged');
        this.fill();
    }

    fill() {
        this.pane.replaceChildren(
            make('h2', {}, 'Who took the time?', make('button', {
                type: 'button', class: 'close', 'aria-label': 'Close', title: 'Close (Esc)',
                onclick: this.onClose,
            }, '×')),
            make('p', { class: 'sentence' }, this.sentence()),
            make('div', { class: 'tabs', role: 'group', 'aria-label': 'Sums by' },
                ...TABS.map((by) => this.tab(by))),
            make('ol', {}, ...this.rows()));
    }

    sentence() {
        const { from, to, span, busy, count: runs } = this.sums;
        const ran = count(runs, 'callback, tick or microtask', 'callbacks, ticks and microtasks');
        if (span <= 0)
            return `At ${duration(from)}: ${ran}. The clock stands still here.`;
        if (!this.model.hasClock)
            return `${duration(from)} to ${duration(to)}: ${ran}. On the simulator time ` +
                'passes only while the loop waits.';
        const share = Math.round(busy / span * 100);
        return `${duration(from)} to ${duration(to)}, ${duration(span)}: code ran for ` +
            `${duration(busy)} (${share} %) in ${ran}.`;
    }

    tab(by) {
        return make('button', {
            type: 'button', 'aria-pressed': String(by === this.by),
            onclick: () => { this.by = by; this.fill(); },
        }, by[0].toUpperCase() + by.slice(1));
    }

    rows() {
        const list = this.sums[this.by];
        const max = list[0]?.ms || 1;
        const rows = list.slice(0, SHOWN).map(({ name, ms, count: times, longest }) => {
            const row = make('li', {}, make('button', {
                type: 'button', title: longest === null ? '' : 'go to the longest: ' +
                    `${nameOf(this.model, longest)}, ${duration(tookOf(this.model, longest))}`,
                onclick: () => longest !== null && this.onGo(longest.begin),
            }, name), make('small', {}, times > 1 ? `${times.toLocaleString('en')} ×` : ''),
            make('b', {}, ms > 0 ? duration(ms) : ''));
            row.style.setProperty('--share', `${Math.max(0, ms / max) * 100}%`);
            return row;
        });
        if (list.length > SHOWN)
            rows.push(make('li', { class: 'none' }, `and ${list.length - SHOWN} more`));
        return rows;
    }
}
