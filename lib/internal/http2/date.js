'use strict';
/*
 * internal/http2/date - the header Date, made once a second.
 */

let text;
let until = 0;

function utcDate() {
    const now = Date.now();
    if (now >= until) {
        text = new Date(now).toUTCString();
        until = now - now % 1000 + 1000;
    }
    return text;
}

module.exports = { utcDate };
