/*
 * err.c - errors as words. The texts are those that libuv has, since Node
 * programs print and compare them.
 */
#include "loop/internal.h"

/* libuv's numbers of what no system here reports; programs may ask for them. */
#define UV_EAI_BADHINTS (-3013)
#define UV_EAI_PROTOCOL (-3014)
#define UV_EFTYPE (-4028)
#define UV_ECHARSET (-4080)
#define UV_UNKNOWN (-4094)

#define ERRORS(X)                                                              \
    X(-E2BIG, "E2BIG", "argument list too long")                               \
    X(-EACCES, "EACCES", "permission denied")                                  \
    X(-EADDRINUSE, "EADDRINUSE", "address already in use")                     \
    X(-EADDRNOTAVAIL, "EADDRNOTAVAIL", "address not available")                \
    X(-EAFNOSUPPORT, "EAFNOSUPPORT", "address family not supported")           \
    X(-EAGAIN, "EAGAIN", "resource temporarily unavailable")                   \
    X(ORR_EAI_ADDRFAMILY, "EAI_ADDRFAMILY", "address family not supported")    \
    X(ORR_EAI_AGAIN, "EAI_AGAIN", "temporary failure")                         \
    X(ORR_EAI_BADFLAGS, "EAI_BADFLAGS", "bad ai_flags value")                  \
    X(UV_EAI_BADHINTS, "EAI_BADHINTS", "invalid value for hints")              \
    X(ORR_EAI_CANCELED, "EAI_CANCELED", "request canceled")                    \
    X(ORR_EAI_FAIL, "EAI_FAIL", "permanent failure")                           \
    X(ORR_EAI_FAMILY, "EAI_FAMILY", "ai_family not supported")                 \
    X(ORR_EAI_MEMORY, "EAI_MEMORY", "out of memory")                           \
    X(ORR_EAI_NODATA, "EAI_NODATA", "no address")                              \
    X(ORR_EAI_NONAME, "EAI_NONAME", "unknown node or service")                 \
    X(ORR_EAI_OVERFLOW, "EAI_OVERFLOW", "argument buffer overflow")            \
    X(UV_EAI_PROTOCOL, "EAI_PROTOCOL", "resolved protocol is unknown")         \
    X(ORR_EAI_SERVICE, "EAI_SERVICE", "service not available for socket type") \
    X(ORR_EAI_SOCKTYPE, "EAI_SOCKTYPE", "socket type not supported")           \
    X(-EALREADY, "EALREADY", "connection already in progress")                 \
    X(-EBADF, "EBADF", "bad file descriptor")                                  \
    X(-EBUSY, "EBUSY", "resource busy or locked")                              \
    X(-ECANCELED, "ECANCELED", "operation canceled")                           \
    X(-ECHILD, "ECHILD", "no child processes")                                 \
    X(-ECONNABORTED, "ECONNABORTED", "software caused connection abort")       \
    X(-ECONNREFUSED, "ECONNREFUSED", "connection refused")                     \
    X(-ECONNRESET, "ECONNRESET", "connection reset by peer")                   \
    X(-EDEADLK, "EDEADLK", "nothing can happen any more")                      \
    X(-EDESTADDRREQ, "EDESTADDRREQ", "destination address required")           \
    X(-EDOM, "EDOM", "argument out of domain")                                 \
    X(-EEXIST, "EEXIST", "file already exists")                                \
    X(-EFAULT, "EFAULT", "bad address in system call argument")                \
    X(-EFBIG, "EFBIG", "file too large")                                       \
    X(-EHOSTDOWN, "EHOSTDOWN", "host is down")                                 \
    X(-EHOSTUNREACH, "EHOSTUNREACH", "host is unreachable")                    \
    X(-EILSEQ, "EILSEQ", "illegal byte sequence")                              \
    X(-EINPROGRESS, "EINPROGRESS", "operation now in progress")                \
    X(-EINTR, "EINTR", "interrupted system call")                              \
    X(-EINVAL, "EINVAL", "invalid argument")                                   \
    X(-EIO, "EIO", "i/o error")                                                \
    X(-EISCONN, "EISCONN", "socket is already connected")                      \
    X(-EISDIR, "EISDIR", "illegal operation on a directory")                   \
    X(-ELOOP, "ELOOP", "too many symbolic links encountered")                  \
    X(-EMFILE, "EMFILE", "too many open files")                                \
    X(-EMLINK, "EMLINK", "too many links")                                     \
    X(-EMSGSIZE, "EMSGSIZE", "message too long")                               \
    X(-ENAMETOOLONG, "ENAMETOOLONG", "name too long")                          \
    X(-ENETDOWN, "ENETDOWN", "network is down")                                \
    X(-ENETUNREACH, "ENETUNREACH", "network is unreachable")                   \
    X(-ENFILE, "ENFILE", "file table overflow")                                \
    X(-ENOBUFS, "ENOBUFS", "no buffer space available")                        \
    X(-ENODATA, "ENODATA", "no data available")                                \
    X(-ENODEV, "ENODEV", "no such device")                                     \
    X(-ENOENT, "ENOENT", "no such file or directory")                          \
    X(-ENOEXEC, "ENOEXEC", "exec format error")                                \
    X(-ENOMEM, "ENOMEM", "not enough memory")                                  \
    X(-ENONET, "ENONET", "machine is not on the network")                      \
    X(-ENOPROTOOPT, "ENOPROTOOPT", "protocol not available")                   \
    X(-ENOSPC, "ENOSPC", "no space left on device")                            \
    X(-ENOSYS, "ENOSYS", "function not implemented")                           \
    X(-ENOTCONN, "ENOTCONN", "socket is not connected")                        \
    X(-ENOTDIR, "ENOTDIR", "not a directory")                                  \
    X(-ENOTEMPTY, "ENOTEMPTY", "directory not empty")                          \
    X(-ENOTSOCK, "ENOTSOCK", "socket operation on non-socket")                 \
    X(-ENOTSUP, "ENOTSUP", "operation not supported on socket")                \
    X(-ENOTTY, "ENOTTY", "inappropriate ioctl for device")                     \
    X(-ENXIO, "ENXIO", "no such device or address")                            \
    X(-EOVERFLOW, "EOVERFLOW", "value too large for defined data type")        \
    X(-EPERM, "EPERM", "operation not permitted")                              \
    X(-EPIPE, "EPIPE", "broken pipe")                                          \
    X(-EPROTO, "EPROTO", "protocol error")                                     \
    X(-EPROTONOSUPPORT, "EPROTONOSUPPORT", "protocol not supported")           \
    X(-EPROTOTYPE, "EPROTOTYPE", "protocol wrong type for socket")             \
    X(-ERANGE, "ERANGE", "result too large")                                   \
    X(-EREMOTEIO, "EREMOTEIO", "remote I/O error")                             \
    X(-EROFS, "EROFS", "read-only file system")                                \
    X(-ESHUTDOWN, "ESHUTDOWN",                                                 \
      "cannot send after transport endpoint shutdown")                         \
    X(-ESOCKTNOSUPPORT, "ESOCKTNOSUPPORT", "socket type not supported")        \
    X(-ESPIPE, "ESPIPE", "invalid seek")                                       \
    X(-ESRCH, "ESRCH", "no such process")                                      \
    X(-ETIMEDOUT, "ETIMEDOUT", "connection timed out")                         \
    X(-ETXTBSY, "ETXTBSY", "text file is busy")                                \
    X(-EUNATCH, "EUNATCH", "protocol driver not attached")                     \
    X(-EXDEV, "EXDEV", "cross-device link not permitted")                      \
    X(UV_ECHARSET, "ECHARSET", "invalid Unicode character")                    \
    X(UV_EFTYPE, "EFTYPE", "inappropriate file type or format")                \
    X(UV_UNKNOWN, "UNKNOWN", "unknown error")                                  \
    X(ORR_EOF, "EOF", "end of file")

typedef struct error_word {
    int err;
    const char *name, *text;
} error_word;

#define ROW(err, name, text) { err, name, text },
static const error_word words[] = { ERRORS(ROW) };

static const error_word *err_find(int err)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (words[i].err == err)
            return &words[i];
    return NULL;
}

const char *orr_strerror(int err)
{
    const error_word *w = err_find(err);

    return w != NULL ? w->text : err == 0 ? "success" : "unknown error";
}

const char *orr_err_name(int err)
{
    const error_word *w = err_find(err);

    return w != NULL ? w->name : err == 0 ? "OK" : "EUNKNOWN";
}

const char *orr_version(void)
{
    return ORR_VERSION;
}
