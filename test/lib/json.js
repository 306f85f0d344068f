'use strict';
/* What JSON.parse() says of text that is none, and what of it is shown. */
const assert = require('node:assert');

function refusal(text) {
    try {
        JSON.parse(text);
    } catch (error) {
        return error.message;
    }
    return 'none';
}

const words = [
    ['{"a":é}', 'Unexpected token \'é\', "{"a":é}" is not valid JSON'],
    ['[\ufffd]', 'Unexpected token \'\ufffd\', "[\ufffd]" is not valid JSON'],
    ['\u2028', 'Unexpected token \'\u2028\', "\u2028" is not valid JSON'],
    // A token is a UTF-16 unit, and so are the ten on each side that are shown.
    ['😀', 'Unexpected token \'\ud83d\', "😀" is not valid JSON'],
    ['😀'.repeat(12),
     'Unexpected token \'\ud83d\', "😀😀😀😀😀"... is not valid JSON'],
    [' '.repeat(30) + '😀' + 'y'.repeat(30), 'Unexpected token \'\ud83d\', ' +
     '..."          😀yyyyyyyy"... is not valid JSON'],
    ['1é', 'Unexpected non-whitespace character after JSON at position 1 ' +
     '(line 1 column 2)'],
];
for (const [text, message] of words)
    assert.strictEqual(refusal(text), message);

// Of names that come twice the last one counts, for the source as well.
{
    const sources = [];
    JSON.parse('{"a":1,"b":{"c":2.0},"a":3e1,"b":[4.50],"b":{"c":6e0}}',
               (name, value, { source }) => {
                   if (source !== undefined)
                       sources.push(`${name}=${source}`);
                   return value;
               });
    assert.deepStrictEqual(sources, ['a=3e1', 'c=6e0']);
}
