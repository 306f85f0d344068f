'use strict';

/*
 * internal/test_runner/explored - tells a search of orders which tests passed.
 */

const { note } = internalBinding('explore');

function nameOf(test) {
    return test.fullName.replaceAll('\t', ' ').replaceAll('\n', ' ');
}

function messageOf(error) {
    const text = `${error?.cause?.message ?? error?.message ?? error}`;
    return text.split('\n')[0];
}

// A suite fails if a test of it does: then that one is noted.
function noteTest(test) {
    if (test.passed || test.skipped || test.isTodo)
        note('P', nameOf(test));
    else if (test.error?.failureType !== 'subtestsFailed')
        note('F', `${nameOf(test)}\t${messageOf(test.error)}`);
}

module.exports = { note: noteTest };
