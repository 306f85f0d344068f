import source x from './plain.mjs';
console.log(x);
