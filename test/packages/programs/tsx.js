// tsx runs TypeScript as CommonJS and as ES modules.
const { dir, modules: nm, run, write: w } = require('../files/tool.js');
const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');
w(
    'a.ts',
    'import {b} from "./b";import fs from "fs";const x:number=b;console.log(x,typeof fs.readFileSync)',
);
w('b.ts', 'export const b:number=5');
w('c.mts', 'import {b} from "./b.ts";const z=await Promise.resolve(b);console.log("esm",z)');
w('package.json', '{}');
console.log(run('tsx/dist/cli.mjs', 'a.ts'));
console.log(run('tsx/dist/cli.mjs', 'c.mts'));
const r = spawnSync(process.execPath, ['--import', path.join(nm, 'tsx/dist/loader.mjs'), 'a.ts'], {
    cwd: dir,
    encoding: 'utf8',
});
console.log(r.stdout, r.stderr, r.status);
