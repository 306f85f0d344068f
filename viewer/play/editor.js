// editor.js - a text area with colours: the same text stands behind it, in
// spans. Tab indents; after Escape it leaves the field, as everywhere.

import { highlight } from '../src/highlight.js';
import { make } from '../src/dom.js';

const INDENT = '    ';

export class Editor {
    constructor(area, shown, { onChange, onRun }) {
        Object.assign(this, { area, shown, onChange, onRun });
        area.addEventListener('input', () => this.changed());
        area.addEventListener('scroll', () => this.follow());
        area.addEventListener('keydown', (event) => this.key(event));
    }

    get value() {
        return this.area.value;
    }

    set value(text) {
        this.area.value = text;
        this.paint();
        this.area.scrollTop = 0;
    }

    changed() {
        this.paint();
        this.onChange();
    }

    paint() {
        this.shown.replaceChildren(...this.area.value.split('\n').map((line) =>
            make('div', {}, ...highlight(line))));
        this.follow();
    }

    /** Show which line runs; -1 for none. */
    mark(line) {
        this.marked?.classList.remove('now');
        this.marked = this.shown.children[line - 1];
        this.marked?.classList.add('now');
    }

    follow() {
        this.shown.scrollTop = this.area.scrollTop;
        this.shown.scrollLeft = this.area.scrollLeft;
    }

    key(event) {
        const leaves = this.isLeaving;
        this.isLeaving = event.key === 'Escape';
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            this.onRun();
        } else if (event.key === 'Tab' && !event.shiftKey && !leaves) {
            event.preventDefault();
            this.insert(INDENT);
        } else if (event.key === 'Enter') {
            event.preventDefault();
            const before = this.area.value.slice(0, this.area.selectionStart);
            this.insert('\n' + /[ \t]*$/.exec(/^[ \t]*/.exec(
                before.slice(before.lastIndexOf('\n') + 1))[0])[0]);
        }
    }

    insert(text) {
        const { selectionStart, selectionEnd } = this.area;
        this.area.setRangeText(text, selectionStart, selectionEnd, 'end');
        this.changed();
    }
}
