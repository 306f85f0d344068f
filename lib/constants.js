'use strict';
/*
 * constants - those of os and fs in one object, which is how Node had them once
 * and old packages still ask for them. Those of crypto come with it.
 */

const { fs, os } = internalBinding('constants');

module.exports = Object.freeze({
    ...os.dlopen, ...os.errno, ...os.priority, ...os.signals, ...fs,
});
