'use strict';
/*
 * internal/wasi/system - the calls of preview1 on the file calls of fs. Each
 * returns the number of an error; what goes wrong inside is thrown, and turned
 * into that number at one place.
 *
 * A descriptor of the program is an entry of a table: a stream, a file, whose
 * position is kept here, or a folder, which is a path. Rights say what may be done
 * with each.
 */

const fs = require('fs');
const { codes } = require('internal/errors');
const { WasiMemory } = require('internal/wasi/memory');
const { errno, kindOf, ofFiles, ofFolders, ofStreams, rights } =
    require('internal/wasi/names');
const { WasiError, fail, resolve } = require('internal/wasi/paths');
/* Loaded when first used: crypto. */

const APPEND = 1;
const DSYNC = 2;
const NONBLOCK = 4;
const RSYNC = 8;
const SYNC = 16;

class Table {
    #entries = new Map();

    add(entry) {
        let fd = 0;
        while (this.#entries.has(fd))
            fd++;
        this.#entries.set(fd, entry);
        return fd;
    }

    get(fd, base = 0n, inheriting = 0n) {
        const entry = this.#entries.get(fd);
        if (entry === undefined)
            fail('EBADF');
        if ((entry.base & base) !== base ||
            (entry.inheriting & inheriting) !== inheriting)
            fail('ENOTCAPABLE');
        return entry;
    }

    folder(fd, base) {
        const entry = this.get(fd, base);
        if (entry.path === undefined)
            fail('ENOTDIR');
        return entry;
    }

    delete(fd) { this.#entries.delete(fd); }
    set(fd, entry) { this.#entries.set(fd, entry); }
}

function openStream(fd) {
    let kind = 0;
    try {
        kind = kindOf(fs.fstatSync(fd));
    } catch {
        // It may be closed.
    }
    return { fd, kind, base: kind === 4 ? ofFiles : ofStreams, inheriting: 0n,
             flags: 0, isStream: true };
}

/* The errors of uvwasi, which Node uses. */
function failInit(code) {
    const error = new Error('uvwasi_init');
    error.code = `UVWASI_${code}`;
    throw error;
}

function openPreopen([name, path]) {
    let real;
    try {
        real = fs.realpathSync(path);
    } catch (error) {
        failInit(error.code);
    }
    if (!fs.statSync(real).isDirectory())
        failInit('ENOTDIR');
    return { path: real === '/' ? '' : real, name, kind: 3, base: ofFolders,
             inheriting: ofFolders | ofFiles, flags: 0 };
}

const pathOf = (entry) => entry.path === '' ? '/' : entry.path;

/* ---- Files -------------------------------------------------------------- */

function putStat(memory, at, stats) {
    memory.span(at, 64).fill(0);
    memory.set64(at, stats.dev);
    memory.set64(at + 8, stats.ino);
    memory.set8(at + 16, kindOf(stats));
    memory.set64(at + 24, stats.nlink);
    memory.set64(at + 32, stats.size);
    memory.set64(at + 40, stats.atimeNs);
    memory.set64(at + 48, stats.mtimeNs);
    memory.set64(at + 56, stats.ctimeNs);
}

const statFd = (fd) => fs.fstatSync(fd, { bigint: true });

function statEntry(entry) {
    return entry.path === undefined ? statFd(entry.fd) :
        fs.statSync(pathOf(entry), { bigint: true });
}

/* Times to set: [access, change] in seconds, by the flags. */
function readTimes(stats, access, change, flags) {
    if ((flags & 3) === 3 || (flags & 12) === 12)
        fail('EINVAL');
    const now = Date.now() / 1000;
    const choose = (set, isNow, given, old) => flags & isNow ? now :
        Number(flags & set ? given : old) / 1e9;
    return [choose(1, 2, access, stats.atimeNs),
            choose(4, 8, change, stats.mtimeNs)];
}

/* Read into buffers; the position moves unless one is given. */
function readVectors(entry, buffers, position) {
    let total = 0;
    for (const buffer of buffers) {
        const at = position !== undefined ? position + total :
            entry.isStream ? null : entry.position;
        const n = buffer.length === 0 ? 0 :
            fs.readSync(entry.fd, buffer, 0, buffer.length, at);
        total += n;
        if (position === undefined && !entry.isStream)
            entry.position += n;
        if (n < buffer.length)
            break;
    }
    return total;
}

function writeVectors(entry, buffers, position) {
    let total = 0;
    for (const buffer of buffers) {
        let done = 0;
        while (done < buffer.length) {
            const isAppended = entry.flags & APPEND;
            const at = position !== undefined ? position + total :
                entry.isStream || isAppended ? null : entry.position;
            const n = fs.writeSync(entry.fd, buffer, done,
                                   buffer.length - done, at);
            done += n;
            total += n;
            if (position === undefined && !entry.isStream) {
                entry.position = isAppended ? Number(statFd(entry.fd).size) :
                    entry.position + n;
            }
        }
    }
    return total;
}

function openFlags(oflags, fdflags, base) {
    const { constants: c } = fs;
    const reads = (base & (rights.FD_READ | rights.FD_READDIR)) !== 0n;
    const writes = (base & (rights.FD_DATASYNC | rights.FD_WRITE |
                            rights.FD_ALLOCATE |
                            rights.FD_FILESTAT_SET_SIZE)) !== 0n;
    let flags = reads && writes ? c.O_RDWR : writes ? c.O_WRONLY : c.O_RDONLY;
    if (oflags & 1)
        flags |= c.O_CREAT;
    if (oflags & 2)
        flags |= c.O_DIRECTORY;
    if (oflags & 4)
        flags |= c.O_EXCL;
    if (oflags & 8)
        flags |= c.O_TRUNC;
    if (fdflags & APPEND)
        flags |= c.O_APPEND;
    if (fdflags & (DSYNC | RSYNC | SYNC))
        flags |= c.O_SYNC;
    if (fdflags & NONBLOCK)
        flags |= c.O_NONBLOCK;
    return flags | c.O_NOFOLLOW; // links have been followed
}

function openPath(folder, path, oflags, fdflags, base, inheriting) {
    const host = path === '' ? '/' : path;
    const fd = fs.openSync(host, openFlags(oflags, fdflags, base), 0o666);
    const kind = kindOf(fs.fstatSync(fd));
    if (kind === 3) {
        fs.closeSync(fd); // a folder is its path
        return { path, kind, base: base & ofFolders,
                 inheriting: inheriting & (ofFolders | ofFiles),
                 flags: fdflags };
    }
    const isStream = kind !== 4;
    return { fd, kind, base: base & (isStream ? ofStreams : ofFiles),
             inheriting: 0n, flags: fdflags, position: 0, isStream };
}

/* ---- Other calls -------------------------------------------------------- */

function clockOf(id) {
    switch (id) {
        case 0: return BigInt(Date.now()) * 1000000n;
        case 1: return process.hrtime.bigint();
        case 2: case 3: {
            const { user, system } = process.cpuUsage();
            return BigInt(user + system) * 1000n;
        }
        default: return fail('EINVAL');
    }
}

/* Wait for a clock, or find out that a descriptor is ready: it always is. */
function pollOnce(memory, table, input, output, count) {
    const events = [];
    let wait;
    for (let i = 0; i < count; i++) {
        const at = input + i * 48;
        const data = memory.get64(at);
        const kind = memory.get8(at + 8);
        if (kind === 0) {
            const isTime = memory.get16(at + 40) & 1;
            const clock = memory.get32(at + 16);
            const due = memory.get64(at + 24) -
                (isTime ? clockOf(clock) : 0n);
            if (wait === undefined || due < wait.due)
                wait = { due, event: { data, kind, error: 0 } };
        } else if (kind === 1 || kind === 2) {
            let error = 0;
            try {
                table.get(memory.get32(at + 16), rights.POLL_FD_READWRITE);
            } catch ({ number }) {
                error = number;
            }
            events.push({ data, kind, error });
        } else {
            fail('EINVAL');
        }
    }
    if (events.length === 0 && wait !== undefined) {
        const ms = Number(wait.due > 0n ? wait.due : 0n) / 1e6;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
        events.push(wait.event);
    }
    events.forEach(({ data, kind, error }, i) => {
        const at = output + i * 32;
        memory.span(at, 32).fill(0);
        memory.set64(at, data);
        memory.set16(at + 8, error);
        memory.set8(at + 10, kind);
    });
    return events.length;
}

function listFolder(entry) {
    const list = fs.readdirSync(pathOf(entry), { withFileTypes: true });
    const inode = (name) => {
        try {
            return fs.lstatSync(`${entry.path}/${name}`, { bigint: true }).ino;
        } catch {
            return 0n; // it went away
        }
    };
    return list.map((d) => ({ name: d.name, kind: kindOf(d),
                              ino: inode(d.name) }));
}

/* As much of the list from `cookie` on as fits; how many bytes that is. */
function putFolder(memory, list, at, length, cookie) {
    const space = memory.span(at, length);
    let used = 0;
    for (let i = Number(cookie); i < list.length && used < length; i++) {
        const name = Buffer.from(list[i].name);
        const record = Buffer.alloc(24 + name.length);
        record.writeBigUInt64LE(BigInt(i + 1), 0);
        record.writeBigUInt64LE(BigInt.asUintN(64, list[i].ino), 8);
        record.writeUInt32LE(name.length, 16);
        record.writeUInt8(list[i].kind, 20);
        name.copy(record, 24);
        const fits = Math.min(record.length, length - used);
        space.set(record.subarray(0, fits), used);
        used += fits;
    }
    return used;
}

/* ---- The table of calls ------------------------------------------------- */

function makeCalls(options, table) {
    const inside = (m, fd, path, length, base, follows) =>
        resolve(table.folder(fd, base).path, m.text(path, length), follows);
    const putSizes = (m, texts, count, size) => {
        m.set32(count, texts.length);
        m.set32(size, texts.reduce((n, t) => n + Buffer.byteLength(t) + 1, 0));
    };
    const asNumber = (big) => Number(big);

    return {
        args_get: (m, list, bytes) => m.putTexts(options.args, list, bytes),
        args_sizes_get: (m, count, size) =>
            putSizes(m, options.args, count, size),
        clock_res_get(m, id, out) {
            clockOf(id);
            m.set64(out, id === 0 ? 1000000n : 1n);
        },
        clock_time_get: (m, id, precision, out) => m.set64(out, clockOf(id)),
        environ_get: (m, list, bytes) => m.putTexts(options.env, list, bytes),
        environ_sizes_get: (m, count, size) =>
            putSizes(m, options.env, count, size),
        fd_advise(m, fd, offset, length, advice) {
            table.get(fd, rights.FD_ADVISE);
            if (advice > 5)
                fail('EINVAL');
        },
        fd_allocate(m, fd, offset, length) {
            const { fd: host } = table.get(fd, rights.FD_ALLOCATE);
            const end = offset + length;
            if (statFd(host).size < end)
                fs.ftruncateSync(host, asNumber(end));
        },
        fd_close(m, fd) {
            const entry = table.get(fd);
            table.delete(fd);
            if (entry.fd !== undefined && !entry.isStream)
                fs.closeSync(entry.fd);
        },
        fd_datasync: (m, fd) =>
            fs.fdatasyncSync(table.get(fd, rights.FD_DATASYNC).fd),
        fd_fdstat_get(m, fd, out) {
            const { kind, flags, base, inheriting } = table.get(fd);
            m.span(out, 24).fill(0);
            m.set8(out, kind);
            m.set16(out + 2, flags);
            m.set64(out + 8, base);
            m.set64(out + 16, inheriting);
        },
        fd_fdstat_set_flags(m, fd, flags) {
            table.get(fd, rights.FD_FDSTAT_SET_FLAGS).flags = flags & 31;
        },
        fd_fdstat_set_rights(m, fd, base, inheriting) {
            const entry = table.get(fd, base, inheriting);
            entry.base = base;
            entry.inheriting = inheriting;
        },
        fd_filestat_get: (m, fd, out) =>
            putStat(m, out, statEntry(table.get(fd, rights.FD_FILESTAT_GET))),
        fd_filestat_set_size: (m, fd, size) => fs.ftruncateSync(
            table.get(fd, rights.FD_FILESTAT_SET_SIZE).fd, asNumber(size)),
        fd_filestat_set_times(m, fd, access, change, flags) {
            const entry = table.get(fd, rights.FD_FILESTAT_SET_TIMES);
            const times = readTimes(statEntry(entry), access, change, flags);
            if (entry.path === undefined)
                fs.futimesSync(entry.fd, ...times);
            else
                fs.utimesSync(pathOf(entry), ...times);
        },
        fd_pread(m, fd, list, count, offset, out) {
            const entry = table.get(fd, rights.FD_READ | rights.FD_SEEK);
            m.set32(out, readVectors(entry, m.vectors(list, count),
                                     asNumber(offset)));
        },
        fd_prestat_get(m, fd, out) {
            const { name } = table.get(fd);
            if (name === undefined)
                fail('EINVAL');
            m.set32(out, 0);
            m.set32(out + 4, Buffer.byteLength(name));
        },
        fd_prestat_dir_name(m, fd, at, length) {
            const { name } = table.get(fd);
            if (name === undefined)
                fail('EBADF');
            const bytes = Buffer.from(name);
            if (bytes.length > length >>> 0)
                fail('ENOBUFS');
            m.span(at, bytes.length).set(bytes);
        },
        fd_pwrite(m, fd, list, count, offset, out) {
            const entry = table.get(fd, rights.FD_WRITE | rights.FD_SEEK);
            m.set32(out, writeVectors(entry, m.vectors(list, count),
                                      asNumber(offset)));
        },
        fd_read(m, fd, list, count, out) {
            const entry = table.get(fd, rights.FD_READ);
            m.set32(out, readVectors(entry, m.vectors(list, count)));
        },
        fd_readdir(m, fd, at, length, cookie, out) {
            const entry = table.folder(fd, rights.FD_READDIR);
            if (cookie === 0n || entry.list === undefined)
                entry.list = listFolder(entry);
            m.set32(out, putFolder(m, entry.list, at, length >>> 0, cookie));
        },
        fd_renumber(m, from, to) {
            const entry = table.get(from);
            const old = table.get(to);
            if (from === to)
                return;
            if (old.fd !== undefined && !old.isStream)
                fs.closeSync(old.fd);
            table.set(to, entry);
            table.delete(from);
        },
        fd_seek(m, fd, offset, whence, out) {
            const tells = offset === 0n && whence === 1;
            const entry = table.get(fd, tells ? rights.FD_TELL : rights.FD_SEEK);
            if (entry.isStream)
                fail('ESPIPE');
            if (whence > 2)
                fail('EINVAL');
            const from = whence === 0 ? 0n : whence === 1 ?
                BigInt(entry.position) : statFd(entry.fd).size;
            if (from + offset < 0n)
                fail('EINVAL');
            entry.position = asNumber(from + offset);
            m.set64(out, from + offset);
        },
        fd_sync(m, fd) {
            const entry = table.get(fd, rights.FD_SYNC);
            if (entry.fd !== undefined)
                fs.fsyncSync(entry.fd);
        },
        fd_tell(m, fd, out) {
            const entry = table.get(fd, rights.FD_TELL);
            if (entry.isStream)
                fail('ESPIPE');
            m.set64(out, BigInt(entry.position));
        },
        fd_write(m, fd, list, count, out) {
            const entry = table.get(fd, rights.FD_WRITE);
            m.set32(out, writeVectors(entry, m.vectors(list, count)));
        },
        path_create_directory: (m, fd, path, length) => fs.mkdirSync(
            inside(m, fd, path, length, rights.PATH_CREATE_DIRECTORY, false)),
        path_filestat_get(m, fd, flags, path, length, out) {
            const host = inside(m, fd, path, length, rights.PATH_FILESTAT_GET,
                                (flags & 1) !== 0);
            putStat(m, out, fs.lstatSync(host || '/', { bigint: true }));
        },
        path_filestat_set_times(m, fd, flags, path, length, access, change,
                                set) {
            const host = inside(m, fd, path, length,
                                rights.PATH_FILESTAT_SET_TIMES,
                                (flags & 1) !== 0) || '/';
            const stats = fs.lstatSync(host, { bigint: true });
            fs.lutimesSync(host, ...readTimes(stats, access, change, set));
        },
        path_link(m, oldFd, flags, oldPath, oldLength, fd, path, length) {
            const from = inside(m, oldFd, oldPath, oldLength,
                                rights.PATH_LINK_SOURCE, (flags & 1) !== 0);
            fs.linkSync(from, inside(m, fd, path, length,
                                     rights.PATH_LINK_TARGET, false));
        },
        path_open(m, fd, flags, path, length, oflags, base, inheriting,
                  fdflags, out) {
            const need = rights.PATH_OPEN |
                (oflags & 1 ? rights.PATH_CREATE_FILE : 0n) |
                (oflags & 8 ? rights.PATH_FILESTAT_SET_SIZE : 0n);
            const folder = table.folder(fd, need);
            const host = resolve(folder.path, m.text(path, length),
                                 (flags & 1) !== 0 && (oflags & 4) === 0);
            const allowed = folder.inheriting;
            if ((base & ~allowed & (ofFiles | ofFolders)) !== 0n)
                fail('ENOTCAPABLE');
            m.set32(out, table.add(openPath(folder, host, oflags, fdflags,
                                            base & allowed,
                                            inheriting & allowed)));
        },
        path_readlink(m, fd, path, length, at, size, out) {
            const host = inside(m, fd, path, length, rights.PATH_READLINK,
                                false);
            const target = Buffer.from(fs.readlinkSync(host));
            const used = Math.min(target.length, size >>> 0);
            m.span(at, used).set(target.subarray(0, used));
            m.set32(out, used);
        },
        path_remove_directory: (m, fd, path, length) => fs.rmdirSync(
            inside(m, fd, path, length, rights.PATH_REMOVE_DIRECTORY, false)),
        path_rename(m, oldFd, oldPath, oldLength, fd, path, length) {
            const from = inside(m, oldFd, oldPath, oldLength,
                                rights.PATH_RENAME_SOURCE, false);
            fs.renameSync(from, inside(m, fd, path, length,
                                       rights.PATH_RENAME_TARGET, false));
        },
        path_symlink(m, target, targetLength, fd, path, length) {
            const text = m.text(target, targetLength);
            if (text.startsWith('/'))
                fail('ENOTCAPABLE');
            fs.symlinkSync(text, inside(m, fd, path, length,
                                        rights.PATH_SYMLINK, false));
        },
        path_unlink_file(m, fd, path, length) {
            const host = inside(m, fd, path, length, rights.PATH_UNLINK_FILE,
                                false);
            if (fs.lstatSync(host).isDirectory())
                fail('EISDIR');
            fs.unlinkSync(host);
        },
        poll_oneoff(m, input, output, count, out) {
            if (count === 0)
                fail('EINVAL');
            m.set32(out, pollOnce(m, table, input >>> 0, output >>> 0,
                                  count >>> 0));
        },
        proc_exit(m, code) { process.reallyExit(code); },
        proc_raise: () => fail('ENOSYS'),
        random_get(m, at, length) {
            require('crypto').randomFillSync(m.span(at, length));
        },
        sched_yield() {},
        sock_accept: (m, fd) => { table.get(fd); fail('ENOTSOCK'); },
        sock_recv: (m, fd) => { table.get(fd); fail('ENOTSOCK'); },
        sock_send: (m, fd) => { table.get(fd); fail('ENOTSOCK'); },
        sock_shutdown: (m, fd) => { table.get(fd); fail('ENOTSOCK'); },
    };
}

/* The number of what a call threw; other errors are not the program's. */
function numberOf(error) {
    if (error instanceof WasiError)
        return error.number;
    if (typeof error?.syscall === 'string' && errno[error.code] !== undefined)
        return errno[error.code];
    throw error;
}

/* { calls, setMemory() }: calls are the imports of a module. */
function makeSystem(options) {
    const table = new Table();
    let memory;
    for (const fd of options.stdio)
        table.add(openStream(fd));
    for (const preopen of options.preopens)
        table.add(openPreopen(preopen));
    const inner = makeCalls(options, table);
    const calls = {};
    for (const name of Object.keys(inner)) {
        const call = inner[name];
        calls[name] = (...args) => {
            if (memory === undefined)
                throw new codes.ERR_WASI_NOT_STARTED();
            memory.renew();
            try {
                call(memory, ...args);
                return errno.SUCCESS;
            } catch (error) {
                return numberOf(error);
            }
        };
    }
    return {
        calls,
        setMemory(given) { memory = new WasiMemory(given); },
    };
}

module.exports = { makeSystem };
