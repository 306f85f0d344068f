'use strict';
/*
 * internal/errors - how the built-in modules make errors.
 *
 * A code is used as a constructor: `throw new ERR_OUT_OF_RANGE(name, range,
 * value)`. Nearly every module names some codes at its top, and nearly no
 * program ever makes one of these errors. So a constructor is made when its
 * code is first named and knows nothing but the code; base class and message
 * are looked up in internal/errors/messages when the first error is made, which
 * is also when that table is loaded.
 *
 * What must stay true: an error has its own `code` (visible) and `message`
 * (hidden); its stack begins with "TypeError [ERR_CODE]: message", and so does
 * String(error), while its name and constructor are TypeError's.
 */

/* Loaded when first used: internal/errors/messages, internal/util/format,
 * internal/util/inspect. */

const { apply: ReflectApply } = Reflect;
const ObjectDefineProperty = Object.defineProperty;
const ObjectGetOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
const ObjectIsExtensible = Object.isExtensible;
const ArrayIsArray = Array.isArray;
const captureStackTrace = Error.captureStackTrace;

let inspectModule;
function inspector() {
    inspectModule ??= require('internal/util/inspect');
    return inspectModule;
}

function hidden(value) {
    return { __proto__: null, value, enumerable: false, writable: true,
             configurable: true };
}

/* User code may freeze Error or make the limit read-only. */
function isStackLimitWritable() {
    const own = ObjectGetOwnPropertyDescriptor(Error, 'stackTraceLimit');
    if (own === undefined)
        return ObjectIsExtensible(Error);
    return own.writable === true || own.set !== undefined;
}

/* Make an error without a stack: the caller captures it later, when the message
 * is known, and need not pay for two. */
function makeBare(Base) {
    const limit = Error.stackTraceLimit;
    if (limit === 0 || !isStackLimitWritable())
        return new Base();
    Error.stackTraceLimit = 0;
    const error = new Base();
    Error.stackTraceLimit = limit;
    return error;
}

/* Take the stack with the code in its first line. The name is put back: only
 * the stack shows the code. The first line is made when the stack is read
 * first, so it is read now. */
function takeStack(error, above) {
    const name = error.name;
    ObjectDefineProperty(error, 'name', hidden(`${name} [${error.code}]`));
    captureStackTrace(error, above);
    void error.stack;
    delete error.name;
}

function toStringWithCode() {
    return `${this.name} [${this.code}]: ${this.message}`;
}

/* One class between each base class and its errors with codes, to hold what is
 * common to them. Its `constructor` is the base class, so that
 * `error.constructor === TypeError` stays true. */
const codedClasses = new Map();

function getCodedClass(Base) {
    let Coded = codedClasses.get(Base);
    if (Coded === undefined) {
        Coded = class NodeError extends Base {};
        ObjectDefineProperty(Coded.prototype, 'constructor', {
            __proto__: null, get() { return Base; }, enumerable: false,
            configurable: true,
        });
        ObjectDefineProperty(Coded.prototype, 'toString',
                             hidden(toStringWithCode));
        codedClasses.set(Base, Coded);
    }
    return Coded;
}

/* Fill "%s" and similar. Strings and numbers, which are nearly all, do not need
 * the whole of format(). */
function fillMessage(text, args) {
    let result = '';
    let from = 0;
    for (let i = 0; i < args.length; i++) {
        const at = text.indexOf('%s', from);
        if (at === -1 || typeof args[i] !== 'string')
            return ReflectApply(
                require('internal/util/format').format, null,
                [text, ...args]);
        result += text.slice(from, at) + args[i];
        from = at + 2;
    }
    return result + text.slice(from);
}

function getMessage(message, args, error) {
    if (typeof message === 'function')
        return ReflectApply(message, error, args);
    return args.length === 0 ? message : fillMessage(message, args);
}

let messages;
function getEntry(code) {
    messages ??= require('internal/errors/messages');
    const entry = messages[code];
    if (entry === undefined)
        throw new Error(`There is no error code ${code}`);
    return entry;
}

