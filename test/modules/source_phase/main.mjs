// import source x from '...' and import.source(): what a module is compiled
// from, which neither runs nor loads what it imports.
import source unimportable from './unimportable.wasm';
import source, { name } from './default.mjs';
import { createRequire } from 'node:module';
import vm from 'node:vm';

const show = async (what, promise) => {
    try {
        console.log(what, await promise());
    } catch (error) {
        const at = error.message.search(/(file:|\/).*source_phase/);
        console.log(what, error.name, error.code,
                    at < 0 ? error.message : error.message.slice(0, at));
    }
};

console.log(unimportable instanceof WebAssembly.Module,
            WebAssembly.Module.exports(unimportable));
console.log(source, name);
const first = await import.source('./adds.wasm');
console.log(first === await import.source(`./${'adds'}.wasm`));
const both = await import('./both.mjs');
console.log(both.from === first, both.source === first, both.add(2, 3),
            both.whole === await import('./adds.wasm'));
await show('unimportable', () => import('./unimportable.wasm'));
await show('plain', () => import.source('./plain.mjs'));
await show('json', () => import.source('./data.json'));
await show('built-in', () => import.source('node:fs'));
await show('absent', () => import.source('./absent.wasm'));
await show('static', () => import('./asks_plain.mjs'));
await show('symbol', () => import.source(Symbol('x')));
await show('options', () => import('./adds.wasm', Symbol('source')));
const require = createRequire(import.meta.url);
await show('CommonJS', () => require('./asks.cjs')());
await show('eval', () => eval('import.source("./adds.wasm")'));
for (const text of ['import.source', 'new import.source("x")',
                    'import.source()', 'import.source(...["x"])',
                    'import.source("x", {}, 1)', 'import source x from "y"',
                    'import.sourc\u0065("x")', 'import.s\\u006furce("x")',
                    'import.defer("x")', '() => import.source("x", {},)',
                    'typeof import.source("x").then']) {
    try {
        new vm.Script(text);
        console.log('parses', text);
    } catch (error) {
        console.log(error.name, text);
    }
}
