// fs-extra, glob, fast-glob, rimraf, mkdirp, graceful-fs on real files.
import fs from 'fs-extra';
import { glob } from 'glob';
import fastGlob from 'fast-glob';
import { rimraf } from 'rimraf';
import { mkdirp } from 'mkdirp';
import graceful from 'graceful-fs';
import os from 'node:os';
import path from 'node:path';
const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'packages-'));
await mkdirp(path.join(dir, 'a/b/c'));
await fs.outputJson(path.join(dir, 'a/x.json'), { x: 1 });
await fs.copy(path.join(dir, 'a/x.json'), path.join(dir, 'a/b/y.json'));
await fs.move(path.join(dir, 'a/b/y.json'), path.join(dir, 'a/b/c/z.json'));
console.log((await glob('**/*.json', { cwd: dir })).sort(), (await fastGlob('**/*.json', { cwd: dir })).sort());
console.log(await fs.readJson(path.join(dir, 'a/b/c/z.json')), await fs.pathExists(path.join(dir, 'no')));
graceful.readdir(dir, async (err, list) => {
    console.log(err, list);
    await rimraf(dir);
    console.log(fs.existsSync(dir));
});
