'use strict';
/*
 * internal/http/diagnostics - the channels on which servers and clients report.
 * They are made when this file is loaded; one without subscribers costs a look
 * at a property.
 */

const { channel } = require('diagnostics_channel');

module.exports = {
    channels: {
        onClientRequestCreated: channel('http.client.request.created'),
        onClientRequestStart: channel('http.client.request.start'),
        onClientRequestError: channel('http.client.request.error'),
        onClientResponseFinish: channel('http.client.response.finish'),
        onServerRequestStart: channel('http.server.request.start'),
        onServerResponseCreated: channel('http.server.response.created'),
        onServerResponseFinish: channel('http.server.response.finish'),
    },
};
