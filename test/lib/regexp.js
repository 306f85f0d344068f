'use strict';
/* Regular expressions with the flag v: what a class may not hold may stand
 * outside of one. As in Node 24. */

const { check, finish } = require('./support/check.js');

for (const [source, text] of [
    ['^a-b$', 'a-b'], ['^xn--x\\/::$', 'xn--x/::'], ['a~~b', 'a~~b'],
    ['[a-c]-[^\\/]', 'b-x'],
])
    check(() => new RegExp(source, 'v').test(text), 'true');

for (const [source, reason] of [
    ['[::x]', 'Invalid set operation in character class'],
    ['[^/]', 'Invalid character in character class'],
    ['[(]', 'Invalid character in character class'],
]) {
    check(() => new RegExp(source, 'v').source,
          `SyntaxError: Invalid regular expression: /${source}/v: ${reason}`);
}

finish();
