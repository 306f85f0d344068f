/*
 * sim.h - what the files of the simulator share.
 *
 *      sim.c         the table of the back end: submit, wait, next
 *      sim/world.c   the world that loops share: opened, closed, its clock
 *      sim/baton.c   which of its threads runs
 *      sim/choose.c  the questions, the clock, chance
 *      sim/pool.c    slots instead of threads     sim/fd.c   descriptors
 *      sim/signal.c  signals to oneself           sim/dns.c  names
 *      sim/child.c   child processes, run in one piece (sim/real_child.c)
 *      sim/host.c    an invented host             sim/input.c  standard input
 *      sim/net.h     sockets, pipes and datagrams, all in memory
 *      sim/fs.h      files: the real ones to read, changes kept in memory
 *      sim/real.c    the only doors through which anything real is touched
 *
 * The world is shared by the loops of a process: the clock, the files, the
 * network, chance, the slots of the pool. A loop has only its queue in it:
 * which of its own operations have something to report. An operation knows to
 * which queue it belongs (op->home).
 *
 * All that differs between two runs comes from three places: the program, the
 * seed, and the answers of world.choose. So nothing here looks at a clock, an
 * address in memory or the order of a hash.
 */
#ifndef ORRERY_SIM_H
#define ORRERY_SIM_H

#include <sys/socket.h>

#include "base/base.h"
#include "poll/poll.h"

typedef struct orr__sim_world orr__sim_world;
typedef struct orr__sim_fs orr__sim_fs;
typedef struct orr__sim_net orr__sim_net;
typedef struct orr__sim_host orr__sim_host;
typedef struct orr__sim_desc orr__sim_desc;

/* ---- Services of the core (sim/world.c) ------------------------------- */

/*
 * One table of virtual descriptors. They start far above the numbers a process
 * really uses, so that mixing them up is an error and never works by accident.
 * A new one gets the lowest free number.
 *
 * Descriptors that were passed through a socket share one object, as with
 * dup(). When the last of them, or the last message that carries it, is gone,
 * the core calls orr__sim_net_release() or orr__sim_fs_release() with it.
 */
#define ORR__SIM_FD_FIRST 1000
#define ORR__SIM_FD_LIMIT 65536 /* as many; then -EMFILE */

typedef enum orr__sim_kind { SIM_FREE, SIM_NET, SIM_FILE } orr__sim_kind;

/* The new descriptor, or -EMFILE, -ENOMEM: the object is then still yours. */
int orr__sim_fd_new(orr__sim_world *sim, orr__sim_kind kind, void *object);
/* NULL if it is not open or of another kind. */
void *orr__sim_fd_get(orr__sim_world *sim, orr__sim_kind kind, int fd);
/* Close it: the object is released if this was the last reference. */
void orr__sim_fd_free(orr__sim_world *sim, int fd);

/* What several descriptors have in common. Held by messages under way. */
struct orr__sim_desc {
    orr__sim_kind kind;
    uint32_t refs;
    void *object;
    orr__sim_desc *next, *prev;
};
orr__sim_desc *orr__sim_desc_hold(orr__sim_world *sim, int fd);
void orr__sim_desc_drop(orr__sim_world *sim, orr__sim_desc *desc);
/* A descriptor for what is held already: takes over that reference. */
int orr__sim_desc_fd(orr__sim_world *sim, orr__sim_desc *desc);

/* True for a real descriptor 0, 1 or 2 that was not closed. */
bool orr__sim_std(const orr__sim_world *sim, int fd);

/*
 * Ask world.choose; 0 if there is none, or n is below 2. Options are only read
 * during the call.
 */
uint32_t orr__sim_choose(orr__sim_world *sim, orr_choice_kind kind, uint32_t n,
                         const orr_option *options);
/* True if there is a world.choose: else no options need be prepared. */
bool orr__sim_asks(const orr__sim_world *sim);
/*
 * 0, or the error with which this operation is to fail. The core calls it
 * before any operation takes effect, and nothing else does.
 */
int orr__sim_fault(orr__sim_world *sim, const orr__op *op);
/*
 * How many of `most` bytes are moved: all, half of them or one, as answered to
 * a question of this kind (CHUNK or SHORT).
 */
size_t orr__sim_amount(orr__sim_world *sim, orr_choice_kind kind,
                       const orr__op *op, size_t max);
/* The virtual clock in nanoseconds, without ORR_CHOOSE_CLOCK. */
uint64_t orr__sim_clock(orr__sim_world *sim, orr__clock_id which);
/* Bytes that follow from the seed. */
void orr__sim_random(orr__sim_world *sim, void *out, size_t len);
const orr_allocator *orr__sim_allocator(const orr__sim_world *sim);

/* Write to real descriptor 0, 1 or 2 what the operation has. */
int64_t orr__sim_output(orr__sim_world *sim, const orr__op *op);

/* A network operation has something to report in the coming batch. */
void orr__sim_report(orr__op *op);
/* Its descriptor was closed under it: it ends with -EBADF. */
void orr__sim_report_closed(orr__op *op);

/* What an event points to. Each loop has its own: another one may turn while
 * the callback that was given it is still running. */
