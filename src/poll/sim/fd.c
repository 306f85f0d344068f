/*
 * fd.c - the table of virtual descriptors.
 *
 * A descriptor is a place in the table; what it stands for is a desc, which
 * several descriptors, and messages that carry one, may share. Numbers begin
 * at ORR__SIM_FD_FIRST.
 */
#include "poll/sim/core.h"

#include <errno.h>
#include <string.h>

static int fd_grow(orr__sim_world *sim)
{
    const uint32_t capacity = sim->ndescs > 0 ? sim->ndescs * 2 : 64;
    orr__sim_desc **descs;

    if (sim->ndescs >= ORR__SIM_FD_LIMIT)
        return -EMFILE;
    descs = orr__resize(&sim->allocator, sim->descs, capacity * sizeof *descs);
    if (descs == NULL)
        return -ENOMEM;
    memset(descs + sim->ndescs, 0, (capacity - sim->ndescs) * sizeof *descs);
    sim->descs = descs;
    sim->ndescs = capacity;
    return 0;
}

/* The lowest free place, or a negative errno. */
static int find_place(orr__sim_world *sim)
{
    uint32_t i = sim->lowest_free;

    while (i < sim->ndescs && sim->descs[i] != NULL)
        i++;
    sim->lowest_free = i;
    if (i == sim->ndescs) {
        const int err = fd_grow(sim);

        if (err < 0)
            return err;
    }
    return (int)i;
}

int orr__sim_desc_fd(orr__sim_world *sim, orr__sim_desc *desc)
{
    const int i = find_place(sim);

    if (i < 0)
        return i;
    sim->descs[i] = desc;
    return ORR__SIM_FD_FIRST + i;
}

int orr__sim_fd_new(orr__sim_world *sim, orr__sim_kind kind, void *object)
{
    orr__sim_desc *desc = orr__alloc(&sim->allocator, sizeof *desc);
    int fd;

    if (desc == NULL)
        return -ENOMEM;
    fd = orr__sim_desc_fd(sim, desc);
    if (fd < 0) {
        orr__free(&sim->allocator, desc);
        return fd;
    }
    desc->kind = kind;
    desc->object = object;
    desc->refs = 1;
    desc->next = sim->all_descs;
    if (desc->next != NULL)
        desc->next->prev = desc;
    sim->all_descs = desc;
    return fd;
}

static orr__sim_desc **place_of(const orr__sim_world *sim, int fd)
{
    const int64_t i = (int64_t)fd - ORR__SIM_FD_FIRST;

    if (i < 0 || i >= sim->ndescs || sim->descs[i] == NULL)
        return NULL;
    return &sim->descs[i];
}

void *orr__sim_fd_get(orr__sim_world *sim, orr__sim_kind kind, int fd)
{
    orr__sim_desc **place = place_of(sim, fd);

    return place != NULL && (*place)->kind == kind ? (*place)->object : NULL;
}

void orr__sim_fd_free(orr__sim_world *sim, int fd)
{
    orr__sim_desc **place = place_of(sim, fd);
    orr__sim_desc *desc;
    uint32_t i;

    must(place != NULL, "a descriptor that is closed was open");
    desc = *place;
    *place = NULL;
    i = (uint32_t)(place - sim->descs);
    if (i < sim->lowest_free)
        sim->lowest_free = i;
    orr__sim_desc_drop(sim, desc);
}

orr__sim_desc *orr__sim_desc_hold(orr__sim_world *sim, int fd)
{
    orr__sim_desc **place = place_of(sim, fd);

    if (place == NULL)
        return NULL;
    (*place)->refs++;
    return *place;
}

void orr__sim_desc_drop(orr__sim_world *sim, orr__sim_desc *desc)
{
    if (--desc->refs > 0)
        return;
    if (desc->prev != NULL)
        desc->prev->next = desc->next;
    else
        sim->all_descs = desc->next;
    if (desc->next != NULL)
        desc->next->prev = desc->prev;
    if (desc->kind == SIM_NET)
        orr__sim_net_release(sim->net, desc->object);
    else
        orr__sim_fs_release(sim->fs, desc->object);
    orr__free(&sim->allocator, desc);
}

bool orr__sim_std(const orr__sim_world *sim, int fd)
{
    return fd >= 0 && fd <= 2 && !sim->std_closed[fd];
}
