// Stacks in terms of the original, once that is asked for.
const { findSourceMap, getSourceMapsSupport, setSourceMapsSupport } =
    require('module');

function load(name) {
    const file = require.resolve(name);
    delete require.cache[file];
    return require(file);
}

function tell(stack) {
    const lines = stack.split('\n').slice(0, 2);
    console.log(lines.join('|').replaceAll(__dirname, '.'));
}

console.log(process.sourceMapsEnabled, { ...getSourceMapsSupport() });
tell(load('./made.js').stack());
console.log(findSourceMap(require.resolve('./made.js')));

process.setSourceMapsEnabled(true);
console.log(process.sourceMapsEnabled, { ...getSourceMapsSupport() });
tell(load('./made.js').stack());
try {
    load('./made.js').fail();
} catch (error) {
    tell(error.stack);
}
const map = findSourceMap(require.resolve('./made.js'));
console.log(map.payload.sources[0].slice(-21), map.lineLengths);
console.log(map.findEntry(2, 4).originalLine);
console.log(findSourceMap(__filename), findSourceMap('node:fs'),
            findSourceMap(5));

Error.prepareStackTrace = (error, sites) => `prepared ${sites[0].getLineNumber()}`;
tell(load('./made.js').stack());
Error.prepareStackTrace = undefined;

import('./inline.mjs').then(({ stack }) => {
    tell(stack());
    setSourceMapsSupport(false);
    tell(load('./made.js').stack());
    console.log(process.sourceMapsEnabled);
});
