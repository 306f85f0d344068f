// forms: file full gone
const out = process.stdout;
out.on('newListener', (name, fn) => say('new', name, fn.name));
out.on('removeListener', (name, fn) => say('removed', name, fn.name));
console.log('a');
setImmediate(() => say(out.listenerCount('error')));
