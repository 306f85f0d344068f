'use strict';
/*
 * https - an Agent can be made and handed around; a request or a server says
 * that there is no TLS yet.
 */

const { Agent: HttpAgent } = require('_http_agent');
const { defineMissing, notThereYet } = require('internal/missing');

function Agent(options) {
    if (!(this instanceof Agent))
        return new Agent(options);
    HttpAgent.call(this, options);
    this.defaultPort = 443;
    this.protocol = 'https:';
    this.maxCachedSessions = this.options.maxCachedSessions ?? 100;
}
Object.setPrototypeOf(Agent.prototype, HttpAgent.prototype);
Object.setPrototypeOf(Agent, HttpAgent);

Agent.prototype.createConnection = function() {
    throw notThereYet('TLS');
};

module.exports = {
    Agent,
    globalAgent: new Agent({ keepAlive: true, scheduling: 'lifo',
                             timeout: 5000 }),
};
defineMissing(module.exports, 'TLS',
              ['Server', 'createServer', 'get', 'request']);
