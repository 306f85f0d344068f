'use strict';
// How addons end with the program: all of it only if the program ends by
// itself. The way it ends is the second argument.

const { dlopen } = process;
const [, , file, way] = process.argv;

/* Loaded twice, the addon has two environments: hooks run across both. */
function load() {
    const module = { exports: {}, filename: file };
    dlopen(module, file);
    return module.exports;
}

const one = load();
const two = load();
globalThis.kept = [
    one.external('e1'), one.wrapped('w1'), one.memory('m1'),
    two.external('e2'), two.wrapped('w2'), two.memory('m2'),
];
one.hook('a1');
two.hook('b1');
one.function('f1');
one.hook_async('x1');
one.hook_removed('never');
one.hook_async_removed();
two.hook_that_adds('b2');
one.hook('a2');
process.on('exit', () => console.log('exit'));

switch (way) {
case 'exit':
    process.exit(3);
    break;
case 'later':
    one.call('f1');
    setImmediate(() => setImmediate(() => process.exit(4)));
    break;
case 'throw':
    throw new Error('ends the program');
case 'work':
    process.on('exit', () => two.start_work('begun at exit'));
    break;
default:
}
