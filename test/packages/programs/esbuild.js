// esbuild transforms and bundles, with a plugin.
const esbuild = require('esbuild');
const fs = require('fs'),
    path = require('path'),
    os = require('os');
(async () => {
    const r = await esbuild.transform('const a:number=1;export const B=()=> <div x={a}>hi</div>', {
        loader: 'tsx',
        target: 'es2015',
    });
    console.log(r.code, r.warnings);
    console.log(esbuild.transformSync('let x = 1 + 2; console.log(x)', { minify: true }).code);
    const d = fs.mkdtempSync(path.join(os.tmpdir(), 'esb-'));
    fs.writeFileSync(
        d + '/a.ts',
        'import {b} from "./b"; import t from "virt:x"; console.log(b as number, t)',
    );
    fs.writeFileSync(d + '/b.ts', 'export const b=1;export const unused=2');
    const o = await esbuild.build({
        entryPoints: [d + '/a.ts'],
        bundle: true,
        write: false,
        format: 'cjs',
        logLevel: 'silent',
        metafile: false,
        plugins: [
            {
                name: 'v',
                setup(b) {
                    b.onResolve({ filter: /^virt:/ }, (a) => ({ path: a.path, namespace: 'v' }));
                    b.onLoad({ filter: /.*/, namespace: 'v' }, (a) => ({
                        contents: 'export default ' + JSON.stringify(a.path),
                    }));
                },
            },
        ],
    });
    console.log(o.outputFiles[0].text.replaceAll(d, '').replace(/\/\/.*\n/g, ''));
    try {
        await esbuild.transform('let = =');
    } catch (e) {
        console.log(e.message);
    }
    fs.rmSync(d, { recursive: true });
    await esbuild.stop();
})();
