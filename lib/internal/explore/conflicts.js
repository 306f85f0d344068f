'use strict';

/*
 * internal/explore/conflicts - which operations touch the same thing.
 */

// Operations whose places are the same line, or that conflict, come first: their
// callbacks are the likeliest to be mixed up.
function rankBy(base, conflicts) {
    return (list) => {
        const weight = new Map();
        for (const a of list) {
            let n = 0;
            for (const b of list)
                if (a !== b && conflicts(a, b) && !base.leadsTo(a, b) &&
                    !base.leadsTo(b, a))
                    n++;
            weight.set(a, n);
        }
        return [...list].sort((a, b) =>
            (weight.get(b) > 0) - (weight.get(a) > 0) || Number(a.id) - Number(b.id));
    };
}

function conflictsIn() {
    return () => false;
}

module.exports = { rankBy, conflictsIn };
