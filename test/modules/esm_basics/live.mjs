export let count = 0;
export function increase() { count++; }
export default 'the default';
const text = 'by string';
export { text as "string name" };
