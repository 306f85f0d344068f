import chokidar from 'chokidar';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'watched-'));
fs.writeFileSync(path.join(dir, 'a'), '1');
const watcher = chokidar.watch(dir, { ignoreInitial: false });
watcher.on('all', (event, file) => {
    console.log(event, path.relative(dir, file));
    if (event === 'add' && file.endsWith('b'))
        watcher.close().then(() => fs.rmSync(dir, { recursive: true }));
});
watcher.on('ready', () => fs.writeFileSync(path.join(dir, 'b'), '2'));
