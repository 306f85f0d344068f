// both.js - two orders of one program in one page: the sentence on top, the steps of
// both aligned, the first difference first, and below them both runs, stepped
// together. `orrery replay -o both.html ORDER app.js` writes it.

import { byId, copyText, make } from '../src/dom.js';
import { align, nameSteps } from './align.js';

const facts = JSON.parse(byId('facts').textContent);
const SAME_SHOWN = 3; // steps before the first difference that are not folded

class Both {
    constructor() {
        this.at = 0;
        this.isOpen = false; // the steps that are the same are shown, too
        byId('name').textContent = facts.name;
        byId('sentence').textContent = facts.sentence;
        byId('again').textContent = facts.command;
        byId('again').addEventListener('click', () => this.copy());
        byId('back').addEventListener('click', () => this.go(this.at - 1));
        byId('forth').addEventListener('click', () => this.go(this.at + 1));
        byId('first').addEventListener('click', () => this.go(this.first));
        addEventListener('keydown', (event) => this.key(event));
        const isLight = matchMedia('(prefers-color-scheme: light)');
        const follow = () => this.setTheme(isLight.matches ? 'light' : 'dark');
        isLight.addEventListener('change', follow);
        follow();
    }

    setTheme(theme) {
        document.documentElement.dataset.theme = theme;
        for (const app of this.apps ?? [])
            app.setTheme(theme);
    }

    async copy() {
        const isCopied = await copyText(facts.command);
        byId('again').dataset.note = isCopied ? 'copied' : 'not copied';
    }

    // A frame is a page of its own, with the same origin as this one.
    async start() {
        const frames = facts.traces.map((_, n) => make('iframe', {
            srcdoc: facts.page, title: n === 0 ? 'The usual order' : 'This order',
        }));
        const loaded = frames.map((frame) => new Promise((resolve) =>
            frame.addEventListener('load', () => resolve(frame.contentWindow.orrery))));
        byId('frames').replaceChildren(...frames);
        this.apps = await Promise.all(loaded);
        this.apps.forEach((app, n) => {
            app.embed({ isBeside: true, hasSource: true });
            app.setTheme(document.documentElement.dataset.theme);
            app.load(facts.traces[n], facts.name, true);
        });
        const outlines = this.apps.map((app) => nameSteps(app.outline()));
        Object.assign(this, align(...outlines));
        byId('first').disabled = this.first < 0;
        this.describeEnd(outlines);
        this.go(Math.max(0, this.first));
    }

    // What came of it: the last error, or what was printed.
    describeEnd(outlines) {
        const [usual, here] = outlines.map((outline) => outline.findLast(({ key }) =>
            key.startsWith('throw')) ?? outline.at(-1));
        byId('end').textContent = here === undefined || usual?.key === here.key ? '' :
            here.key.startsWith('throw') ? `Then the program ${here.text.replace(/[:.]*$/, '.')}` :
                `The program ends otherwise: ${here.text}.`;
    }

    key(event) {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (by !== undefined)
            this.go(this.at + by);
        else if (event.key === 'd' && this.first >= 0)
            this.go(this.first);
        else
            return;
        event.preventDefault();
    }

    /** Both runs to a row; a side that has nothing there stays at its last step. */
    go(n) {
        this.at = Math.min(Math.max(0, n), this.rows.length - 1);
        ['left', 'right'].forEach((side, app) => {
            const row = this.rows.slice(0, this.at + 1).findLast((r) => r[side] !== null);
            this.apps[app].go(row?.[side].k ?? 0);
        });
        this.fill();
        byId('verdict').textContent = this.verdict();
    }

    verdict() {
        if (this.first < 0)
            return `Both orders do the same: ${this.rows.length} steps.`;
        const row = this.rows[this.first];
        const same = this.first === 0 ? 'They differ from the start' :
            this.first === 1 ? 'The first step is the same' :
                `The first ${this.first} steps are the same`;
        const said = (side) => side === null ? null : side.text;
        const [usual, here] = [said(row.left ?? this.next('left')),
            said(row.right ?? this.next('right'))];
        return `${same}. Then, in the usual order, ${usual ?? 'nothing is left'}; ` +
            `here ${here ?? 'nothing is left'}.`;
    }

    // What a side does first after the difference.
    next(side) {
        return this.rows.slice(this.first).find((row) => row[side] !== null)?.[side] ?? null;
    }

    // ---- The list -----------------------------------------------------------

    fill() {
        const folded = this.isOpen || this.first < 0 ? 0 :
            Math.max(0, this.first - SAME_SHOWN);
        const items = this.rows.slice(folded).map((row, n) => this.row(row, folded + n));
        if (folded > 0)
            items.unshift(make('li', { class: 'fold' }, make('button', {
                type: 'button', onclick: () => { this.isOpen = true; this.fill(); },
            }, `${folded} steps before are the same in both`)));
        byId('list').replaceChildren(...items);
        byId('list').querySelector('.now')?.scrollIntoView({ block: 'nearest' });
    }

    row(row, n) {
        const cell = (step) => step === null ? make('span', { class: 'gap' }) :
            make('button', {
                type: 'button', onclick: () => this.go(n),
                class: step.key.split(' ')[0],
            }, step.text.replace(/ runs$/, ''), row.moved ? make('small', {},
                row.left === null ? 'was elsewhere' : 'comes elsewhere here') : null);
        const isSame = row.left !== null && row.right !== null;
        return make('li', {
            class: [isSame ? 'same' : 'other', n === this.first ? 'first' : '',
                n === this.at ? 'now' : ''].join(' '),
            'aria-current': n === this.at ? 'step' : undefined,
        }, cell(row.left), cell(row.right));
    }
}

window.both = new Both();
window.both.start();
