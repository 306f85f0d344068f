'use strict';
/*
 * internal/vm/imports - what import() does in code that node:vm compiled: a
 * function (specifier, attributes) by the name of the code and the global object
 * of its context, which is undefined for this one.
 */

const here = new Map();
const elsewhere = new WeakMap(); // by global object

function listOf(global) {
    if (global === undefined)
        return here;
    let list = elsewhere.get(global);
    if (list === undefined) {
        list = new Map();
        elsewhere.set(global, list);
    }
    return list;
}

module.exports = {
    get: (name, global) => (global === undefined ? here :
        elsewhere.get(global))?.get(name),
    set: (name, importer, global) => listOf(global).set(name, importer),
    delete: (name, global) => listOf(global).delete(name),
};
