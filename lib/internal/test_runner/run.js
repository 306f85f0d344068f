'use strict';
/* internal/test_runner/run - run(): test files, each in a child process. */

const { notThereYet } = require('internal/missing');

function run() {
    throw notThereYet('run() of node:test');
}

module.exports = { run };
