'use strict';
/*
 * internal/assert/diff - the shortest way from one list of lines to another, by
 * E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986).
 *
 * An edit script is a path through a grid, right for a line that only the
 * actual has, down for one that only the expected has, diagonally where both
 * are alike. For each number of edits the furthest point on each diagonal is
 * noted; the path is read backwards from these notes.
 */

const DELETE = -1; /* only in the expected */
const SAME = 0;
const INSERT = 1; /* only in the actual */

/* In objects the last line of a level has no comma, which is not a
 * difference. */
function isLineEqual(actual, expected, ignoreComma) {
    return actual === expected ||
           (ignoreComma && (`${actual},` === expected ||
                            actual === `${expected},`));
}

function isDown(furthest, at, diagonal, edits) {
    return diagonal === -edits ||
           (diagonal !== edits && furthest[at - 1] < furthest[at + 1]);
}

/* A list of [operation, line], last line first. */
function diffLines(actual, expected, ignoreComma) {
    const max = actual.length + expected.length;
    const furthest = new Int32Array(2 * max + 2);
    const notes = [];
    for (let edits = 0; edits <= max; edits++) {
        notes[edits] = furthest.slice();
        for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
            const at = diagonal + max;
            let x = isDown(furthest, at, diagonal, edits)
                ? furthest[at + 1] : furthest[at - 1] + 1;
            while (x < actual.length && x - diagonal < expected.length &&
                   isLineEqual(actual[x], expected[x - diagonal],
                               ignoreComma))
                x++;
            furthest[at] = x;
            if (x >= actual.length && x - diagonal >= expected.length)
                return readBack(notes, actual, expected, max, ignoreComma);
        }
    }
    return [];
}

function readBack(notes, actual, expected, max, ignoreComma) {
    const result = [];
    let x = actual.length;
    let y = expected.length;
    for (let edits = notes.length - 1; edits >= 0; edits--) {
        const furthest = notes[edits];
        const diagonal = x - y;
        const before = isDown(furthest, diagonal + max, diagonal, edits)
            ? diagonal + 1 : diagonal - 1;
        const beforeX = furthest[before + max];
        const beforeY = beforeX - before;
        while (x > beforeX && y > beforeY) {
            x--;
            y--;
            const line = ignoreComma && !actual[x].endsWith(',')
                ? expected[y] : actual[x];
            result.push([SAME, line]);
        }
        if (edits === 0)
            break;
        if (x > beforeX)
            result.push([INSERT, actual[--x]]);
        else
            result.push([DELETE, expected[--y]]);
    }
    return result;
}

/* ---- Printing --------------------------------------------------------- */

/* Lines of one kind in a row, in the order in which they are read. */
function groupLines(diff) {
    const runs = [];
    for (let i = diff.length - 1; i >= 0; i--) {
        const [kind, line] = diff[i];
        if (runs.at(-1)?.kind === kind)
            runs.at(-1).lines.push(line);
        else
            runs.push({ kind, lines: [line] });
    }
    return runs;
}

/* Equal lines give context. Of many in a row the first five are shown, and the
 * last one before the next difference; one or two lines are never left out. */
function chooseAlike(lines, isLast) {
    if (lines.length <= 5)
        return { shown: lines, tail: [], isCut: false };
    if (isLast)
        return { shown: lines.slice(0, 5), tail: [], isCut: false };
    if (lines.length <= 7)
        return { shown: lines, tail: [], isCut: false };
    return { shown: lines.slice(0, 5), tail: lines.slice(-1), isCut: true };
}

function printDiff(diff, isPartial, colors) {
    const { red, green, gray, blue, white } = colors;
    const print = {
        [DELETE]: (line) => `${red}-${white} ${line}`,
        [SAME]: (line) => `${white}  ${line}`,
        [INSERT]: isPartial
            ? (line) => `${gray}${colors.on ? ' ' : '+'} ${line}${white}`
            : (line) => `${green}+${white} ${line}`,
    };
    const printed = [];
    let skipped = false;
    const runs = groupLines(diff);
    runs.forEach(({ kind, lines }, i) => {
        const { shown, tail, isCut } = kind === SAME
            ? chooseAlike(lines, i === runs.length - 1)
            : { shown: lines, tail: [], isCut: false };
        printed.push(...shown.map(print[kind]));
        if (isCut)
            printed.push(`${blue}...${white}`);
        printed.push(...tail.map(print[kind]));
        skipped ||= isCut;
    });
    return { message: `\n${printed.join('\n').trimEnd()}`, skipped };
}

/* Two short texts, character by character; only the colours differ. */
function printInColor(diff, colors) {
    let text = '';
    for (let i = diff.length - 1; i >= 0; i--) {
        const { 0: operation, 1: piece } = diff[i];
        const color = operation === INSERT ? colors.green
            : operation === DELETE ? colors.red : colors.white;
        text += `${color}${piece}${colors.white}`;
    }
    return `\n${text}`;
}

module.exports = { diffLines, printDiff, printInColor };
