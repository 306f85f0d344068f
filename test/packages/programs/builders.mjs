import { rollup } from 'rollup';
import { minify } from 'terser';
import * as acorn from 'acorn';
const plugin = { name: 'memory', resolveId: (id) => id, load: (id) => (id === 'a' ? 'import {b} from "b"; console.log(b)' : 'export const b = 1; export const c = 2;') };
const bundle = await rollup({ input: 'a', plugins: [plugin] });
console.log((await bundle.generate({ format: 'cjs' })).output[0].code);
console.log((await minify('function f(first, second) { return first + second + 0; } console.log(f(1, 2))', { toplevel: true })).code);
console.log(acorn.parse('a?.b ?? c', { ecmaVersion: 2022 }).body[0].expression.type);
