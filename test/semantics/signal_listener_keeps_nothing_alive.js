// prints: SIGUSR2 12 end
// also: node18 node10
process.on('SIGUSR2', (name, number) => console.log(name, number));
process.kill(process.pid, 'SIGUSR2');
setTimeout(() => console.log('end'), 50);
