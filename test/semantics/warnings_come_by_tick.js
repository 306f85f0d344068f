// A warning is emitted by a tick, so a listener may still come.
// prints: sync MyWarning hello CODE
// also: node18 node10
process.removeAllListeners('warning');
process.emitWarning('hello', 'MyWarning', 'CODE');
process.on('warning', (warning) =>
    console.log(warning.name, warning.message, warning.code));
console.log('sync');
