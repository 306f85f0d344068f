/*
 * recording.h - what came from outside, in a file, to be run again: public, as
 * <orrery/recording.h>. docs/record.md has what is recorded and what is not.
 */
#ifndef ORRERY_RECORDING_H
#define ORRERY_RECORDING_H

#include "orrery.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum orr_recording_end {
    ORR_RECORDING_OVER,    /* replay: there is no more, since the process that
                            * was recorded was killed, or still runs */
    ORR_RECORDING_DIFFERS, /* replay: the program asks for something else */
    ORR_RECORDING_DAMAGED, /* replay: the file is no whole recording */
    ORR_RECORDING_FULL /* record: the file can't grow; the program goes on */
} orr_recording_end;

/*
 * With orr_options.recording a loop on a real back end writes all that comes
 * from outside to a file: results, bytes, the order of completions, clocks,
 * chance, facts about the host. With `replays` it takes all that from the file,
 * and touches nothing but standard output and error. docs/record.md has what is
 * recorded and what is not.
 *
 * Memory: copied; what it points to must stay until the loop is closed.
 * Errors: orr_loop_open() returns what open() of the file says; -EINVAL for a
 *         file that is no recording, or a recording of the simulator.
 */
typedef struct orr_recording {
    const char *path;
    bool replays;
    const void *note; /* record: bytes that orr_recording_note() gives back */
    size_t note_len;
    void *ctx;
    /* The recording has ended before the program. Replay: nothing that it does
     * has an effect any more, each operation fails with -ECANCELED. May be
     * NULL. */
    void (*ended)(void *ctx, orr_recording_end how, const char *text);
    /* Replay: a file that was read whole has other contents now. */
    void (*changed)(void *ctx, const char *path);
} orr_recording;

/* The note of a recording: free() it. -EINVAL with *why set, as a sentence. */
int orr_recording_note(const char *path, char **note, size_t *len,
                       const char **why);

/* Is the loop recorded, or replayed? Then chance must come from it, too. */
bool orr_is_recorded(const orr_loop *loop);

/*
 * What a program finds out about itself, and what is not the same in each run:
 * how much memory it uses, say. These bytes are recorded; in a replay they are
 * overwritten by those of the recording. Else nothing happens.
 */
void orr_recording_keep(orr_loop *loop, void *bytes, size_t n);

#ifdef __cplusplus
}
#endif

#endif
