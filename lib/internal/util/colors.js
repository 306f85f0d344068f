'use strict';
/*
 * internal/util/colors - escape codes of the terminal by name, and which of
 * them util.inspect() uses for what. Programs read and change both tables.
 */

const foreground = 39;
const background = 49;

const colors = {
    __proto__: null,
    reset: [0, 0],
    bold: [1, 22],
    dim: [2, 22],
    italic: [3, 23],
    underline: [4, 24],
    blink: [5, 25],
    inverse: [7, 27],
    hidden: [8, 28],
    strikethrough: [9, 29],
    doubleunderline: [21, 24],
    black: [30, foreground],
    red: [31, foreground],
    green: [32, foreground],
    yellow: [33, foreground],
    blue: [34, foreground],
    magenta: [35, foreground],
    cyan: [36, foreground],
    white: [37, foreground],
    bgBlack: [40, background],
    bgRed: [41, background],
    bgGreen: [42, background],
    bgYellow: [43, background],
    bgBlue: [44, background],
    bgMagenta: [45, background],
    bgCyan: [46, background],
    bgWhite: [47, background],
    framed: [51, 54],
    overlined: [53, 55],
    gray: [90, foreground],
    redBright: [91, foreground],
    greenBright: [92, foreground],
    yellowBright: [93, foreground],
    blueBright: [94, foreground],
    magentaBright: [95, foreground],
    cyanBright: [96, foreground],
    whiteBright: [97, foreground],
    bgGray: [100, background],
    bgRedBright: [101, background],
    bgGreenBright: [102, background],
    bgYellowBright: [103, background],
    bgBlueBright: [104, background],
    bgMagentaBright: [105, background],
    bgCyanBright: [106, background],
    bgWhiteBright: [107, background],
};

/* Other spellings: both names share one entry, whichever is changed. */
function alias(name, other) {
    Object.defineProperty(colors, other, {
        __proto__: null,
        get() {
            return this[name];
        },
        set(value) {
            this[name] = value;
        },
        configurable: true,
        enumerable: false,
    });
}

alias('gray', 'grey');
alias('gray', 'blackBright');
alias('bgGray', 'bgGrey');
alias('bgGray', 'bgBlackBright');
alias('dim', 'faint');
alias('strikethrough', 'crossedout');
alias('strikethrough', 'strikeThrough');
alias('strikethrough', 'crossedOut');
alias('hidden', 'conceal');
alias('inverse', 'swapColors');
alias('inverse', 'swapcolors');
alias('doubleunderline', 'doubleUnderline');

const styles = {
    __proto__: null,
    special: 'cyan',
    number: 'yellow',
    bigint: 'yellow',
    boolean: 'yellow',
    undefined: 'grey',
    null: 'bold',
    string: 'green',
    symbol: 'green',
    date: 'magenta',
    regexp: 'red',
    module: 'underline',
};

module.exports = { colors, styles };
