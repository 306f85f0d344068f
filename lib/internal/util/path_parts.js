'use strict';
/*
 * internal/util/path_parts - the rules about names that path and path/win32 share:
 * what a separator is does not matter to them.
 */

const { validateObject } = require('internal/validators');

/*
 * Without "." and empty parts, and without each ".." and the part before it.
 * With `isAbsolute` a leading ".." is dropped; else it stays.
 */
function keepParts(parts, isAbsolute) {
    const kept = [];
    for (let i = 0; i < parts.length; i++) {
        const part = parts[i];
        if (part === '' || part === '.')
            continue;
        if (part !== '..')
            kept[kept.length] = part;
        else if (kept.length > 0 && kept[kept.length - 1] !== '..')
            kept.length--;
        else if (!isAbsolute)
            kept[kept.length] = part;
    }
    return kept;
}

/* The name from start to end, without the suffix. */
function cutSuffix(path, start, end, suffix) {
    const name = path.slice(start, end);
    if (suffix === undefined || suffix.length === 0 ||
        suffix.length > path.length)
        return name;
    /* The suffix as a whole path has no name before it. */
    if (suffix === path)
        return '';
    if (name !== suffix && name.endsWith(suffix))
        return name.slice(0, name.length - suffix.length);
    /* Node compares from the end; when the name is over before the suffix is,
     * separators at the end stay. */
    if (name.length < suffix.length && suffix.endsWith(name))
        return path.slice(start);
    return name;
}

/* From the last dot of the last part, unless the part begins with it or is
 * "..". */
function getExtension(name) {
    const dot = name.lastIndexOf('.');
    return dot <= 0 || name === '..' ? '' : name.slice(dot);
}

function formatWith(separator, object) {
    validateObject(object, 'pathObject');
    const dir = object.dir || object.root;
    const { ext } = object;
    const base = object.base ||
        `${object.name || ''}${ext ? `${ext[0] === '.' ? '' : '.'}${ext}`
                                   : ''}`;
    if (!dir)
        return base;
    return dir === object.root ? `${dir}${base}`
                               : `${dir}${separator}${base}`;
}

module.exports = { cutSuffix, formatWith, getExtension, keepParts };
