/* traced.h - `orrery trace` and `orrery explain`. */
#ifndef ORRERY_CLI_TRACED_H
#define ORRERY_CLI_TRACED_H

#include "cli/options.h"

/* Run the program with a trace, or read one, and write the requested output.
 * Returns the exit code. `run` runs a program. */
int traced_run(cli_options *o, int (*run)(runtime_options *options));

#endif
