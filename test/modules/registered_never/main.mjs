// A hook that never answers: the import never ends, and nothing else is left.
import { register } from 'node:module';

register('./never.mjs', import.meta.url);
try {
    import.meta.resolve('never');
} catch (error) {
    console.log(error.name, error.code);
}
process.on('exit', (code) => console.log('exit', code));
await import('never');
console.log('not reached');
