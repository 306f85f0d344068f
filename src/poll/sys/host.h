/*
 * host.h - what the files of host facts share.
 *
 *      sys/host.c      answers orr__sys_ask(); facts about the process
 *      sys/machine.c   processors, memory, control groups, interfaces
 *      sys/title.c     the process's arguments and title
 *      sys/zone.c      time zones
 */
#ifndef ORRERY_SYS_HOST_H
#define ORRERY_SYS_HOST_H

#include "poll/poll.h"

/* A whole file as a string from the allocator. */
int orr__text_read(const orr_allocator *a, const char *path, char **out);
/* The number after "key:" in a text of such lines; 0 if there is none. */
uint64_t orr__text_number(const char *text, const char *key, int base);

int orr__machine_cpus(const orr_allocator *a, orr_cpu **out, int64_t *n);
int orr__machine_parallelism(const orr_allocator *a, int64_t *n);
int orr__machine_memory(const orr_allocator *a, orr_memory *out);
int orr__machine_rss(uint64_t *out);
int orr__machine_loadavg(double out[3]);
int orr__machine_uptime(uint64_t *out_ns);
int orr__machine_uname(orr_uname *out);
int orr__machine_interfaces(const orr_allocator *a, orr_interface **out,
                            int64_t *n);

/*
 * What control groups allow. `text` is that of /proc/self/cgroup, `root` the
 * directory where their trees are. Processors: UINT64_MAX if there is no limit.
 * Memory: lowers m->available, sets m->constrained.
 */
uint64_t orr__cgroup_cpus(const char *text, const char *root);
void orr__cgroup_memory(const char *text, const char *root, orr_memory *m);

/* Time zones: the name of the host's own, and the file that describes one. */
int orr__zone_name(const orr_allocator *a, char **out);
int orr__zone_data(const orr_allocator *a, const char *name, void **out,
                   int64_t *n);

/* Of libraries: open, symbol, close. The simulator asks it, too. */
int orr__sys_ask_library(orr__ask *ask);

int orr__title_get(const orr_allocator *a, char **out);
int orr__title_set(const char *title);

#endif
