// Packages of every shape, and all that one can ask of them, by import and by
// require(). They are written to a temporary folder. Of each package one line is
// printed: what import, require(), import.meta.resolve() and require.resolve()
// found, or a letter for the code of the error; and how often that was the same
// letter four times.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

process.noDeprecation = true;
const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-')));
process.on('exit', () => fs.rmSync(root, { recursive: true }));

const files = ['index.js', 'a.js', 'b.mjs', 'c.cjs', 'lib/x.js', 'lib/y.mjs',
               'lib/index.js', 'lib/deep/w.js', 'data.json', 'noext'];

const shapes = {
    none: undefined,
    empty: {},
    main: { main: 'a.js' },
    mainFolder: { main: './lib' },
    mainMissing: { main: 'nope.js' },
    mainNumber: { main: 5 },
    mainUp: { main: '..' },
    string: { exports: './a.js' },
    subpaths: { exports: { '.': './a.js', './b': './b.mjs', './c': './c.cjs' } },
    conditions: { exports: { import: './b.mjs', require: './c.cjs' } },
    nested: { exports: { './x': { node: { import: './lib/y.mjs' },
                                  default: './lib/x.js' } } },
    patterns: { exports: { './*': './lib/*.js', './deep/*': null,
                           './m/*.js': './lib/*.mjs' } },
    folder: { exports: { './lib/': './lib/' } },
    list: { exports: ['./nope.js', './a.js'] },
    listOfConditions: { exports: [{ import: './b.mjs' }, './a.js'] },
    bare: { exports: 'a.js' },
    outside: { exports: '../none/a.js' },
    absolute: { exports: '/a.js' },
    null: { exports: null },
    noExports: { exports: {} },
    number: { exports: 5 },
    emptyList: { exports: [] },
    mixed: { exports: { '.': './a.js', 'import': './b.mjs' } },
    forbidden: { exports: { './x': './node_modules/q/a.js', './y': './lib/../a.js',
                            './z': './lib/./x.js', './u': './%2e/a.js',
                            './v': './lib%2fx.js' } },
    module: { type: 'module' },
    moduleMain: { type: 'module', exports: './a.js' },
    commonjs: { type: 'commonjs', main: 'b.mjs' },
    otherType: { type: 'other' },
    numberType: { type: 5, main: 'a.js' },
    numberName: { name: 5, exports: './a.js' },
    noJson: '{bad',
    array: '[]',
    nullJson: 'null',
    text: '"text"',
    nothing: '',
    moduleSync: { exports: { '.': { 'module-sync': './b.mjs',
                                    'default': './c.cjs' } } },
    addons: { exports: { '.': { 'node-addons': './a.js' } } },
    browser: { exports: { '.': { browser: './a.js' } } },
    numbered: { exports: { '.': { 0: './a.js' } } },
    defaultNull: { exports: { '.': { default: null } } },
    other: { exports: { './data': './data.json', './noext': './noext',
                        './dir': './lib', './dirs': './lib/',
                        './missing': './missing.js' } },
    overlapping: { exports: { './a*b': './lib/*.js', './*': './*.js',
                              './a*': './a*.js' } },
    '@scope/name': { exports: { '.': './a.js', './x/*': './lib/*' } },
    slashes: { exports: { '.': './a.js', './*/': './lib/*/' } },
};

const requests = [
    '', '/a', '/a.js', '/b', '/c', '/x', '/y', '/z', '/u', '/v', '/lib',
    '/lib/', '/lib/x', '/lib/x.js', '/deep/w', '/m/y.js', '/data', '/data.json',
    '/noext', '/dir', '/dirs', '/missing', '/', '/../none/a.js',
    '/%61.js', '/lib%2fx.js', '/package.json', '/axb', '/x/x.js',
];

function textOf(file, { type } = {}) {
    if (file.endsWith('.json'))
        return '{}';
    const isModule = file.endsWith('.mjs') ||
        (file.endsWith('.js') && type === 'module');
    return isModule ? `export default '${file}';` : `module.exports = '${file}';`;
}

for (const [name, shape] of Object.entries(shapes)) {
    const folder = path.join(root, 'node_modules', name);
    for (const file of files) {
        fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        fs.writeFileSync(path.join(folder, file), textOf(file, shape));
    }
    if (shape !== undefined) {
        fs.writeFileSync(path.join(folder, 'package.json'),
                         typeof shape === 'string' ? shape : JSON.stringify(shape));
    }
}
fs.writeFileSync(path.join(root, 'asks.mjs'),
                 'export const ask = (specifier) => import(specifier);\n' +
                 'export const resolve = import.meta.resolve;\n');
const asks = path.join(root, 'asks.mjs');
const { ask, resolve } = await import(pathToFileURL(asks));
const require = createRequire(asks);

const letters = {
    MODULE_NOT_FOUND: '-',
    ERR_MODULE_NOT_FOUND: '-',
    ERR_PACKAGE_PATH_NOT_EXPORTED: 'x',
    ERR_INVALID_PACKAGE_CONFIG: 'c',
    ERR_INVALID_PACKAGE_TARGET: 't',
    ERR_INVALID_MODULE_SPECIFIER: 's',
    ERR_UNSUPPORTED_DIR_IMPORT: 'd',
};

const short = (error) => letters[error.code] ?? error.code ?? error.name;

async function tell(find) {
    try {
        const found = await find();
        const value = found?.default ?? found;
        return typeof value === 'string' ?
            value.replace(/^.*node_modules\/(@scope\/)?\w+/, '') : typeof value;
    } catch (error) {
        return short(error);
    }
}

for (const name of Object.keys(shapes)) {
    const line = [];
    const same = {};
    for (const request of requests) {
        const specifier = `${name}${request}`;
        const ways = [await tell(() => ask(specifier)),
                      await tell(() => require(specifier)),
                      await tell(() => resolve(specifier)),
                      await tell(() => require.resolve(specifier))];
        if (ways[0].length === 1 && ways.every((way) => way === ways[0]))
            same[ways[0]] = (same[ways[0]] ?? 0) + 1;
        else
            line.push(`${request}: ${ways.join(' ')}`);
    }
    console.log(name, JSON.stringify(same), line.join('; '));
}
