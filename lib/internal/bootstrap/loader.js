'use strict';

// The first file of lib/ that runs. It makes `require` for the built-ins and
// `internalBinding` for their C halves, and returns the former.
//
// A built-in is a function body with the parameters
//     (exports, require, module, process, internalBinding)
// compiled when the runtime was built and read when it is first required.

/* Loaded when first used: internal/bootstrap/realm_globals. */

const natives = internalBinding; // here: the functions of builtins.c
const bindings = new Map();
const modules = new Map();
const loadList = []; // process.moduleLoadList

// Made by internal/bootstrap/node before anything uses it.
const processObject = { __proto__: null };

function getBinding(name) {
    let binding = bindings.get(name);
    if (binding === undefined) {
        binding = natives.binding(name);
        if (binding === undefined)
            throw new Error(`No such binding: ${name}`);
        bindings.set(name, binding);
        loadList.push(`Internal Binding ${name}`);
        if (name === 'errors') {
            binding.triggerUncaughtException =
                (...args) => getBinding('async').report(...args);
        }
    }
    return binding;
}

function load(id) {
    const fn = natives.compile(id);
    if (fn === undefined)
        throw new Error(`No such built-in module: ${id}`);
    const module = { id, exports: {}, loaded: false };
    const listed = `NativeModule ${id}`;
    modules.set(id, module);
    loadList.push(listed);
    try {
        fn(module.exports, requireBuiltin, module, processObject.process,
           getBinding);
    } catch (error) {
        // The next require(), to print this error say, loads it again.
        modules.delete(id);
        loadList.splice(loadList.lastIndexOf(listed), 1);
        throw error;
    }
    module.loaded = true;
    return module.exports;
}

function requireBuiltin(id) {
    const known = modules.get(id);
    if (known !== undefined)
        return known.exports;
    // Others keep what they see of a file that ended half way, forever. So at
    // the limit of its memory a program still gets all of it.
    natives.needMemory(true);
    try {
        return load(id);
    } finally {
        natives.needMemory(false);
    }
}

/* Files of which each context has its own. */
function isOfRealm(id) {
    return id.startsWith('internal/intl/') ||
        id.startsWith('internal/wasm/realm/') ||
        id === 'internal/bootstrap/realm_globals';
}

/* requireBuiltin() of a context of node:vm: files of each realm are run there, by
 * functions of that context, and the others are those of the program. */
function makeRequire(context) {
    const own = new Map();
    return function requireOwn(id) {
        if (!isOfRealm(id))
            return requireBuiltin(id);
        let module = own.get(id);
        if (module === undefined) {
            module = { id, exports: {}, loaded: true };
            own.set(id, module);
            natives.compile(id, context)(module.exports, requireOwn, module,
                                         processObject.process, getBinding);
        }
        return module.exports;
    };
}

modules.set('internal/bootstrap/realm', {
    exports: {
        getIds: natives.ids,
        loadList,
        makeRequire,
        processObject,
        requireBuiltin,
        // What a program may require: no internals, and no folders of them.
        canBeRequired(id) {
            return natives.has(id) && !id.startsWith('internal/');
        },
    },
});

return requireBuiltin;
