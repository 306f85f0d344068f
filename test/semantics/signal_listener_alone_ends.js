// prints: end
// also: node18 node10
process.on('SIGUSR2', () => {});
process.on('exit', () => console.log('end'));
