// Compilers in WebAssembly, or with parts in it: esbuild, swc, rollup,
// AssemblyScript, webpack.
const fs = require('fs');
const os = require('os');
const path = require('path');
(async () => {
    const esbuild = require('esbuild-wasm');
    const out = await esbuild.transform('enum A { x = 1 }\nexport const f = async (a?: number) => a ?? A.x;', { loader: 'ts', target: 'es2017', minify: true });
    console.log(out.code);
    await esbuild.stop();
    const swc = require('@swc/wasm');
    console.log(swc.transformSync('class A { #x = 1; get x(): number { return this.#x } }', { jsc: { parser: { syntax: 'typescript' }, target: 'es2015' } }).code.length > 100);
    try { swc.parseSync('let 1', { syntax: 'ecmascript' }); } catch (error) { console.log(String(error).includes('Expected')); }
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'wasm-compilers-'));
    fs.writeFileSync(path.join(dir, 'a.js'), "import { used } from './b.js'; console.log(used(4));");
    fs.writeFileSync(path.join(dir, 'b.js'), 'export const used = (x) => x * 2; export const unused = 5;');
    const { rollup } = require('@rollup/wasm-node');
    const bundle = await rollup({ input: path.join(dir, 'a.js') });
    console.log((await bundle.generate({ format: 'cjs' })).output[0].code);
    await bundle.close();
    const webpack = require('webpack');
    await new Promise((resolve) => webpack({
        mode: 'production', entry: path.join(dir, 'a.js'),
        output: { path: path.join(dir, 'out'), filename: '[contenthash].js' },
    }, (error, stats) => {
        console.log(error, stats.hasErrors(), Object.keys(stats.compilation.assets));
        resolve();
    }));
    const asc = (await import('assemblyscript/asc')).default;
    const { error, stderr, binary } = await asc.compileString('export function fib(n: i32): i32 { return n < 2 ? n : fib(n - 1) + fib(n - 2); }', { optimizeLevel: 3 });
    console.log(error, String(stderr), binary.length);
    console.log(new WebAssembly.Instance(new WebAssembly.Module(binary)).exports.fib(20));
    fs.rmSync(dir, { recursive: true });
})();