/* `OtherBase` replaces the class that the table names. */
function makeConstructor(code, OtherBase) {
    return function NodeError(...args) {
        const entry = getEntry(code);
        if (entry[0] === null)
            return makeSystemError(code, entry[1], args[0], NodeError);
        const error = makeBare(getCodedClass(OtherBase ?? entry[0]));
        error.code = code;
        const message = getMessage(entry[1], args, error);
        ObjectDefineProperty(error, 'message', hidden(message));
        takeStack(error, NodeError);
        return error;
    };
}

/* Codes with more than one base class: ERR_INVALID_STATE.TypeError. */
const variants = {
    __proto__: null,
    ERR_INVALID_ARG_VALUE: [RangeError],
    ERR_INVALID_RETURN_VALUE: [RangeError],
    ERR_INVALID_STATE: [TypeError, RangeError],
    ERR_OPERATION_FAILED: [TypeError],
};

function makeCode(code) {
    const constructor = makeConstructor(code, undefined);
    const others = variants[code];
    if (others !== undefined) {
        for (let i = 0; i < others.length; i++)
            constructor[others[i].name] = makeConstructor(code, others[i]);
    }
    return constructor;
}

const codes = new Proxy({ __proto__: null }, {
    __proto__: null,
    get(made, code) {
        made[code] ??= makeCode(code);
        return made[code];
    },
});

/* An error that Node throws from C++: it has a code, but a plain class, and no
 * code in its stack. */
function makePlainError(Base, code, message) {
    const error = new Base(message);
    error.code = code;
    return error;
}

/* ---- Errors of the operating system ----------------------------------- */

const systemFields = ['errno', 'syscall'];

function describeSystemError(prefix, context) {
    let message = `${prefix}: ${context.syscall} returned ` +
                  `${context.code} (${context.message})`;
    if (context.path !== undefined)
        message += ` ${context.path}`;
    if (context.dest !== undefined)
        message += ` => ${context.dest}`;
    return message;
}

/* Has the details of the failed system call in `info`. Its fields are accessors
 * of `info`, so that changing one changes both. */
class SystemError extends Error {
    [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
        return inspector().inspect(this, { ...options, getters: true,
                                           customInspect: false });
    }
}

function linkField(error, context, field) {
    const link = { __proto__: null, enumerable: true, configurable: true };
    link.get = function get() { return context[field]; };
    link.set = function set(value) { context[field] = value; };
    ObjectDefineProperty(error, field, link);
}

function makeSystemError(code, prefix, context, above) {
    const error = makeBare(SystemError);
    error.code = code;
    ObjectDefineProperty(error, 'name', hidden('SystemError'));
    ObjectDefineProperty(error, 'message',
                         hidden(describeSystemError(prefix, context)));
    ObjectDefineProperty(error, 'info', {
        __proto__: null, value: context, enumerable: true,
        configurable: true, writable: false,
    });
    for (let i = 0; i < systemFields.length; i++)
        linkField(error, context, systemFields[i]);
    if (context.path !== undefined)
        linkField(error, context, 'path');
    if (context.dest !== undefined)
        linkField(error, context, 'dest');
    ObjectDefineProperty(error, 'toString', hidden(toStringWithCode));
    ObjectDefineProperty(error, 'name', hidden(`SystemError [${code}]`));
    captureStackTrace(error, above);
    void error.stack;
    ObjectDefineProperty(error, 'name', hidden('SystemError'));
    return error;
}

let uvBinding;
/* Not by the map of all errors, which is made anew each time. */
function nameOfErrno(errno) {
    uvBinding ??= internalBinding('uv');
    return uvBinding.errname(errno);
}

/* [code, text]; what libuv has no name for is unknown where Node looks it up in
 * its map, and a number where libuv is asked. */
