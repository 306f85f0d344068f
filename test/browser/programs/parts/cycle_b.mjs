import { name } from './cycle_a.mjs';
export function other() { return `b with ${typeof name}`; }
console.log('b');
