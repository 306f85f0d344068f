'use strict';
/*
 * module: registerHooks(), SourceMap and the small functions. What loading
 * itself does is in test/modules.
 */

const fs = require('fs');
const module_ = require('module');
const os = require('os');
const path = require('path');
const { check, finish } = require('./support/check.js');
const { later } = require('./support/later.js');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

function write(name, text) {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    return file;
}

/* Do something while these hooks are registered. */
function hooked(hooks, body) {
    const registered = module_.registerHooks(hooks);
    try {
        return body();
    } finally {
        registered.deregister();
    }
}

write('package.json', '{ "name": "here" }');

// ---- Hooks of require() ----------------------------------------------------

const virtual = {
    resolve: (specifier, context, next) => (
        specifier === 'virtual:answer'
            ? { url: specifier, format: 'commonjs', shortCircuit: true }
            : next(specifier, context)),
    load: (url, context, next) => (
        url === 'virtual:answer'
            ? { format: 'commonjs', source: 'module.exports = 42',
                shortCircuit: true }
            : next(url, context)),
};
check(() => hooked(virtual, () => require('virtual:answer')), '42');
check(() => hooked(virtual, () => require('fs') === fs), 'true');

const replacing = {
    load: (url, context, next) => (
        url === 'node:punycode'
            ? { format: 'json', source: '{ "replaced": true }',
                shortCircuit: true }
            : next(url, context)),
};
check(() => hooked(replacing, () => [require('punycode').replaced,
                                     require('path').sep]), '[true,"/"]');
check(() => require('punycode').replaced, 'true');

const plain = write('plain.js', 'module.exports = "as written";');
const changing = {
    load: (url, context, next) => {
        const found = next(url, context);
        return { ...found,
                 source: `${found.source}`.replace('written', 'changed') };
    },
};
check(() => hooked(changing, () => require(plain)), 'as changed');

const order = [];
function noting(name) {
    return { resolve: (specifier, context, next) => {
        order.push(name);
        return next(specifier, context);
    } };
}
check(() => {
    hooked(noting('first'),
           () => hooked(noting('second'), () => require('path')));
    return order.join();
}, 'second,first');
check(() => hooked({ resolve: () => ({ url: 'node:path' }) },
                   () => require('x')),
      'TypeError [ERR_INVALID_RETURN_PROPERTY_VALUE]: Expected true to be ' +
        'returned for the "shortCircuit" from the "resolve" hook but got ' +
        'undefined.');
check(() => hooked({ resolve: () => ({ url: 1, shortCircuit: true }) },
                   () => require('x')),
      'TypeError [ERR_INVALID_RETURN_PROPERTY_VALUE]: Expected a URL string ' +
        'to be returned for the "url" from the "resolve" hook but got type ' +
        'number (1).');
check(() => module_.registerHooks({ load: 1 }),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "hooks.load" property must be ' +
        'of type function. Received type number (1)');

// ---- Source maps -----------------------------------------------------------

const map = new module_.SourceMap({
    version: 3, sources: ['one.js', 'two.js'], names: ['bar'],
    mappings: 'CAAC,IAAI,IAAM,SAAUA;CCDb',
});
check(() => map.findEntry(0, 9).originalColumn, '11');
check(() => map.findEntry(0, 18).name, 'bar');
check(() => map.findEntry(1, 1).originalSource, 'two.js');
check(() => map.findEntry(0, 0), '{}');
check(() => map.findOrigin(1, 10).lineNumber, '1');
check(() => map.payload.version, '3');
check(() => new module_.SourceMap(1),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "payload" argument must be of ' +
        'type object. Received type number (1)');

// ---- The rest --------------------------------------------------------------

check(() => module_.findPackageJSON('./plain.js', path.join(folder, 'x.js')) ===
            fs.realpathSync(path.join(folder, 'package.json')), 'true');
check(() => module_.findPackageJSON(),
      'TypeError [ERR_MISSING_ARGS]: The "specifier" argument must be ' +
        'specified');
check(() => module_.isBuiltin('node:fs') && module_.isBuiltin('fs') &&
            !module_.isBuiltin('node:nothing') &&
            !module_.isBuiltin('fs\0'), 'true');
check(() => module_.builtinModules.includes('events') &&
            Object.isFrozen(module_.builtinModules), 'true');
check(() => require('node:nothing'),
      'Error [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module: ' +
        'node:nothing');
check(() => module_.stripTypeScriptTypes('let a: number'),
      'Error [ERR_NO_TYPESCRIPT]: Node.js is not compiled with TypeScript ' +
        'support');
check(() => module_.stripTypeScriptTypes('a', { mode: 'x' }),
      'TypeError [ERR_INVALID_ARG_VALUE]: The property \'options.mode\' must ' +
        'be one of: \'strip\', \'transform\'. Received \'x\'');
check(() => module_.enableCompileCache(1),
      'TypeError [ERR_INVALID_ARG_TYPE]: cacheDir should be a string');
check(() => module_.findPackageJSON('.', path.join(folder, 'x.js')) ===
            module_.findPackageJSON(folder), 'true');

// ---- import ----------------------------------------------------------------

/* An import of a CommonJS file gets what its exports were when it had run. */
async function importAfterChange() {
    const file = write('count.js', 'module.exports = 1;');
    require(file);
    require.cache[require.resolve(file)].exports++;
    const { default: value } = await import(file);
    return value;
}

/* A module stays what it was, even if its file is gone. */
async function importAfterRemoval() {
    const file = write('gone.mjs', 'export default {};');
    const before = await import(file);
    fs.rmSync(file);
    return await import(file) === before;
}

async function importHooked() {
    const registered = module_.registerHooks(virtual);
    const { default: value } = await import('virtual:answer');
    registered.deregister();
    return value;
}

async function codeOf(promise) {
    return promise.then(() => 'none', ({ code }) => code);
}

(async () => {
    const results = [
        await importAfterChange(),
        await importAfterRemoval(),
        await importHooked(),
        await codeOf(import('data:text/css,', { with: { other: 'x' } })),
        await codeOf(import('data:text/css,', { with: { type: 'css' } })),
        await codeOf(Promise.resolve('import("fs")').then(eval)),
    ];
    check(() => results.join(),
          '1,true,42,ERR_IMPORT_ATTRIBUTE_UNSUPPORTED,' +
            'ERR_UNKNOWN_MODULE_FORMAT,' +
            'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING');
    finish();
})().then(later(() => {}));
