'use strict';
/*
 * internal/vm_imports - what import() does in code that node:vm compiled: a
 * function (specifier, attributes) by the name of the code.
 */

module.exports = new Map();
