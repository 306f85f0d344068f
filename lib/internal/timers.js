'use strict';
/* internal/timers - the warnings of invalid delays. The timers themselves are
 * in src/engine. */

const { options } = require('internal/process/object');

function warn(kind, delay) {
    if (kind !== 'overflow' && options.profile.fewTimerWarnings)
        return; // the warning exists since version 23
    const note = 'Timeout duration was set to 1.';
    if (kind === 'overflow') {
        process.emitWarning(
            `${delay} does not fit into a 32-bit signed integer.\n${note}`,
            'TimeoutOverflowWarning');
    } else if (kind === 'negative') {
        process.emitWarning(`${delay} is a negative number.\n${note}`,
                            'TimeoutNegativeWarning');
    } else {
        process.emitWarning(`${delay} is not a number.\n${note}`,
                            'TimeoutNaNWarning');
    }
}

module.exports = { warn };
