'use strict';
/*
 * internal/events/node_event_target - a target with an emitter's methods, as Node's
 * message ports are. Its listeners get the value that was emitted; those of
 * addEventListener() get an event around it.
 */

const {
    EventTarget,
    getLimit,
    kDispatch,
    kIsNodeStyle,
    kState,
    ringOf,
} = require('internal/events/event_target');
const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');
const { defineEnumerable } = require('internal/util');
/* Loaded when first used: events. */

const kIsNodeEventTarget = Symbol('kIsNodeEventTarget');

function check(value) {
    if (value?.constructor?.[kIsNodeEventTarget] !== true)
        throw new codes.ERR_INVALID_THIS('NodeEventTarget');
    return value;
}

function addTo(target, type, listener, once) {
    check(target).addEventListener(type, listener,
                                   { once, [kIsNodeStyle]: true });
    return target;
}

function removeFrom(target, type, listener, options) {
    check(target).removeEventListener(type, listener, options);
    return target;
}

class NodeEventTarget extends EventTarget {
    static [kIsNodeEventTarget] = true;

    static defaultMaxListeners = 10;

    setMaxListeners(n) {
        require('events').setMaxListeners(n, check(this));
    }

    getMaxListeners() {
        return getLimit(check(this));
    }

    eventNames() {
        return [...check(this)[kState].rings.keys()];
    }

    listenerCount(type) {
        return ringOf(check(this), String(type))?.size ?? 0;
    }

    off(type, listener, options) {
        return removeFrom(this, type, listener, options);
    }

    removeListener(type, listener, options) {
        return removeFrom(this, type, listener, options);
    }

    on(type, listener) {
        return addTo(this, type, listener, false);
    }

    addListener(type, listener) {
        return addTo(this, type, listener, false);
    }

    emit(type, arg) {
        check(this);
        validateString(type, 'type');
        const isHeard = this.listenerCount(type) > 0;
        this[kDispatch](arg, type);
        return isHeard;
    }

    once(type, listener) {
        return addTo(this, type, listener, true);
    }

    removeAllListeners(type) {
        const { rings } = check(this)[kState];
        if (type === undefined)
            rings.clear();
        else
            rings.delete(String(type));
        return this;
    }
}

defineEnumerable(NodeEventTarget.prototype, [
    'setMaxListeners', 'getMaxListeners', 'eventNames', 'listenerCount',
    'off', 'removeListener', 'on', 'addListener', 'once', 'emit',
    'removeAllListeners',
]);

module.exports = { NodeEventTarget };
