// esmock replaces what an ES module imports.
import esmock from 'esmock';
import fs from 'fs';
const f = new URL('./_em.mjs', import.meta.url);
fs.writeFileSync(
    f,
    "import {readFileSync} from 'fs';import {basename} from 'path';export default ()=>readFileSync('x')+basename('/a/b')",
);
const m = await esmock('./_em.mjs', { fs: { readFileSync: () => 'mock' } });
console.log(m());
fs.unlinkSync(f);
