// tree-sitter and @ast-grep/napi.
const Parser = require('tree-sitter');
const JS = require('tree-sitter-javascript');
const p = new Parser();
p.setLanguage(JS);
const t = p.parse('let a = 1; function f(x){return x}');
console.log(t.rootNode.toString());
console.log(t.rootNode.descendantsOfType('identifier').map((n) => n.text));
const { js, parse, Lang } = require('@ast-grep/napi');
const r = parse(Lang.JavaScript, 'console.log(1); foo(2)').root();
console.log(
    r.findAll('console.log($A)').map((n) => n.getMatch('A').text()),
    r.find('foo($X)').range(),
);
