'use strict';
/*
 * internal/events/async_resource - an emitter whose listeners run in the
 * asynchronous context in which it was made.
 */

const EventEmitter = require('events');
const { AsyncResource } = require('async_hooks');
const {
    codes: { ERR_INVALID_THIS },
} = require('internal/errors');
const { validateString } = require('internal/validators');

const kEventEmitter = Symbol('kEventEmitter');

class EventEmitterReferencingAsyncResource extends AsyncResource {
    constructor(emitter, type, options) {
        super(type, options);
        this[kEventEmitter] = emitter;
    }

    get eventEmitter() {
        if (this[kEventEmitter] === undefined) {
            throw new ERR_INVALID_THIS(
                'EventEmitterReferencingAsyncResource');
        }
        return this[kEventEmitter];
    }
}

/* In the words of the engine that Node has: programs test for them. */
function checkHas(has) {
    if (!has) {
        throw new TypeError('Cannot read private member #asyncResource from ' +
                            'an object whose class did not declare it');
    }
}

class EventEmitterAsyncResource extends EventEmitter {
    #asyncResource;

    constructor(options = undefined) {
        let name;
        if (typeof options === 'string') {
            name = options;
            options = undefined;
        } else {
            if (new.target === EventEmitterAsyncResource)
                validateString(options?.name, 'options.name');
            name = options?.name || new.target.name;
        }
        super(options);
        this.#asyncResource =
            new EventEmitterReferencingAsyncResource(this, name, options);
    }

    emit(event, ...args) {
        checkHas(#asyncResource in this);
        return this.#asyncResource.runInAsyncScope(super.emit, this, event,
                                                   ...args);
    }

    emitDestroy() {
        checkHas(#asyncResource in this);
        this.#asyncResource.emitDestroy();
    }

    get asyncId() {
        checkHas(#asyncResource in this);
        return this.#asyncResource.asyncId();
    }

    get triggerAsyncId() {
        checkHas(#asyncResource in this);
        return this.#asyncResource.triggerAsyncId();
    }

    get asyncResource() {
        checkHas(#asyncResource in this);
        return this.#asyncResource;
    }
}

module.exports = EventEmitterAsyncResource;