function lookUpErrno(errno) {
    const code = nameOfErrno(errno);
    return code.startsWith('Unknown') ?
        ['UNKNOWN', 'unknown error'] :
        [code, uvBinding.getErrorMessage(errno)];
}

/* Make an Error with this stack top and these visible fields, in order. */
function makeFieldError(message, above, fields) {
    const error = makeBare(Error);
    ObjectDefineProperty(error, 'message', hidden(message));
    for (const key in fields) {
        if (fields[key] !== undefined)
            error[key] = fields[key];
    }
    captureStackTrace(error, above);
    return error;
}

/* What a failed file system call throws. The context names errno and syscall,
 * and path and dest where there are some. */
function UVException(context) {
    const code = nameOfErrno(context.errno);
    const text = context.message || uvBinding.getErrorMessage(context.errno);
    let message = `${code}: ${text}, ${context.syscall}`;
    const path = context.path === undefined ? undefined : `${context.path}`;
    const dest = context.dest === undefined ? undefined : `${context.dest}`;
    if (path !== undefined)
        message += ` '${path}'`;
    if (dest !== undefined)
        message += ` -> '${dest}'`;
    return makeFieldError(message, UVException, {
        __proto__: null, errno: context.errno, code,
        syscall: context.syscall, path, dest,
    });
}

/* What fs.writeSync() throws: its fields have an order of their own. */
function makeWriteError(errno) {
    const { 0: code, 1: text } = lookUpErrno(errno);
    return makeFieldError(`${code}: ${text}, write`, makeWriteError,
                          { __proto__: null, errno, syscall: 'write', code });
}

function describePlace(address, port) {
    if (port && port > 0)
        return ` ${address}:${port}`;
    return address ? ` ${address}` : '';
}

function UVExceptionWithHostPort(errno, syscall, address, port) {
    const { 0: code, 1: text } = lookUpErrno(errno);
    const message = `${syscall} ${code}: ${text}` +
                    describePlace(address, port);
    return makeFieldError(message, UVExceptionWithHostPort, {
        __proto__: null, code, errno, syscall, address,
        port: port || undefined,
    });
}

function ErrnoException(errno, syscall, original) {
    const code = nameOfErrno(errno);
    const message = original ? `${syscall} ${code} ${original}`
                             : `${syscall} ${code}`;
    return makeFieldError(message, ErrnoException,
                          { __proto__: null, errno, code, syscall });
}

function ExceptionWithHostPort(errno, syscall, address, port, additional) {
    const code = nameOfErrno(errno);
    let message = `${syscall} ${code}${describePlace(address, port)}`;
    if (additional)
        message += ` - Local (${additional})`;
    return makeFieldError(message, ExceptionWithHostPort, {
        __proto__: null, errno, code, syscall, address,
        port: port || undefined,
    });
}

/* `code` is a number of the system's, or a name that the resolver gave. */
function DNSException(code, syscall, hostname) {
    let errno;
    if (typeof code === 'number') {
        errno = code;
        code = code === -3008 || code === -3007 ? 'ENOTFOUND'
                                                : lookUpErrno(code)[0];
    }
    const message = `${syscall} ${code}${hostname ? ` ${hostname}` : ''}`;
    const error = makeBare(Error);
    ObjectDefineProperty(error, 'message', hidden(message));
    error.errno = errno;
    error.code = code;
    error.syscall = syscall;
    if (hostname)
        error.hostname = hostname;
    captureStackTrace(error, DNSException);
    return error;
}

/* ---- Helpers ---------------------------------------------------------- */

class AbortError extends Error {
    constructor(message = 'The operation was aborted', options = undefined) {
        const isOptions = options === undefined || typeof options === 'object';
        if (!isOptions)
            throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
        super(message, options);
        Object.assign(this, { code: 'ABORT_ERR', name: 'AbortError' });
    }
}

