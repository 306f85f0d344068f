import maker from '../tell.cjs';
import names from './names.cjs';
const tell = maker(import.meta.dirname);
for (const name of names) {
    try {
        const { default: value } = await import(name);
        tell(`import ${name}: ${value?.sep ? 'path' : value ?? 'no default'}`);
    } catch (error) {
        tell.error(`import ${name}`, error);
    }
}
for (const name of ['main', 'exp/sub', '#local', 'self', 'fs', 'nope', './nope.js', './node_modules', 'node:nope', 'https://x.y/z'])
    tell.try(`resolve ${name}`, () => import.meta.resolve(name));
