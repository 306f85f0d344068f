/*
 * input.c - standard input of a simulated program.
 *
 * It is the real one, like the files that a program reads: piped input belongs
 * to the run, and may even be the program. But when its bytes arrive must not
 * matter. So the first read takes all of it, up to its end, really blocking if
 * necessary, and every read is served from memory then.
 *
 * A terminal is empty: typed input would come at another time in each run, and
 * a program that only checks for input must not hang.
 */
#include "poll/sim/core.h"

#include <string.h>

static int take_all(orr__sim_world *sim)
{
    sim_input *in = &sim->input;

    if (in->taken)
        return 0;
    const int err = orr__sim_real_input(&sim->allocator, &in->data, &in->len);
    in->taken = err == 0;
    return err;
}

int64_t orr__sim_input_read(orr__sim_world *sim, const orr__op *op)
{
    sim_input *in = &sim->input;
    const int err = take_all(sim);
    const bool in_turn = op->u.io.offset < 0;
    size_t at = in_turn ? in->at : (size_t)op->u.io.offset;
    int64_t total = 0;

    if (err < 0)
        return err;
    for (uint32_t i = 0; i < op->u.io.nbufs && at < in->len; i++) {
        const orr_buf *buf = &op->u.io.bufs[i];
        const size_t left = in->len - at;
        const size_t n = buf->len < left ? buf->len : left;

        memcpy(buf->base, in->data + at, n);
        at += n;
        total += (int64_t)n;
    }
    if (in_turn)
        in->at = at;
    return total;
}

void orr__sim_input_close(orr__sim_world *sim)
{
    orr__free(&sim->allocator, sim->input.data);
}