/* Two errors for one failure: the first was on its way when the second came. */
function aggregateTwoErrors(inner, outer) {
    if (!inner || !outer || inner === outer)
        return inner || outer;
    if (ArrayIsArray(outer.errors)) {
        outer.errors[outer.errors.length] = inner;
        return outer;
    }
    const both = new AggregateError([outer, inner], outer.message);
    both.code = outer.code;
    return both;
}

/*
 * A function whose errors seem to come from its caller, as if its own frame
 * were part of the language. Costs a frame and a try per call: what is hot
 * calls dropFrame() on its own errors instead.
 */
function hideStackFrames(fn) {
    const hiding = function(...args) {
        let thrown;
        try {
            return ReflectApply(fn, this, args);
        } catch (error) {
            thrown = error;
        }
        const isObject = typeof thrown === 'object' && thrown !== null;
        throw isObject ? dropFrame(thrown, hiding) : thrown;
    };
    hiding.withoutStackTrace = fn;
    return hiding;
}

/* Capture the stack of a coded error again, without `above` and its callees. */
function dropFrame(error, above) {
    if (Error.stackTraceLimit !== 0)
        takeStack(error, above);
    return error;
}

/* "a, b, and c"; with `type` "or" instead. */
function formatList(array, type = 'and') {
    if (array.length < 3)
        return array.join(` ${type} `);
    const last = array.length - 1;
    return `${array.slice(0, last).join(', ')}, ${type} ${array[last]}`;
}

/* 1234567 becomes "1_234_567". */
function addNumericalSeparator(digits) {
    let result = '';
    let end = digits.length;
    const start = digits[0] === '-' ? 1 : 0;
    for (; end >= start + 4; end -= 3)
        result = `_${digits.slice(end - 3, end)}${result}`;
    return digits.slice(0, end) + result;
}

function describeString(value) {
    const short = value.length > 28 ? `${value.slice(0, 25)}...` : value;
    if (short.includes("'"))
        return `type string (${JSON.stringify(short)})`;
    return `type string ('${short}')`;
}

/* The words after "Received" in argument errors. */
function determineSpecificType(value) {
    if (value === null || value === undefined)
        return `${value}`;
    switch (typeof value) {
    case 'bigint':
        return `type bigint (${value}n)`;
    case 'number':
        if (value === 0 && 1 / value < 0)
            return 'type number (-0)';
        return `type number (${value})`;
    case 'boolean':
        return `type boolean (${value})`;
    case 'symbol':
        return `type symbol (${String(value)})`;
    case 'function':
        return `function ${value.name}`;
    case 'string':
        return describeString(value);
    default:
        if (value.constructor && value.constructor.name)
            return `an instance of ${value.constructor.name}`;
        return inspector().inspect(value, { depth: -1 });
    }
}

/*
 * Rethrow errors for exhausted memory. Code that takes any error for an answer
 * (there is no such file, this is not JSON) calls this first. The message may
 * have more text: where it was in a regular expression or in a parser.
 */
function throwIfNoMemory(error) {
    if (error?.code === 'ENOMEM' ||
        error?.name === 'InternalError' &&
        String(error.message).startsWith('out of memory'))
        throw error;
}

/* The error for an exhausted stack differs between engines; find ours by
 * trying. */
let overflowName;
let overflowMessage;
function isStackOverflowError(error) {
    if (overflowMessage === undefined) {
        try {
            const overflow = () => { overflow(); };
            overflow();
        } catch (e) {
            throwIfNoMemory(e);
            overflowName = e.name;
            overflowMessage = e.message;
        }
    }
    return error?.name === overflowName && error.message === overflowMessage;
}

module.exports = {
    AbortError,
    DNSException,
    ErrnoException,
    ExceptionWithHostPort,
    SystemError,
    UVException,
    UVExceptionWithHostPort,
    addNumericalSeparator,
    aggregateTwoErrors,
    codes,
    determineSpecificType,
    dropFrame,
    formatList,
    hideStackFrames,
    isStackLimitWritable,
    isStackOverflowError,
    lookUpErrno,
    makePlainError,
    makeWriteError,
    throwIfNoMemory,
};
