// Without a listener the program dies by the signal; 'exit' is not told.
// prints: before
// exit: 143
// on: uring epoll
// also: node18 node10
process.on('exit', () => console.log('exit'));
console.log('before');
process.kill(process.pid, 'SIGTERM');
setTimeout(() => {}, 10000);
