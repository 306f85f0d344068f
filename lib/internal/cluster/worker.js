'use strict';
/*
 * internal/cluster/worker - cluster.Worker: the same class in the primary, for
 * each worker, and in a worker, for itself. disconnect() and destroy() are
 * added by the module of either side.
 */

const EventEmitter = require('events');

function Worker(options) {
    if (!(this instanceof Worker))
        return new Worker(options);
    Reflect.apply(EventEmitter, this, []);
    const given = options !== null && typeof options === 'object' ?
        options : {};
    this.exitedAfterDisconnect = undefined;
    this.state = given.state || 'none';
    this.id = given.id | 0;
    if (given.process) {
        this.process = given.process;
        forward(this, 'error');
        forward(this, 'message');
    }
}
Object.setPrototypeOf(Worker.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Worker, EventEmitter);

function forward(worker, event) {
    worker.process.on(event, (...args) => worker.emit(event, ...args));
}

Worker.prototype.kill = function(...args) {
    this.destroy(...args);
};

Worker.prototype.send = function(...args) {
    return this.process.send(...args);
};

Worker.prototype.isDead = function() {
    const { exitCode, signalCode } = this.process;
    return (exitCode !== null && exitCode !== undefined) ||
        (signalCode !== null && signalCode !== undefined);
};

Worker.prototype.isConnected = function() {
    return this.process.connected;
};

module.exports = Worker;
