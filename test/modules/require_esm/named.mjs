export let count = 1; export function increase() { count++; }
