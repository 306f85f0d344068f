'use strict';
/* tty and constants, of which there is little to say: as in Node 24. */

const constants = require('constants');
const fs = require('fs');
const os = require('os');
const tty = require('tty');
const { check, finish } = require('./support/check.js');

const file = fs.openSync(__filename);
check(() => [file, -1, 2 ** 40, 1.5, '0', undefined].map(tty.isatty),
      '[false,false,false,false,false,false]');
fs.closeSync(file);
check(() => tty.isatty(1) === !!process.stdout.isTTY, 'true');

check(() => constants.ENOENT === os.constants.errno.ENOENT &&
            constants.SIGINT === os.constants.signals.SIGINT &&
            constants.O_CREAT === fs.constants.O_CREAT &&
            constants.RTLD_LAZY === os.constants.dlopen.RTLD_LAZY, 'true');
check(() => Object.isFrozen(constants), 'true');

finish();
