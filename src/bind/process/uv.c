/*
 * uv.c - errors and constants by number and by name.
 *
 * The binding has Node's name, since packages use process.binding('uv'). Both
 * objects are made when they are first used, since few programs do.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "bind/bind.h"

typedef struct constant {
    const char *name;
    int value;
} constant;

#define C(name)                                                                \
    {                                                                          \
#name, name                                                            \
    }

static const constant errors[] = {
    C(E2BIG),        C(EACCES),       C(EADDRINUSE),   C(EADDRNOTAVAIL),
    C(EAFNOSUPPORT), C(EAGAIN),       C(EALREADY),     C(EBADF),
    C(EBADMSG),      C(EBUSY),        C(ECANCELED),    C(ECHILD),
    C(ECONNABORTED), C(ECONNREFUSED), C(ECONNRESET),   C(EDEADLK),
    C(EDESTADDRREQ), C(EDOM),         C(EDQUOT),       C(EEXIST),
    C(EFAULT),       C(EFBIG),        C(EHOSTUNREACH), C(EIDRM),
    C(EILSEQ),       C(EINPROGRESS),  C(EINTR),        C(EINVAL),
    C(EIO),          C(EISCONN),      C(EISDIR),       C(ELOOP),
    C(EMFILE),       C(EMLINK),       C(EMSGSIZE),     C(EMULTIHOP),
    C(ENAMETOOLONG), C(ENETDOWN),     C(ENETRESET),    C(ENETUNREACH),
    C(ENFILE),       C(ENOBUFS),      C(ENODATA),      C(ENODEV),
    C(ENOENT),       C(ENOEXEC),      C(ENOLCK),       C(ENOLINK),
    C(ENOMEM),       C(ENOMSG),       C(ENOPROTOOPT),  C(ENOSPC),
    C(ENOSR),        C(ENOSTR),       C(ENOSYS),       C(ENOTCONN),
    C(ENOTDIR),      C(ENOTEMPTY),    C(ENOTSOCK),     C(ENOTSUP),
    C(ENOTTY),       C(ENXIO),        C(EOPNOTSUPP),   C(EOVERFLOW),
    C(EPERM),        C(EPIPE),        C(EPROTO),       C(EPROTONOSUPPORT),
    C(EPROTOTYPE),   C(ERANGE),       C(EROFS),        C(ESPIPE),
    C(ESRCH),        C(ESTALE),       C(ETIME),        C(ETIMEDOUT),
    C(ETXTBSY),      C(EWOULDBLOCK),  C(EXDEV),        { NULL, 0 },
};

/* What uv has beyond errno(3) and the names of os.constants.errno. */
static const constant more_errors[] = {
    C(ENONET),
    C(ESHUTDOWN),
    C(EREMOTEIO),
    C(ESOCKTNOSUPPORT),
    C(EHOSTDOWN),
    C(EUNATCH),
    { "ECHARSET", 4080 },
    { "EFTYPE", 4028 },
    { "EOF", 4095 },
    { "UNKNOWN", 4094 },
    { "EAI_ADDRFAMILY", -ORR_EAI_ADDRFAMILY },
    { "EAI_AGAIN", -ORR_EAI_AGAIN },
    { "EAI_BADFLAGS", -ORR_EAI_BADFLAGS },
    { "EAI_BADHINTS", 3013 },
    { "EAI_CANCELED", -ORR_EAI_CANCELED },
    { "EAI_FAIL", -ORR_EAI_FAIL },
    { "EAI_FAMILY", -ORR_EAI_FAMILY },
    { "EAI_MEMORY", -ORR_EAI_MEMORY },
    { "EAI_NODATA", -ORR_EAI_NODATA },
    { "EAI_NONAME", -ORR_EAI_NONAME },
    { "EAI_OVERFLOW", -ORR_EAI_OVERFLOW },
    { "EAI_PROTOCOL", 3014 },
    { "EAI_SERVICE", -ORR_EAI_SERVICE },
    { "EAI_SOCKTYPE", -ORR_EAI_SOCKTYPE },
    { NULL, 0 },
};

static const constant signals[] = {
    C(SIGHUP),  C(SIGINT),    C(SIGQUIT),   C(SIGILL),   C(SIGTRAP),
    C(SIGABRT), C(SIGIOT),    C(SIGBUS),    C(SIGFPE),   C(SIGKILL),
    C(SIGUSR1), C(SIGSEGV),   C(SIGUSR2),   C(SIGPIPE),  C(SIGALRM),
    C(SIGTERM), C(SIGCHLD),   C(SIGSTKFLT), C(SIGCONT),  C(SIGSTOP),
    C(SIGTSTP), C(SIGTTIN),   C(SIGTTOU),   C(SIGURG),   C(SIGXCPU),
    C(SIGXFSZ), C(SIGVTALRM), C(SIGPROF),   C(SIGWINCH), C(SIGIO),
    C(SIGPOLL), C(SIGPWR),    C(SIGSYS),    { NULL, 0 },
};

