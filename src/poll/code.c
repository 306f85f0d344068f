/*
 * code.c - the names of the operations, as traces, choices and errors show
 * them. A name is part of what a saved schedule means: once given it stays.
 * And which of them change something.
 */
#include "poll/poll.h"

#include <fcntl.h>

#include "base/base.h"

static const char *const names[OP_CODES] = {
    [OP_NONE] = "none",
    [OP_SOCKET] = "socket",
    [OP_SOCKETPAIR] = "socketpair",
    [OP_PIPE] = "pipe",
    [OP_BIND] = "bind",
    [OP_LISTEN] = "listen",
    [OP_SOCKNAME] = "sockname",
    [OP_PEERNAME] = "peername",
    [OP_SETOPT] = "setopt",
    [OP_GETOPT] = "getopt",
    [OP_SHUTDOWN] = "shutdown",
    [OP_NONBLOCK] = "nonblock",
    [OP_FDKIND] = "fdkind",
    [OP_ADOPT] = "adopt",
    [OP_CONNECT] = "connect",
    [OP_ACCEPT] = "accept",
    [OP_RECV] = "recv",
    [OP_SEND] = "send",
    [OP_RECVFROM] = "recvfrom",
    [OP_SENDTO] = "sendto",
    [OP_SENDMANY] = "sendmany",
    [OP_READY] = "ready",
    [OP_WAKE] = "wake",
    [OP_SIGNAL] = "signal",
    [OP_SPAWN] = "spawn",
    [OP_CHILD] = "child",
    [OP_KILL] = "kill",
    [OP_WATCH] = "watch",
    [OP_TTY_MODE] = "tty_mode",
    [OP_TTY_SIZE] = "tty_size",
    [OP_SLEEP] = "sleep",
    [OP_WORK] = "work",
    [OP_RANDOM] = "random",
    [OP_ADDRINFO] = "addrinfo",
    [OP_NAMEINFO] = "nameinfo",
    [OP_OPEN] = "open",
    [OP_CLOSE] = "close",
    [OP_READ] = "read",
    [OP_WRITE] = "write",
    [OP_STAT] = "stat",
    [OP_LSTAT] = "lstat",
    [OP_FSTAT] = "fstat",
    [OP_STATFS] = "statfs",
    [OP_ACCESS] = "access",
    [OP_READ_FILE] = "read_file",
    [OP_SCANDIR] = "scandir",
    [OP_OPENDIR] = "opendir",
    [OP_READDIR] = "readdir",
    [OP_CLOSEDIR] = "closedir",
    [OP_MKDIR] = "mkdir",
    [OP_MKDTEMP] = "mkdtemp",
    [OP_MKSTEMP] = "mkstemp",
    [OP_RMDIR] = "rmdir",
    [OP_UNLINK] = "unlink",
    [OP_RENAME] = "rename",
    [OP_LINK] = "link",
    [OP_SYMLINK] = "symlink",
    [OP_READLINK] = "readlink",
    [OP_REALPATH] = "realpath",
    [OP_CHMOD] = "chmod",
    [OP_FCHMOD] = "fchmod",
    [OP_CHOWN] = "chown",
    [OP_LCHOWN] = "lchown",
    [OP_FCHOWN] = "fchown",
    [OP_UTIMES] = "utimes",
    [OP_LUTIMES] = "lutimes",
    [OP_FUTIMES] = "futimes",
    [OP_TRUNCATE] = "truncate",
    [OP_FTRUNCATE] = "ftruncate",
    [OP_FSYNC] = "fsync",
    [OP_FDATASYNC] = "fdatasync",
    [OP_COPYFILE] = "copyfile",
    [OP_SENDFILE] = "sendfile",
};

const char *orr__code_name(orr__code code)
{
    must((unsigned)code < OP_CODES, "an operation has a known code");
    must(names[code] != NULL, "every operation has a name");
    return names[code];
}

bool orr__op_changes_files(const orr__op *op)
{
    switch (op->code) {
    case OP_OPEN:
        return (op->u.fs.flags & (O_CREAT | O_TRUNC)) != 0;
    case OP_CLOSE:
    case OP_READ:
    case OP_STAT:
    case OP_LSTAT:
    case OP_FSTAT:
    case OP_STATFS:
    case OP_ACCESS:
    case OP_READ_FILE:
    case OP_SCANDIR:
    case OP_OPENDIR:
    case OP_READDIR:
    case OP_CLOSEDIR:
    case OP_READLINK:
    case OP_REALPATH:
        return false;
    default:
        return op->code >= OP_OPEN;
    }
}

bool orr__op_outlives_program(const orr__op *op)
{
    return op->code == OP_WORK || orr__op_changes_files(op);
}
