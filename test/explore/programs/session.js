'use strict';
/*
 * A session is looked up, access is checked elsewhere, and then the session is
 * used. The client disconnects during the check, and the session is gone.
 */
const fs = require('fs');

const sessions = new Map([['s1', { pad: 'a', changes: 0 }]]);

function change(id) {
    if (!sessions.has(id))
        return;
    fs.stat('.', () => {
        sessions.get(id).changes++;
    });
}

function disconnect(id) {
    sessions.delete(id);
}

change('s1');
fs.readFile(__filename, () => disconnect('s1'));
