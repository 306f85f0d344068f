'use strict';
/*
 * A handler changes a setting of the whole application for the time of its
 * request. Another request reads the setting during that time.
 *
 * Fixed: this one has no such order.
 */
const assert = require('assert');
const fs = require('fs');

const settings = { language: 'en' };

function special(callback) {
    fs.stat('.', () => {
        callback('de');
    });
}

function plain(callback) {
    fs.readFile(__filename, () => callback(settings.language));
}

plain((language) => assert.strictEqual(language, 'en'));
setTimeout(() => special(() => {}), 15);
