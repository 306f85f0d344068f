'use strict';
/*
 * internal/tls/keylog - --tls-keylog=FILE: the keys of every connection are
 * written there.
 */

const options = require('internal/options');
/* Loaded when first used: fs. */

const file = options.get('tls-keylog');

function write(line) {
    require('fs').appendFileSync(file, line, { mode: 0o600 });
}

if (file !== undefined)
    process.emitWarning('Using --tls-keylog makes TLS connections insecure ' +
        `by writing secret key material to file ${file}`);

module.exports = { writeKeylog: file === undefined ? undefined : write };
