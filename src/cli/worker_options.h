/* worker_options.h - options of a worker: its execArgv, its NODE_OPTIONS. */
#ifndef ORRERY_CLI_WORKER_OPTIONS_H
#define ORRERY_CLI_WORKER_OPTIONS_H

#include "bind/runtime.h"

extern const runtime_word_reader cli_worker_options;

#endif
