export default { a: 1 }; export const b = 2;
