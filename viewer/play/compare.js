// compare.js - two runs of one program, step by step, up to the first difference.
//
// A run is reduced to its outline: the callbacks, ticks and microtasks of the
// program's own lines and what it prints, in order. Times and numbers of turns do
// not count; two profiles differ if something else runs, or prints, at that point.

export class Comparison {
    /** Each side is { title, file, outline: [{ k, key, text }], go(k) }. */
    constructor(left, right) {
        this.sides = [left, right];
        this.first = firstDifference(left.outline, right.outline);
        this.at = 0;
    }

    get length() {
        return Math.max(...this.sides.map(({ outline }) => outline.length));
    }

    /** Both sides to step n of their outlines; the shorter one stays at its end. */
    go(n) {
        this.at = Math.min(Math.max(0, n), this.length - 1);
        for (const { outline, go } of this.sides)
            if (outline.length > 0)
                go(outline[Math.min(this.at, outline.length - 1)].k);
        return this.verdict();
    }

    /** One sentence on what is the same and what is not. */
    verdict() {
        const [left, right] = this.sides;
        if (this.first < 0)
            return `${left.title} and ${right.title} do the same: ${this.length} ` +
                `steps. Step ${this.at + 1}.`;
        const there = (side) => side.outline[this.first] === undefined ?
            `${side.title} has ended` :
            `in ${side.title} ${inWords(side, side.outline[this.first].text)}`;
        const same = this.first === 0 ? 'They differ from the start' :
            this.first === 1 ? 'The first step is the same' :
                `The first ${this.first} steps are the same`;
        return `${same}. Then ${there(left)}, and ${there(right)}. ` +
            `Step ${this.at + 1} of ${this.length}.`;
    }
}

// "await, program.js:4 runs": of the file in the editor the line is enough.
function inWords({ file }, text) {
    const [, name, place, line] = /^(.*), ([^,]*):(\d+) runs$/.exec(text) ?? [];
    return place !== undefined && place === file ? `line ${line} runs (${name})` : text;
}

function firstDifference(left, right) {
    const length = Math.max(left.length, right.length);
    for (let n = 0; n < length; n++)
        if (left[n]?.key !== right[n]?.key)
            return n;
    return -1;
}
