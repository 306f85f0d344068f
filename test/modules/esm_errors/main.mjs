import maker from '../tell.cjs';
const tell = maker(import.meta.dirname);
const specifiers = ['./nope.mjs', './folder', './folder/', './noext', 'nope', 'nope/deep', '@scope', 'node:nope', 'https://example.com/x.mjs',
    'ftp://example.com/', 'data:text/css,a', './data.json', './image.png', './file.txt', './a%2fb.mjs',
    '', '.', './missing_name.mjs', './missing_default.mjs', './missing_cjs.mjs', './missing_reexport.mjs',
    './uses_require.mjs', './uses_dirname.mjs', './throws.mjs', './throws_null.mjs', './imports_nope.mjs', './imports_throws.mjs', './module/uses_module.js',
    './ambiguous.mjs', './circular.mjs', './ambiguous_tla.mjs', './tla_throws.mjs', 'file:///nope.mjs', 'file://host/nope.mjs', '/nope.mjs', 'brokenpkg', 'nomain'];
for (const specifier of specifiers)
    await tell.import(specifier, import(specifier));
await tell.import('json, wrong type', import('./throws.mjs', { with: { type: 'json' } }));
await tell.import('unknown type', import('./data.json', { with: { type: 'css' } }));
await tell.import('unknown attribute', import('./data.json', { with: { kind: 'json' } }));
await tell.import('from data', import('data:text/javascript,import "./x.mjs"'));
await tell.import('bare from data', import('data:text/javascript,import "nope"'));
await tell.import('builtin from data', import('data:text/javascript,export * from "path"; export const x = 1').then(() => ({ ok: 1 })));
await tell.import('again', import('./throws.mjs'));
const first = await import('./throws.mjs').catch((e) => e);
tell('same error', first === await import('./throws.mjs').catch((e) => e));
for (const specifier of ['./nope.mjs', './folder'])
    tell('url', (await import(specifier).catch((e) => e)).url);
