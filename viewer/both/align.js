// align.js - two runs of a program side by side: which step of one is which of the
// other.
//
// A step is named by what it is, the line that asked for it, and which of those it
// is: the same operation has the same name in every order. Steps with one name stand
// in one row where the order allows it (a longest common subsequence); a step that
// has moved stands alone in its row, once on each side.

const AROUND = 400; // steps after the first difference that are aligned

/** Outlines with names: [{ k, text, name }]. */
export function nameSteps(outline) {
    const seen = new Map();
    return outline.map((step) => {
        const n = (seen.get(step.key) ?? 0) + 1;
        seen.set(step.key, n);
        return { ...step, name: `${step.key} #${n}` };
    });
}

// lengths[a][b]: how many steps from a and b on are common.
function commonLengths(left, right) {
    const lengths = Array.from({ length: left.length + 1 }, () =>
        new Uint32Array(right.length + 1));
    for (let a = left.length - 1; a >= 0; a--)
        for (let b = right.length - 1; b >= 0; b--)
            lengths[a][b] = left[a].name === right[b].name ? lengths[a + 1][b + 1] + 1 :
                Math.max(lengths[a + 1][b], lengths[a][b + 1]);
    return lengths;
}

function alignRest(left, right) {
    const lengths = commonLengths(left, right);
    const rows = [];
    let a = 0;
    let b = 0;
    while (a < left.length || b < right.length) {
        if (a < left.length && b < right.length && left[a].name === right[b].name)
            rows.push({ left: left[a++], right: right[b++] });
        else if (b === right.length || (a < left.length &&
            lengths[a + 1][b] >= lengths[a][b + 1]))
            rows.push({ left: left[a++], right: null });
        else
            rows.push({ left: null, right: right[b++] });
    }
    return rows;
}

/**
 * The rows of two named outlines: { rows: [{ left, right, moved }], first }; `first`
 * is the first row in which they differ, or -1. `moved` says that a step that stands
 * alone is on the other side, too, elsewhere.
 */
export function align(left, right) {
    let same = 0;
    while (same < left.length && same < right.length &&
        left[same].name === right[same].name)
        same++;
    const rows = left.slice(0, same).map((step, n) => ({ left: step, right: right[n] }));
    rows.push(...alignRest(left.slice(same, same + AROUND), right.slice(same,
        same + AROUND)));
    const names = [new Set(left.map(({ name }) => name)),
        new Set(right.map(({ name }) => name))];
    for (const row of rows)
        row.moved = row.left === null ? names[0].has(row.right.name) :
            row.right === null && names[1].has(row.left.name);
    return { rows, first: same < rows.length ? same : -1 };
}
