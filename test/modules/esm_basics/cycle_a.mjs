import { b } from './cycle_b.mjs';
export function a(n = 2) { return n === 0 ? 'a' : `a${b(n)}`; }
export const late = 'set';
