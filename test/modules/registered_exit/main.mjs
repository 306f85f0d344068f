// A hook that ends its world ends the program.
import { register } from 'node:module';

register('../registered_never/never.mjs', import.meta.url);
process.on('exit', (code) => console.log('exit', code));
await import('exit');
console.log('not reached');
