'use strict';
/*
 * constants - those of os, fs and crypto in one object, which is how Node had
 * them once and old packages still ask for them.
 */

const { fs, os } = internalBinding('constants');
const crypto = require('internal/crypto/constants');

module.exports = Object.freeze({
    ...os.dlopen, ...os.errno, ...os.priority, ...os.signals, ...fs,
    ...crypto,
});
