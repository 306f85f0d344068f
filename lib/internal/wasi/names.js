'use strict';
/*
 * internal/wasi/names - numbers of preview1: errors, rights, kinds of files.
 */

const errors = [
    'SUCCESS', 'E2BIG', 'EACCES', 'EADDRINUSE', 'EADDRNOTAVAIL', 'EAFNOSUPPORT',
    'EAGAIN', 'EALREADY', 'EBADF', 'EBADMSG', 'EBUSY', 'ECANCELED', 'ECHILD',
    'ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'EDEADLK', 'EDESTADDRREQ',
    'EDOM', 'EDQUOT', 'EEXIST', 'EFAULT', 'EFBIG', 'EHOSTUNREACH', 'EIDRM',
    'EILSEQ', 'EINPROGRESS', 'EINTR', 'EINVAL', 'EIO', 'EISCONN', 'EISDIR',
    'ELOOP', 'EMFILE', 'EMLINK', 'EMSGSIZE', 'EMULTIHOP', 'ENAMETOOLONG',
    'ENETDOWN', 'ENETRESET', 'ENETUNREACH', 'ENFILE', 'ENOBUFS', 'ENODEV',
    'ENOENT', 'ENOEXEC', 'ENOLCK', 'ENOLINK', 'ENOMEM', 'ENOMSG',
    'ENOPROTOOPT', 'ENOSPC', 'ENOSYS', 'ENOTCONN', 'ENOTDIR', 'ENOTEMPTY',
    'ENOTRECOVERABLE', 'ENOTSOCK', 'ENOTSUP', 'ENOTTY', 'ENXIO', 'EOVERFLOW',
    'EOWNERDEAD', 'EPERM', 'EPIPE', 'EPROTO', 'EPROTONOSUPPORT', 'EPROTOTYPE',
    'ERANGE', 'EROFS', 'ESPIPE', 'ESRCH', 'ESTALE', 'ETIMEDOUT', 'ETXTBSY',
    'EXDEV', 'ENOTCAPABLE',
];
const errno = { __proto__: null };
errors.forEach((name, number) => { errno[name] = number; });

const rightNames = [
    'FD_DATASYNC', 'FD_READ', 'FD_SEEK', 'FD_FDSTAT_SET_FLAGS', 'FD_SYNC',
    'FD_TELL', 'FD_WRITE', 'FD_ADVISE', 'FD_ALLOCATE', 'PATH_CREATE_DIRECTORY',
    'PATH_CREATE_FILE', 'PATH_LINK_SOURCE', 'PATH_LINK_TARGET', 'PATH_OPEN',
    'FD_READDIR', 'PATH_READLINK', 'PATH_RENAME_SOURCE', 'PATH_RENAME_TARGET',
    'PATH_FILESTAT_GET', 'PATH_FILESTAT_SET_SIZE', 'PATH_FILESTAT_SET_TIMES',
    'FD_FILESTAT_GET', 'FD_FILESTAT_SET_SIZE', 'FD_FILESTAT_SET_TIMES',
    'PATH_SYMLINK', 'PATH_REMOVE_DIRECTORY', 'PATH_UNLINK_FILE',
    'POLL_FD_READWRITE', 'SOCK_SHUTDOWN', 'SOCK_ACCEPT',
];
const rights = { __proto__: null };
rightNames.forEach((name, bit) => { rights[name] = 1n << BigInt(bit); });

const all = (1n << BigInt(rightNames.length)) - 1n;
const ofFiles = rights.FD_DATASYNC | rights.FD_READ | rights.FD_SEEK |
    rights.FD_FDSTAT_SET_FLAGS | rights.FD_SYNC | rights.FD_TELL |
    rights.FD_WRITE | rights.FD_ADVISE | rights.FD_ALLOCATE |
    rights.FD_FILESTAT_GET | rights.FD_FILESTAT_SET_SIZE |
    rights.FD_FILESTAT_SET_TIMES | rights.POLL_FD_READWRITE;
const ofStreams = rights.FD_READ | rights.FD_FDSTAT_SET_FLAGS |
    rights.FD_WRITE | rights.FD_FILESTAT_GET | rights.POLL_FD_READWRITE;
const ofFolders = rights.FD_FDSTAT_SET_FLAGS | rights.FD_SYNC |
    rights.FD_ADVISE | rights.PATH_CREATE_DIRECTORY | rights.PATH_CREATE_FILE |
    rights.PATH_LINK_SOURCE | rights.PATH_LINK_TARGET | rights.PATH_OPEN |
    rights.FD_READDIR | rights.PATH_READLINK | rights.PATH_RENAME_SOURCE |
    rights.PATH_RENAME_TARGET | rights.PATH_FILESTAT_GET |
    rights.PATH_FILESTAT_SET_SIZE | rights.PATH_FILESTAT_SET_TIMES |
    rights.FD_FILESTAT_GET | rights.FD_FILESTAT_SET_TIMES |
    rights.PATH_SYMLINK | rights.PATH_UNLINK_FILE |
    rights.PATH_REMOVE_DIRECTORY | rights.POLL_FD_READWRITE;

/* The kind of a file, from fs.Stats or fs.Dirent. */
function kindOf(stats) {
    if (stats.isFile())
        return 4;
    if (stats.isDirectory())
        return 3;
    if (stats.isSymbolicLink())
        return 7;
    if (stats.isCharacterDevice())
        return 2;
    if (stats.isBlockDevice())
        return 1;
    return stats.isSocket() ? 6 : 0;
}

module.exports = { all, errno, kindOf, ofFiles, ofFolders, ofStreams, rights };
