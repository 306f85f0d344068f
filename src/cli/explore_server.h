/* explore_server.h - a process that forks a run for each order it is given. */
#ifndef ORRERY_CLI_EXPLORE_SERVER_H
#define ORRERY_CLI_EXPLORE_SERVER_H

#include "cli/options.h"

/* The run of `o` follows o->order and is named: `how` must stay until it is
 * over. `run` is called in another process, to learn the names. Returns 0, or
 * the exit code if that is no order. */
int explore_prepare(cli_options *o, runtime_explore *how,
                    int (*run)(runtime_options *options));

/*
 * Run the program of `o` by `run`. At the point that o->serves names, the
 * process becomes a server, and its children go on from there. Returns the exit
 * code.
 */
int explore_serve(cli_options *o, runtime_explore *how,
                  int (*run)(runtime_options *options));

#endif
