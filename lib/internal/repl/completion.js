'use strict';
/*
 * internal/repl/completion - what could stand at the cursor: commands, names of
 * modules, files, variables, properties.
 *
 * Nothing of the program runs meanwhile: only names and properties that are
 * plain values are followed, no getters, no proxies, no calls.
 */

const { types } = require('util');
const vm = require('vm');
/* Loaded when first used: fs, internal/modules/helpers, internal/repl/context,
 * path. */

const kKeywords = [
    'async', 'await', 'break', 'case', 'catch', 'const', 'continue',
    'debugger', 'default', 'delete', 'do', 'else', 'export', 'false',
    'finally', 'for', 'function', 'if', 'import', 'in', 'instanceof', 'let',
    'new', 'null', 'return', 'switch', 'this', 'throw', 'true', 'try',
    'typeof', 'var', 'void', 'while', 'with', 'yield',
];

const kIdentifier = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;
const kCommand = /^\s*\.(\w*)$/;
const kModule =
    /\b(require|import)\s*\(\s*['"`](([\w@./:-]+\/)?(?:[\w@./:-]*))(?![^'"`])$/;
const kFile = /fs(?:\.promises)?\.\s*[a-z][a-zA-Z]+\(\s*["'](.*)/;

// ---- The expression at the end of a line ------------------------------------

const kOpening = { ')': '(', ']': '[', '}': '{' };

/* Where a bracket or quote that ends at `at` begins; -1 if nowhere. */
function findOpening(text, at) {
    const stack = [];
    for (let i = at; i >= 0; i--) {
        const c = text[i];
        if (c === '"' || c === "'" || c === '`') {
            const start = text.lastIndexOf(c, i - 1);
            if (start === -1)
                return -1;
            i = start;
        } else if (kOpening[c] !== undefined) {
            stack.push(kOpening[c]);
        } else if (c === '(' || c === '[' || c === '{') {
            if (stack.pop() !== c)
                return -1;
        }
        if (stack.length === 0)
            return i;
    }
    return -1;
}

const kPart = /[\p{ID_Continue}$\u200c\u200d]/u;

/* A chain of names, indices and literals before `end`: where it begins. */
function findStart(text, end) {
    let i = end;
    while (i > 0) {
        const c = text[i - 1];
        if (kPart.test(c) || c === '.' ||
            (c === '?' && text[i] === '.')) {
            i--;
        } else if (/[)\]"'`]/.test(c)) {
            const start = findOpening(text, i - 1);
            if (start === -1)
                break;
            i = start;
            // A text or a list at the beginning of the chain.
            if (/["'`]/.test(c) || (c === ')' && !kPart.test(text[i - 1] ?? '')))
                return i;
        } else {
            break;
        }
    }
    return i;
}

/* { expression, chain, filter }: "a.b?.c" is "a.b", "?." and "c". */
function splitExpression(text) {
    const start = findStart(text, text.length);
    const whole = text.slice(start);
    const match = /^(.*?)(\?\.|\.)?([^.\])"'`]*)$/su.exec(whole);
    if (match === null || (match[1] !== '' && match[2] === undefined))
        return { whole, expression: undefined };
    if (match[2] === undefined)
        return { whole, expression: '', chain: '', filter: match[3] };
    return { whole, expression: match[1], chain: match[2], filter: match[3] };
}

// ---- Values without running anything ----------------------------------------

const kNothing = Symbol('nothing is known');

/* A property that is a plain value. */
function follow(value, name) {
    if (value === null || value === undefined)
        return kNothing;
    let at = Object(value);
    while (at !== null) {
        if (types.isProxy(at))
            return kNothing;
        const property = Object.getOwnPropertyDescriptor(at, name);
        if (property !== undefined)
            return 'value' in property ? property.value : kNothing;
        at = Object.getPrototypeOf(at);
    }
    return undefined;
}

const kLiteral = /^(?:\((?:'[^']*'|"[^"]*"|`[^`$]*`|-?\d[\d.e]*|\[[\d, ]*\])\)|'[^']*'|"[^"]*"|`[^`$]*`|\[[\d, ]*\]|\/(?:[^/\\\n]|\\.)+\/[dgimsuvy]*|true|false|\d+\.)/;

/* A variable: of the global object, or declared by let, const or class. */
function lookUp(server, name) {
    if (name === 'this' || name === 'globalThis')
        return server.context;
    const property = Object.getOwnPropertyDescriptor(server.context, name);
    if (property !== undefined && !('value' in property) &&
        !isLibrary(name))
        return kNothing;
    const code = `typeof ${name} === 'undefined' ? undefined : ${name}`;
    try {
        return server.useGlobal ? vm.runInThisContext(code) :
            vm.runInContext(code, server.context);
    } catch {
        return kNothing; // it is not initialized yet
    }
}

function isLibrary(name) {
    return require('internal/repl/context').listLibraries().includes(name);
}

function evaluateRoot(server, text) {
    const literal = kLiteral.exec(text);
    if (literal !== null) {
        const code = literal[0].replace(/\.$/, '');
        return { rest: text.slice(code.length),
                 value: vm.runInContext(`(${code})`, bareContext(server)) };
    }
    const name = /^[\p{ID_Start}$_][\p{ID_Continue}$]*/u.exec(text);
    if (name === null || kKeywords.includes(name[0]) && name[0] !== 'this')
        return { value: kNothing };
    return { rest: text.slice(name[0].length), value: lookUp(server, name[0]) };
}

function bareContext(server) {
    return server.useGlobal ? vm.createContext() : server.context;
}

/* The name in "[...]": a literal, or a variable that is a string or number. */
function readIndex(server, text) {
    const literal = /^(?:'([^']*)'|"([^"]*)"|`([^`$]*)`|(\d+))$/.exec(text);
    if (literal !== null)
        return literal.slice(1).find((part) => part !== undefined);
    const value = evaluateChain(server, text);
    const key = value === kNothing ? calculate(server, text) : value;
    return typeof key === 'string' || typeof key === 'number' ||
        typeof key === 'symbol' ? key : kNothing;
}

/* A calculation of literals and variables that are plain values: without calls,
 * assignments and properties it can do nothing else. */
function calculate(server, text) {
    const bare = text.replace(/'[^'\\]*'|"[^"\\]*"/g, '0');
    if (!/^[\w$\s+*/%<>?:()-]*$/.test(bare) || /\+\+|--|[\w$]\s*\(/.test(bare))
        return kNothing;
    const names = bare.match(/\b[A-Za-z_$][\w$]*/g) ?? [];
    if (names.some((name) => kKeywords.includes(name) ||
                   /^(object|function)$/.test(typeof lookUp(server, name)) ||
                   lookUp(server, name) === kNothing))
        return kNothing;
    try {
        return server.useGlobal ? vm.runInThisContext(`(${text})`) :
            vm.runInContext(`(${text})`, server.context);
    } catch {
        return kNothing;
    }
}

/* What a chain of names and indices stands for, or kNothing. */
function evaluateChain(server, text) {
    let { rest, value } = evaluateRoot(server, text.trim());
    while (value !== kNothing && rest !== '') {
        const name = /^(?:\?\.|\.)([\p{ID_Start}$_][\p{ID_Continue}$]*)/u
            .exec(rest);
        if (name !== null) {
            value = follow(value, name[1]);
            rest = rest.slice(name[0].length);
            continue;
        }
        const index = /^(?:\?\.)?\[/.exec(rest);
        const end = index === null ? -1 : matchBracket(rest, index[0].length);
        if (end === -1)
            return kNothing;
        const key = readIndex(server, rest.slice(index[0].length, end).trim());
        value = key === kNothing ? kNothing : follow(value, key);
        rest = rest.slice(end + 1);
    }
    return value;
}

function matchBracket(text, from) {
    let depth = 1;
    for (let i = from; i < text.length; i++) {
        if (text[i] === '[')
            depth++;
        else if (text[i] === ']' && --depth === 0)
            return i;
    }
    return -1;
}

// ---- Groups of names --------------------------------------------------------

/* Object.prototype has names that nobody looks for: the old accessors'. */
function namesOf(object) {
    const isRoot = Object.getPrototypeOf(object) === null &&
        Object.hasOwn(object, '__proto__');
    return Object.getOwnPropertyNames(object).filter(
        (name) => kIdentifier.test(name) &&
            !(isRoot && /^__(define|lookup)/.test(name)));
}

/* The names of an object and of each that it inherits from. */
function listMembers(value) {
    const groups = [];
    let at = Object(value);
    for (let depth = 0; at !== null && depth < 6; depth++) {
        if (types.isProxy(at))
            return [];
        groups.push(namesOf(at));
        at = Object.getPrototypeOf(at);
    }
    return groups;
}

function listGlobals(server, filter) {
    const code = 'Object.getOwnPropertyNames(globalThis)';
    const names = server.useGlobal ? vm.runInThisContext(code) :
        vm.runInContext(code, server.context);
    const own = Array.from(names).filter((name) => kIdentifier.test(name));
    const inherited = listMembers(server.context).slice(1).reverse();
    const groups = [...inherited, own];
    return filter === '' ? groups : [...groups, kKeywords];
}

/* Last group first, each sorted, an empty text between two. */
function merge(groups, filter) {
    const wanted = filter.toLowerCase();
    const seen = new Set(['']);
    let completions = [];
    for (const group of groups) {
        const fresh = group.filter((name) => !seen.has(name) &&
            name.toLowerCase().startsWith(wanted)).sort();
        for (const name of fresh)
            seen.add(name);
        if (fresh.length > 0) {
            completions = completions.length > 0 ?
                [...fresh, '', ...completions] : fresh;
        }
    }
    return completions;
}

// ---- Modules and files ------------------------------------------------------

function listFolder(folder) {
    const fs = require('fs');
    try {
        return fs.readdirSync(folder, { withFileTypes: true });
    } catch {
        return [];
    }
}

/* Names that require() finds in a folder: with and without an extension. */
function listModulesIn(folder, prefix) {
    const names = [];
    for (const entry of listFolder(folder)) {
        const { name } = entry;
        if (entry.isDirectory() || entry.isSymbolicLink()) {
            names.push(`${prefix}${name}/`);
            if (listFolder(`${folder}/${name}`)
                .some((file) => /^index\.(js|json|node|cjs|mjs)$/.test(file.name)))
                names.push(`${prefix}${name}`);
            continue;
        }
        const match = /^(.*)\.(?:js|json|node|cjs|mjs)$/.exec(name);
        if (match !== null && !/^\.[\w-]/.test(name))
            names.push(`${prefix}${match[1] === 'index' ? 'index' : match[1]}`);
    }
    return names;
}

function completeModule(server, match) {
    const path = require('path');
    const [, , completeOn, folder = ''] = match;
    const groups = [];
    if (/^\.\.?\//.test(completeOn)) {
        groups.push(listModulesIn(path.resolve(folder), folder));
    } else {
        const paths = server.context.module?.paths ?? [];
        for (const root of paths)
            groups.push(listModulesIn(path.resolve(root, folder), folder));
        if (folder === '') {
            const { listBuiltins } = require('internal/modules/helpers');
            const list = listBuiltins().filter((id) => !id.startsWith('_'));
            groups.push(list.filter((id) => !id.startsWith('node:')));
            groups.push(list.map((id) =>
                (id.startsWith('node:') ? id : `node:${id}`)));
        }
    }
    return [merge(groups, completeOn), completeOn];
}

function completeFile(match) {
    const path = require('path');
    const given = match[1];
    const base = given.endsWith('/') ? '' : path.basename(given);
    const folder = given.endsWith('/') || given === '' ? given || '.' :
        path.dirname(given);
    const prefix = given.slice(0, given.length - base.length);
    const names = listFolder(path.resolve(folder))
        .filter((entry) => entry.name.startsWith(base))
        .map((entry) => prefix + entry.name).sort();
    return [names, given];
}

// ---- All --------------------------------------------------------------------

function completeCommand(server, word) {
    return [merge([Object.keys(server.commands)], word), word];
}

function completeNames(server, text) {
    if (/\b(?:let|var|const|function|class)\s+[\w$]*$/.test(text))
        return [[], undefined];
    const { whole, expression, chain, filter } = splitExpression(text);
    if (expression === undefined)
        return [[], whole];
    if (expression === '' && chain === '') {
        if (/[\s(,;={}[!&|+*/<>?:~^%-]$/.test(text) || text === '')
            return [merge(listGlobals(server, ''), ''), ''];
        return [merge(listGlobals(server, filter), filter), filter];
    }
    const value = evaluateChain(server, expression);
    if (value === kNothing || value === null || value === undefined)
        return [[], whole];
    const groups = listMembers(value).map(
        (names) => names.map((name) => expression + chain + name));
    return [merge(groups, whole), whole];
}

function find(server, text) {
    const command = kCommand.exec(text);
    if (command !== null && server.bufferedCommand === '')
        return completeCommand(server, command[1]);
    const module = kModule.exec(text);
    if (module !== null && server.allowBlockingCompletions)
        return completeModule(server, module);
    const file = kFile.exec(text);
    if (file !== null && server.allowBlockingCompletions)
        return completeFile(file);
    return completeNames(server, text);
}

function complete(server, text, callback) {
    let result;
    try {
        result = find(server, text);
    } catch (error) {
        callback(error);
        return;
    }
    callback(null, result);
}

module.exports = { complete, evaluateChain, kNothing };
