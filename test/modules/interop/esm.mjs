export const fromCjs = 1; export default 2;
