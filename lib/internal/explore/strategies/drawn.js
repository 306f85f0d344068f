'use strict';

/*
 * drawn - orders by chance, without end: a priority for each operation (pos), the same
 * with one or two changes (pct), and now and then every answer by itself (walk).
 */

function* drawn({ seed }) {
    for (let n = seed; ; n++) {
        yield `pos:${n}`;
        yield `pct:2:${n}`;
        yield `pct:3:${n}`;
        if (n % 4 === 0)
            yield `walk:${n}`;
    }
}

module.exports = { name: 'drawn', orders: drawn };
