console.log('a module without a source does not run');
export default 1;
