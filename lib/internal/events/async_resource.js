'use strict';
/*
 * internal/events/async_resource - an emitter whose listeners run in the async
 * context in which it was made.
 *
 * The resource is kept in a private field that only resourceOf() reads; all
 * members go through it, so that a wrong receiver gets one error, with V8's
 * message, for which programs test.
 */

const EventEmitter = require('events');
const { AsyncResource } = require('async_hooks');
const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');

const emitters = new WeakMap();

class EventEmitterReferencingAsyncResource extends AsyncResource {
    get eventEmitter() {
        const emitter = emitters.get(this);
        if (emitter === undefined) {
            throw new codes.ERR_INVALID_THIS(
                'EventEmitterReferencingAsyncResource');
        }
        return emitter;
    }
}

let resourceOf;

class EventEmitterAsyncResource extends EventEmitter {
    #asyncResource;

    static {
        resourceOf = (value) => {
            if (#asyncResource in value)
                return value.#asyncResource;
            throw new TypeError(
                'Cannot read private member #asyncResource from an object ' +
                'whose class did not declare it');
        };
    }

    /* `options` may be the name itself. A subclass needs none: its own name
     * will do. */
    constructor(options = undefined) {
        const isName = typeof options === 'string';
        if (!isName && new.target === EventEmitterAsyncResource)
            validateString(options?.name, 'options.name');
        const rest = isName ? undefined : options;
        super(rest);
        const name = isName ? options : rest?.name || new.target.name;
        this.#asyncResource =
            new EventEmitterReferencingAsyncResource(name, rest);
        emitters.set(this.#asyncResource, this);
    }

    emit(event, ...args) {
        return resourceOf(this).runInAsyncScope(super.emit, this, event,
                                                ...args);
    }

    emitDestroy() {
        resourceOf(this).emitDestroy();
    }

    get asyncId() {
        return resourceOf(this).asyncId();
    }

    get triggerAsyncId() {
        return resourceOf(this).triggerAsyncId();
    }

    get asyncResource() {
        return resourceOf(this);
    }
}

module.exports = EventEmitterAsyncResource;
