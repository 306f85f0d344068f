import { Linter } from 'eslint';
const linter = new Linter();
console.log(linter.verify('var a = 1; if (a == 2) { b() }', [{ rules: { eqeqeq: 2, 'no-undef': 2, 'no-var': 1 } }]).map((m) => `${m.line}:${m.column} ${m.ruleId} ${m.message}`));
