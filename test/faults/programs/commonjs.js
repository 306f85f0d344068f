// CommonJS: a cycle, JSON, the cache, resolve, a module that is not there.
const counter = require('./parts/counter.cjs');
counter.up();
console.log(counter.count, counter.back, require('./parts/cycle.cjs').seen);
console.log(require('./parts/data').list.length);
console.log(require.resolve('./parts/counter.cjs') in require.cache);
console.log(module.children.length, require('module').builtinModules.length > 9);
import('./parts/live.mjs').then(ns => {
    console.log(ns.value, ns.default);
    require('./parts/nowhere');
});
