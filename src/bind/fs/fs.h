/* fs.h - one file call: fs.c begins it, fs/value.c makes a value of it. */
#ifndef ORRERY_BIND_FS_H
#define ORRERY_BIND_FS_H

#include "bind/bytes/buffer.h"
#include "bind/core/pin.h"

#define FS_ARGS 5 /* the most that a call has, besides the request */

typedef struct fs_call fs_call;

/* What lib/ has handed over once, by setSamples(first, ...). */
enum {
    FS_SAMPLE_STATS,
    FS_SAMPLE_BIG_STATS,
    FS_SAMPLE_REQUEST, /* its values: row, done, path, dest */
    FS_ONCOMPLETE,     /* what is called of such a request */
    FS_TABLE,          /* rows by the names of calls */
    FS_SAMPLE_READ,    /* of readFile(); its values: callback, encoding, path */
    FS_READ_ONCOMPLETE,
    FS_SAMPLE_PIECE,   /* of read() and write(): done, given, isWrite */
    FS_PIECE_ONCOMPLETE,
    FS_SAMPLES
};

/* As what the result of a stat call is wanted. */
typedef enum fs_stat_form {
    FS_STAT_OBJECT, /* a Stats */
    FS_STAT_NUMBERS,
    FS_STAT_BIG /* a BigIntStats */
} fs_stat_form;

typedef struct fs_op {
    const char *name;
    int argc;
    int64_t (*begin)(fs_call *c);
    napi_value (*make)(fs_call *c);
} fs_op;

struct fs_call {
    bind_request base; /* of a call that is made later */
    orr_fs fs;
    runtime *r;
    const fs_op *op;
    const napi_value *args; /* only while it begins */
    orr_fs_fn *fn;          /* NULL: at once */
    char *paths[2];     /* memory that is freed with the call */
    int path_count;
    codec codec;        /* of names that are returned */
    struct fs_dir *dir; /* of readdir and closedir */
    bool flag;          /* as text, as bigints, with types: the op's own */
    bool has_zero;      /* a path has a zero byte, which lib/ reports */
    bool by_callback;   /* C made the request of a callback */
    fs_stat_form form;
    union {
        orr_stat stat;
        orr_statfs statfs;
    } out;
};

/* fs/samples.c: what lib/ handed over as one of the above, if it has. */
bool fs_has_sample(runtime *r, int which);
napi_value fs_sample(runtime *r, int which);
/* An object like the sample; NULL without memory, and nothing is pending. */
napi_value fs_make_of_sample(runtime *r, int which, const napi_value *values);
napi_value fs_js_set_samples(napi_env env, napi_callback_info info);
void fs_close_samples(runtime *r);

/* A path that is not UTF-8 comes as bytes: NULL if it does not, or without
 * memory. */
char *fs_copy_bytes(napi_env env, napi_value v);
const char *fs_arg_path(fs_call *c, int i);
void fs_free_paths(fs_call *c);
codec fs_arg_codec(const fs_call *c, int i);

/* The values; NULL if there is no memory for one, and an exception pending. */
napi_value fs_make_nothing(fs_call *c);
napi_value fs_make_number(fs_call *c);
napi_value fs_make_string(fs_call *c);
napi_value fs_make_contents(fs_call *c); /* a string or a Uint8Array */
napi_value fs_make_entries(fs_call *c);  /* names; or names and types */
napi_value fs_make_stat(fs_call *c);     /* as c->form says */
napi_value fs_make_statfs(fs_call *c);

/* The numbers of fstat, in a Float64Array; NULL with an exception pending. */
napi_value fs_make_numbers(runtime *r, const orr_stat *s);

/* A name, which may be any bytes; NULL with an exception pending. */
napi_value fs_make_name(runtime *r, codec c, const char *name, size_t len);

/* The numbers of both, one after the other; NULL with an exception pending. */
napi_value fs_make_two_stats(runtime *r, const orr_stat *a, const orr_stat *b,
                             bool is_bigint);

/* A list of names, or of names and types. */
napi_value fs_make_list(fs_call *c, const orr_entry *entries, uint32_t n);

/* fs/dir.c */
typedef struct fs_dirs {
    orr_link open; /* list of fs_dir */
} fs_dirs;

int64_t fs_begin_opendir(fs_call *c);
int64_t fs_begin_readdir(fs_call *c);
int64_t fs_begin_closedir(fs_call *c);
napi_value fs_make_dir(fs_call *c);   /* an object for the other two */
napi_value fs_make_batch(fs_call *c); /* names and types; none at the end */
void fs_close_dirs(runtime *r);

/* fs/read_file.c */
extern const bind_type fs_request_type;
napi_value fs_js_read_file_later(napi_env env, napi_callback_info info);

/* fs/fds.c: descriptors that a worker has open. */
typedef struct fs_fds {
    bool tracked;
    uint64_t *bits;
    size_t words;
} fs_fds;

void fs_fds_add(runtime *r, int fd);
void fs_fds_forget(runtime *r, int fd); /* closed, or somebody else's */
void fs_fds_close(runtime *r);
napi_value fs_make_fd(fs_call *c);
napi_value fs_js_track_fds(napi_env env, napi_callback_info info);

/* The head of the binding's state, which the other files know. */
typedef struct fs_shared {
    fs_dirs dirs;
    fs_fds fds;
    napi_ref samples[FS_SAMPLES]; /* NULL: not handed over yet */
} fs_shared;

/* fs/module.c */
void fs_bind_modules(runtime *r, napi_value exports);

#endif
