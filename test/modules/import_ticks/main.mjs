import measure from './measure.cjs';
import { createRequire } from 'module';
createRequire(import.meta.url)('./required.mjs');
await measure([
    ['a module', () => import('./one.mjs')],
    ['the same again', () => import('./one.mjs')],
    ['a graph of three levels', () => import('./graph.mjs')],
    ['a part of it', () => import('./low.mjs')],
    ['top-level await', () => import('./awaits.mjs')],
    ['import of top-level await', () => import('./imports_awaits.mjs')],
    ['CommonJS', () => import('./common.cjs')],
    ['CommonJS again', () => import('./common.cjs')],
    ['a built-in', () => import('node:path')],
    ['a built-in again', () => import('path')],
    ['JSON', () => import('./data.json', { with: { type: 'json' } })],
    ['data', () => import('data:text/javascript,note("data")')],
    ['a module that throws', () => import('./throws.mjs')],
    ['the same again', () => import('./throws.mjs')],
    ['a module that does not parse', () => import('./broken.mjs')],
    ['a name that is not exported', () => import('./missing.mjs')],
    ['no such file', () => import('./nope.mjs')],
    ['what was required', () => import('./required.mjs')],
    ['two at once', () => Promise.all([import('./two.mjs'), import('./two.mjs')])],
    ['an import in an import', () => import('./nested.mjs')],
    ['a cycle', () => import('./cycle_a.mjs')],
]);
