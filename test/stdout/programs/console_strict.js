// forms: pipe full gone
const { Console } = require('console');
const own = new Console({ stdout: process.stdout, ignoreErrors: false });
own.log('a');
setTimeout(() => say('timer'), 1);