const char *bind_signal_name(int signum)
{
    for (const constant *c = signals; c->name != NULL; c++)
        if (c->value == signum)
            return c->name;
    return "a signal";
}

static const constant priorities[] = {
    { "PRIORITY_LOW", 19 },
    { "PRIORITY_BELOW_NORMAL", 10 },
    { "PRIORITY_NORMAL", 0 },
    { "PRIORITY_ABOVE_NORMAL", -7 },
    { "PRIORITY_HIGH", -14 },
    { "PRIORITY_HIGHEST", -20 },
    { NULL, 0 },
};

/* dlopen(3)'s, which <dlfcn.h> would give, and with it dlopen() itself. */
static const constant dl_flags[] = {
    { "RTLD_LAZY", 1 },  { "RTLD_NOW", 2 },      { "RTLD_GLOBAL", 256 },
    { "RTLD_LOCAL", 0 }, { "RTLD_DEEPBIND", 8 }, { NULL, 0 },
};

static const constant files[] = {
    { "UV_FS_SYMLINK_DIR", 1 },
    { "UV_FS_SYMLINK_JUNCTION", 2 },
    C(O_RDONLY),
    C(O_WRONLY),
    C(O_RDWR),
    { "UV_DIRENT_UNKNOWN", ORR_ENTRY_UNKNOWN },
    { "UV_DIRENT_FILE", ORR_ENTRY_FILE },
    { "UV_DIRENT_DIR", ORR_ENTRY_DIR },
    { "UV_DIRENT_LINK", ORR_ENTRY_LINK },
    { "UV_DIRENT_FIFO", ORR_ENTRY_FIFO },
    { "UV_DIRENT_SOCKET", ORR_ENTRY_SOCKET },
    { "UV_DIRENT_CHAR", ORR_ENTRY_CHAR },
    { "UV_DIRENT_BLOCK", ORR_ENTRY_BLOCK },
    C(S_IFMT),
    C(S_IFREG),
    C(S_IFDIR),
    C(S_IFCHR),
    C(S_IFBLK),
    C(S_IFIFO),
    C(S_IFLNK),
    C(S_IFSOCK),
    C(O_CREAT),
    C(O_EXCL),
    { "UV_FS_O_FILEMAP", 0 },
    { "UV_FS_O_TEMPORARY", 0 },
    { "UV_FS_O_SHORT_LIVED", 0 },
    { "UV_FS_O_SEQUENTIAL", 0 },
    { "UV_FS_O_RANDOM", 0 },
    C(O_NOCTTY),
    C(O_TRUNC),
    C(O_APPEND),
    C(O_DIRECTORY),
    C(O_NOATIME),
    C(O_NOFOLLOW),
    C(O_SYNC),
    C(O_DSYNC),
    C(O_DIRECT),
    C(O_NONBLOCK),
    C(S_IRWXU),
    C(S_IRUSR),
    C(S_IWUSR),
    C(S_IXUSR),
    C(S_IRWXG),
    C(S_IRGRP),
    C(S_IWGRP),
    C(S_IXGRP),
    C(S_IRWXO),
    C(S_IROTH),
    C(S_IWOTH),
    C(S_IXOTH),
    { "F_OK", 0 },
    { "R_OK", 4 },
    { "W_OK", 2 },
    { "X_OK", 1 },
    { "UV_FS_COPYFILE_EXCL", ORR_COPY_EXCL },
    { "COPYFILE_EXCL", ORR_COPY_EXCL },
    { "UV_FS_COPYFILE_FICLONE", ORR_COPY_REFLINK },
    { "COPYFILE_FICLONE", ORR_COPY_REFLINK },
    { "UV_FS_COPYFILE_FICLONE_FORCE", ORR_COPY_REFLINK_ONLY },
    { "COPYFILE_FICLONE_FORCE", ORR_COPY_REFLINK_ONLY },
    { NULL, 0 },
};

