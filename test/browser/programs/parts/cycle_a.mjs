import { other } from './cycle_b.mjs';
export function name() { return `a with ${other()}`; }
console.log('a');
