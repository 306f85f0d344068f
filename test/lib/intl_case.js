'use strict';
/* toLocaleLowerCase() and toLocaleUpperCase() know the two i of Turkish. */
const assert = require('assert');

const text = 'I\u0130i\u0131 I\u0307 I\u0323\u0307x IA';
for (const locale of ['tr', 'TR', 'az-Latn', ['tr', 'en'], 'tr-u-co-search']) {
    assert.strictEqual(text.toLocaleLowerCase(locale),
                       '\u0131ii\u0131 i i\u0323x \u0131a');
    assert.strictEqual(text.toLocaleUpperCase(locale),
                       'I\u0130\u0130I I\u0307 I\u0323\u0307X IA');
}
for (const locale of [undefined, 'en', ['en', 'tr'], [], 'trx', 5, {}]) {
    assert.strictEqual(text.toLocaleLowerCase(locale), text.toLowerCase());
    assert.strictEqual(text.toLocaleUpperCase(locale), text.toUpperCase());
}
for (const name of ['toLocaleLowerCase', 'toLocaleUpperCase']) {
    const method = String.prototype[name];
    assert.strictEqual(method.length, 0);
    assert.strictEqual(method.name, name);
    assert.throws(() => text[name]('t'), RangeError);
    assert.throws(() => text[name](null), TypeError);
    assert.throws(() => method.call(null), TypeError);
    assert.strictEqual(method.call({ toString: () => 'x' }).length, 1);
}
