'use strict';
/* The same, and the timer is set when the child has answered. */
const { execFile } = require('child_process');

execFile('echo', ['1.2.3'], (error, output) => {
    const version = output.trim();
    setTimeout(() => {
        if (version !== '1.2.3')
            throw new Error('the version is not known yet');
    }, 300);
});
