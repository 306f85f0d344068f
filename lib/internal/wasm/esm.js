'use strict';
/*
 * internal/wasm/esm - a module of WebAssembly that is imported as one of
 * JavaScript. A text stands for it, which imports what it needs and exports what
 * it has:
 *
 *     import * as i0 from "./other.js";
 *     let e0, e1;
 *     import.meta.run([i0], (list) => { [e0, e1] = list; });
 *     export { e0 as "add", e1 as "memory" };
 */

const { LinkError } = require('internal/wasm/realm/errors');
const { Instance, Module, makeModule } = require('internal/wasm/realm/module');
/* Loaded when first used: internal/util. */

/* Exports of instances by the namespace that shows them: another module that
 * imports a global gets the WebAssembly.Global itself. */
const instances = new WeakMap();

const isReserved = (name) => /^wasm(-js)?:/.test(name);

/* Strings are there for each module that is imported. */
const stringOptions = {
    strings: true, constants: 'wasm:js/string-constants',
};

function compile(href, name, bytes) {
    try {
        return makeModule(bytes, 'WebAssembly.Module()', stringOptions);
    } catch (error) {
        error.message = `${name}: ${error.message}`;
        throw error;
    }
}

function checkNames(href, imports, exports) {
    for (const { module, name } of imports) {
        if (module.startsWith('wasm-js:'))
            throw new LinkError(`Invalid Wasm import "${module}" in ${href}`);
        if (isReserved(name))
            throw new LinkError(`Invalid Wasm import name "${name}" in ${href}`);
    }
    for (const { name } of exports) {
        if (isReserved(name))
            throw new LinkError(`Invalid Wasm export name "${name}" in ${href}`);
    }
}

/* The object of imports: namespaces, with the globals of other instances. */
function readNamespaces(names, namespaces, imports) {
    const object = { __proto__: null };
    names.forEach((name, i) => {
        const found = instances.get(namespaces[i]);
        object[name] = namespaces[i];
        if (found === undefined)
            return;
        object[name] = { __proto__: null, ...namespaces[i] };
        for (const { module, name: field, kind } of imports) {
            if (module === name && kind === 'global')
                object[name][field] = found[field];
        }
    });
    return object;
}

function readValue(exports, { name, kind }) {
    if (kind !== 'global')
        return exports[name];
    try {
        return exports[name].value;
    } catch {
        return undefined; // of a v128
    }
}

/* { text, fill, source }: fill(import.meta) gives the text what it calls;
 * `source` is what `import source` gives. */
function makeText(href, name, bytes) {
    const module = compile(href, name, bytes);
    const imports = Module.imports(module);
    const exports = Module.exports(module);
    checkNames(href, imports, exports);
    const names = [...new Set(imports.map(({ module: from }) => from))];
    const variables = exports.map((_, i) => `e${i}`);
    const text = names.map((from, i) =>
        `import * as i${i} from ${JSON.stringify(from)};\n`).join('') +
        'import * as self from "' + href.replace(/["\\\n]/g, escape) + '";\n' +
        (variables.length > 0 ? `let ${variables.join()};\n` : '') +
        `import.meta.run(self, [${names.map((_, i) => `i${i}`).join()}], ` +
        `(list) => { [${variables.join()}] = list; });\n` +
        `export { ${exports.map(({ name: as }, i) =>
            `e${i} as ${JSON.stringify(as)}`).join()} };\n`;
    const fill = (meta) => {
        meta.run = (self, namespaces, set) => {
            require('internal/util').emitExperimentalWarning(
                'Importing WebAssembly module instances');
            const instance = new Instance(
                module, readNamespaces(names, namespaces, imports));
            instances.set(self, instance.exports);
            set(exports.map((e) => readValue(instance.exports, e)));
        };
    };
    return { text, fill, source: module };
}

module.exports = { makeText };
