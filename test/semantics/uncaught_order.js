// Monitor, then listeners in order, all with the origin.
// prints: mon uncaughtException l1 uncaughtException l2
// also: node18
process.on('uncaughtExceptionMonitor', (e, origin) => console.log('mon', origin));
process.on('uncaughtException', (e, origin) => console.log('l1', origin));
process.on('uncaughtException', () => console.log('l2'));
throw new Error('x');
