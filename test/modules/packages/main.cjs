const tell = require('../tell.cjs')(__dirname);
const show = (value) => (value === require('path') ? 'path' : value.default ?? value);
for (const name of require('./names.cjs'))
    tell.try(`require ${name}`, () => show(require(name)));
for (const name of ['main', 'exp/sub', '#local', 'self'])
    tell.try(`resolve ${name}`, () => require.resolve(name));
