'use strict';
/*
 * internal/util/parse_env - the lines of a .env file as an object.
 *
 *     # a comment
 *     export NAME=plain value     # and another
 *     NAME="double quotes: \n is a line break, and the text may go on"
 *     NAME='single quotes and `backticks`: unchanged'
 */

const lines = /^[^\S\n]*(?:export[^\S\n]+)?([^=\s#][^=\n]*?)[^\S\n]*=[^\S\n]*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\n#]*))?[^\n]*$/gm;

function parseEnv(content) {
    const found = {};
    const text = content.replace(/\r\n?/g, '\n');
    lines.lastIndex = 0;
    let match;
    while ((match = lines.exec(text)) !== null) {
        const { 1: name, 2: double, 3: single, 4: back, 5: plain } = match;
        let value = double ?? single ?? back ?? (plain ?? '').trim();
        if (double !== undefined)
            value = value.replaceAll('\\n', '\n');
        found[name] = value;
    }
    const result = {}; // Node keeps them by their names
    for (const name of Object.keys(found).sort())
        result[name] = found[name];
    return result;
}

module.exports = parseEnv;
