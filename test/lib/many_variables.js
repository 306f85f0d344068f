'use strict';
/*
 * Functions with more variables, scopes and private names than 16 bits can count.
 * Generated code has them: one function for a whole bundle. Each way to reach a
 * variable is an instruction of its own with an index in it.
 */
const assert = require('assert');

const COUNT = 66000;
const names = Array.from({ length: COUNT }, (_, i) => `v${i}`);
const last = names[COUNT - 1];
const all = `let ${names.map((name, i) => `${name}=${i}`).join(';let ')};`;

function check(source, expected, ...args) {
    assert.strictEqual(Function('a', 'b', source)(...args), expected);
}

// ---- Local variables ---------------------------------------------------------------

check(`${all} ${last}++; ++${last}; ${last} += 2; return ${last}-- + v0`, COUNT + 3);
check(`${all} [${last}, v3] = [1, 2]; ({ a: ${last} = 4 } = {}); return ${last} + v3`, 6);
check(`var ${names.join()}; ${last} = 1; return typeof ${last} + typeof v3`,
    'numberundefined');
check(`try { ${last}; } catch (e) { return e.message } ${all}`,
    `Cannot access '${last}' before initialization`);
check(`${all.replaceAll('let ', 'const ')} try { ${last} = 1 } catch (e) { return e.message }`,
    'Assignment to constant variable.');
check(`${all} arguments[0] = 9; return a + b + ${last}`, COUNT + 10, 1, 2);
check(`${all} { using r = { [Symbol.dispose]() { ${last} = 'over' } } } return ${last}`,
    'over');

// ---- Variables that a function inside refers to --------------------------------------

check(`${all} return (() => () => () => { ${last} += 2; return ${last} + v1 })()()()`,
    COUNT + 2);
check(`${all} return (() => ${names.join('+')})()`, COUNT * (COUNT - 1) / 2);
check(`const f = () => ${last}; try { f() } catch (e) { return e.message } ${all}`,
    `Cannot access '${last}' before initialization`);
check(`${all} const list = []; for (let i = 0; i < 3; i++) list.push(() => i + ${last});
       return list.map((f) => f() - ${last}).join()`, '0,1,2');
check(`${all} return [...function* () { yield ${last}; ${last}++; yield ${last} }()].join()`,
    `${COUNT - 1},${COUNT}`);
check(`return [...function* () { ${all} yield v0; yield ++${last} }()].join()`,
    `0,${COUNT}`);
check(`${names.map((name, i) => `function ${name}() { return ${i} }`).join('\n')}
       return ${last}() + v65535()`, COUNT - 1 + 65535);

// ---- eval and with -------------------------------------------------------------------

check(`${all} return eval('${last} += 1; ${last} + v65535')`, COUNT + 65535);
check(`${all} with ({ q: 3 }) { ${last} += q; return ${last} }`, COUNT + 2);
check(`${all} with ({ ${last}: 3 }) { ${last} += 1; return ${last} + v65534 }`, 65538);

// ---- Scopes, classes, errors -----------------------------------------------------------

check(`let s = 0; ${names.map((name, i) => `{ let ${name} = ${i}; s += ${name} }`).join('')}
       return s`, COUNT * (COUNT - 1) / 2);
check(`const list = [];
       ${names.map((name, i) => `{ let ${name} = ${i}; ${i > 65533 && i < 65537 ?
        `list.push(() => ${name})` : ''} }`).join('')}
       return list.map((f) => f()).join()`, '65534,65535,65536');
check(`switch (a) { ${names.map((name, i) => `case ${i}: return '${name}';`).join('')} }`,
    last, COUNT - 1);
check(`class C { ${names.map((name, i) => `#${name} = ${i};`).join('')}
           sum() { return this.#v0 + this.#${last} + (#${last} in this) } }
       return new C().sum()`, COUNT);
check(`class C { ${names.map((name, i) => `${name} = ${i};`).join('')} }
       return Object.keys(new C()).length`, COUNT);
check(`class C { ${names.map((name, i) => `static #${name}() { return ${i} }`).join(' ')}
           static last() { return C.#${last}() } }
       return C.last()`, COUNT - 1);
check(`${all} ${last} = undefined;
       return (() => { try { ${last}() } catch (e) { return e.message } })()`,
    `${last} is not a function`);

// ---- The limits that there are -----------------------------------------------------------

const tooMany = { name: 'SyntaxError', message: /^Too many/ };
const ones = `1${',1'.repeat(65535)}`;
assert.throws(() => Function(names.join(), ''), tooMany);
assert.throws(() => Function(`f(${ones})`), tooMany);
assert.throws(() => Function(`new f(${ones})`), tooMany);
assert.strictEqual(Function(`return [${ones}].length`)(), 65536);
