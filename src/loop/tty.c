/*
 * tty.c - the mode and the size of a terminal. Reading and writing one is
 * stream.c's; how a mode is remembered and put back is sys/tty.c's.
 */
#include "loop/internal.h"

int orr_tty_set_mode(orr_stream *s, orr_tty_mode mode)
{
    if (s == NULL || (unsigned)mode > ORR_TTY_IO)
        return -EINVAL;
    const int err = orr__handle_check(&s->handle, ORR_TTY);
    if (err < 0)
        return err;
    orr__op op = { .code = OP_TTY_MODE,
                   .fd = orr_fileno(&s->handle),
                   .u.n = mode };
    return (int)orr__call_now(s->handle.loop, &op);
}

int orr_tty_window_size(orr_stream *s, int *columns, int *rows)
{
    if (s == NULL || columns == NULL || rows == NULL)
        return -EINVAL;
    const int err = orr__handle_check(&s->handle, ORR_TTY);
    if (err < 0)
        return err;
    orr__op op = { .code = OP_TTY_SIZE, .fd = orr_fileno(&s->handle) };
    const int64_t size = orr__call_now(s->handle.loop, &op);
    if (size < 0)
        return (int)size;
    *columns = (int)(size >> 16);
    *rows = (int)(size & 0xffff);
    return 0;
}

int orr_tty_reset_mode(void)
{
    return orr__tty_reset();
}
