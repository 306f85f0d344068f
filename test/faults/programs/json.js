// JSON in both directions, with replacer, reviver, toJSON, and bad input.
const data = {
    list: Array.from({ length: 20 }, (_, i) => ({ i, text: 'n' + i })),
    when: new Date(0),
    deep: { a: { b: { c: ['\u20ac', '\n', null, 1e21] } } },
};
const text = JSON.stringify(data, (k, v) => k === 'when' ? 'never' : v, 2);
console.log(text.length);
const back = JSON.parse(text, (k, v) => typeof v === 'number' ? v + 1 : v);
console.log(back.list[19].i, back.deep.a.b.c.join('|'));
console.log(JSON.stringify({ toJSON() { return 'own'; } }));
try {
    JSON.parse('{"a": [1, 2,}');
} catch (e) {
    if (e.name !== 'SyntaxError')
        throw e;
    console.log(e.name);
}
