// JSHint finds.
const { JSHINT } = require('jshint');
JSHINT('var a = 1\nif (a == null) { b = 2 }\nlet x;', { undef: true, eqeqeq: true, esversion: 5 });
console.log(JSHINT.errors.map((e) => [e.line, e.character, e.code, e.reason]));
console.log(JSHINT.data().globals);
