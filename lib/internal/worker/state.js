'use strict';
/*
 * internal/worker/state - what a thread knows of itself: the port to its parent
 * and what came with it, and the data that its own workers inherit.
 */

module.exports = {
    __proto__: null,
    parentPort: null,
    workerData: null,
    environmentData: new Map(),
};
