// prints: end
process.on('SIGUSR2', () => {});
process.on('exit', () => console.log('end'));
