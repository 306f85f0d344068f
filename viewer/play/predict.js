// predict.js - "what does it print, and in which order?": the lines of the output,
// mixed, to be put in order by hand; then they are compared with what was printed.
// Only after that the run is shown, and its output appears step by step.

import { make } from '../src/dom.js';

// The same lines are mixed in the same way each time; never into the right order.
function mix(lines) {
    const weight = (text) => [...text].reduce((sum, letter) =>
        (sum * 31 + letter.codePointAt(0)) % 9973, 7);
    const mixed = lines.map((text, n) => ({ text, n })).sort((a, b) =>
        weight(a.text) - weight(b.text) || b.n - a.n);
    return mixed.every(({ text }, n) => text === lines[n]) ? mixed.reverse() : mixed;
}

export class Prediction {
    constructor(pane, { onDone }) {
        Object.assign(this, { pane, onDone });
    }

    /** Ask for the order of these lines; `how` says as what the program runs. */
    ask(lines, how = '') {
        this.lines = lines;
        this.how = how;
        this.guess = mix(lines);
        this.isChecked = false;
        this.pane.hidden = lines.length < 2;
        this.fill();
        return !this.pane.hidden;
    }

    hide() {
        this.pane.hidden = true;
    }

    move(from, to) {
        if (to < 0 || to >= this.guess.length)
            return;
        this.guess.splice(to, 0, ...this.guess.splice(from, 1));
        this.isChecked = false;
        this.fill();
        this.pane.querySelectorAll('li')[to]?.querySelector('button.line')?.focus();
    }

    isRight(n) {
        return this.guess[n].text === this.lines[n];
    }

    fill() {
        const right = this.guess.filter((_, n) => this.isRight(n)).length;
        this.pane.replaceChildren(
            make('h2', {}, `What does it print${this.how}, and in which order?`),
            make('p', {}, 'Put the lines in order: drag them, or use ↑ and ↓ on one. ' +
                'Then compare, and step through the run.'),
            make('ol', {}, ...this.guess.map((entry, n) => this.line(entry, n))),
            make('p', { class: 'result', role: 'status' }, !this.isChecked ? '' :
                right === this.lines.length ? 'All of them are right.' :
                    `${right} of ${this.lines.length} are in their place.`),
            make('div', { class: 'buttons' },
                make('button', { type: 'button', id: 'p-check', onclick: () => {
                    this.isChecked = true;
                    this.fill();
                } }, 'Compare'),
                make('button', { type: 'button', id: 'p-step', onclick: () => {
                    this.hide();
                    this.onDone();
                } }, 'Step through it')));
    }

    line({ text }, n) {
        const state = !this.isChecked ? '' : this.isRight(n) ? 'right' : 'wrong';
        return make('li', {
            class: state, draggable: 'true',
            ondragstart: (event) => event.dataTransfer.setData('text/plain', String(n)),
            ondragover: (event) => event.preventDefault(),
            ondrop: (event) => {
                event.preventDefault();
                this.move(Number(event.dataTransfer.getData('text/plain')), n);
            },
        }, make('button', {
            type: 'button', class: 'line', onkeydown: (event) => {
                const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
                if (by === undefined)
                    return;
                event.preventDefault();
                event.stopPropagation();
                this.move(n, n + by);
            },
        }, text, state === 'wrong' && this.isChecked ? make('small', {},
            `here comes “${this.lines[n]}”`) : null),
        ...[['↑', -1, 'up'], ['↓', 1, 'down']].map(([sign, by, name]) => make('button', {
            type: 'button', class: 'by', 'aria-label': `${text}: ${name}`,
            onclick: () => this.move(n, n + by),
        }, sign)));
    }
}
