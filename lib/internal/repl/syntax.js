'use strict';
/*
 * internal/repl/syntax - whether a text is a program that only lacks its end,
 * and how a static import would be written here.
 *
 * The engine compiles it. A text that lacks its end is one for which some text
 * could follow; an error in the middle stays the same whatever follows.
 */

const { compilePlain } = require('internal/vm/vm');

const kEnd = 'Unexpected end of input';

/* What must follow some errors, so that nothing but the end is missing. */
const kFollowing = new Map([
    ['missing ) after argument list', ','],
    ['Missing catch or finally after try', 'catch'],
    ['Missing } in template expression', '}'],
]);

function syntaxError(code) {
    try {
        compilePlain(code, 'REPL', undefined, false);
    } catch (error) {
        return error;
    }
    return undefined;
}

function lacksOnly(code, following) {
    return syntaxError(code + following)?.message === kEnd;
}

/* A comment, or a string that goes on in the next line by a backslash. */
function isOpenToken(code) {
    const closed = syntaxError(`${code}*/`);
    if (closed === undefined || closed.message === kEnd)
        return code.includes('/*');
    if (!/\\\r?\n$/.test(code))
        return false;
    return ['"', "'"].some((quote) => {
        const error = syntaxError(code + quote);
        return error === undefined || error.message === kEnd;
    });
}

function isRecoverable(error, code) {
    if (error?.name !== 'SyntaxError')
        return false;
    if (error.message === kEnd)
        return true;
    const following = kFollowing.get(error.message);
    if (following !== undefined)
        return lacksOnly(code, following);
    return error.message === 'Invalid or unexpected token' &&
        isOpenToken(code);
}

function isValid(code) {
    return syntaxError(code) === undefined;
}

/* Begins with a brace and does not end with a semicolon: it may be an object. */
function isObjectLiteral(code) {
    return /^\s*\{/.test(code) && !/;\s*$/.test(code) && isValid(`(${code})`);
}

/* import a, { b as c } from 'x'  ->  const { default: a, b: c } = await ... */
function toDynamicImport(line) {
    const match = /^\s*import\s+(?:(.*?)\s+from\s+)?(['"])(.*?)\2/s.exec(line);
    if (match === null)
        return '';
    const call = `await import(${JSON.stringify(match[3])});`;
    if (match[1] === undefined)
        return call;
    const all = /^\*\s+as\s+([\w$]+)$/.exec(match[1]);
    if (all !== null)
        return `const ${all[1]} = ${call}`;
    const names = match[1].replace(/[{}]/g, '').split(',')
        .map((name) => name.trim()).filter(Boolean)
        .map((name) => name.replace(/^(.*?)\s+as\s+/, '$1: '));
    if (!/^\s*\{/.test(match[1]))
        names[0] = `default: ${names[0]}`;
    return `const { ${names.join(', ')} } = ${call}`;
}

module.exports = { isObjectLiteral, isRecoverable, isValid, toDynamicImport };
