'use strict';
/*
 * internal/util/glob - path.matchesGlob(): whether a path matches a pattern; and the
 * pieces of that for fs.glob().
 *
 * A pattern becomes a list of alternatives without braces; each of them a list
 * of parts, each part a regular expression or "**", which stands for any
 * number of parts.
 */

const specials = /[\\^$+.()|{}]/;

/* "a{b,c}d" is "abd" and "acd"; "{1..3}" is "1", "2" and "3". */
function expandBraces(pattern) {
    const open = pattern.indexOf('{');
    if (open === -1)
        return [pattern];
    const parts = [];
    let depth = 0;
    let from = open + 1;
    let close = -1;
    for (let i = open; i < pattern.length && close === -1; i++) {
        const char = pattern[i];
        if (char === '{')
            depth++;
        else if (char === '}' && --depth === 0)
            close = i;
        else if (char === ',' && depth === 1) {
            parts.push(pattern.slice(from, i));
            from = i + 1;
        }
    }
    if (close === -1)
        return [pattern];
    parts.push(pattern.slice(from, close));
    const choices = parts.length === 1 ? expandRange(parts[0]) : parts;
    const result = [];
    const tails = expandBraces(pattern.slice(close + 1));
    for (let i = 0; i < choices.length; i++) {
        const inner = parts.length === 1 ? [choices[i]]
                                         : expandBraces(choices[i]);
        for (let j = 0; j < inner.length; j++) {
            for (let k = 0; k < tails.length; k++)
                result.push(pattern.slice(0, open) + inner[j] + tails[k]);
        }
    }
    return result;
}

function expandRange(text) {
    const range = /^(-?\d+)\.\.(-?\d+)$/.exec(text);
    if (range === null)
        return [`{${text}}`];
    const from = +range[1];
    const to = +range[2];
    const step = from <= to ? 1 : -1;
    const result = [];
    for (let i = from; i !== to + step; i += step)
        result.push(`${i}`);
    return result;
}

/* The end of "[abc]" that begins at i; -1 if it is only a bracket. */
function findClassEnd(part, i) {
    const start = part[i + 1] === '!' || part[i + 1] === '^' ? i + 3 : i + 2;
    return part.indexOf(']', start);
}

function findGroupEnd(part, i) {
    let depth = 0;
    for (; i < part.length; i++) {
        if (part[i] === '(')
            depth++;
        else if (part[i] === ')' && --depth === 0)
            return i;
    }
    return -1;
}

/* "@(a|b)", "!(a)", "?(a)", "*(a)", "+(a)". */
function translateGroup(kind, body) {
    const inner = body.split('|').map(translatePart).join('|');
    switch (kind) {
    case '!':
        return `(?:(?!(?:${inner})$)[^/]*?)`;
    case '@':
        return `(?:${inner})`;
    default:
        return `(?:${inner})${kind}`;
    }
}

function translatePart(part) {
    let result = '';
    for (let i = 0; i < part.length; i++) {
        const char = part[i];
        if ('!@?*+'.includes(char) && part[i + 1] === '(') {
            const end = findGroupEnd(part, i + 1);
            if (end !== -1) {
                result += translateGroup(char, part.slice(i + 2, end));
                i = end;
                continue;
            }
        }
        if (char === '*') {
            result += '[^/]*?';
        } else if (char === '?') {
            result += '[^/]';
        } else if (char === '[' && findClassEnd(part, i) !== -1) {
            const end = findClassEnd(part, i);
            const body = part.slice(i + 1, end).replace(/^[!^]/, '^')
                .replaceAll('\\', '\\\\').replaceAll('[', '\\[');
            result += `[${body}]`;
            i = end;
        } else if (char === '\\' && i + 1 < part.length) {
            result += `\\${part[++i]}`;
        } else {
            result += specials.test(char) || char === '[' || char === ']'
                ? `\\${char}` : char;
        }
    }
    return result;
}

/* A wildcard at the start does not match a leading dot. */
function compilePart(part) {
    const guard = /^[*?[!@+]/.test(part) && !part.startsWith('.')
        ? '(?!\\.)' : '';
    const needsOne = part === '*' ? '(?=.)' : '';
    return new RegExp(`^${guard}${needsOne}${translatePart(part)}$`);
}

function matchParts(path, i, parts, j) {
    for (; j < parts.length; i++, j++) {
        if (parts[j] === '**') {
            for (let k = i; k <= path.length; k++) {
                if (matchParts(path, k, parts, j + 1))
                    return true;
                if (k < path.length && path[k][0] === '.')
                    return false;
            }
            return false;
        }
        if (i >= path.length || !parts[j].test(path[i]))
            return false;
    }
    return i === path.length;
}

/* Trailing and doubled slashes and "." are ignored. */
function split(path) {
    const parts = path.split('/');
    const kept = [];
    for (let i = 0; i < parts.length; i++) {
        if ((parts[i] === '' && i !== 0) || parts[i] === '.')
            continue;
        kept.push(parts[i]);
    }
    return kept;
}

function matchesGlob(path, pattern, windows) {
    if (windows) {
        path = path.replaceAll('\\', '/').toLowerCase();
        pattern = pattern.replaceAll('\\', '/').toLowerCase();
    }
    const pathParts = split(path);
    const patterns = expandBraces(pattern);
    for (let i = 0; i < patterns.length; i++) {
        const parts = split(patterns[i]).map((part) => part === '**'
            ? part : compilePart(part));
        if (matchParts(pathParts, 0, parts, 0))
            return true;
    }
    return false;
}

module.exports = { compilePart, expandBraces, matchesGlob, split };
