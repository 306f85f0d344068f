// source.js - the program's text with the current line, and under it the stack:
// where the code is, which callback that belongs to, which phase and turn.
//
// Only the lines around the current one are elements, so that a bundle of
// 100,000 lines costs no more than a short file.

import { baseName, enclosing, isMine, runAt, sliceAt } from './model.js';
import { parsePlace } from './trace.js';
import { highlight } from './highlight.js';
import { hueOf, labelOf } from './words.js';
import { sourceLines, wordAt } from './sources.js';
import { beforeFrame, make } from './dom.js';

const SOURCE_LINES = 400; // lines that are elements
const WRAPPED_MAX = 1000; // longer lines, those of bundles, are not wrapped

// The nearest place at or before event k that is in a file of the program. What a
// package asked for begins where it comes to the program.
function placeAt(model, k) {
    const { loc } = model.events[k];
    const run = runAt(model, k);
    if (run !== null && k === run.begin && run.handler !== undefined && !isMine(loc))
        return parsePlace(run.handler);
    const own = parsePlace(loc);
    if (own !== null)
        return own;
    for (let at = k - 1; run !== null && at > run.begin; at--) {
        const place = parsePlace(model.events[at].loc);
        if (place !== null && runAt(model, at) === run)
            return place;
    }
    return run === null ? null : parsePlace(run.handler ?? run.loc);
}

export class SourcePane {
    constructor({ title, code, stack, onGo }) {
        Object.assign(this, { title, code, stack, onGo });
    }

    load(model) {
        this.model = model;
        this.file = null;
        this.lastPlace = null;
        this.marked = new Map();
        for (const event of model.events) {
            const place = parsePlace(event.loc);
            if (place === null)
                continue;
            if (!this.marked.has(place.file))
                this.marked.set(place.file, new Set());
            this.marked.get(place.file).add(place.line);
        }
    }

    show(k) {
        this.place = placeAt(this.model, k);
        const place = this.place ?? this.lastPlace ?? this.firstPlace();
        this.lastPlace = place;
        if (place !== null && this.model.sources.get(place.file) !== '')
            this.showLine(place, this.place !== null);
        else
            this.showNote('No line of a program is in this trace.');
        this.showStack(k);
    }

    // The program's own file, or the first that the trace has.
    firstPlace() {
        const { header, sources } = this.model;
        const main = header.argv?.[0] ?? '';
        const file = [...sources.keys()].find((name) => name === main ||
            name.endsWith(`/${baseName(main)}`) && isMine(name)) ??
            sources.keys().next().value;
        return file === undefined ? null : { file, line: 1, column: 1 };
    }

    showLine(place, running) {
        const lines = sourceLines(this.model, place.file);
        this.title.textContent = this.model.reading.shortFile(place.file);
        this.title.title = place.file;
        if (lines === null) {
            this.showMissing(place);
            return;
        }
        const from = Math.max(0, Math.floor((place.line - SOURCE_LINES / 2) / 100) * 100);
        if (this.file !== place.file || this.from !== from)
            this.fillLines(place.file, lines, from);
        this.mark(place, running);
    }

    fillLines(file, lines, from) {
        const marked = this.marked.get(file) ?? new Set();
        const items = lines.slice(from, from + SOURCE_LINES).map((line, n) =>
            this.item(line, from + n + 1, marked.has(from + n + 1)));
        this.code.replaceChildren(...items);
        Object.assign(this, { file, from, line: null });
    }

    // A line that is wrapped goes on below its first word.
    item(line, value, isSeen) {
        const item = make('li', {
            value, class: (isSeen ? 'seen' : '') +
                (line.length > WRAPPED_MAX ? ' wide' : ''),
        }, make('code', {}, ...highlight(line)));
        const indent = /^\s*/.exec(line)[0].replaceAll('\t', '        ').length;
        item.style.setProperty('--in', `${Math.min(indent, 24)}ch`);
        return item;
    }

    mark(place, running) {
        this.line?.classList.remove('now', 'past');
        this.line?.removeAttribute('aria-current');
        this.line = this.code.children[place.line - 1 - this.from] ?? null;
        if (this.line === null)
            return;
        this.line.classList.add(running ? 'now' : 'past');
        this.line.setAttribute('aria-current', 'step');
        beforeFrame(this, () => this.scrollToLine());
    }

    scrollToLine() {
        const box = this.code;
        if (this.line === null)
            return;
        const top = this.line.getBoundingClientRect().top -
            box.getBoundingClientRect().top;
        if (top < 30 || top > box.clientHeight - 110)
            box.scrollTop += top - box.clientHeight / 3;
    }

    showMissing(place) {
        this.showNote(`The trace does not have the text of ${baseName(place.file)}. ` +
            'Drop the file on this page to see it here.');
    }

    showNote(text) {
        this.file = null;
        this.code.replaceChildren(make('li', { class: 'missing' }, text));
    }

    showStack(k) {
        const items = [];
        const event = this.model.events[k];
        const run = runAt(this.model, k);
        if (run !== null && event.loc && k > run.begin && k < run.end)
            items.push(make('li', {}, `${wordAt(this.model, event.loc) || event.e}, ` +
                this.model.reading.short(event.loc)));
        for (let slice = sliceAt(this.model, k); slice !== null; slice = slice.parent) {
            const go = slice.begin;
            items.push(make('li', { class: `hue-${hueOf(slice)}` },
                make('button', { type: 'button', onclick: () => this.onGo(go) },
                    slice.type === 'phase' ? `${slice.phase} phase` :
                        labelOf(this.model, slice))));
        }
        if (items.length === 0)
            items.push(make('li', { class: 'none' }, 'nothing runs'));
        if (enclosing(sliceAt(this.model, k), 'turn') === null && run !== null)
            items.push(make('li', { class: 'none' }, 'not in a turn of the loop'));
        this.stack.replaceChildren(...items);
    }
}
