// ES modules: live bindings, import(), JSON, import.meta, top-level await.
import fs, { statSync } from 'node:fs';
import { createRequire } from 'module';
import word, { grow, value } from './parts/live.mjs';
import data from './parts/data.json' with { type: 'json' };

console.log(word, value, typeof fs.statSync === typeof statSync);
grow();
console.log(value, data.name, import.meta.filename.endsWith('esm.mjs'));
const again = await import('./parts/live.mjs');
console.log(again.value, createRequire(import.meta.url)('./parts/data').name);
console.log((await import('data:text/javascript,export default 7')).default);
await import('./parts/nowhere.mjs');
