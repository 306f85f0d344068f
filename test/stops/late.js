'use strict';
/*
 * late.js [PATTERN] - a stop comes soon also in built-in functions that take
 * long: each one in a loop, with arguments that are large, until the time of the
 * script is over. The processor's time counts, so that a busy machine does not
 * matter.
 *
 * MOST_MS is what a stop may take. Building the arguments is not measured.
 */
const assert = require('assert');
const vm = require('vm');

const TIMEOUT_MS = 5;
const MAX_MS = Number(process.env.MAX_MS || 50);

const sizes = { large: 1, medium: 40, small: 4000 };

/* Values by size; some for each kind of argument that functions take. */
const setUp = `
const n = Math.ceil(1e6 / size);
const text = 'abcdefgh'.repeat(n);
const wide = 'abc\\u1234'.repeat(n);
const rope = text + 'x';
const text2 = 'abcdefgh'.repeat(n);
const wide2 = 'abc\\u1234'.repeat(n);
const list = Array.from({ length: n }, (_, i) => (i * 7919) % n);
const words = Array.from({ length: Math.ceil(n / 8) }, (_, i) => 'w' + (i * 7919) % n);
const objects = Array.from({ length: Math.ceil(n / 8) }, (_, i) => ({ a: i, b: [i] }));
const sparse = []; sparse[n] = 1; for (let i = 0; i < n / 8; i += 3) sparse[i] = i;
const floats = new Float64Array(list);
const bytes = new Uint8Array(n * 8);
const bigs = new BigInt64Array(n).map((_, i) => BigInt(i ^ 0x55));
const big = (1n << BigInt(Math.ceil(n * 0.4))) - 12345n;
const big2 = (1n << BigInt(Math.ceil(n * 0.3))) - 999n;
const digits = '7'.repeat(Math.ceil(n / 4));
const map = new Map(list.map((x) => [x, x]));
const set = new Set(list);
const set2 = new Set(list.map((x) => x + n / 2));
const keys = Object.fromEntries(words.map((w, i) => [w, i]));
const json = JSON.stringify(objects);
const deep = JSON.parse('['.repeat(Math.min(n, 1000)) + ']'.repeat(Math.min(n, 1000)));
const buffer = bytes.buffer;
const pairs = words.map((w) => [w, 1]);
const uri = '%C3%A9'.repeat(Math.ceil(n / 4));
const lineFeeds = 'ab\\n'.repeat(n);
`;

