'use strict';

/*
 * drawn - orders by chance, without end: a priority for each operation (pos), the same
 * with one or two changes (pct), and now and then every answer by itself (walk).
 */

function* drawn({ base, seed }) {
    const at = base.from > 0 ? `@${base.from}` : '';
    for (let n = seed; ; n++) {
        yield `pos:${n}${at}`;
        yield `pct:2:${n}${at}`;
        yield `pct:3:${n}${at}`;
        if (n % 4 === 0)
            yield `walk:${n}${at}`;
    }
}

module.exports = { name: 'drawn', orders: drawn };
