'use strict';
/*
 * internal/util/colors - escape codes of the terminal by name, and which of
 * them util.inspect() uses for what. Programs read and change both tables.
 */

const colors = { __proto__: null };

/* Styles of text, each with what ends it. */
function addStyles(table) {
    for (const [name, on, off] of table)
        colors[name] = [on, off];
}

/* Eight colours in a row, of letters (39 ends them) or of the ground (49). */
function addColors(names, first) {
    names.forEach((name, i) => {
        colors[name] = [first + i, /^bg/.test(name) ? 49 : 39];
    });
}

const hues = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

function onGround(name) {
    return `bg${name[0].toUpperCase()}${name.slice(1)}`;
}

const bright = ['gray', ...hues.map((hue) => `${hue}Bright`)];

/* In the order in which Object.keys() lists them in Node. */
addStyles([['reset', 0, 0], ['bold', 1, 22], ['dim', 2, 22],
           ['italic', 3, 23], ['underline', 4, 24], ['blink', 5, 25],
           ['inverse', 7, 27], ['hidden', 8, 28], ['strikethrough', 9, 29],
           ['doubleunderline', 21, 24]]);
addColors(['black', ...hues], 30);
addColors(['black', ...hues].map(onGround), 40);
addStyles([['framed', 51, 54], ['overlined', 53, 55]]);
addColors(bright, 90);
addColors(bright.map(onGround), 100);

/* Other spellings: both names share one value, also when one is changed. */
function alias(name, other) {
    const link = {
        __proto__: null,
        get() { return this[name]; },
        set(value) { this[name] = value; },
    };
    link.configurable = true;
    Object.defineProperty(colors, other, link);
}

for (const [name, ...others] of [
    ['gray', 'grey', 'blackBright'],
    ['bgGray', 'bgGrey', 'bgBlackBright'],
    ['dim', 'faint'],
    ['strikethrough', 'crossedout', 'strikeThrough', 'crossedOut'],
    ['hidden', 'conceal'],
    ['inverse', 'swapColors', 'swapcolors'],
    ['doubleunderline', 'doubleUnderline'],
])
    others.forEach((other) => alias(name, other));

/* What each kind of value looks like. */
const styles = { __proto__: null };
for (const [color, ...types] of [
    ['cyan', 'special'],
    ['yellow', 'number', 'bigint', 'boolean'],
    ['grey', 'undefined'],
    ['bold', 'null'],
    ['green', 'string', 'symbol'],
    ['magenta', 'date'],
    ['red', 'regexp'],
    ['underline', 'module'],
])
    types.forEach((type) => { styles[type] = color; });

module.exports = { colors, styles };
