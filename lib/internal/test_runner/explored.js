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
    const [first, ...more] = text.split('\n').filter((line) => line.trim() !== '');
    // "Expected values to be strictly equal:" says what was expected in the next line.
    return first?.endsWith(':') && more.length > 0 ? `${first} ${more[0].trim()}` : first;
}

// A suite fails if a test of it does: then that one is noted.
function noteTest(test) {
    if (test.passed || test.skipped || test.isTodo)
        note('P', nameOf(test));
    else if (test.error?.failureType !== 'subtestsFailed')
        note('F', `${nameOf(test)}\t${messageOf(test.error)}`);
}

module.exports = { note: noteTest, nameOf };
