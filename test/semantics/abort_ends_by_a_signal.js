// abort() leaves at once, by SIGABRT.
// prints: before
// exit: 134
// on: uring epoll
// also: node18 node10
process.on('exit', () => console.log('exit'));
console.log('before');
process.abort();
