// why.js - "why did this run now?": what runs, who asked for it, and so on back
// to the main script. Each link can be followed to the moment it ran.

import { causeOf, chainOf, effectsOf, isMine, runAt } from './model.js';
import { choiceOf, commandOf, otherWays } from './choices.js';
import { count, functionOf, hueOf, isInternalRun, labelOf, nameOf, ruleOfRun, triggerOf,
    whereOf, whyOf } from './words.js';
import { isLong, tookWords } from './time.js';
import { copyText, make } from './dom.js';

const EFFECTS_MAX = 12;
const LINKS_MAX = 24;
const REPEATS_MIN = 6;

// Of a very long chain the first and the last links are shown.
function shorten(list) {
    if (list.length <= LINKS_MAX)
        return list;
    return [...list.slice(0, LINKS_MAX - 6), list.slice(LINKS_MAX - 6, -5).flat(),
        ...list.slice(-5)];
}

// The same name, without making 40,000 of them.
function isAlike(model, a, b) {
    return a.loc === b.loc && a.kind === b.kind && (a.kind === 'microtask' ||
        a.kind === 'tick' || nameOf(model, a) === nameOf(model, b));
}

// A callback that queued itself again and again: of such links the first, the
// second and the last are shown.
function foldRepeats(model, chain) {
    const folded = [];
    for (let i = 0; i < chain.length;) {
        let to = i + 1;
        while (to < chain.length && isAlike(model, chain[to], chain[i]))
            to++;
        const run = chain.slice(i, to);
        folded.push(...run.length < REPEATS_MIN ? run :
            [run[0], run[1], run.slice(2, -1), run.at(-1)]);
        i = to;
    }
    return folded;
}

// Links in which none of the program's own code ran are shown as one.
function foldInternals(chain, onlyMine) {
    const folded = [];
    for (const [n, slice] of chain.entries()) {
        const keep = !onlyMine || n === 0 || n === chain.length - 1 ||
            Array.isArray(slice) || slice.mine || isMine(slice.loc);
        const last = folded.at(-1);
        if (keep)
            folded.push(slice);
        else if (Array.isArray(last))
            last.push(slice);
        else
            folded.push([slice]);
    }
    return folded;
}

export class WhyPane {
    constructor({ reason, chain, effects, onGo }) {
        Object.assign(this, { reason, chain, effects, onGo });
        this.onlyMine = false;
    }

    load(model) {
        this.model = model;
    }

    // A choice is not of the program: it lists what else was legal there.
    showChoice(event) {
        const { model } = this;
        const { question, options, taken } = choiceOf(model, event);
        const ways = new Map(otherWays(model.header, event).map(({ k, command }) =>
            [k, command]));
        this.reason.textContent = `The simulator decides ${question}. On a real ` +
            `machine each of these can happen${ways.size > 0 ? '' :
                '; another seed takes another'}.`;
        this.chain.replaceChildren(...options.slice(0, LINKS_MAX).map((text, k) =>
            make('li', { class: `link hue-poll${k === taken ? ' first' : ''}` },
                make('span', {}, text),
                k === taken ? make('span', { class: 'where' }, 'taken here') : null,
                ways.has(k) ? this.copyButton(ways.get(k)) : null)),
        make('li', { class: 'again' }, make('span', { class: 'where' },
            'This run again, with all its choices: '), this.copyButton(
            commandOf(model.header))));
        this.effects.parentElement.hidden = true;
        this.shown = [];
    }

    copyButton(command) {
        const note = make('small', { role: 'status' });
        return make('button', {
            type: 'button', class: 'copy', title: 'Copy this command',
            onclick: async () => {
                note.textContent = await copyText(command) ? ' copied' : ' not copied';
            },
        }, command, note);
    }

