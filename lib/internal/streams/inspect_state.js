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

/* The fields of a new state in Node, in their order; here some are there only
 * once they were set. */
const fields = {
    __proto__: null,
    ReadableState: ['highWaterMark', 'buffer', 'bufferIndex', 'length', 'pipes',
                    'awaitDrainWriters'],
    WritableState: ['highWaterMark', 'length', 'corked', 'onwrite', 'writelen',
                    'bufferedIndex', 'pendingcb'],
};
/* Internal fields, and the state of a Transform, are not shown. */
const hidden = { __proto__: null, chunks: true, pipeList: true, work: true };

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
    for (const name of fields['onwrite' in state ? 'WritableState'
                                                 : 'ReadableState'])
        setOwnProperty(shown, name, /* some are accessors of the class */
                       name === 'onwrite' ? state.onwrite ?? (() => {})
                                          : state[name]);
    for (const name of Object.keys(state)) {
        if (name in symbols)
            shown[symbols[name]] = state[name];
        else if (!(name in hidden) && !Object.hasOwn(shown, name))
            shown[name] = state[name];
    }
    return shown;
}

module.exports = { show };
