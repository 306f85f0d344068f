'use strict';

/*
 * internal/explore/runners/script - how package.json starts a runner: the words that its
 * script has after the runner's name.
 *
 *     "test": "tsc && c8 mocha -r ./setup.js 'test/*.js' | tee log"
 *                           -r ./setup.js 'test/*.js'
 */

const path = require('path');
const fs = require('fs');

function readPackage(dir) {
    try {
        return JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
    } catch {
        return {};
    }
}

// One command of a script, as words without their quotes.
function wordsOf(text) {
    return [...text.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|([^\s'"]+)/g)]
        .map(([, single, double, plain]) =>
            single ?? double?.replace(/\\(.)/g, '$1') ?? plain);
}

function isCalled(word, name) {
    return word === name || new RegExp(`(?:^|/)${name}(?:/bin/[\\w.]+)?$`).test(word);
}

// What stands behind the runner's name in the first script that has it, and before it.
function scriptOf(dir, name) {
    const { scripts = {} } = readPackage(dir);
    for (const text of [scripts.test, scripts.unit, ...Object.values(scripts)]) {
        for (const command of `${text ?? ''}`.split(/&&|\|\||[;|]/)) {
            const words = wordsOf(command);
            const at = words.findIndex((word) => isCalled(word, name));
            if (at >= 0)
                return { before: words.slice(0, at), after: words.slice(at + 1) };
        }
    }
    return { before: [], after: [] };
}

// Of these options each with its value, in one word or in two.
function pick(words, names) {
    const picked = [];
    for (let n = 0; n < words.length; n++) {
        const [name, joined] = words[n].split(/=(.*)/s);
        if (!names.includes(name))
            continue;
        if (joined !== undefined)
            picked.push(words[n]);
        else if (n + 1 < words.length)
            picked.push(name, words[++n]);
    }
    return picked;
}

module.exports = { readPackage, scriptOf, pick };
