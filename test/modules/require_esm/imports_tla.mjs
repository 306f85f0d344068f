globalThis.ran = 'outer'; import './tla.mjs'; import './other.mjs';
