/*
 * Question: what does it cost to read 4 KiB of a file that is in the page
 * cache, with 64 reads under way?
 *
 * Four answers: one read from a file that is open; the whole file by its name
 * as one request; the same as four requests one after the other, open, fstat,
 * read, close, which is what programs for libuv do; and as one request again,
 * but each time by a name that was never used before. The first three read the
 * same file over and over, which is the best case for sys/fs_cached.c. The last
 * one is the worst.
 */
#include <fcntl.h>

#include "bench.h"
#include "orrery.h"

#define DEPTH 64
#define BYTES 4096

typedef struct job {
    orr_fs req;
    orr_buf buf;
    orr_stat stat;
    int fd;
    int step;
    char bytes[BYTES];
} job;

static orr_loop *loop;
static char path[] = "/tmp/orrery-bench-XXXXXX";
static int open_fd;
static long left, done;
static bool new_names;

static void pread_next(job *j);
static void file_next(job *j);
static void chain_next(job *j);

static void on_pread(orr_fs *req)
{
    BENCH_CHECK(req->result == BYTES, "read: %lld", (long long)req->result);
    orr_fs_cleanup(req);
    done++;
    pread_next((job *)req);
}

static void pread_next(job *j)
{
    if (left == 0)
        return;
    left--;
    BENCH_OK(orr_fs_read(loop, &j->req, open_fd, &j->buf, 1, 0, on_pread));
}

static void on_file(orr_fs *req)
{
    BENCH_CHECK(req->result >= 0, "file: %lld", (long long)req->result);
    BENCH_CHECK(req->len == BYTES, "file of %zu bytes", req->len);
    orr_fs_cleanup(req);
    done++;
    file_next((job *)req);
}

static void file_next(job *j)
{
    char name[64];

    if (left == 0)
        return;
    left--;
    if (new_names)
        bench_name(name, sizeof name, path, left);
    BENCH_OK(orr_fs_read_file(loop, &j->req, new_names ? name : path, on_file));
}

static void on_chain(orr_fs *req)
{
    job *j = (job *)req;

    BENCH_CHECK(req->result >= 0, "step %d: %lld", j->step,
                (long long)req->result);
    const int64_t result = req->result;
    orr_fs_cleanup(req);
    switch (j->step++) {
    case 0:
        j->fd = (int)result;
        BENCH_OK(orr_fs_fstat(loop, req, j->fd, &j->stat, on_chain));
        break;
    case 1:
        BENCH_OK(orr_fs_read(loop, req, j->fd, &j->buf, 1, 0, on_chain));
        break;
    case 2:
        BENCH_CHECK(result == BYTES, "read: %lld", (long long)result);
        BENCH_OK(orr_fs_close(loop, req, j->fd, on_chain));
        break;
    default:
        done++;
        chain_next(j);
    }
}

static void chain_next(job *j)
{
    if (left == 0)
        return;
    left--;
    j->step = 0;
    BENCH_OK(orr_fs_open(loop, &j->req, path, O_RDONLY, 0, on_chain));
}

static void measure(const char *name, void (*next)(job *), long n)
{
    static job jobs[DEPTH];

    memset(jobs, 0, sizeof jobs);
    left = n;
    done = 0;
    const bench_span start = bench_start();
    for (int i = 0; i < DEPTH; i++) {
        jobs[i].buf = (orr_buf){ jobs[i].bytes, BYTES };
        next(&jobs[i]);
    }
    BENCH_OK(orr_run(loop, ORR_RUN_DEFAULT));
    bench_ops(name, bench_since(start), n, done);
}

int main(void)
{
    BENCH_OK(orr_loop_open(&loop, NULL));
    open_fd = bench_file(path, BYTES);
    measure("fs_pread", pread_next, bench_size(500, 200000));
    measure("fs_readfile", file_next, bench_size(500, 50000));
    measure("fs_readfile_chain", chain_next, bench_size(500, 50000));
    const long names = bench_size(100, 20000);
    bench_names_make(path, names);
    new_names = true;
    measure("fs_readfile_new", file_next, names);
    bench_names_remove(path, names);
    close(open_fd);
    unlink(path);
    BENCH_OK(orr_loop_close(loop));
    return 0;
}
