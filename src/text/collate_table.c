/*
 * collate_table.c - the tables of collate_table.h, as tools/mkcollate.c wrote
 * them. They are constant, so that a program that compares nothing has none of
 * them in memory.
 */
#include "text/collate_table.h"

#include "collation.c"
