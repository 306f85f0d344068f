// Calls, errors and observables of a thread; a pool.
import { spawn, Thread, Worker, Pool } from 'threads';
import { writeFileSync, mkdtempSync, rmSync } from 'fs';
const f = new URL('./_thw.cjs', import.meta.url);
writeFileSync(
    f,
    `const {expose}=require('threads/worker');const {Observable}=require('observable-fns');expose({add:(a,b)=>a+b,fail(){throw new Error('F')},cnt(n){return new Observable(o=>{for(let i=0;i<n;i++)o.next(i);o.complete()})}})`,
);
const w = await spawn(new Worker('./_thw.cjs'));
console.log(await w.add(2, 3));
await w.fail().catch((e) => console.log(e.message));
await new Promise((r) => w.cnt(3).subscribe((v) => console.log('n', v), null, r));
await Thread.terminate(w);
const p = Pool(() => spawn(new Worker('./_thw.cjs')), 2);
const rs = [];
for (let i = 0; i < 4; i++)
    p.queue(async (w) => {
        rs.push(await w.add(i, 10));
    });
await p.completed();
await p.terminate();
console.log(rs.sort());
rmSync(f);
