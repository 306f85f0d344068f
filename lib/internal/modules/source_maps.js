'use strict';
/*
 * internal/modules/source_maps - stacks with the positions of the original sources.
 *
 * With --enable-source-maps, the comment that names a file's source map is
 * looked for when the file is compiled; the map is read when a stack first
 * needs it or by findSourceMap(). A missing or invalid map counts as none, so
 * that a stack is always printed.
 */

const modules = internalBinding('modules');
const errors = internalBinding('errors');
const { validateBoolean, validateObject } = require('internal/validators');
const { pathToUrl, urlToFilename } = require('internal/modules/helpers');
/* Loaded when first used: fs, internal/modules/source_map,
 * internal/process/execution, internal/url/url. */

const support = { __proto__: null, enabled: false, nodeModules: false,
                  generatedCode: false };
const noted = new Map(); // URL -> { mapUrl, text, lineLengths, map }

// ---- Finding ---------------------------------------------------------------

const magic = /\/[*/][#@]\s+sourceMappingURL=([^\s]+)/g;

/* Strings, templates, comments, and regular expressions where one is allowed:
 * everything that may contain the text of a comment. */
const tokens = new RegExp([
    /'(?:\\[^]|[^'\\\n])*'|"(?:\\[^]|[^"\\\n])*"|`(?:\\[^]|[^`\\])*`/,
    /\/\/.*|\/\*[^]*?\*\//,
    /(?<=(?:^|[(,=:[!&|?{};\n]|return)\s*)\/(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\[])+\//,
].map(({ source }) => source).join('|'), 'g');

/* The last one in a comment. */
function findComment(source) {
    if (!source.includes('sourceMappingURL='))
        return undefined;
    let found;
    for (const [token] of source.matchAll(tokens)) {
        if (token.startsWith('//') || token.startsWith('/*'))
            found = [...token.matchAll(magic)].at(-1)?.[1] ?? found;
    }
    return found;
}

function toUrl(name) {
    return /^\w+:/.test(name) ? name : pathToUrl(name);
}

function isWanted(name) {
    return support.enabled && !name.startsWith('node:') &&
        (support.nodeModules || !name.includes('/node_modules/'));
}

function note(name, source) {
    if (typeof name !== 'string' || !isWanted(name) || name[0] === '[')
        return;
    const mapUrl = findComment(source);
    if (mapUrl === undefined)
        return;
    const lineLengths = source.split(/[\n\u2028\u2029]/)
        .map((line) => line.length);
    noted.set(toUrl(name), { mapUrl, lineLengths, map: undefined });
}

/* All compilation goes through here while source maps are enabled. */
const { compileFunction, compileModule } = modules;

function watchCompiling(isOn) {
    modules.compileFunction = !isOn ? compileFunction :
        (text, name, parameters) => {
            note(name, text);
            return compileFunction(text, name, parameters);
        };
    modules.compileModule = !isOn ? compileModule : (text, name) => {
        note(name, text);
        return compileModule(text, name);
    };
}

function decodeData(mapUrl) {
    const [, head, body] = /^data:([^,]*),(.*)$/s.exec(mapUrl) ?? [];
    if (head === undefined || !head.startsWith('application/json'))
        return undefined;
    if (!head.endsWith(';base64'))
        return decodeURIComponent(body);
    const bytes = Uint8Array.from(atob(body), (char) => char.charCodeAt(0));
    return new TextDecoder().decode(bytes);
}

/* { text, base }: the map itself, and what its names are relative to. */
function readMap(mapUrl, url) {
    if (mapUrl.startsWith('data:'))
        return { text: decodeData(mapUrl), base: url };
    const { fileURLToPath } = require('internal/url/url');
    const base = new URL(mapUrl, url).href;
    return { text: require('fs').readFileSync(fileURLToPath(base), 'utf8'),
             base };
}

function toAbsolute(data, base) {
    const { sourceRoot = '', sources = [] } = data;
    return { ...data, sourceRoot: '', sources: sources.map((source) =>
        new URL(`${sourceRoot}${source}`, base).href) };
}

function loadMap(entry, url) {
    const { SourceMap } = require('internal/modules/source_map');
    try {
        const { text, base } = readMap(entry.mapUrl, url);
        return new SourceMap(toAbsolute(JSON.parse(text), base),
                             { lineLengths: entry.lineLengths });
    } catch {
        return null;
    }
}

/* The SourceMap of a path or a URL, or undefined. */
function find(name) {
    if (typeof name !== 'string' || name.startsWith('node:'))
        return undefined;
    const url = toUrl(name);
    const entry = noted.get(url);
    if (entry === undefined)
        return undefined;
    if (entry.map === undefined)
        entry.map = loadMap(entry, url);
    return entry.map ?? undefined;
}

// ---- Stacks ----------------------------------------------------------------

/* The entry of a place in a stack, if its file has a map. */
function findEntry(site) {
    const map = find(site.getFileName());
    const entry = map?.findEntry(site.getLineNumber() - 1,
                                 site.getColumnNumber() - 1);
    const isWhole = entry?.originalSource && entry.originalLine !== undefined &&
        entry.originalColumn !== undefined;
    return isWhole ? entry : undefined;
}

/* The name of the function in the original: the name at the place of the
 * call. */
function originalName(site, caller) {
    if (caller === undefined || caller.getFileName() !== site.getFileName())
        return undefined;
    return findEntry(caller)?.name;
}

function describeSite(site, caller) {
    const entry = findEntry(site);
    if (entry === undefined)
        return site.toString();
    const type = site.getTypeName();
    const own = site.getFunctionName() ?? site.getMethodName();
    const prefix = type !== null && type !== 'global' ? `${type}.` : '';
    const name = originalName(site, caller) ??
        `${prefix}${own || '<anonymous>'}`;
    return `${name} (${urlToFilename(entry.originalSource)}:` +
        `${entry.originalLine + 1}:${entry.originalColumn + 1})`;
}

/* Called by the engine with a stack's text and its call sites. */
function mapStack(text, sites) {
    const [header, ...frames] = text.split('\n    at ');
    if (frames.length !== sites.length)
        return text; // a syntax error, whose place is not a frame
    const lines = sites.map((site, i) => describeSite(site, sites[i + 1]));
    return [header, ...lines].join('\n    at ');
}

// ---- The line that threw ---------------------------------------------------

function readOriginal(name) {
    for (const { map } of noted.values()) {
        const { sources, sourcesContent } = map?.payload ?? {};
        const at = sources?.findIndex((url) => urlToFilename(url) === name);
        if (at >= 0 && sourcesContent?.[at])
            return sourcesContent[at];
    }
    try {
        return require('fs').readFileSync(name, 'utf8');
    } catch {
        return undefined;
    }
}

function isOriginal(name) {
    for (const { map } of noted.values()) {
        if (map?.payload.sources.some((url) => urlToFilename(url) === name))
            return true;
    }
    return false;
}

/* An error that ends the program is shown with the line of the original. */
function showArrow(error) {
    if (typeof error?.stack !== 'string')
        return;
    const [, name, line, column] =
        /\n {4}at (?:.*\()?(.*):(\d+):(\d+)\)?/.exec(error.stack) ?? [];
    if (name === undefined || !isOriginal(name))
        return;
    const shown = readOriginal(name)?.split(/\r?\n/)[line - 1];
    if (shown === undefined)
        return;
    const indent = shown.slice(0, column).replace(/[^\t]/g, ' ').slice(0, -1);
    errors.setArrow(`${name}:${line}\n${shown}\n${indent}^\n`);
}

// ---- Settings --------------------------------------------------------------

function getSupport() {
    return Object.freeze({ __proto__: null, ...support });
}

function setSupport(enabled, options = {}) {
    validateBoolean(enabled, 'enabled');
    validateObject(options, 'options');
    const { nodeModules = false, generatedCode = false } = options;
    validateBoolean(nodeModules, 'options.nodeModules');
    validateBoolean(generatedCode, 'options.generatedCode');
    Object.assign(support, { enabled, nodeModules, generatedCode });
    watchCompiling(enabled);
    errors.setMapper(enabled ? mapStack : undefined);
    require('internal/process/execution')
        .setShowArrow(enabled ? showArrow : undefined);
}

/* process.setSourceMapsEnabled(), and --enable-source-maps. */
function setAll(enabled) {
    validateBoolean(enabled, 'enabled');
    setSupport(enabled, { nodeModules: enabled, generatedCode: enabled });
}

module.exports = { find, getSupport, setAll, setSupport };
