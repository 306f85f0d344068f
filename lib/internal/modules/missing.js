'use strict';
/*
 * internal/modules/missing - for modules that load and say when used that they are not
 * there yet. Many packages only mention them.
 */

const { makePlainError } = require('internal/errors');

function notThereYet(what) {
    return makePlainError(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
                          `orrery has no ${what} yet`);
}

/* Functions that throw, by name; a name with a capital is a class. */
function defineMissing(exports, what, names) {
    for (const name of names) {
        exports[name] = {
            [name]: function() {
                throw notThereYet(what);
            },
        }[name];
    }
}

module.exports = { defineMissing, notThereYet };
