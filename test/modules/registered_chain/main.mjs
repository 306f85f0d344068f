// Hooks that are registered later are loaded with the help of earlier ones.
import { register } from 'node:module';

register('./first.mjs', import.meta.url);
register('named-by-first', import.meta.url);
for (const specifier of ['say:static', 'say:dynamic'])
    console.log((await import(specifier)).default);
