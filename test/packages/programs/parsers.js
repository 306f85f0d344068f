// peggy, nearley with moo, and ohm: grammars, what they parse and refuse.
const peggy = require('peggy');
const nearley = require('nearley');
const moo = require('moo');
const ohm = require('ohm-js');

const sums = peggy.generate(`
Sum = head:Product tail:(_ ("+" / "-") _ Product)* {
    return tail.reduce((a, [, o, , b]) => o === '+' ? a + b : a - b, head);
}
Product = head:Value tail:(_ ("*" / "/") _ Value)* {
    return tail.reduce((a, [, o, , b]) => o === '*' ? a * b : a / b, head);
}
Value = "(" _ sum:Sum _ ")" { return sum; } / Integer
Integer "integer" = _ [0-9]+ { return parseInt(text(), 10); }
_ "space" = [ \\t\\n]*`);
console.log(sums.parse('2*(3+4) - 10/5'));
try {
    sums.parse('2*(3');
} catch (error) {
    console.log(error.name, error.message, error.location.start);
    console.log(error.format([{ source: undefined, text: '2*(3' }]));
}

const lexer = moo.compile({
    space: /[ \t]+/,
    number: /[0-9]+/,
    name: /[a-z]+/,
    operator: ['+', '*'],
    line: { match: /\n/, lineBreaks: true },
});
console.log([...lexer.reset('a + 12\nb')].map((t) => `${t.type}:${t.value}`));
try {
    console.log([...lexer.reset('a $')]);
} catch (error) {
    console.log(error.message);
}

const rules = {
    ParserRules: [
        { name: 's', symbols: ['s', { literal: '+' }, 'n'], postprocess: (d) => d[0] + d[2] },
        { name: 's', symbols: ['n'], postprocess: (d) => d[0] },
        { name: 'n', symbols: [/[0-9]/], postprocess: (d) => +d[0] },
    ],
    ParserStart: 's',
};
const parser = new nearley.Parser(nearley.Grammar.fromCompiled(rules));
console.log(parser.feed('1+2+3').results);
try {
    parser.feed('x');
} catch (error) {
    console.log(error.message.split('\n')[0], error.offset);
}

const grammar = ohm.grammar('A { E = E "+" N -- plus\n | N\n N = digit+ }');
const semantics = grammar.createSemantics().addOperation('value()', {
    E_plus: (a, _, b) => a.value() + b.value(),
    N(digits) {
        return parseInt(this.sourceString, 10);
    },
});
console.log(semantics(grammar.match('1+22+3')).value());
console.log(grammar.match('1+').message);
