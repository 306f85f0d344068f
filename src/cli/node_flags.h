/* node_flags.h - words that Node 24 takes in NODE_OPTIONS. */
#ifndef ORRERY_CLI_NODE_FLAGS_H
#define ORRERY_CLI_NODE_FLAGS_H

#include <stdbool.h>

/* Does Node take this word? */
bool cli_is_node_flag(const char *word);
/* Does it promise a protection that is not there? Then it must not be passed
 * over. */
bool cli_promises_safety(const char *word);

#endif
