'use strict';
/* What can be asked before anything is read. */
const { stdin } = process;
const resources = process.getActiveResourcesInfo(); // before the output is one
console.log(stdin.constructor.name);
for (const name of [
    'fd', 'readable', 'readableFlowing', 'isTTY', 'readableHighWaterMark',
    'readableLength', 'readableEncoding', 'readableObjectMode',
    'readableEnded', 'readableDidRead', 'readableAborted', 'destroyed',
    'closed', 'errored', 'isRaw',
])
    console.log(name, stdin[name]);
console.log(typeof stdin.setRawMode, typeof stdin.ref, stdin.isPaused());
console.log(resources.join());
