'use strict';
/*
 * Random changes of sources: is what is left a program? One line for each, with
 * the verdict and the source. The sources are parts of the tests in test/lib;
 * tokens are left out, put in, exchanged and repeated, or the end is cut off.
 * As with buffer.js, the same seed gives the same lines everywhere.
 *
 * A call that is assigned to is left out: V8 refuses it when it runs.
 */

const fs = require('fs');
const path = require('path');
const vm = require('vm');

let state = 1;

function random(n) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
}

function pick(list) {
    return list[random(list.length)];
}

/* ---- Sources ---------------------------------------------------------- */

/* What they begin with is the same everywhere: the files of the repository. */
const folder = path.join(__dirname, '..', 'lib');
const texts = fs.readdirSync(folder).filter((name) => name.endsWith('.js'))
    .sort().map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));

const words = [
    '(', ')', '{', '}', '[', ']', ';', ',', '=>', '...', '?.', '??', '**', '`',
    '${', "'", '"', '/', '/=', '\\', '\\u', '\\u{61}', '\\x', '#x', '@',
    'async', 'await', 'yield', 'let', 'of', 'in', 'new', 'super', 'this',
    'class', 'extends', 'static', 'get', 'set', 'function', 'function*',
    'for', 'if', 'else', 'do', 'while', 'switch', 'case', 'default:', 'break',
    'continue', 'return', 'throw', 'try', 'catch', 'finally', 'import',
    'export', 'import.meta', 'new.target', 'with', 'var', 'const', 'enum',
    'arguments', 'eval', '1n', '0x', '08', '.5.', '1_0', '1__0', '/a/g', '/[/',
    '/(?<a>b)\\k<a>/u', '<!--', '-->', '\n', '\u2028', '\u00a0', 'label:',
    '...a', '=', '==', '&&=', '?', ':', '!', '~', 'typeof', 'delete', 'void',
    'null', 'true', 'instanceof', '"use strict";', '0', 'a', 'b', '{a}', '[a]',
    '{a=1}', '(a,b)=>', 'async x=>', '*', 'static{', '#a in b', '\u{20bb7}',
    '\\u{110000}', 'async(', 'yield*', 'import(', '\0', 'class{#a;b(){',
];

const token = new RegExp(String.raw`\s+|//[^\n]*|/\*[\s\S]*?\*/|[\w$#]+|` +
    String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` +
    '`(?:[^`\\\\]|\\\\.)*`|' +
    String.raw`=>|\.\.\.|[-+*/%&|^<>=!?]+|.`, 'gsu');

function part() {
    const text = pick(texts);
    const start = text.indexOf('\n', random(text.length)) + 1;
    return text.slice(start, start + 40 + random(400));
}

function change(tokens) {
    const at = random(tokens.length + 1);
    const other = random(tokens.length + 1);
    switch (random(7)) {
    case 0:
        return tokens.toSpliced(at, 1 + random(3));
    case 1:
        return tokens.toSpliced(at, 0, pick(words));
    case 2:
        return tokens.toSpliced(at, 1, tokens[other] ?? '');
    case 3:
        return tokens.toSpliced(at, 0, ...tokens.slice(other, other + 5));
    case 4:
        return tokens.toSpliced(at, 1, pick(words));
    case 5:
        return tokens.toSpliced(at, 0, pick(words), pick(words));
    default:
        return random(3) === 0 ? tokens.slice(0, at) : tokens;
    }
}

function source() {
    let tokens = part().match(token) ?? [];
    for (let n = 1 + random(4); n > 0; n--)
        tokens = change(tokens);
    const text = tokens.join('');
    return random(6) === 0 ? text.slice(0, random(text.length + 1)) : text;
}

/* ---- Verdicts --------------------------------------------------------- */

const toCall =
    /\)\s*(?:=(?![=>])|\+\+|--|[-+*/%&|^<>?]+=(?!=))|(?:\+\+|--)[\w$.#\s]+\(/;

function verdict(text) {
    if (toCall.test(text))
        return 'left out';
    try {
        new vm.Script(text);
        return 'a program';
    } catch (error) {
        return error.name;
    }
}

const seed = Number(process.argv[2] ?? 1);
const count = Number(process.argv[3] ?? 1000);
state = (seed * 2654435761) >>> 0 || 1;
for (let i = 0; i < count; i++) {
    const text = source();
    console.log(`${i} ${verdict(text)} ${JSON.stringify(text)}`);
}
