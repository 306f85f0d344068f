'use strict';

// Which names a CommonJS file exports, without running it: an ES module that
// imports it must know them when it is linked.
//
// The parser is cjs-module-lexer, the one Node has, taken as it is (tools/deps
// fetches it). It sees patterns, not meaning: exports.x =, defineProperty, and
// the forms that compilers write. Files that it cannot read export no names;
// their default export is still there.

/* Loaded when first used: internal/deps/cjs-module-lexer/lexer,
 * internal/errors. */

let parse;

function lexOne(source) {
    parse ??= require('internal/deps/cjs-module-lexer/lexer').parse;
    try {
        return parse(source);
    } catch (error) {
        require('internal/errors').throwIfNoMemory(error);
        return { exports: [], reexports: [] };
    }
}

// The names of a file and of all that it passes on from others. `look(request)`
// gives the names of what the file means by a request; it is called while this
// file's own names are in `known`, so cycles end.
function exportNames(source, names, look) {
    const { exports, reexports } = lexOne(source);
    for (const name of exports)
        names.add(name);
    for (const request of reexports) {
        for (const name of look(request))
            names.add(name);
    }
    return names;
}

module.exports = { exportNames };
