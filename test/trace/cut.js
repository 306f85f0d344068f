/*
 * cut.js ORRERY TRACE DIR: a trace that was cut or changed at any byte is
 * refused with the number of a line, and never crashes its reader.
 *
 * Every line is cut once at its end and once inside; and bytes are changed by a
 * fixed random sequence. A change that leaves a good trace is no damage.
 */
'use strict';

const fs = require('fs');
const path = require('path');
const assert = require('assert');
const { spawnSync } = require('child_process');

const [, , orrery, tracePath, dir] = process.argv;
const whole = fs.readFileSync(tracePath);
const file = path.join(dir, 'cut.jsonl');

let state = 12345;
function random(n) {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 2147483648 * n);
}

function explain(bytes, ...options) {
    fs.writeFileSync(file, bytes);
    const { status, signal, stderr } = spawnSync(
        orrery, ['explain', ...options, file], { encoding: 'utf8' });
    return { status, signal, stderr };
}

function isRefused(bytes, what) {
    const { status, stderr } = explain(bytes);
    assert.strictEqual(status, 1, `${what}: ${status} ${stderr}`);
    assert.match(stderr, /^orrery: .*cut\.jsonl, line \d+: .+\n$/, what);
    return Number(stderr.match(/line (\d+)/)[1]);
}

assert.strictEqual(explain(whole).status, 0);
for (let n = 0; n < 40; n++) {
    const at = random(whole.length);
    const line = whole.subarray(0, at).toString().split('\n').length;
    const found = isRefused(whole.subarray(0, at), `cut at byte ${at}`);
    const isAtEnd = at === 0 || whole[at - 1] === 10;
    assert.strictEqual(found, isAtEnd ? line - 1 : line, `cut at byte ${at}`);
}
isRefused(whole.subarray(0, whole.length - 1), 'the last newline');
isRefused(Buffer.from(''), 'empty');
isRefused(Buffer.from('hello\n'), 'no trace');
isRefused(Buffer.from('{"v":1,"argv":[]}\n'), 'an older version');
isRefused(Buffer.from([0xff, 0xfe, 0x0a]), 'no text');
isRefused(Buffer.from(whole.toString().replace(/"text":".*"}/, '"text":5}')),
          'a source text that is none');

for (let n = 0; n < 60; n++) {
    const bytes = Buffer.from(whole);
    bytes[random(bytes.length)] = random(256);
    const { status, signal, stderr } = explain(bytes);
    assert.strictEqual(signal, null, `byte changed: ${stderr}`);
    assert.ok(status === 0 || /, line \d+: /.test(stderr),
              `byte changed: ${status} ${stderr}`);
}

const half = explain(whole.subarray(0, Math.floor(whole.length / 2)),
                     '--incomplete');
assert.strictEqual(half.status, 0, half.stderr);
