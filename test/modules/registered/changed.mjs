export default 'before';
