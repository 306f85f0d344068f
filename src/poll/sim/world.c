/*
 * world.c - the simulated world: what the loops of a process share.
 *
 * It is opened with the first loop and closed with the last one. In between a
 * loop that closes takes its operations with it and nothing else: descriptors
 * belong to the process, as they do outside.
 */
#include "poll/sim/core.h"

#include <errno.h>
#include <stdlib.h>

#define ORIGIN_NS UINT64_C(1000000000)
#define ORIGIN_WALL_NS UINT64_C(1767225600000000000) /* 2026-01-01 */

#define MAX_DELAY_NS UINT64_C(1000000000)
#define MAX_DELAY_MS UINT64_C(1000000000000) /* added to now, no overflow */

/* ---- Open and close ---------------------------------------------------- */

static uint64_t delay_ns(uint64_t ms, uint64_t by_default)
{
    if (ms == 0)
        return by_default;
    return (ms < MAX_DELAY_MS ? ms : MAX_DELAY_MS) * NS_PER_MS;
}

int orr__sim_world_open(orr__sim_world **out, const orr__poll_options *options)
{
    orr__sim_world *sim = orr__alloc(options->allocator, sizeof *sim);
    int err;

    if (sim == NULL)
        return -ENOMEM;
    sim->allocator = *options->allocator;
    sim->given = options->world;
    sim->chance = options->seed;
    sim->now_ns = ORIGIN_NS;
    sim->pool.size = options->pool_size;
    sim->max_delay_ns = delay_ns(options->world->max_delay_ms, MAX_DELAY_NS);
    sim->delays_left_ns = delay_ns(options->world->max_delays_ms, ORR__FOREVER);

    const char *cache = getenv("ORRERY_CHILD_CACHE");
    if (cache != NULL)
        sim->child_cache = orr__strdup(&sim->allocator, cache);
    err = orr__sim_host_open(&sim->host, sim);
    if (err == 0)
        err = orr__sim_net_open(&sim->net, sim);
    if (err == 0)
        err = orr__sim_fs_open(&sim->fs, &sim->allocator, sim);
    if (err < 0) {
        orr__sim_world_close(sim);
        return err;
    }
    *out = sim;
    return 0;
}

/* Sockets in each other's messages form a cycle of references: what is left
 * after the table was emptied is such a cycle. */
static void close_descriptors(orr__sim_world *sim)
{
    for (uint32_t i = 0; i < sim->ndescs; i++)
        if (sim->descs[i] != NULL)
            orr__sim_fd_free(sim, ORR__SIM_FD_FIRST + (int)i);
    if (sim->net != NULL)
        orr__sim_net_close(sim->net);
    while (sim->all_descs != NULL) {
        orr__sim_desc *desc = sim->all_descs;

        sim->all_descs = desc->next;
        if (desc->kind == SIM_FILE)
            orr__sim_fs_release(sim->fs, desc->object);
        orr__free(&sim->allocator, desc);
    }
    orr__free(&sim->allocator, sim->descs);
}

void orr__sim_world_close(orr__sim_world *sim)
{
    const orr_allocator a = sim->allocator;

    must(sim->queues == NULL, "the last loop closes its world");
    orr__sim_children_close(sim);
    orr__free(&a, sim->child_cache);
    close_descriptors(sim);
    if (sim->fs != NULL)
        orr__sim_fs_close(sim->fs);
    if (sim->host != NULL)
        orr__sim_host_close(sim->host);
    orr__sim_input_close(sim);
    orr__free(&a, sim);
}

/* ---- Services ---------------------------------------------------------- */

uint64_t orr__sim_clock(orr__sim_world *sim, orr__clock_id which)
{
    const orr_world *w = sim->given;

    if (which == ORR__WALL)
        return w->wall_ns != NULL ? w->wall_ns(w->ctx)
                                  : ORIGIN_WALL_NS + sim->now_ns - ORIGIN_NS;
    return w->clock_ns != NULL ? w->clock_ns(w->ctx) : sim->now_ns;
}

int64_t orr__sim_output(orr__sim_world *sim, const orr__op *op)
{
    sim->outputs++;
    return orr__sim_real_write(op->fd, op->u.io.bufs, op->u.io.nbufs);
}

const orr_allocator *orr__sim_allocator(const orr__sim_world *sim)
{
    return &sim->allocator;
}

orr__sim_fs *orr__sim_files(const orr__sim_world *sim)
{
    return sim->fs;
}
