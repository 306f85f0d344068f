/* ../fsread.c on libuv, which has no request for a whole file: the chain of
 * four is its answer to all of those questions. */
#include <fcntl.h>
#include <uv.h>

#include "../bench.h"

#define DEPTH 64
#define BYTES 4096

typedef struct job {
    uv_fs_t req;
    uv_buf_t buf;
    int fd;
    int step;
    char bytes[BYTES];
} job;

static uv_loop_t *loop;
static char path[] = "/tmp/orrery-bench-XXXXXX";
static int open_fd;
static long left, done;
static bool new_names;

static void pread_next(job *j);
static void chain_next(job *j);

static void on_pread(uv_fs_t *req)
{
    BENCH_CHECK(req->result == BYTES, "read: %ld", (long)req->result);
    uv_fs_req_cleanup(req);
    done++;
    pread_next((job *)req);
}

static void pread_next(job *j)
{
    if (left == 0)
        return;
    left--;
    BENCH_OK(uv_fs_read(loop, &j->req, open_fd, &j->buf, 1, 0, on_pread));
}

static void on_chain(uv_fs_t *req)
{
    job *j = (job *)req;
    const long result = (long)req->result;

    BENCH_CHECK(result >= 0, "step %d: %ld", j->step, result);
    uv_fs_req_cleanup(req);
    switch (j->step++) {
    case 0:
        j->fd = (int)result;
        BENCH_OK(uv_fs_fstat(loop, req, j->fd, on_chain));
        break;
    case 1:
        BENCH_OK(uv_fs_read(loop, req, j->fd, &j->buf, 1, 0, on_chain));
        break;
    case 2:
        BENCH_CHECK(result == BYTES, "read: %ld", result);
        BENCH_OK(uv_fs_close(loop, req, j->fd, on_chain));
        break;
    default:
        done++;
        chain_next(j);
    }
}

static void chain_next(job *j)
{
    char name[64];

    if (left == 0)
        return;
    left--;
    j->step = 0;
    if (new_names)
        bench_name(name, sizeof name, path, left);
    BENCH_OK(uv_fs_open(loop, &j->req, new_names ? name : path, O_RDONLY, 0,
                        on_chain));
}

static bench_span measure(void (*next)(job *), long n)
{
    static job jobs[DEPTH];

    memset(jobs, 0, sizeof jobs);
    left = n;
    done = 0;
    const bench_span start = bench_start();
    for (int i = 0; i < DEPTH; i++) {
        jobs[i].buf = uv_buf_init(jobs[i].bytes, BYTES);
        next(&jobs[i]);
    }
    uv_run(loop, UV_RUN_DEFAULT);
    return bench_since(start);
}

int main(void)
{
    const long reads = bench_size(500, 200000);
    const long files = bench_size(500, 50000);

    loop = uv_default_loop();
    open_fd = bench_file(path, BYTES);
    bench_span span = measure(pread_next, reads);
    bench_ops("fs_pread", span, reads, done);
    span = measure(chain_next, files);
    bench_ops("fs_readfile", span, files, done);
    bench_ops("fs_readfile_chain", span, files, done);
    const long names = bench_size(100, 20000);
    bench_names_make(path, names);
    new_names = true;
    span = measure(chain_next, names);
    bench_ops("fs_readfile_new", span, names, done);
    bench_names_remove(path, names);
    close(open_fd);
    unlink(path);
    return 0;
}
