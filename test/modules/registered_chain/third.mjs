import './second.mjs'; // a cycle

globalThis.third = 'third';
