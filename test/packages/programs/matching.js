const { minimatch } = require('minimatch');
const micromatch = require('micromatch');
console.log(minimatch('a/b/c.js', '**/*.{js,ts}'), minimatch('.x', '*'), micromatch(['a.js', 'b.md', 'c/d.js'], ['*.js', '!b*']));
