// ES modules, imports by name and at run time, rejections, warnings, exit listeners.
import { setTimeout as sleep } from 'node:timers/promises';
import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';

writeFileSync('other.mjs', 'export const when = Date.now();');
writeFileSync('other.cjs', 'module.exports = Math.random();');
console.log((await import('./other.mjs')).when, createRequire(import.meta.url)('./other.cjs'));
process.emitWarning('watch out');
process.on('unhandledRejection', (reason) => console.log('rejected', reason.message));
Promise.reject(new Error('no'));
await sleep(5);
console.error(new Error('shown').stack);
process.on('exit', (code) => console.log('exit', code, process.uptime(), '\nend'));
