// A module that waited for another one is over once it has run: who imports it
// later does not wait.
// prints: db dbw dl dr dlw drm dt first dt second dbt dtt dtt
globalThis.note = (label) => console.log(label);
await import('./fixtures/diamond.mjs?first');
console.log('first');
await import('./fixtures/diamond.mjs?second');
console.log('second');