#define SIM_RX_FDS 64
#define SIM_RX_NAME 256
typedef struct orr__sim_rx {
    struct sockaddr_storage from;
    int fds[SIM_RX_FDS];
    char name[SIM_RX_NAME];
    char chunk[ORR__CHUNK];
} orr__sim_rx;
/* That of the loop which the operation belongs to. */
orr__sim_rx *orr__sim_rx_of(const orr__op *op);
orr__sim_fs *orr__sim_files(const orr__sim_world *sim);

/* The process's own, which the file view needs. cwd is absolute. */
const char *orr__sim_cwd(const orr__sim_world *sim);
uint32_t orr__sim_umask(const orr__sim_world *sim);
orr_ids orr__sim_ids(const orr__sim_world *sim);

/* ---- Network (sim/net.c) ---------------------------------------------- */

int orr__sim_net_open(orr__sim_net **out, orr__sim_world *sim);
void orr__sim_net_close(orr__sim_net *net);
/* Operations of this loop, or with NULL of all, are not to be touched. */
void orr__sim_net_forget(orr__sim_net *net, const orr__poll *home);
/* Any [call] of OP_SOCKET to OP_SENDTO, and OP_READ, OP_WRITE, OP_CLOSE on a
 * socket or pipe. */
int64_t orr__sim_net_call(orr__sim_net *net, orr__op *op);
bool orr__sim_net_owns(orr__sim_net *net, int fd);
/* True if OP_READ or OP_WRITE would have to wait. */
bool orr__sim_net_blocked(orr__sim_net *net, const orr__op *op);
int orr__sim_net_submit(orr__sim_net *net, orr__op *op);
void orr__sim_net_cancel(orr__sim_net *net, orr__op *op);
/* Move bytes that wait for space in a queue. True if another call would move
 * more. */
bool orr__sim_net_move(orr__sim_net *net);
/* Then report() what has become ready for this loop, and `wake`, if it is not
 * NULL, after what had happened to sockets by `woken_at`. */
void orr__sim_net_collect(orr__sim_net *net, const orr__poll *home,
                          orr__op *wake, uint64_t woken_at);
/* How often something has happened to a socket. Any thread. */
uint64_t orr__sim_net_happened(const orr__sim_net *net);
/* Fill in the event of an operation that was reported as ready. False if, by
 * now, there is nothing. *again: there may be more of it in this batch. An
 * event without `more` ends the operation. */
bool orr__sim_net_deliver(orr__sim_net *net, orr__op *op, orr__event *ev,
                          bool *again);
void orr__sim_net_release(orr__sim_net *net, void *object);

/* ---- Files (sim/fs.c) ------------------------------------------------- */

int orr__sim_fs_open(orr__sim_fs **out, const orr_allocator *a,
                     orr__sim_world *sim);
void orr__sim_fs_close(orr__sim_fs *fs);
/*
 * Let any of OP_OPEN to OP_SENDFILE take effect now; OP_READ, OP_WRITE and
 * OP_CLOSE only if it owns the descriptor. Faults were chosen before.
 */
int64_t orr__sim_fs_call(orr__sim_fs *fs, orr__op *op);
/* True if `fd` is an open file or directory of its own. */
bool orr__sim_fs_owns(orr__sim_fs *fs, int fd);
/* The object of a SIM_FILE descriptor is no longer referred to. */
void orr__sim_fs_release(orr__sim_fs *fs, void *object);
/* OP_WATCH. next: an event that is due for this loop, or false. It sets op,
 * result, data and more. Of the operation it may use next, prev, state,
 * result; home, where, slot and count are the core's. */
int orr__sim_fs_watch_add(orr__sim_fs *fs, orr__op *op);
void orr__sim_fs_watch_remove(orr__sim_fs *fs, orr__op *op);
bool orr__sim_fs_watch_next(orr__sim_fs *fs, const orr__poll *home,
                            orr__event *ev);
/* True if orr__sim_fs_watch_next() would have something. */
bool orr__sim_fs_watch_ready(orr__sim_fs *fs, const orr__poll *home);
/* Remove all watches of this loop, or with NULL all. */
void orr__sim_fs_watch_forget(orr__sim_fs *fs, const orr__poll *home);
/* 0 if the path (absolute) is a directory that can be entered. */
int orr__sim_fs_chdir_check(orr__sim_fs *fs, const char *path);

/*
 * The name of a Unix-domain socket is an entry of the file view, so that it is
 * seen by stat(), freed by unlink() and moved by rename(). make: a new entry
 * of type socket (mode 0777 less the umask; relative to cwd); -EADDRINUSE if
 * the path exists, else as for mkdir. find: follows links; -ECONNREFUSED if it
 * is something else, or a socket of the real system. *id names the entry: its
 * inode number, never used twice.
 */
int orr__sim_fs_socket_make(orr__sim_fs *fs, const char *path, uint64_t *id);
int orr__sim_fs_socket_find(orr__sim_fs *fs, const char *path, uint64_t *id);

/*
 * The doors. Output of a program on descriptors 0 to 2 is written for real,
 * waiting if need be: the bytes written or a negative errno.
 */
int64_t orr__sim_real_write(int fd, const orr_buf *bufs, uint32_t nbufs);
/* All of real standard input, from the allocator; it waits for its end. A
 * terminal is taken for empty. 0 or a negative errno. */
int orr__sim_real_input(const orr_allocator *a, char **data, size_t *len);
/* The real working directory, from the allocator; NULL: no memory. "/" where
 * it can't be found out. */
char *orr__sim_real_cwd(const orr_allocator *a);

#endif