const calls = `
JSON.stringify(objects)
JSON.stringify(objects, null, 2)
JSON.stringify(list)
JSON.stringify(text)
JSON.stringify(wide)
JSON.stringify(keys)
JSON.parse(json)
JSON.rawJSON?.(digits)
text.split('')
text.split('h')
text.split(/h/)
text.replaceAll('a', 'bb')
text.replace(/a/g, 'bb')
text.match(/a/g)
[...text.matchAll(/a/g)]
text.search(/z/)
text.indexOf('z')
text.indexOf('hgfe')
text.lastIndexOf('z')
text.includes(wide)
text.repeat(2)
text.padEnd(text.length * 2, 'xy')
text.padStart(text.length * 2, 'xy')
text.toUpperCase()
wide.toUpperCase()
wide.toLocaleLowerCase()
wide.normalize('NFD')
wide.localeCompare(wide + 'x')
wide.isWellFormed()
wide.toWellFormed()
text.trim()
' '.repeat(text.length).trim()
text.concat(wide)
text.slice(1) + wide
(text + wide).charCodeAt(5)
text.at(-1)
text.substring(1)
text.codePointAt(1)
text.anchor(text)
text < text + 'x'
text === 'abcdefgh'.repeat(n)
wide === wide2
text == text2
text < text2
rope === text + 'x'
keys[text]
Symbol.for(text)
[...text]
[...wide]
encodeURIComponent(wide)
decodeURIComponent(uri)
escape(wide)
unescape(uri)
parseInt(digits)
parseFloat(digits)
Number(digits)
+digits
new Function('return [' + list + ']')
eval('[' + list + ']')
(0, eval)(json)
list.join()
words.join()
list.toString()
list.concat(list)
list.slice()
list.slice(1)
list.splice(0, 0)
list.toSpliced(5, 1)
list.reverse()
list.toReversed()
list.sort()
words.sort()
list.toSorted()
list.toSorted((a, b) => a - b)
[...list].sort()
floats.sort()
floats.toSorted()
bigs.sort()
bytes.sort()
floats.reverse()
floats.toReversed()
floats.fill(1)
floats.fill(n)
floats.set(list)
floats.slice()
floats.join()
floats.indexOf(-1)
floats.lastIndexOf(-1)
floats.includes(-1)
bytes.indexOf(1)
floats.copyWithin(1, 0)
floats.subarray(1)
floats.map(Math.sin)
floats.map(Number)
floats.filter(Boolean)
floats.with(0, 1)
floats.toString()
new Float64Array(list)
new Float64Array(floats)
new Uint8Array(floats)
Float64Array.from(list)
Float64Array.of(...list.slice(0, 1000))
Uint8Array.fromBase64?.(bytes.toBase64())
bytes.toHex?.()
list.fill(1)
list.indexOf(-1)
list.lastIndexOf(-1)
list.includes(-1)
list.map(Number)
list.filter(Boolean)
list.forEach(Number)
list.some(isNaN)
list.every(isFinite)
list.find(isNaN)
list.findLast(isNaN)
list.reduce(Math.max)
list.reduceRight(Math.max)
list.flat()
objects.flatMap(Object)
list.copyWithin(1, 0)
list.with(0, 1)
list.entries().toArray()
list.values().drop(1e9).next()
list.keys().map(Number).filter(isNaN).toArray()
sparse.indexOf(-1)
sparse.slice()
sparse.sort()
sparse.forEach(Number)
sparse.join()
sparse.concat(sparse)
Array.from(list)
Array.from(set)
Array.from({ length: n })
Array.from({ length: n }, Number)
Array(n).fill(0)
Array.of(...list.slice(0, 1000))
Array.prototype.push.apply([], list.slice(0, 10000))
Array.prototype.indexOf.call({ length: n }, 1)
Array.prototype.concat.call([], ...words.slice(0, 100).map(() => list))
[].concat(list, list)
list.slice().unshift(1)
list.slice().shift()
[...list]
Math.max(...list.slice(0, 10000))
Math.max.apply(null, list.slice(0, 10000))
new Map(map)
new Map(pairs)
new Set(set)
new Set(list)
[...map]
[...map.keys()]
map.forEach(Number)
set.union(set2)
set.intersection(set2)
set.difference(set2)
set.symmetricDifference(set2)
set.isSubsetOf(set2)
set.isSupersetOf(set)
set.isDisjointFrom(new Set([-1]))
Map.groupBy(list, Number)
Object.groupBy(list, Boolean)
Object.keys(keys)
Object.values(keys)
Object.entries(keys)
Object.assign({}, keys)
Object.fromEntries(pairs)
Object.getOwnPropertyNames(list)
Object.getOwnPropertyDescriptors(keys)
Object.freeze({ ...keys })
Object.isFrozen(Object.seal({ ...keys }))
Object.keys(list)
Object.entries(list)
Object.entries(text)
({ ...keys })
(() => { const { a, ...rest } = keys; return rest; })()
(() => { for (const k in keys) { } })()
Reflect.ownKeys(keys)
Reflect.ownKeys(list)
Object.defineProperties({}, Object.getOwnPropertyDescriptors(keys))
structuredClone(objects)
structuredClone(list)
structuredClone(map)
structuredClone(bytes)
structuredClone(text)
big * big2
big / big2
big % big2
big ** 2n
big + big2
big - big2
big & big2
big << 1000n
big >> 1000n
-big
big === big2
big.toString()
big.toString(16)
big.toString(3)
BigInt(digits)
BigInt('0x' + digits)
BigInt.asUintN(n, big)
BigInt.asIntN(n, -big)
BigInt(Number.MAX_VALUE)
3n ** BigInt(Math.ceil(n / 8))
digits.slice(0, 300) * 1
new Date(text)
Date.parse(' '.repeat(n))
/(a*)*b/.test('a'.repeat(28))
/(?:a|ab|abc)*x/.test(text)
/a+b/.test('a'.repeat(n))
/[^x]*x/.exec(text)
/.*z/.exec(lineFeeds)
/\\w+\\s/.exec(text)
/(?<=b.*)z/.exec(text)
/(\\w)\\1/.exec(text)
/abcdefghz/i.exec(text)
/z$/m.exec(lineFeeds)
/\\p{Lu}/u.exec(wide)
new RegExp('(?:' + words.slice(0, 5000).join('|') + ')')
RegExp.escape?.(text)
text.replace(/./g, '$&$&')
text.replace(/(a)(b)/g, '$2$1')
text.split(/(?:)/)
lineFeeds.split('\\n')
buffer.slice(0)
buffer.resize?.(1)
new Uint8Array(buffer.transfer ? buffer.slice(0).transfer(bytes.length * 2) : 1)
new SharedArrayBuffer(bytes.length)
new ArrayBuffer(bytes.length)
String.fromCharCode(...list.slice(0, 10000))
String.fromCharCode.apply(null, list.slice(0, 60000))
String.raw({ raw: words })
words.map(String.prototype.toUpperCase.call, String.prototype.toUpperCase)
String(list)
'' + list
list == text
Buffer.from(text)
Buffer.from(wide)
Buffer.from(wide, 'utf16le')
Buffer.from(text, 'base64')
Buffer.from(text, 'hex')
Buffer.from(text, 'latin1')
Buffer.from(list)
Buffer.from(bytes)
Buffer.from(bytes).toString()
Buffer.from(bytes).toString('hex')
Buffer.from(bytes).toString('base64')
Buffer.from(bytes).toString('utf16le')
Buffer.from(bytes).toString('ascii')
Buffer.concat([bytes, bytes])
Buffer.compare(bytes, bytes)
Buffer.from(bytes).equals(bytes)
Buffer.from(bytes).indexOf('xyz')
Buffer.from(bytes).lastIndexOf('xyz')
Buffer.from(bytes).includes(1)
Buffer.from(bytes).fill('xy')
Buffer.from(bytes).swap16()
Buffer.byteLength(wide)
Buffer.alloc(bytes.length, 'ab')
Buffer.from(bytes).toJSON()
new TextEncoder().encode(wide)
new TextDecoder().decode(bytes)
new TextDecoder('utf-16le').decode(bytes)
new TextDecoder('latin1').decode(bytes)
atob('abcd'.repeat(n))
btoa(text)
new URL('http://a/' + text)
new URLSearchParams(words.join('=1&'))
crypto.createHash('sha256').update(bytes).digest()
crypto.createHash('sha512').update(text).digest()
crypto.createHmac('sha256', 'k').update(bytes).digest()
crypto.randomBytes(bytes.length)
crypto.pbkdf2Sync('a', 'b', Math.ceil(60000 / size), 32, 'sha256')
crypto.scryptSync('a', 'b', 32, { N: 2 ** Math.max(4, Math.floor(Math.log2(16384 / size))) })
crypto.createCipheriv('aes-128-cbc', 'k'.repeat(16), 'i'.repeat(16)).update(bytes)
crypto.randomUUID()
crypto.timingSafeEqual(bytes, bytes)
zlib.deflateSync(bytes)
zlib.inflateSync(zlib.deflateSync(bytes))
zlib.gzipSync(text)
zlib.brotliCompressSync(text.slice(0, 400000), { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })
zlib.crc32(bytes)
v8.serialize(objects)
v8.deserialize(v8.serialize(objects))
v8.serialize(bytes)
util.inspect(list)
util.format('%j', objects)
util.isDeepStrictEqual(objects, objects.slice())
util.stripVTControlCharacters(text)
util.toUSVString(wide)
querystring.parse(words.join('=1&'))
querystring.escape(wide)
path.normalize('/a/../'.repeat(n))
fs.readFileSync(file)
fs.statSync(file)
fs.existsSync(file + 'x')
fs.readdirSync('/')
fs.openSync.call(null, file) && 1
Intl.DateTimeFormat?.('en').format(5)
words.map((w) => w.localeCompare('w5'))
wide.localeCompare('abc')
new Intl.Segmenter('en').segment(wide).containing(5)
[...new Intl.Segmenter('en').segment(wide.slice(0, 1000))].length
'abc'.normalize()
queueMicrotask(Number)
process.hrtime()
performance.now()
new Blob([bytes])
new Headers(pairs.slice(0, 1000))
events.once
module.require('fs')
`.trim().split('\n');

