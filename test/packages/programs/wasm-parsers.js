// Parsers in WebAssembly: es-module-lexer, source-map, shiki, tiktoken,
// tree-sitter, oniguruma.
const fs = require('fs');
const path = require('path');
const root = path.join(process.cwd(), 'node_modules');
(async () => {
    const { init, parse } = await import('es-module-lexer');
    await init;
    const [imports, exports, facade] = parse("import a, { b } from 'x'; export const c = 1; await import(`y`); export * from './z'");
    console.log(imports.map(({ n, s, e, d }) => [n, s, e, d]), exports.map(({ n }) => n), facade);
    const { SourceMapConsumer, SourceMapGenerator } = require('source-map');
    const generator = new SourceMapGenerator({ file: 'a.js' });
    for (let i = 1; i < 200; i++)
        generator.addMapping({ generated: { line: i, column: i % 7 }, original: { line: i * 2, column: 3 }, source: 'a.ts', name: `n${i % 5}` });
    await SourceMapConsumer.with(generator.toString(), null, (consumer) => {
        console.log(consumer.originalPositionFor({ line: 20, column: 9 }));
        console.log(consumer.generatedPositionFor({ source: 'a.ts', line: 30, column: 3 }));
        let count = 0;
        consumer.eachMapping(() => count++);
        console.log(count);
    });
    const { codeToHtml } = await import('shiki');
    console.log(await codeToHtml('const a: number = `x${1}`; // c', { lang: 'ts', theme: 'nord', tokenizeTimeLimit: 0 }));
    const { get_encoding } = require('tiktoken');
    const encoding = get_encoding('cl100k_base');
    const tokens = encoding.encode('Many words, some of them rare: pneumonoultramicroscopic \u{1f600}');
    console.log([...tokens], new TextDecoder().decode(encoding.decode(tokens)));
    encoding.free();
    const oniguruma = require('vscode-oniguruma');
    await oniguruma.loadWASM(fs.readFileSync(path.join(root, 'vscode-oniguruma/release/onig.wasm')));
    const scanner = new oniguruma.OnigScanner(['(?<=b)a+', '\\p{Lu}\\w*']);
    console.log(JSON.stringify(scanner.findNextMatchSync('xxbaaa Yes', 0)));
})();
