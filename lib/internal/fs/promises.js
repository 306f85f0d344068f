'use strict';
/*
 * internal/fs/promises - node:fs/promises. What is one request is made from the
 * table of internal/fs/calls; the rest is written out.
 *
 * There are as many promises as in Node between a request and its caller, and
 * so as many microtasks.
 */

const { codes } = require('internal/errors');
const { ask, askOther, table } = require('internal/fs/calls');
const {
    constants, makeDirents, nameCodecOf, toFlags, toMode, toOptions, toPath,
} = require('internal/fs/utils');
const whole = require('internal/fs/whole_file');
/* Loaded when first used: internal/fs/copy, internal/fs/dir,
 * internal/fs/file_handle, internal/fs/given_buffer, internal/fs/glob,
 * internal/fs/tree, internal/fs/watch, path. */

const promises = module.exports;

/* Calls that are not functions here: those with a descriptor are methods of a
 * FileHandle, the others are written below. */
const notFromTable = new Set(['close', 'fstat', 'fchmod', 'fchown', 'futimes',
                              'ftruncate', 'fsync', 'fdatasync', 'open',
                              'realPath', 'rmdir']);

/* Functions with the number of arguments that Node's have. */
function makeForm(name) {
    const [argc, check] = table[name];
    const forms = [
        undefined,
        async (a) => await ask(name, check(a)),
        async (a, b) => await ask(name, check(a, b)),
        async (a, b, c) => await ask(name, check(a, b, c)),
    ];
    Object.defineProperty(forms[argc], 'name',
                          { __proto__: null, value: name, configurable: true });
    promises[name] = forms[argc];
}

for (const name in table) {
    if (!notFromTable.has(name))
        makeForm(name);
}

/* A missing file is not an error if options.throwIfNoEntry is false. */
const { stat: statAlways } = promises;
promises.stat = async function stat(path, options) {
    if (options?.throwIfNoEntry !== false)
        return await ask('stat', table.stat[1](path, options));
    try {
        return await statAlways(path, options);
    } catch (error) {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
            return undefined;
        throw error;
    }
};

/* ---- Files ------------------------------------------------------------ */

async function openFd(path, flags, mode) {
    return await ask('open', [toPath(path), toFlags(flags), mode]);
}

promises.open = async function open(path, flags, mode) {
    const args = [toPath(path), toFlags(flags), toMode(mode, 'mode', 0o666)];
    const { FileHandle } = require('internal/fs/file_handle');
    return new FileHandle(await ask('open', args));
};

function isFileHandle(value) {
    return typeof value === 'object' && value !== null &&
           value instanceof require('internal/fs/file_handle').FileHandle;
}

promises.readFile = async function readFile(path, options) {
    const own = toOptions(options, { flag: 'r' });
    if (own.buffer !== undefined)
        require('internal/fs/given_buffer').checkBufferOption(own);
    if (isFileHandle(path))
        return whole.readAll(path.fd, own);
    whole.checkAborted(own.signal);
    const fd = await openFd(path, own.flag || 'r', 0o666);
    return whole.closeAfter(whole.readAll(fd, own), fd);
};

promises.writeFile = async function writeFile(path, data, options) {
    const own = whole.toWriteOptions(toOptions, options, 'w');
    if (!whole.isIterable(data))
        data = whole.toBytes(data, own.encoding);
    if (isFileHandle(path))
        return whole.writeAll(path.fd, data, own);
    whole.checkAborted(own.signal);
    if (!own.flush) {
        const fd = await openFd(path, own.flag, own.mode);
        return whole.closeAfter(whole.writeAll(fd, data, own), fd);
    }
    const handle = await promises.open(path, own.flag, own.mode);
    const work = whole.writeAll(handle.fd, data, own);
    return whole.closeHandleAfter(whole.syncAfter(work, handle), handle);
};

promises.appendFile = async function appendFile(path, data, options) {
    const own = whole.toWriteOptions(toOptions, options, 'a');
    return promises.writeFile(path, data, own);
};

promises.truncate = async function truncate(path, len = 0) {
    const fd = await openFd(path, 'r+', 0o666);
    const { toLength } = require('internal/fs/calls');
    const cut = async () => await ask('ftruncate', [fd, toLength(len)]);
    return whole.closeAfter(cut(), fd);
};

promises.lchmod = async function lchmod() {
    throw new codes.ERR_METHOD_NOT_IMPLEMENTED('lchmod()');
};

promises.realpath = async function realpath(path, options) {
    return await ask('realPath', table.realPath[1](path, options));
};

/* ---- Directories ------------------------------------------------------ */

promises.rmdir = async function rmdir(path, options) {
    const tree = require('internal/fs/tree');
    path = toPath(path);
    if (options?.recursive) {
        if (await tree.removeTreePromise(path, options))
            return undefined;
    } else {
        tree.checkRmdir(options);
    }
    return await ask('rmdir', [path]);
};

promises.rm = async function rm(path, options) {
    return require('internal/fs/tree').rmPromise(toPath(path), options);
};

promises.mkdir = async function mkdir(path, options) {
    const { makeTreePromise, readMkdir } = require('internal/fs/tree');
    const { mode, recursive } = readMkdir(options, 'mode');
    path = toPath(path);
    if (recursive)
        return await makeTreePromise(path, mode);
    return await askOther('mkdir', [path, mode], 'mkdir', path);
};

promises.readdir = async function readdir(path, options) {
    const tree = require('internal/fs/tree');
    const own = tree.readReaddir(options);
    path = toPath(path);
    if (own.recursive)
        return tree.readTreePromise(path, own);
    const isTyped = !!own.withFileTypes;
    const list = await askOther('scandir', [path, isTyped,
                                            nameCodecOf(own.encoding)],
                                'scandir', path);
    return isTyped ? Promise.resolve(makeDirents(list, path)) : list;
};

promises.opendir = function opendir(path, options) {
    return require('internal/fs/dir').opendirPromise(path, options);
};

promises.mkdtempDisposable = async function mkdtempDisposable(prefix, options) {
    const cwd = process.cwd();
    const path = await promises.mkdtemp(prefix, options);
    const full = require('path').resolve(cwd, path);
    const remove = async () => {
        await promises.rm(full, { force: true, recursive: true });
    };
    return {
        __proto__: null,
        path,
        remove,
        async [Symbol.asyncDispose]() {
            await remove();
        },
    };
};

promises.cp = async function cp(src, dest, options) {
    return require('internal/fs/copy').cpPromise(src, dest, options);
};

/* ---- Others ----------------------------------------------------------- */

promises.glob = function glob(pattern, options) {
    return require('internal/fs/glob').promised(pattern, options);
};

promises.watch = function watch(filename, options) {
    return require('internal/fs/watch').watchPromise(filename, options);
};

promises.constants = constants;