const bad = [];
let seen = 0;
let worst = 0;

function makeContext(size) {
  const scope = { size, structuredClone, file: __filename, module, Buffer,
                  TextEncoder, TextDecoder, atob, btoa, URL, URLSearchParams,
                  queueMicrotask, performance, process, Blob, Headers };
  for (const name of ['crypto', 'zlib', 'v8', 'util', 'querystring', 'path',
                      'fs', 'events'])
    scope[name] = require(name);
  const context = vm.createContext(scope);
  vm.runInContext(setUp, context);
  return context;
}

/* How long, in milliseconds of the processor, the loop runs beyond its time. */
function measure(context, call) {
  const script = new vm.Script(`for (;;) { ${call}; }`);
  const before = process.cpuUsage();
  try {
    script.runInContext(context, { timeout: TIMEOUT_MS });
  } catch (e) {
    if (e.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return undefined; /* not of this engine, or too large for it */
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 - TIMEOUT_MS;
}

for (const [name, size] of Object.entries(sizes)) {
  const context = makeContext(size);
  for (const call of calls) {
    if (process.argv[2] && !call.includes(process.argv[2]))
      continue;
    if (process.env.VERBOSE)
      process.stderr.write(`${name} ${call} `);
    let took = measure(context, call);
    /* A collection, or memory that is cleared, comes only once. */
    for (let i = 0; i < 2 && took > MAX_MS; i++)
      took = Math.min(took, measure(context, call));
    if (process.env.VERBOSE)
      process.stderr.write(`${took}\n`);
    if (took === undefined)
      continue;
    seen++;
    worst = Math.max(worst, took);
    if (took > MAX_MS)
      bad.push(`${name} ${call}: ${took.toFixed(0)} ms`);
  }
}
console.log(`${seen} loops, the latest stop after ${worst.toFixed(0)} ms`);
if (!process.argv[2])
  assert.ok(seen > 600, 'the functions are there');
assert.deepStrictEqual(bad, []);
