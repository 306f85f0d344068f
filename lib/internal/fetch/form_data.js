'use strict';
/* internal/fetch/form_data - FormData: the fields of a form, in order. A value
 * is text or a File. */

const { isBlob } = require('internal/blob/blob');
const { File, isFile } = require('internal/blob/file');
const { toUSVString } = require('internal/util');
const {
    defineIteration, defineMembers, makeIllegalInvocation, needArguments,
    refuseInstance,
} = require('internal/fetch/webidl');

/* A Blob becomes a File, whose name may be given. */
function makeValue(value, fileName) {
    if (!isBlob(value))
        return toUSVString(value);
    if (fileName === undefined && isFile(value))
        return value;
    return new File([value], fileName ?? 'blob', {
        type: value.type,
        lastModified: isFile(value) ? value.lastModified : undefined,
    });
}

function readEntry(args, prefix) {
    needArguments(args.length, 2, prefix);
    const [name, value, fileName] = args;
    if (args.length > 2 && !isBlob(value))
        refuseInstance(prefix, 'value', value, 'Blob');
    return [toUSVString(name), makeValue(
        value, fileName === undefined ? undefined : toUSVString(fileName))];
}

function readName(args, prefix) {
    needArguments(args.length, 1, prefix);
    return toUSVString(args[0]);
}

let isFormData, entriesOf, replaceEntries;

class FormData {
    #entries = [];

    static {
        isFormData = (value) => value !== null && typeof value === 'object' &&
                                #entries in value;
        entriesOf = (value) => {
            if (!isFormData(value))
                throw makeIllegalInvocation();
            return value.#entries;
        };
        replaceEntries = (form, entries) => { form.#entries = entries; };
    }

    constructor(form = undefined) {
        if (form !== undefined) {
            throw new TypeError('FormData constructor: Argument 1 could not ' +
                                'be converted to: undefined.');
        }
    }

    append(name, value, fileName = undefined) {
        const entries = entriesOf(this);
        entries.push(readEntry(arguments, 'FormData.append'));
    }

    delete(name) {
        const entries = entriesOf(this);
        const key = readName(arguments, 'FormData.delete');
        replaceEntries(this, entries.filter(([one]) => one !== key));
    }

    get(name) {
        const entries = entriesOf(this);
        const key = readName(arguments, 'FormData.get');
        return entries.find(([one]) => one === key)?.[1] ?? null;
    }

    getAll(name) {
        const entries = entriesOf(this);
        const key = readName(arguments, 'FormData.getAll');
        return entries.filter(([one]) => one === key).map(([, value]) => value);
    }

    has(name) {
        const entries = entriesOf(this);
        const key = readName(arguments, 'FormData.has');
        return entries.some(([one]) => one === key);
    }

    /* In the place of the first of that name; the others go. */
    set(name, value, fileName = undefined) {
        const entries = entriesOf(this);
        const entry = readEntry(arguments, 'FormData.set');
        const at = entries.findIndex(([one]) => one === entry[0]);
        if (at < 0) {
            entries.push(entry);
            return;
        }
        entries[at] = entry;
        replaceEntries(this, entries.filter(
            ([one], i) => i <= at || one !== entry[0]));
    }
}

/* Several values of one name are shown as a list. */
function showFormData(form) {
    const shown = new Map();
    for (const [name, value] of entriesOf(form)) {
        const had = shown.get(name);
        if (!shown.has(name))
            shown.set(name, value);
        else if (Array.isArray(had))
            had.push(value);
        else
            shown.set(name, [had, value]);
    }
    return Object.fromEntries(shown);
}

defineMembers(FormData, ['append', 'delete', 'get', 'getAll', 'has', 'set'],
              showFormData);
defineIteration(FormData, (form) => entriesOf(form));
for (const name of ['append', 'set']) {
    Object.defineProperty(FormData.prototype[name], 'length',
                          { __proto__: null, value: 2 });
}

module.exports = {
    FormData,
    entriesOf: (form) => entriesOf(form),
    isFormData: (value) => isFormData(value),
};
