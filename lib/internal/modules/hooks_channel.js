'use strict';
/*
 * internal/modules/hooks_channel - messages between the program's runtime and
 * the hooks runtime, in which the hooks of module.register() run. Both load
 * this file.
 *
 * A message is cloned, and the other end receives it at once. A MessagePort
 * that is transferred is connected with its peer as it is between threads.
 */

const { setImmediate } = internalBinding('order');
const binding = internalBinding('hooks_runtime');
/* Loaded when first used: internal/worker/message_channel. */

let onMessage;

function send(message, list) {
    const { cloneBy } = require('internal/worker/message_channel');
    /* Messages that were posted to a hook's port earlier are delivered
     * first. */
    if (isWaking)
        turn();
    cloneBy(binding.send, message, list);
}

/* Called by the runtime with each message. */
function receive(message) {
    onMessage(message);
}

function setOnMessage(fn) {
    onMessage = fn;
}

/* The hooks runtime sees what was posted when the program's loop turns, or with
 * the next message. */
let isWaking = false;

function wakeHooksRuntime() {
    if (isWaking)
        return;
    isWaking = true;
    setImmediate(turn).unref();
}

function turn() {
    isWaking = false;
    if (!binding.turn())
        process.exit(binding.exitCode());
}

module.exports = { receive, send, setOnMessage, wakeHooksRuntime };
