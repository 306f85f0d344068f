// What does localeCompare() cost, in the sorting of a thousand words?
'use strict';
const { measure, size } = require('./measure.js');
const letters = 'abcdefghijklmnopqrstuvwxyzABC \u00e9\u00fc';
let seed = 12345;

function random() {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed >>> 8;
}
function makeWord() {
    let word = '';
    for (let left = 4 + random() % 8; left > 0; left--)
        word += letters[random() % letters.length];
    return word;
}

const words = Array.from({ length: size(1000) }, makeWord);
const stop = measure('collate');
let compared = 0;
for (let i = 0; i < 60; i++) {
    words.slice().sort((a, b) => {
        compared++;
        return a.localeCompare(b);
    });
}
stop(compared);
