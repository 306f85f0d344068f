import maker from '../tell.cjs';
import def, { count, increase, default as again, "string name" as odd } from './live.mjs';
import * as live from './live.mjs';
import { a } from './cycle_a.mjs';
import * as star from './star.mjs';
import * as passedOn from './passed_on.mjs';
import json from './data.json' with { type: 'json' };
import data, { one } from 'data:text/javascript,export const one = 1; export default "data";';
import b64 from 'data:text/javascript;base64,ZXhwb3J0IGRlZmF1bHQgImJhc2U2NCI7';
import dataJson from 'data:application/json,{"x":[1]}' with { type: 'json' };
import * as query1 from './query.mjs?1';
import * as query2 from './query.mjs?2';
import * as hash from './query.mjs#h';
import fs, { readFileSync } from 'fs';
import * as nodeFs from 'node:fs';
import './effect.mjs';

const tell = maker(import.meta.dirname);
tell('default', def, again, odd);
const before = count;
increase();
tell('live', before, count, live.count);
tell('frozen', ...['count', 'nope'].map((key) => {
    try { live[key] = 1; return 'set'; } catch (error) { return error.name; }
}));
tell('namespace', Object.keys(live), Object.prototype.toString.call(live), live === await import('./live.mjs'),
     Reflect.getPrototypeOf(live) === null, Object.isSealed(live));
tell('cycle', a());
tell('star', Object.keys(star), star.own, star.ns.count);
tell('passed on', Object.keys(passedOn), passedOn.count);
tell('json', json, dataJson, data, one, b64);
tell('queries', query1 === query2, query1.url, query2.url, hash.url);
tell('builtin', fs.readFileSync === readFileSync, nodeFs.default === fs, nodeFs.readFileSync === readFileSync);
tell('effect', globalThis.effect);
tell('meta', Object.keys(import.meta), import.meta.url, import.meta.filename, import.meta.dirname, import.meta.main);
tell('meta elsewhere', query1.main, (await import('data:text/javascript,export default Object.keys(import.meta)')).default);
tell('resolve', import.meta.resolve('./live.mjs'), import.meta.resolve('fs'), import.meta.resolve('./not/there.js?q'));
tell('this', this === undefined, typeof require, typeof module, typeof __filename);
tell('await', await Promise.resolve('top level'));
for await (const item of [Promise.resolve(1), 2])
    tell('for await', item);
tell('dynamic', (await import('./live.mjs')).count, (await import(new URL('./live.mjs', import.meta.url))).count);
tell('awaited import', (await import('./slow.mjs')).done, globalThis.order);
const file = await import(`file://${import.meta.filename.replace('main.mjs', 'live.mjs')}`);
tell('absolute', file === live, await import(import.meta.filename.replace('main.mjs', 'live.mjs')) === live);
const self = await Promise.race([import('./main.mjs').then(() => 'done'), 'pending']);
tell('itself', self);
tell('eval', await eval('import("./live.mjs")') === live, await new Function('return import("fs")')() === nodeFs);
export let late = 'late';
