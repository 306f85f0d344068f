/* recorded.h - `orrery record`, and a recording that is replayed. */
#ifndef ORRERY_CLI_RECORDED_H
#define ORRERY_CLI_RECORDED_H

#include "cli/options.h"

/* argv is what was read, without an option -o at its end. */
int recorded_run(cli_options *o, char **argv,
                 int (*run)(runtime_options *options));

/*
 * Make of options that name a recording (o->recording) those of the program
 * that is in it; how it is traced stays. 0, or the exit code.
 */
int recorded_take(cli_options *o);

/* Is it a file that `orrery record` has made, or of its name? */
bool recorded_is_file(const char *path);

#endif
