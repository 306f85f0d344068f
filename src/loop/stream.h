/*
 * stream.h - the library's half of a stream, and what its three files share.
 *
 *      stream.c   life, reading        connect.c  bind, listen, accept, connect
 *      write.c    writing, shutdown     stream_option.c  names and options
 *
 * The half that the user holds is small; this one is the library's memory, so
 * that the operations in it stay where they are.
 *
 *      in   OP_ACCEPT (listening) or OP_RECV or OP_READY (reading)
 *      out  OP_CONNECT, then OP_SEND of the write at the head of the queue
 *
 * A write goes through two queues:
 *
 *      orr_write() -> [ waiting ] -> the kernel took it -> [ done ] -> fn
 *
 * The callbacks of those done inside orr_write() itself run in the pending
 * phase, of those that had to wait in the poll phase that finished them. The
 * pending phase tries again for those that still wait, too.
 */
#ifndef ORRERY_STREAM_H
#define ORRERY_STREAM_H

#include "loop/internal.h"

#define S_READING 1
#define S_LISTENING 2
#define S_CONNECTING 4
#define S_CONNECTED 8    /* has a peer */
#define S_SHUT 16        /* no more writes: orr_shutdown() was called */
#define S_IPC 32         /* takes and passes descriptors */
#define S_HANDED 64      /* maybe shared: no receive is left with the kernel */
#define S_KEEP_FD 128    /* is not closed with the stream */
#define S_IN_ARMED 256   /* `in` is with the back end */
#define S_OUT_ARMED 512  /* `out` is with the back end */
#define S_ACCEPTING 1024 /* inside the connection callback */
#define S_BOUND 2048
#define S_TRIED                                                                \
    4096                 /* a connect failed: further calls get the kernel's   \
                          * error */
#define S_ONCE_MORE 8192 /* see orr_tcp_connect() */

typedef struct orr__stream {
    orr_stream *owner;
    int fd;       /* -1: none */
    int accepted; /* a connection not yet taken by orr_accept(), or -1 */
    uint32_t flags;
    int late_error; /* of a bind or connect, to be reported later */
    orr__op in, out;
    orr__pending pending;
    orr_link waiting, done; /* writes */
    orr_shutdown_req *shutdown;
    orr_connect_req *connect;
    orr__addr *addr;     /* of the connect under way */
    char *path;          /* a socket file to remove at close */
    uint64_t data_poll;  /* the poll that last brought bytes without filling
                          * the buffer; 0: none */
    size_t queued_bytes; /* in the waiting queue; those of a write that failed
                          * until its callback */
    int *fds;            /* received and not taken, oldest first */
    uint32_t nfds, fds_capacity;
} orr__stream;

/* -EINVAL unless s is a stream; stops the program if it was closed. */
int orr__stream_check(const orr_stream *s);

/* Are the queues and flags of an open stream as they must be? By checked(). */
void orr__stream_verify(const orr_stream *s);

/* The handle is active while it reads or listens. What else can call back is a
 * request, which keeps the loop alive by itself. */
void orr__stream_update(orr_stream *s);

int orr__stream_arm_in(orr_stream *s);
/* Submit the operation for reading, unless it is under way. */
void orr__stream_begin_reading(orr_stream *s);
void orr__stream_disarm_in(orr_stream *s);

/* connect.c: the operation `in` of a listening stream has ended. */
void orr__stream_on_accept(orr_loop *loop, orr__op *op, const orr__event *ev);
/* End the connect under way, if any, with `status`. */
void orr__stream_end_connect(orr_stream *s, int status);

/* write.c: hand waiting writes to the kernel, as far as it takes them; call
 * back for those that are done, then shut down if it is time. */
void orr__stream_go_on(orr_stream *s);
/* The same when the socket is writable, or when nothing waits. */
void orr__stream_go_on_later(orr_stream *s);
/* Call back for the writes that are done, and no more. */
void orr__stream_call_done(orr_stream *s);
/* End all waiting writes with `status`. */
void orr__stream_fail_writes(orr_stream *s, int status);
void orr__stream_end_shutdown(orr_stream *s, int status);

#endif
