// console.js - what the program has printed up to the current step. What comes
// later is there too, but faint, so that one sees where one is. Only the lines
// around the current one are elements.

import { bisect } from './bisect.js';
import { threadName } from './model.js';
import { beforeFrame, make } from './dom.js';

const CONSOLE_LINES = 160;

export class ConsolePane {
    constructor({ list, onGo }) {
        Object.assign(this, { list, onGo });
    }

    load(model) {
        this.model = model;
        this.lines = [];
        model.events.forEach((event, k) => {
            if (event.e === 'console' && event.relay)
                return; // it is there where the worker printed it
            if (event.e === 'console')
                this.add(k, event.text, event.fd === 2);
            else if (event.e === 'throw')
                this.add(k, `Uncaught ${event.text || 'value that is no error'}`, true);
            else if (event.e === 'exit')
                this.add(k, event.signal ?? `exit code ${event.code}`, false, true);
        });
        this.from = -1;
    }

    add(k, text, isError, isNote = false) {
        for (const line of text.replace(/\n$/, '').split('\n'))
            this.lines.push({ k, line, isError, isNote });
    }

    // How many lines are printed by step k.
    printed(k) {
        return bisect(this.lines.length, (n) => this.lines[n].k <= k);
    }

    show(k) {
        const done = this.printed(k);
        const from = Math.max(0, Math.floor((done - CONSOLE_LINES / 2) / 40) * 40);
        if (from !== this.from)
            this.fill(from);
        [...this.list.children].forEach((item, n) => {
            const at = from + n;
            item.classList.toggle('later', at >= done);
            item.classList.toggle('now', this.lines[at]?.k === k);
        });
        const last = this.list.children[Math.max(0, done - 1 - from)];
        if (last !== undefined)
            beforeFrame(this, () => this.scrollTo(last));
    }

    scrollTo(item) {
        const box = this.list.getBoundingClientRect();
        const bottom = item.getBoundingClientRect().bottom - box.top;
        this.list.scrollTop += bottom - box.height * 0.75;
    }

    // Which worker printed it.
    tag(k) {
        const { t } = this.model.events[k];
        return t ? make('small', { class: 'thread' }, threadName(this.model, t)) : null;
    }

    fill(from) {
        this.from = from;
        const items = this.lines.slice(from, from + CONSOLE_LINES).map((line) => make('li', {
            class: (line.isError ? 'error' : '') + (line.isNote ? ' note' : ''),
        }, make('button', {
            type: 'button', onclick: () => this.onGo(line.k), tabindex: -1,
        }, line.line === '' ? '\u00a0' : line.line, this.tag(line.k))));
        if (items.length === 0)
            items.push(make('li', { class: 'none' }, 'nothing is printed'));
        this.list.replaceChildren(...items);
    }
}
