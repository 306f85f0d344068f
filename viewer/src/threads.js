// threads.js - one small ring per thread, above the large one: what each of them
// does at the current step, at a glance. A click on one follows that thread: steps
// stop there only, and the large ring stays with it. A second click, or the key
// that goes round, follows all of them again.
//
// A program without workers has one thread, and this is not shown.

import { enclosing, isThreadAlive, lastOfThread, runAt, sliceAt,
    threadName } from './model.js';
import { hueOf, nameOf, phaseHue } from './words.js';
import { beforeFrame, draw, make } from './dom.js';

const AROUND = 2 * Math.PI * 8; // the length of the small orbit

export class Threads {
    constructor({ list, onChoose }) {
        Object.assign(this, { list, onChoose });
    }

    load(model) {
        this.model = model;
        this.list.hidden = model.tracks.length === 1;
        document.body.classList.toggle('threads', model.tracks.length > 1);
        this.chips = model.tracks.map((track) => this.chip(track));
        this.list.replaceChildren(...this.chips.map(({ button }) => button));
    }

    chip(track) {
        const arc = draw('circle', { r: 8, class: 'small-arc', 'stroke-dasharray':
            `${AROUND / this.model.phases.length} ${AROUND}` });
        const sun = draw('circle', { r: 3.5, class: 'small-sun' });
        const note = make('small', {});
        const button = make('button', {
            type: 'button', 'aria-pressed': 'false',
            onclick: () => this.onChoose(track),
            title: `Follow ${threadName(this.model, track)} ( [ and ] )`,
        }, draw('svg', { viewBox: '-11 -11 22 22', 'aria-hidden': 'true' },
            draw('circle', { r: 8, class: 'small-orbit' }), arc, sun),
        make('span', {}, this.model.threads.get(track).given ||
            threadName(this.model, track)), note);
        return { track, button, arc, sun, note };
    }

    /** Each thread as it is at event k; `chosen` is the one that is followed. */
    show(k, chosen) {
        if (this.list.hidden)
            return;
        const current = this.model.events[k].t ?? 0;
        for (const chip of this.chips) {
            const { track, button } = chip;
            button.setAttribute('aria-pressed', String(track === chosen));
            button.classList.toggle('now', track === current);
            if (track === (chosen ?? current))
                beforeFrame(this, () => this.scrollTo(button));
            button.classList.toggle('gone', !isThreadAlive(this.model, track, k));
            this.showState(chip, lastOfThread(this.model, track, k), k);
        }
    }

    // Of many threads the current one is in view.
    scrollTo(button) {
        const { scrollLeft, clientWidth } = this.list;
        const left = button.offsetLeft - this.list.offsetLeft;
        if (left < scrollLeft || left + button.offsetWidth > scrollLeft + clientWidth)
            this.list.scrollLeft = left - clientWidth / 3;
    }

    showState({ arc, sun, note, track }, at, k) {
        const { model } = this;
        const alive = isThreadAlive(model, track, k);
        const phase = alive ? enclosing(sliceAt(model, at), 'phase')?.phase : undefined;
        const run = alive ? runAt(model, at) : null;
        const isOver = run !== null && at === run.end;
        const turn = model.phases.indexOf(phase) * 360 / model.phases.length - 90;
        arc.setAttribute('class', `small-arc hue-${phase ? phaseHue(phase) : 'dim'}` +
            (phase ? '' : ' off'));
        arc.style.transform = `rotate(${turn}deg)`;
        sun.setAttribute('class', `small-sun hue-${run && !isOver ? hueOf(run) : 'dim'}`);
        const { name, given } = model.threads.get(track);
        const does = !alive ? (at > k ? 'not begun' : 'ended') :
            run && !isOver ? nameOf(model, run) : phase ?? 'waits';
        note.textContent = [given ? name : '', does].filter(Boolean).join(', ');
    }
}
