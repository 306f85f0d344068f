'use strict';

/*
 * internal/process/explore - process.explore: what a program can say about itself
 * while its orders are searched. It is undefined otherwise.
 *
 *     process.explore?.fail('two winners');    this order breaks the program
 */

const binding = internalBinding('explore');

function fail(message = 'process.explore.fail()') {
    binding.note('M', `${message}`);
    if (process.exitCode === undefined)
        process.exitCode = 1;
}

module.exports = { explore: { __proto__: null, fail } };