static napi_value make_object(runtime *r, const constant *list)
{
    napi_value object, null_ = bind_null(r->env);
    napi_value reflect, set_proto, global, args[2];

    BIND_OK(napi_create_object(r->env, &object));
    BIND_OK(napi_get_global(r->env, &global));
    BIND_OK(napi_get_named_property(r->env, global, "Reflect", &reflect));
    BIND_OK(
        napi_get_named_property(r->env, reflect, "setPrototypeOf", &set_proto));
    args[0] = object;
    args[1] = null_;
    BIND_OK(napi_call_function(r->env, reflect, set_proto, 2, args, NULL));
    for (; list->name != NULL; list++)
        bind_set(r, object, list->name, bind_int(r->env, list->value));
    return object;
}

/* constants: { os: { signals, errno, priority, dlopen }, fs } */
static napi_status init_constants(runtime *r, napi_value exports)
{
    napi_value os;

    BIND_OK(napi_create_object(r->env, &os));
    bind_set(r, os, "UV_UDP_REUSEADDR", bind_int(r->env, ORR_UDP_REUSEADDR));
    bind_set(r, os, "dlopen", make_object(r, dl_flags));
    bind_set(r, os, "errno", make_object(r, errors));
    bind_set(r, os, "signals", make_object(r, signals));
    bind_set(r, os, "priority", make_object(r, priorities));
    bind_set(r, exports, "os", os);
    bind_set(r, exports, "fs", make_object(r, files));
    return napi_ok;
}

const bind_entry bind_entry_constants = { .name = "constants",
                                          .init = init_constants };

/* ---- Errors ------------------------------------------------------------- */

/* Does libuv have a name for it? The loop has some more. */
static bool is_named(int err)
{
    return err < 0 && err != -ECHILD && err != -EDEADLK && err != -EDOM &&
           err != -EINPROGRESS && strcmp(orr_err_name(err), "EUNKNOWN") != 0;
}

static napi_value err_words(napi_env env, napi_callback_info info,
                            const char *words_of(int err))
{
    char unknown[48];
    napi_value arg;
    int err;

    bind_args(env, info, 1, &arg);
    err = (int)bind_to_int(env, arg);
    if (is_named(err))
        return bind_string(env, words_of(err));
    snprintf(unknown, sizeof unknown, "Unknown system error %d", err);
    return bind_string(env, unknown);
}

static napi_value js_errname(napi_env env, napi_callback_info info)
{
    return err_words(env, info, orr_err_name);
}

static napi_value js_errmessage(napi_env env, napi_callback_info info)
{
    return err_words(env, info, orr_strerror);
}

/* Is it an error of libuv by this name, and not by another? */
static bool is_uv_constant(const constant *c)
{
    return is_named(-c->value) && strcmp(c->name, orr_err_name(-c->value)) == 0;
}

static void add_errors(runtime *r, napi_value map, napi_value set,
                       const constant *list)
{
    for (; list->name != NULL; list++) {
        napi_value pair, args[2];

        if (!is_uv_constant(list))
            continue;
        BIND_OK(napi_create_array_with_length(r->env, 2, &pair));
        BIND_OK(
            napi_set_element(r->env, pair, 0, bind_string(r->env, list->name)));
        BIND_OK(napi_set_element(
            r->env, pair, 1, bind_string(r->env, orr_strerror(-list->value))));
        args[0] = bind_int(r->env, -list->value);
        args[1] = pair;
        BIND_OK(napi_call_function(r->env, map, set, 2, args, NULL));
    }
}

/* A Map from the number to [name, message]. */
static napi_value js_error_map(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    napi_value global, constructor, map, set;

    engine_hold_interrupts(r->engine, true);
    BIND_OK(napi_get_global(env, &global));
    BIND_OK(napi_get_named_property(env, global, "Map", &constructor));
    BIND_OK(napi_new_instance(env, constructor, 0, NULL, &map));
    BIND_OK(napi_get_named_property(env, map, "set", &set));
    add_errors(r, map, set, errors);
    add_errors(r, map, set, more_errors);
    engine_hold_interrupts(r->engine, false);
    return map;
}

static void set_numbers(runtime *r, napi_value exports, const constant *list)
{
    for (; list->name != NULL; list++) {
        char name[32] = "UV_";
        if (!is_uv_constant(list))
            continue;
        strncat(name, list->name, sizeof name - 4);
        bind_set(r, exports, name, bind_int(r->env, -list->value));
    }
}

static napi_status uv_binding_init(runtime *r, napi_value exports)
{
    bind_method(r, exports, "errname", js_errname);
    bind_method(r, exports, "getErrorMessage", js_errmessage);
    bind_method(r, exports, "getErrorMap", js_error_map);
    set_numbers(r, exports, errors);
    set_numbers(r, exports, more_errors);
    return napi_ok;
}

const bind_entry bind_entry_uv = { .name = "uv", .init = uv_binding_init };
