export default 'default';
export const name = 'name';
