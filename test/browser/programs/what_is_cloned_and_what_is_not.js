const o = { d: new Date(0), r: /x/g, m: new Map([[1, { a: 1 }]]), s: new Set([1]), e: new RangeError('r'), u: undefined, b: new Uint8Array([1, 2]) };
o.self = o;
const c = structuredClone(o);
console.log(c.self === c, c.d.getTime(), c.r.source, c.m.get(1).a, c.s.has(1), c.e instanceof RangeError, c.e.message, 'u' in c, c.b.join());
try { structuredClone(() => {}); } catch (e) { console.log(e.name, e instanceof DOMException, e.code); }
try { structuredClone(document.createElement('p')); } catch (e) { console.log(e.name); }
const buf = new ArrayBuffer(8);
const moved = structuredClone(buf, { transfer: [buf] });
console.log(buf.byteLength, moved.byteLength);
