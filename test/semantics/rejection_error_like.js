// What has a stack of its own is taken for an error, and is not wrapped.
// prints: true ERR_UNHANDLED_REJECTION
// also: node18
const seen = [];
process.on('uncaughtException', (error) => seen.push(error));
process.on('exit', () => {
    console.log(seen[0] === like);
    console.log(seen[1].code);
});
const like = { stack: 'mine' };
Promise.reject(like);
Promise.reject(Object.create(like));
