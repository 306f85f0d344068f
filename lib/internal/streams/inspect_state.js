'use strict';
/* internal/streams/inspect_state - how console.log() shows the state of a
 * stream: the flags and what is there at times only are fields by symbols in
 * Node. */

const { setOwnProperty } = require('internal/util');

const symbols = {
    __proto__: null,
    bits: Symbol('kState'),
    queue: Symbol('kBufferedValue'),
    failure: Symbol('kErroredValue'),
    otherEncoding: Symbol('kDefaultEncodingValue'),
    decoderValue: Symbol('kDecoderValue'),
    encodingValue: Symbol('kEncodingValue'),
    writeCallback: Symbol('kWriteCbValue'),
    tickInfo: Symbol('kAfterWriteTickInfoValue'),
    finishCallbacks: Symbol('kOnFinishedValue'),
};

const custom = Symbol.for('nodejs.util.inspect.custom');

/* A copy of the same class, but without its way of being shown. */
function show(state) {
    const prototype = Object.getPrototypeOf(state);
    const shown = { __proto__: {
        __proto__: prototype, constructor: state.constructor,
        [custom]: undefined,
    } };
    shown[symbols.bits] = state.bits;
    if ('onwrite' in state)
        shown[symbols.queue] = state.queue ?? null;
    for (const name of Object.keys(state)) {
        if (name in symbols)
            shown[symbols[name]] = state[name];
        else if (name === 'pipeList')
            setOwnProperty(shown, 'pipes', state.pipes); /* no accessor */
        else if (name === 'onwrite')
            shown.onwrite = state.onwrite ?? (() => {});
        else if (name !== 'work') /* of a Transform */
            shown[name] = state[name];
    }
    return shown;
}

module.exports = { show };
