'use strict';
/*
 * A server begins to listen while its database is still being opened. A request
 * comes before that is done and uses what is not there.
 */
const fs = require('fs');

let database;

function start() {
    fs.stat('.', () => {
        database = { find: () => 'found' };
    });
}

function request() {
    return database.find();
}

start();
fs.readFile(__filename, request);
