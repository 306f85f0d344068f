'use strict';
/* A child process is asked for a version, and a timer takes it for granted that it has
 * answered. */
const { execFile } = require('child_process');

let version;
execFile('echo', ['1.2.3'], (error, output) => {
    version = output.trim();
});
setTimeout(() => {
    if (version !== '1.2.3')
        throw new Error('the version is not known yet');
}, 300);
