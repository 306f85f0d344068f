'use strict';
// How addons are found, begun, and refused. The first argument is the addon
// that begins as usual; the others lie beside it.

const path = require('path');
const dir = path.dirname(process.argv[2]);

function say(name, fn) {
    try {
        console.log(name, fn());
    } catch (error) {
        const message = error.message.replaceAll(dir, 'DIR');
        console.log(name, error.name, error.code, message);
    }
}

function show(exports) {
    if (typeof exports !== 'object')
        return exports;
    return { ...exports, file: exports.file.replace(dir, 'DIR') };
}

function load(name, module = { exports: {} }) {
    process.dlopen(module, path.join(dir, name));
    return show(module.exports);
}

for (const name of ['load', 'throws', 'number', 'undefined', 'registers',
                    'no_entry', 'silent']) {
    const file = path.join(dir, `${name}.node`);
    say(`require ${name}`, () => show(require(file)));
    say('again', () => show(require(file)));
    delete require.cache[file];
    say('as a new module', () => show(require(file)));
}

say('without a name', () => load('load.node'));
say('by another name', () => load('load.node', {
    exports: {}, filename: '/a b/ä#?%.node',
}));
say('filled exports', () => load('load.node', { exports: { file: 'x' } }));
say('not there', () => load('none.node'));
say('no addon', () => load('library.node'));
say('no arguments', () => process.dlopen());
say('no module', () => process.dlopen(null, 'x'));
say('no exports', () => process.dlopen({}, 'x'));

// As an ES module it has its exports as a whole, the same that require() gives.
(async () => {
    const url = (name) => `file://${dir}/${name}.node`;
    const space = await import(url('load'));
    console.log('import', Object.keys(space),
                space.default === require(path.join(dir, 'load.node')));
    for (const name of ['throws', 'none', 'library']) {
        try {
            await import(url(name));
        } catch (error) {
            console.log('import', name, error.code);
        }
    }
    // A library that registers itself does so once, for all threads.
    const { Worker } = require('worker_threads');
    new Worker('const { workerData, parentPort } = require("worker_threads");' +
               'parentPort.postMessage(typeof require(workerData).loads)',
               { eval: true, workerData: path.join(dir, 'registers.node') })
        .on('message', (type) => console.log('in a worker', type));
})();
