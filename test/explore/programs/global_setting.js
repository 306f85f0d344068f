'use strict';
/*
 * A handler changes a setting of the whole application for the time of its
 * request. Another request reads the setting during that time.
 */
const assert = require('assert');
const fs = require('fs');

const settings = { language: 'en' };

function special(callback) {
    const before = settings.language;
    settings.language = 'de';
    fs.stat('.', () => {
        callback(settings.language);
        settings.language = before;
    });
}

function plain(callback) {
    fs.readFile(__filename, () => callback(settings.language));
}

plain((language) => assert.strictEqual(language, 'en'));
setTimeout(() => special(() => {}), 15);
