'use strict';
/*
 * huge.js [FROM STEP] - a stop comes soon also in the middle of one pass over a
 * text of a hundred million characters, or over as many elements. Each call is
 * made once, in a script whose time is over long before it could end; the
 * processor's time counts. With two numbers only each STEP-th call is made.
 *
 * MAX_MS is what a stop may take. Building the arguments is not measured.
 */
const assert = require('assert');
const vm = require('vm');

const TIMEOUT_MS = 5;
const MAX_MS = Number(process.env.MAX_MS || 50);
const UNITS = 100e6;

const texts = `
const text = 'a'.repeat(n), text2 = 'a'.repeat(n - 1) + 'b';
const wide = '\\u1234'.repeat(n), wide2 = '\\u1234'.repeat(n - 1) + 'b';
const spaces = ' '.repeat(n), wideSpaces = '\\u2003'.repeat(n);
const latin = '\\xe9'.repeat(n), pairs = '\\u{1f600}'.repeat(n / 2);
const lone = '\\ud800'.repeat(n), cases = 'aA\\u0130'.repeat(n / 3);
const percent = '%41'.repeat(n / 3), lineFeeds = '\\n'.repeat(n);
const quotes = '"'.repeat(n), escapes = '\\\\u0041'.repeat(n / 6);
for (const s of [text2, wide2]) s.charCodeAt(0);
`;

const textCalls = `
text.indexOf('aaaz')
text.indexOf('aaz'.repeat(1000))
wide.indexOf('\\u1234z')
wide.lastIndexOf('z')
wide.lastIndexOf('z\\u1234')
text.lastIndexOf('za')
text.includes('aaaz')
text.startsWith(text2)
text === text2
wide === wide2
text < wide
text.padStart(2 * n)
text.padEnd(2 * n, 'xy')
wide.padStart(2 * n)
text.padStart(2 * n, wide)
text.repeat(5)
'xy'.repeat(n)
wide.repeat(2)
text.split('')
text.split('a')
text.replaceAll('a', 'bb')
text.replace(/a/g, 'b')
wide.replaceAll('\\u1234', 'b')
text.toUpperCase()
wide.toUpperCase()
latin.toUpperCase()
cases.toLowerCase()
text.normalize()
wide.normalize()
wide.normalize('NFKD')
latin.normalize('NFD')
wide.isWellFormed()
wide.toWellFormed()
lone.toWellFormed()
pairs.isWellFormed()
spaces.trim()
spaces.trimEnd()
wideSpaces.trimStart()
Number(wideSpaces)
parseFloat(wideSpaces)
+(spaces + '1')
text.concat(wide).charCodeAt(1)
(text + wide).charCodeAt(1)
(text + text2).indexOf('z')
\`\${text}\${wide}\${text}\`.charCodeAt(3)
String.raw({ raw: [text, text] }, text)
[text, text, wide].join('')
[...text]
Array.from(wide)
JSON.stringify(text)
JSON.stringify(wide)
JSON.stringify(quotes)
JSON.stringify(lone)
JSON.parse('"' + text + '"')
JSON.parse('"' + wide + '"')
JSON.parse('"' + escapes + '"')
encodeURIComponent(text)
encodeURI(wide)
decodeURIComponent(text)
decodeURIComponent(percent)
escape(text)
escape(wide)
unescape(text)
unescape(percent)
RegExp.escape?.(text)
RegExp.escape?.(spaces)
new RegExp(text)
new RegExp(spaces)
/[xyz]/.test(text)
/a*z/.exec(text)
lineFeeds.split(/\\n/)
text.match(/z/g)
new Function(text)
eval('"' + text + '"')
eval('"' + escapes + '"')
text.anchor('x')
new Error(text).stack
structuredClone(text)
structuredClone(wide)
new MessageChannel().port1.postMessage(text)
path.join(text, text)
util.inspect(text)
util.toUSVString(wide)
querystring.unescape(percent)
`;

const lists = `
const bytes = new Uint8Array(n), floats = new Float64Array(n / 8);
const list = new Array(n / 10).fill(1), like = { length: n };
const big = 1n << 100000000n;
`;

const listCalls = `
bytes.sort()
floats.toSorted()
bytes.join()
bytes.map(Math.abs)
Array.from(bytes)
[...bytes]
JSON.stringify(list)
new Array(n).fill(0)
list.fill(2)
Array.prototype.fill.call(like, 1)
Array(n).join('x')
Array(n).indexOf(1)
Array(n).reverse()
Array(n).forEach(Number)
Array.prototype.indexOf.call(like, 1)
Array.prototype.slice.call(like)
Array.prototype.reverse.call(like)
list.indexOf('x')
list.map(Number)
list.flat()
structuredClone(list)
structuredClone(bytes)
new Set(list)
Object.entries(list)
big * (big - 1n)
big ** 3n
big.toString()
big / (big >> 50000000n)
BigInt('7'.repeat(n))
BigInt('0x' + 'f'.repeat(n))
3n ** 100000000n
`;

const names = ['path', 'util', 'querystring'];
const [from = 0, step = 1] = process.argv.slice(2).map(Number);
const bad = [];
let at = 0;
let seen = 0;
let worst = 0;

/* How long, in milliseconds of the processor, the script runs beyond its time. */
function measure(context, call) {
  const script = new vm.Script(`{ ${call}; } for (;;);`);
  const before = process.cpuUsage();
  assert.throws(() => script.runInContext(context, { timeout: TIMEOUT_MS }),
                { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' }, call);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 - TIMEOUT_MS;
}

for (const [setUp, calls] of [[texts, textCalls], [lists, listCalls]]) {
  const scope = { n: UNITS, structuredClone, MessageChannel };
  for (const name of names)
    scope[name] = require(name);
  const context = vm.createContext(scope);
  vm.runInContext(setUp, context);
  for (const call of calls.trim().split('\n')) {
    if (at++ % step !== from)
      continue;
    let took = measure(context, call);
    /* A collection, or memory that is cleared, comes only once. */
    for (let i = 0; i < 2 && took > MAX_MS; i++)
      took = Math.min(took, measure(context, call));
    seen++;
    worst = Math.max(worst, took);
    if (process.env.VERBOSE || took > MAX_MS)
      bad.push(`${call}: ${took.toFixed(0)} ms`);
  }
}
console.log(`${seen} calls, the latest stop after ${worst.toFixed(0)} ms`);
assert.deepStrictEqual(bad, []);
