import { a, late } from './cycle_a.mjs';
let seen;
try { seen = late; } catch (error) { seen = error.name; }
export function b(n) { return `b(${seen},${late})${a(n - 1)}`; }
