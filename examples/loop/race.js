// In the main script, timeout against immediate is a race.
setTimeout(() => console.log('timeout'), 0);
setImmediate(() => console.log('immediate'));
