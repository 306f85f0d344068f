/*
 * sim_files.h - small help for tests about the simulator's files: the same few
 * things done to the real ones and to the simulated ones.
 */
#ifndef ORRERY_TEST_SIM_FILES_H
#define ORRERY_TEST_SIM_FILES_H

#include <fcntl.h>

#include "fixture.h"

/* The path of a name in the test's directory; one of four static buffers. */
const char *at(const char *name);

/* The real side. */
void real_put(const char *name, const char *text);
void real_mkdir(const char *name);
void check_real(const char *name, const char *text);
void check_not_real(const char *name);

/* The simulated side. Names are those in the test's directory. */
int sim_open(fixture *f, const char *name, int flags);
void sim_close(fixture *f, int fd);
void sim_write(fixture *f, int fd, const char *text, int64_t offset);
/* Make it, if it is not there, and have it contain just this. */
void sim_put(fixture *f, const char *name, const char *text);
orr_stat sim_stat(fixture *f, const char *name);
void check_read(fixture *f, int fd, int64_t offset, const char *text);
void check_sim(fixture *f, const char *name, const char *text);
void check_not_sim(fixture *f, const char *name);
/* The names in a directory, with a blank after each. */
void check_list(fixture *f, const char *name, const char *want);

#endif
