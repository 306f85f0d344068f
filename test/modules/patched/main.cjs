const tell = require('../tell.cjs')(__dirname);
const Module = require('module');
const path = require('path');

// What tools do to require(): each of these is in use somewhere.
const resolve = Module._resolveFilename;
Module._resolveFilename = function(request, parent, isMain, options) {
    return resolve.call(this, request === 'alias' ? './real.cjs' : request, parent, isMain, options);
};
tell('alias', require('alias'));
tell('resolve', require.resolve('alias'));

require.cache[path.join(__dirname, 'never.js')] = { id: 'x', exports: 'injected', loaded: true };
tell('injected', require('./never'));

const js = Module._extensions['.js'];
Module._extensions['.js'] = function(module, filename) {
    const compile = module._compile;
    module._compile = function(content, name) {
        return compile.call(this, `${content}\nmodule.exports += ' and patched';`, name);
    };
    return js(module, filename);
};
tell('extension', require('./plain.js'));
Module._extensions['.js'] = js;

const load = Module._load;
Module._load = function(request, parent, isMain) {
    return request === 'mock' ? { mocked: parent.id === '.' } : load(request, parent, isMain);
};
tell('load', require('mock'));

const { require: original } = Module.prototype;
Module.prototype.require = function(id) {
    return id === 'by prototype' ? id : original.call(this, id);
};
tell('prototype', require('by prototype'));

const found = Module._findPath;
Module._findPath = (request, ...rest) => (request === 'found' ? path.join(__dirname, 'real.cjs') : found(request, ...rest));
tell('findPath', require('found'));

const wrap = Module.wrap;
Module.wrap = (script) => wrap(`${script}\nmodule.exports = ['wrapped', module.exports];`);
tell('wrap', require('./other.cjs'));
Module.wrap = wrap;

Module.globalPaths.push('/no/effect');
tell('children', module.children.map((m) => path.basename(m.id)));
const m = new Module('/virtual/file.js', module);
m.filename = '/virtual/file.js';
m.paths = module.paths;
m._compile('exports.up = module.parent.id; exports.found = require("in-modules");', m.filename);
tell('virtual', m.exports);
tell('paths', module.paths.length === Module._nodeModulePaths(__dirname).length);
module.paths.unshift(path.join(__dirname, 'extra'));
tell('own paths', require('from-extra'));
tell('call', (function() { Module.call(this, 'called', module); return [this.id, this.loaded, this.filename]; }).call({}));
