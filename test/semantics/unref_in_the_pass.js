// An unref'd timer after the last ref'd one does not run.
// prints: a
// also: node18 node10
setTimeout(() => console.log('a'), 1);
setTimeout(() => console.log('never'), 60000).unref();