    show(k) {
        const run = runAt(this.model, k);
        if (this.model.events[k].e === 'choice') {
            this.showChoice(this.model.events[k]);
            return;
        }
        if (run === null) {
            this.reason.textContent = 'No code of the program runs at this step: ' +
                'the loop looks for what is due.';
            this.chain.replaceChildren();
            this.effects.parentElement.hidden = true;
            this.effects.replaceChildren();
            this.shown = [];
            return;
        }
        this.reason.replaceChildren(whyOf(this.model, run), make('small', {},
            ruleOfRun(this.model, run)));
        const chain = chainOf(this.model, run);
        this.shown = chain;
        const repeats = foldRepeats(this.model, chain);
        this.chain.replaceChildren(...shorten(foldInternals(repeats, this.onlyMine))
            .map((slice, n) => Array.isArray(slice) ? this.folded(slice) :
                this.link(slice, n === 0)));
        const first = chain.at(-1);
        if (first.kind !== 'script' && first !== this.model.reading.body?.slice)
            this.chain.append(make('li', { class: 'link fold' },
                'what caused it is from before this trace'));
        this.showEffects(run);
    }

    link(slice, first) {
        const { model } = this;
        const post = model.posts.get(slice.message);
        const fn = functionOf(model, slice);
        const took = tookWords(model, slice);
        const place = model.reading.short(post !== undefined ? model.events[post].loc :
            slice.handler ?? slice.loc);
        const verb = slice.kind === 'script' ? '' :
            post !== undefined ? 'posted at ' : slice.handler ? 'handled at ' :
            slice.kind === 'timer' ? 'armed at ' : 'scheduled at ';
        return make('li', { class: `link hue-${hueOf(slice)}${first ? ' first' : ''}` },
            make('button', {
                type: 'button', title: 'go to this step',
                onclick: () => this.onGo(slice.begin),
            }, nameOf(model, slice), fn ? `: ${fn}()` : ''),
            make('span', { class: 'where' }, whereOf(model, slice),
                took === '' ? null : make('b', { class: isLong(model, slice) ? 'long' : '' },
                    took)),
            place ? make('span', { class: 'place', title: verb + place },
                make('span', { class: 'hidden' }, verb), make('bdi', {}, place)) : null,
            this.triggerOf(slice));
    }

    // Cause and trigger are two things; the trigger is said where it differs.
    triggerOf(slice) {
        const by = triggerOf(this.model, slice);
        if (by === undefined || by === slice || by === causeOf(this.model, slice))
            return null;
        return make('span', { class: 'trigger' }, 'made ready by ',
            make('button', { type: 'button', onclick: () => this.onGo(by.begin) },
                labelOf(this.model, by)));
    }

    folded(slices) {
        const [first] = slices;
        if (slices.every(({ loc }) => loc !== undefined && loc === first.loc))
            return make('li', { class: 'link fold' },
                `and ${count(slices.length, 'time', 'times')} the same`);
        return make('li', { class: 'link fold' },
            count(slices.length, slices.some((s) => s.mine) ? 'step' : 'internal step'),
            ': ', slices.slice(-6).reverse().map((s) => nameOf(this.model, s))
                .join(', '));
    }

    showEffects(run) {
        const found = effectsOf(this.model, run, 4 * EFFECTS_MAX)
            .filter(({ run: later }) => !isInternalRun(this.model, later));
        const items = found.slice(0, EFFECTS_MAX).map(({ run: later }) =>
            make('li', { class: `hue-${hueOf(later)}` }, make('button', {
                type: 'button', onclick: () => this.onGo(later.begin),
            }, labelOf(this.model, later)), make('small', {},
                tookWords(this.model, later).replace('took ', ''))));
        if (found.length > EFFECTS_MAX)
            items.push(make('li', { class: 'none' }, 'and more'));
        this.effects.replaceChildren(...items);
        this.effects.parentElement.hidden = items.length === 0;
    }

    /** The step of the run that caused the one shown, or -1. */
    causeStep() {
        return this.shown?.[1]?.begin ?? -1;
    }
}
