'use strict';
/* internal/websocket/events - CloseEvent and ErrorEvent. */

const { Event } = require('internal/events/event_target');
const { makeIllegalInvocation, needArguments, toDOMString, toDictionary } =
    require('internal/fetch/webidl');
const { defineEnumerable, defineTag } = require('internal/util');

/* What Event itself takes. */
function readEventInit(options) {
    const { bubbles, cancelable, composed } = options;
    return { bubbles, cancelable, composed };
}

function need(isOne, event) {
    if (!isOne)
        throw makeIllegalInvocation();
    return event;
}

class CloseEvent extends Event {
    #fields;

    constructor(type, given = {}) {
        needArguments(arguments.length, 1, 'CloseEvent constructor');
        const text = toDOMString(type, 'CloseEvent constructor', 'type');
        const options = toDictionary(given);
        super(text, readEventInit(options));
        const { wasClean = false, code = 0, reason = '' } = options;
        this.#fields = {
            wasClean: Boolean(wasClean),
            code: Number(code) & 0xffff,
            reason: `${reason}`.toWellFormed(),
        };
    }

    get wasClean() { return need(#fields in this, this).#fields.wasClean; }

    get code() { return need(#fields in this, this).#fields.code; }

    get reason() { return need(#fields in this, this).#fields.reason; }
}

class ErrorEvent extends Event {
    #fields;

    constructor(type, given = {}) {
        needArguments(arguments.length, 1, 'ErrorEvent constructor');
        const text = toDOMString(type, 'ErrorEvent constructor', 'type');
        const options = toDictionary(given);
        super(text, readEventInit(options));
        const { message = '', filename = '', lineno = 0, colno = 0,
                error } = options;
        this.#fields = {
            message: `${message}`,
            filename: `${filename}`.toWellFormed(),
            lineno: lineno >>> 0,
            colno: colno >>> 0,
            error,
        };
    }

    get message() { return need(#fields in this, this).#fields.message; }

    get filename() { return need(#fields in this, this).#fields.filename; }

    get lineno() { return need(#fields in this, this).#fields.lineno; }

    get colno() { return need(#fields in this, this).#fields.colno; }

    get error() { return need(#fields in this, this).#fields.error; }
}

function define({ name, prototype }, names) {
    defineEnumerable(prototype, names);
    defineTag(prototype, name);
}

define(CloseEvent, ['wasClean', 'code', 'reason']);
define(ErrorEvent, ['message', 'filename', 'lineno', 'colno', 'error']);

module.exports = { CloseEvent, ErrorEvent };
