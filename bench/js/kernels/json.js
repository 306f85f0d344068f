// What do JSON.parse() and JSON.stringify() cost, flat and nested?
'use strict';
const { kernel, words } = require('./kernel.js');

const list = words(2000);
const records = list.map((w, i) => ({
    id: i, name: w, active: i % 3 === 0, score: i * 1.25,
    tags: [w, w + i, 'x'], owner: { login: w, id: i * 7, url: `https://x.test/${w}` },
}));
const text = JSON.stringify(records);
const pretty = JSON.stringify(records, null, 2);
const numbers = Array.from({ length: 20000 }, (_, i) => i * 3 - 1000);
const numbersText = JSON.stringify(numbers);
const escaped = JSON.stringify(list.map((w) => `"${w}"\n\\${w}\u20ac`));

kernel('json_parse', 10, () => JSON.parse(text).length);
kernel('json_parse_pretty', 10, () => JSON.parse(pretty).length);
kernel('json_parse_numbers', 20, () => JSON.parse(numbersText).length);
kernel('json_parse_escapes', 50, () => JSON.parse(escaped).length);
const indented = JSON.stringify(Array.from({ length: 50 }, (_, i) => ({ i, a: [1, 2] })), null, 4);
kernel('json_parse_indented', 50, () => JSON.parse(indented).length);
const long = JSON.stringify('x'.repeat(2000));
kernel('json_parse_long_string', 50, () => JSON.parse(long).length);
kernel('json_parse_small', 20, () => {
    let n = 0;
    for (let i = 0; i < 1000; i++)
        n += JSON.parse('{"type":"ping","id":17,"ok":true}').id;
    return n;
});
kernel('json_stringify', 10, () => JSON.stringify(records).length);
kernel('json_stringify_pretty', 10, () => JSON.stringify(records, null, 2).length);
kernel('json_stringify_numbers', 20, () => JSON.stringify(numbers).length);
kernel('json_stringify_strings', 50, () => JSON.stringify(list).length);
kernel('json_stringify_small', 20, () => {
    let n = 0;
    for (let i = 0; i < 1000; i++)
        n += JSON.stringify({ type: 'ping', id: i, ok: true }).length;
    return n;
});
kernel('json_clone', 5, () => JSON.parse(JSON.stringify(records)).length);
