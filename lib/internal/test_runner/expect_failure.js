'use strict';
/* internal/test_runner/expect_failure - the option expectFailure: true, a
 * reason, what the error must match, or both as { label, match }. */

const { codes: { ERR_INVALID_ARG_VALUE, ERR_TEST_FAILURE } } =
    require('internal/errors');
/* Loaded when first used: assert, internal/util/types. */

function read(value) {
    if (value === undefined || value === false)
        return false;
    if (typeof value === 'string')
        return { label: value, match: undefined };
    if (typeof value === 'function' ||
        require('internal/util/types').isRegExp(value))
        return { label: undefined, match: value };
    if (typeof value !== 'object' || value === null)
        return { label: undefined, match: undefined };
    const keys = Object.keys(value);
    if (keys.length === 0) {
        throw new ERR_INVALID_ARG_VALUE('options.expectFailure', value,
                                        'must not be an empty object');
    }
    if (keys.every((key) => key === 'label' || key === 'match'))
        return { label: value.label, match: value.match };
    return { label: undefined, match: value };
}

/* null, or the error that says that `error` is another one than expected. */
function check(expected, error) {
    if (!expected || expected.match === undefined)
        return null;
    const thrown = error?.code === 'ERR_TEST_FAILURE' ? error.cause : error;
    try {
        require('assert').throws(() => { throw thrown; }, expected.match);
        return null;
    } catch (mismatch) {
        const failure = new ERR_TEST_FAILURE(
            'The test failed, but the error did not match the expected ' +
            'validation', 'testCodeFailure');
        failure.cause = mismatch;
        return failure;
    }
}

module.exports = { check, read };
