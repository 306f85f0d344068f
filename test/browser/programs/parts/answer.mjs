console.log('a module that is imported runs first');
export const answer = 42;
export let count = 0;
export function add() { count++; }
