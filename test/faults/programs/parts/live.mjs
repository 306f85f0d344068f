import { up } from './counter.cjs';

export let value = up();
export function grow() { value = up(); }
export default await Promise.resolve('default');
