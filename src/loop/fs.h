/*
 * fs.h - how the public file calls, in fs_calls.c, reach fs.c.
 */
#ifndef ORRERY_LOOP_FS_H
#define ORRERY_LOOP_FS_H

#include "loop/internal.h"

/* Do what `op` says, now or later. It and all it points to are borrowed for
 * the time of the call. */
int64_t orr__fs_run(orr_loop *loop, orr_fs *req, orr__op *op, orr_fs_fn *fn,
                    uintptr_t site);

#endif
