'use strict';
// Two callbacks race, and one order in a few is wrong.
const fs = require('fs');

let state = 'old';
fs.readFile(__filename, () => fs.stat('.', () => state = 'new'));
setTimeout(() => {
    console.log(state, performance.now());
    if (Math.random() < 0.2 || state === 'odd')
        throw new Error(`the state is ${state}`);
}, 1);
