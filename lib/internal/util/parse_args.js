'use strict';
/*
 * internal/util/parse_args - util.parseArgs(): a command line as options and
 * positionals.
 *
 * First the line is split into tokens, each with its kind and position. Then
 * the tokens are checked (strict) and stored. Programs may get the tokens, too.
 */

const {
    codes: {
        ERR_INVALID_ARG_VALUE,
        ERR_PARSE_ARGS_INVALID_OPTION_VALUE,
        ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL,
        ERR_PARSE_ARGS_UNKNOWN_OPTION,
    },
} = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const {
    validateArray,
    validateBoolean,
    validateBooleanArray,
    validateObject,
    validateString,
    validateStringArray,
    validateUnion,
} = require('internal/validators');

const HasOwn = Object.prototype.hasOwnProperty;
const ObjectKeys = Object.keys;

function own(object, key) {
    return object !== undefined && object !== null &&
           HasOwn.call(object, key) ? object[key] : undefined;
}

/* ---- Tokens ----------------------------------------------------------- */

/* A single "-" is a file name by convention. */
function isOptionLike(arg) {
    return arg.length > 1 && arg[0] === '-';
}

function findByShort(short, options) {
    const names = ObjectKeys(options);
    for (let i = 0; i < names.length; i++) {
        if (own(options[names[i]], 'short') === short)
            return names[i];
    }
    return short;
}

function takesValue(name, options) {
    return own(own(options, name), 'type') === 'string';
}

function makeOption(name, rawName, index, value, inlineValue) {
    return { kind: 'option', name, rawName, index, value, inlineValue };
}

/* A long option, "--name" or "--name=value". */
function readLong(arg, index, rest, options) {
    const equals = arg.indexOf('=', 3);
    if (equals !== -1) {
        const name = arg.slice(2, equals);
        return makeOption(name, `--${name}`, index, arg.slice(equals + 1),
                          true);
    }
    const name = arg.slice(2);
    if (takesValue(name, options) && rest.length > 0) {
        return makeOption(name, arg, index, rest.shift(), false);
    }
    return makeOption(name, arg, index, undefined, undefined);
}

/* "-abc" is "-a -b -c" as long as none of them takes a value; "-fVALUE" is
 * one that does. */
function expandShorts(arg, options) {
    const expanded = [];
    for (let i = 1; i < arg.length; i++) {
        const name = findByShort(arg[i], options);
        if (!takesValue(name, options) || i === arg.length - 1) {
            expanded.push(`-${arg[i]}`);
        } else {
            expanded.push(`-${arg.slice(i)}`);
            break;
        }
    }
    return expanded;
}

function tokenize(args, options) {
    const tokens = [];
    const rest = args.slice();
    let index = -1;
    let grouped = 0;
    while (rest.length > 0) {
        const arg = rest.shift();
        if (grouped > 0)
            grouped--;
        else
            index++;
        if (arg === '--') {
            tokens.push({ kind: 'option-terminator', index });
            for (let i = 0; i < rest.length; i++) {
                tokens.push({ kind: 'positional', index: ++index,
                              value: rest[i] });
            }
            break;
        }
        if (arg.length === 2 && arg[0] === '-' && arg[1] !== '-') {
            const name = findByShort(arg[1], options);
            let value;
            let inlineValue;
            if (takesValue(name, options) && rest.length > 0) {
                value = rest.shift();
                inlineValue = false;
            }
            tokens.push(makeOption(name, arg, index, value, inlineValue));
            if (value !== undefined)
                index++;
        } else if (arg.length > 2 && arg[0] === '-' && arg[1] !== '-') {
            const name = findByShort(arg[1], options);
            if (takesValue(name, options)) {
                tokens.push(makeOption(name, `-${arg[1]}`, index,
                                       arg.slice(2), true));
            } else {
                const expanded = expandShorts(arg, options);
                rest.unshift(...expanded);
                grouped = expanded.length;
            }
        } else if (arg.startsWith('--') && arg.length > 2) {
            const token = readLong(arg, index, rest, options);
            tokens.push(token);
            if (token.inlineValue === false)
                index++;
        } else {
            tokens.push({ kind: 'positional', index, value: arg });
        }
    }
    return tokens;
}

/* ---- Judging ---------------------------------------------------------- */

function describe(name, config, suffix) {
    const short = own(config, 'short');
    return `${short ? `-${short}, ` : ''}--${name}${suffix}`;
}

/* "-f -x": a value that looks like an option is more likely forgotten. */
function checkValue(token) {
    if (token.inlineValue || token.value === undefined ||
        !isOptionLike(token.value))
        return;
    const example = token.rawName.startsWith('--')
        ? `'${token.rawName}=-XYZ'`
        : `'--${token.name}=-XYZ' or '${token.rawName}-XYZ'`;
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(
        `Option '${token.rawName}' argument is ambiguous.\n` +
        `Did you forget to specify the option argument for ` +
        `'${token.rawName}'?\nTo specify an option argument starting with ` +
        `a dash use ${example}.`);
}

