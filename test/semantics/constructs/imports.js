'use strict';
/* What a random program loads while it runs. A query makes a module a new one,
 * so that it is evaluated each time. (promises.js says what these files have in
 * common.) */

const imports = (what) => (a, inner) =>
    `import(${what(a.label)}).then(() => {\n${inner}\n}, ` +
    `(e) => log(e.code || e));`;
const data = (label) => `"data:text/javascript,note('i${label}');` +
    `process.nextTick(note,'i${label}t');` +
    `Promise.resolve().then(()=>note('i${label}m'))"`;
const fixture = (name) => imports((label) =>
    `fixtures + '/${name}.mjs?${label}'`);

const dynamic = {
    builtin: imports(() => `'node:path'`),
    data: imports(data),
    again: imports(() => data(0)),
    missing: imports(() => `'node:nothing'`),
    file: imports(() => `fixtures + '/random_import.mjs'`),
    /* Of two that import each other, one with an await. */
    cycle: fixture('cycle_one'),
    /* Two that wait share a third that waits. */
    diamond: fixture('diamond'),
    failing: fixture('fails'),
    commonjs: imports((label) => `fixtures + '/random_common.cjs?${label}'`),
    twice: (a, inner) => `{
const what = fixtures + '/diamond.mjs?${a.label}';
import(what).then(() => log('i1'));
import(what).then(() => {
${inner}
});
process.nextTick(() => import(what).then(() => log('i3')));
}`,
    require: (a, inner) =>
        `log(load(fixtures + '/random_require.mjs').name);\n${inner}`,
    requireWaiting: (a, inner) => `try {
load(fixtures + '/waits_always.mjs');
} catch (e) { log(e.code); }
${inner}`,
    requireCycle: (a, inner) =>
        `log(load(fixtures + '/common_cycle.cjs').name);\n${inner}`,
};

module.exports = { manners: { import: dynamic }, texts: {} };
