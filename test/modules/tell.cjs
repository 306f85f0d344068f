'use strict';

// For the programs here: print an outcome in one line, without the place where
// the tree happens to lie, so that it is the same everywhere.

const path = require('path');

function clean(text, root) {
    return `${text}`.replaceAll(`file://${root}`, 'URL').replaceAll(root, '.');
}

module.exports = (root) => {
    const tell = (...parts) => {
        console.log(clean(parts.map((p) =>
            (typeof p === 'string' ? p : JSON.stringify(p))).join(' '), root));
    };
    tell.error = (what, error) => {
        const shown = error instanceof Error ?
            `${error.name} ${error.code ?? '-'} ${error.message}` :
            `threw ${error}`;
        tell(`${what}: ${shown}`);
    };
    tell.try = (what, fn) => {
        try {
            const value = fn();
            tell(`${what}: ${typeof value === 'string' ? value :
                JSON.stringify(value)}`);
        } catch (error) {
            tell.error(what, error);
        }
    };
    tell.import = async (what, promise) => {
        try {
            const ns = await promise;
            tell(`${what}: ${Object.keys(ns).join(',')}`);
        } catch (error) {
            tell.error(what, error);
        }
    };
    tell.path = path;
    return tell;
};