function checkUse(config, token) {
    const { options, allowPositionals, allowNegative } = config;
    let { name } = token;
    let isNegated = false;
    if (!HasOwn.call(options, name) && allowNegative &&
        name.startsWith('no-')) {
        name = name.slice(3);
        isNegated = true;
    }
    if (!HasOwn.call(options, name)) {
        throw new ERR_PARSE_ARGS_UNKNOWN_OPTION(token.rawName,
                                                allowPositionals);
    }
    const type = own(options[name], 'type');
    if (isNegated && type === 'string') {
        throw new ERR_PARSE_ARGS_UNKNOWN_OPTION(token.rawName,
                                                allowPositionals);
    }
    if (type === 'string' && typeof token.value !== 'string') {
        throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(
            `Option '${describe(name, options[name], ' <value>')}' ` +
            'argument missing');
    }
    if (type === 'boolean' && token.value != null) {
        throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(
            `Option '${describe(name, options[name], '')}' does not take ` +
            'an argument');
    }
}

function storeOption(values, token, config) {
    const { options, allowNegative } = config;
    let { name } = token;
    if (name === '__proto__')
        return;
    let value = token.value ?? true;
    if (allowNegative && token.value === undefined &&
        name.startsWith('no-') && !HasOwn.call(options, name)) {
        name = name.slice(3);
        token.name = name;
        value = false;
    }
    if (own(own(options, name), 'multiple')) {
        if (values[name] === undefined)
            values[name] = [];
        values[name].push(value);
    } else {
        values[name] = value;
    }
}

/* ---- Configuration ---------------------------------------------------- */

function checkDefault(name, config) {
    const value = own(config, 'default');
    if (value === undefined)
        return;
    const isString = config.type === 'string';
    if (config.multiple) {
        (isString ? validateStringArray : validateBooleanArray)(value, name);
    } else {
        (isString ? validateString : validateBoolean)(value, name);
    }
}

function checkOptions(options) {
    const names = ObjectKeys(options);
    for (let i = 0; i < names.length; i++) {
        const config = options[names[i]];
        const path = `options.${names[i]}`;
        validateObject(config, path);
        validateUnion(own(config, 'type'), `${path}.type`,
                      ['string', 'boolean']);
        if (HasOwn.call(config, 'short')) {
            validateString(config.short, `${path}.short`);
            if (config.short.length !== 1) {
                throw new ERR_INVALID_ARG_VALUE(
                    `${path}.short`, config.short,
                    'must be a single character');
            }
        }
        if (HasOwn.call(config, 'multiple'))
            validateBoolean(config.multiple, `${path}.multiple`);
        checkDefault(`${path}.default`, config);
    }
}

/* Without the executable and the script. */
function getMainArgs() {
    const { execArgv } = process;
    const isEval = execArgv.some(
        (arg) => /^(-e|-p|-pe|--eval|--print)(=|$)/.test(arg));
    return process.argv.slice(isEval ? 1 : 2);
}

function addDefaults(values, options) {
    const names = ObjectKeys(options);
    for (let i = 0; i < names.length; i++) {
        const value = own(options[names[i]], 'default');
        if (value !== undefined && names[i] !== '__proto__' &&
            values[names[i]] === undefined)
            values[names[i]] = value;
    }
}

function parseArgs(config = kEmptyObject) {
    const args = own(config, 'args') ?? getMainArgs();
    const strict = own(config, 'strict') ?? true;
    const allowPositionals = own(config, 'allowPositionals') ?? !strict;
    const returnTokens = own(config, 'tokens') ?? false;
    const allowNegative = own(config, 'allowNegative') ?? false;
    const options = own(config, 'options') ?? { __proto__: null };
    validateArray(args, 'args');
    validateBoolean(strict, 'strict');
    validateBoolean(allowPositionals, 'allowPositionals');
    validateBoolean(returnTokens, 'tokens');
    validateBoolean(allowNegative, 'allowNegative');
    validateObject(options, 'options');
    checkOptions(options);

    const result = { values: { __proto__: null }, positionals: [] };
    const full = { options, allowPositionals, allowNegative };
    const tokens = tokenize(args, options);
    if (returnTokens)
        result.tokens = tokens;
    for (let i = 0; i < tokens.length; i++) {
        const token = tokens[i];
        if (token.kind === 'option') {
            if (strict) {
                checkUse(full, token);
                checkValue(token);
            }
            storeOption(result.values, token, full);
        } else if (token.kind === 'positional') {
            if (!allowPositionals)
                throw new ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL(token.value);
            result.positionals.push(token.value);
        }
    }
    addDefaults(result.values, options);
    return result;
}

module.exports = { parseArgs };
