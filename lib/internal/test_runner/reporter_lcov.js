'use strict';
/* internal/test_runner/reporter_lcov - writes only coverage, and there is none:
 * run({ coverage: true }) throws. */

const { Transform } = require('stream');

class LcovReporter extends Transform {
    constructor() {
        super({ writableObjectMode: true });
    }

    _transform(event, encoding, callback) {
        callback(null);
    }
}

module.exports = LcovReporter;
