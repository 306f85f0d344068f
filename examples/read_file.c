/*
 * read_file.c - read a file without waiting for it, while a timer shows that
 * the loop goes on turning.
 *
 *      build/examples/read_file README.md
 */
#include <orrery.h>
#include <stdio.h>

static orr_timer dots;

static void on_dot(orr_timer *t)
{
    (void)t;
    fputc('.', stderr);
}

/* What the request made is ours until the clean-up; result is its length. */
static void on_read(orr_fs *req)
{
    if (req->result < 0)
        fprintf(stderr, "%s\n", orr_strerror((int)req->result));
    else
        fwrite(req->ptr, 1, req->len, stdout);
    orr_fs_cleanup(req);
    orr_timer_stop(&dots);
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "README.md";
    static orr_fs req;
    orr_loop *loop;

    int err = orr_loop_open(&loop, NULL);
    if (err == 0)
        err = orr_timer_start_repeating(loop, &dots, 1, 1, on_dot);
    if (err == 0)
        err = (int)orr_fs_read_file(loop, &req, path, on_read);
    if (err == 0)
        err = orr_run(loop, ORR_RUN_DEFAULT);
    if (err == 0)
        err = orr_loop_close(loop);
    if (err < 0)
        fprintf(stderr, "%s: %s\n", path, orr_strerror(err));
    return err < 0 || req.result < 0;
}
