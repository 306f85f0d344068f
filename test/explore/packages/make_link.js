'use strict';
/* Two parts of a program make sure that one link exists. */
const { name, load, inside, check, after } = require('./common');
const fs = require('fs');

const made = load();
const ensure = name === 'fs-extra' ? made.ensureSymlink : made;
fs.mkdirSync(inside('folder'));
ensure(inside('folder'), inside('link')).catch(check);
after(8, () => ensure(inside('folder'), inside('link')).catch(check));
