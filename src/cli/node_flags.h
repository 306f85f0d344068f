/* node_flags.h - does Node 24 take this word in NODE_OPTIONS? */
#ifndef ORRERY_CLI_NODE_FLAGS_H
#define ORRERY_CLI_NODE_FLAGS_H

#include <stdbool.h>

bool cli_is_node_flag(const char *word);

#endif
