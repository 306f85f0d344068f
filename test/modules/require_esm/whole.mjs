const fn = ['whole']; export { fn as 'module.exports' }; export default 1;
