'use strict';
/* What is done after 1,000 ms is in time for a limit of 1,001. */
const { load } = require('./common');

const Promise = load();
new Promise((resolve) => {
    setTimeout(resolve, 1000);
}).timeout(1001).catch(() => {
    process.exitCode = 1;
});
