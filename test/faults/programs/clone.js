// structuredClone of all that it can take, and of one thing that it can't.
const shared = { name: 'shared' };
const value = {
    list: [1, , 'two', null, undefined, true, -0, 12345678901234567890n],
    map: new Map([['k', shared], [shared, new Set([1, 2, 3])]]),
    date: new Date(0),
    pattern: /a+b/gi,
    error: new RangeError('far', { cause: shared }),
    bytes: new Uint8Array([1, 2, 3]),
    view: new DataView(new ArrayBuffer(8)),
    text: 'x'.repeat(300) + '\u20ac',
};
value.self = value;
const copy = structuredClone(value);
console.log(copy.self === copy, copy.map.get('k').name, copy.text.length);
console.log(copy.map.get([...copy.map.keys()][1]).size, copy.error.message);
console.log(copy.bytes.join(), copy.pattern.source, 1 in copy.list);

const buffer = new ArrayBuffer(16);
const moved = structuredClone({ buffer }, { transfer: [buffer] });
console.log(buffer.byteLength, moved.buffer.byteLength);
structuredClone(() => {});
