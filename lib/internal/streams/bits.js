'use strict';
/*
 * internal/streams/bits - the yes-or-no half of a stream's state.
 *
 * Each side of a stream, readable and writable, keeps its flags in the integer
 * `bits` of its state object, so that the code for one chunk decides by one
 * mask what would take ten property reads. The names that programs read, such
 * as `_readableState.ended`, are accessors on the prototype (defineFlags).
 *
 * What must stay true: the bits up to CONSTRUCTED mean the same on both sides,
 * since internal/streams/destroy sets them without asking which side it has.
 */

/* Loaded when first used: internal/streams/inspect_state. */

/* Both sides. */
const OBJECT_MODE = 1 << 0;
const ERROR_EMITTED = 1 << 1;
const AUTO_DESTROY = 1 << 2;
const EMIT_CLOSE = 1 << 3;
const DESTROYED = 1 << 4;
const CLOSED = 1 << 5;
const CLOSE_EMITTED = 1 << 6;
const ERRORED = 1 << 7; /* the error is in `failure` */
const CONSTRUCTED = 1 << 8;

const shared = {
    __proto__: null,
    objectMode: OBJECT_MODE,
    errorEmitted: ERROR_EMITTED,
    autoDestroy: AUTO_DESTROY,
    emitClose: EMIT_CLOSE,
    destroyed: DESTROYED,
    closed: CLOSED,
    closeEmitted: CLOSE_EMITTED,
    constructed: CONSTRUCTED,
};

/* A method of both states: _construct() is over, go on. */
const kOnConstructed = Symbol('kOnConstructed');

/*
 * Methods of a sink that often has a chunk written at once, and then has nothing
 * to call back: kWriteNow(chunk, encoding) returns 0 then, undefined if _write()
 * has to be called, and else what kFinishWrite(result, callback) is called with,
 * as _write() would call it.
 */
const kWriteNow = Symbol('kWriteNow');
const kFinishWrite = Symbol('kFinishWrite');

/*
 * A method of a readable whose end may need less than destroy(): after 'end'
 * kCloseEnded(state) says if it has done all that destroy() would have, in as
 * many ticks.
 */
const kCloseEnded = Symbol('kCloseEnded');

function hidden(get, set) {
    return { __proto__: null, get, set, configurable: true };
}

/* An accessor for each flag of `names`, by the name that programs know. */
function defineFlags(prototype, names) {
    for (const name in names) {
        const bit = names[name];
        Object.defineProperty(prototype, name, hidden(
            function() { return (this.bits & bit) !== 0; },
            function(value) {
                this.bits = value ? this.bits | bit : this.bits & ~bit;
            }));
    }
}

/* An accessor for a value that is absent most of the time: `bit` says whether
 * the field is there, `absent` is what a program sees if it is not. */
function defineOptional(prototype, name, field, bit, absent) {
    Object.defineProperty(prototype, name, hidden(
        function() { return this.bits & bit ? this[field] : absent; },
        function(value) {
            if (value) {
                this[field] = value;
                this.bits |= bit;
            } else {
                this.bits &= ~bit;
            }
        }));
}

/* An accessor with three answers: true, false, and `absent` until it is set. */
function defineTernary(prototype, name, known, yes, absent) {
    Object.defineProperty(prototype, name, hidden(
        function() {
            return this.bits & known ? (this.bits & yes) !== 0 : absent;
        },
        function(value) {
            this.bits &= ~(known | yes);
            if (value !== null && value !== undefined)
                this.bits |= value ? known | yes : known;
        }));
}

/* What a field holds until it is first set. Most streams never set most fields,
 * and a field that only the prototype has takes no memory in each of them. */
function defineDefaults(prototype, defaults) {
    for (const [name, value] of defaults) {
        Object.defineProperty(prototype, name, {
            __proto__: null, value, writable: true, configurable: true,
        });
    }
}

/* What both states have besides flags. `utf8` is that side's bit for the
 * default encoding that nearly every stream has. */
function defineShared(prototype, utf8) {
    defineFlags(prototype, shared);
    Object.defineProperty(prototype, Symbol.for('nodejs.util.inspect.custom'), {
        __proto__: null, configurable: true, writable: true,
        value() {
            return require('internal/streams/inspect_state').show(this);
        },
    });
    defineOptional(prototype, 'errored', 'failure', ERRORED, null);
    Object.defineProperty(prototype, 'defaultEncoding', hidden(
        function() { return this.bits & utf8 ? 'utf8' : this.otherEncoding; },
        function(value) {
            if (value === 'utf8' || value === 'utf-8') {
                this.bits |= utf8;
            } else {
                this.bits &= ~utf8;
                this.otherEncoding = value;
            }
        }));
}

module.exports = {
    AUTO_DESTROY,
    CLOSED,
    CLOSE_EMITTED,
    CONSTRUCTED,
    DESTROYED,
    EMIT_CLOSE,
    ERRORED,
    ERROR_EMITTED,
    OBJECT_MODE,
    defineDefaults,
    defineFlags,
    defineOptional,
    defineShared,
    defineTernary,
    kCloseEnded,
    kFinishWrite,
    kOnConstructed,
    kWriteNow,
};
