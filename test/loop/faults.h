/*
 * faults.h - a loop in a world that makes one operation fail, on demand.
 *
 *      faulty w;
 *      faulty_open(&w);
 *      faulty_next(&w, "connect", 1);     the next connect meets the first of
 *      ...                                the errors that a connect can meet
 *      CHECK_INT(got, w.err);             which is this one
 *
 * Each test of an operation goes through all of its errors:
 *
 *      for (uint32_t k = 1; faulty_has(&w, k); k++)
 *
 * and sees that each arrives exactly once, by return value or by callback, and
 * that the same thing works when it is tried again on the same loop.
 */
#ifndef ORRERY_TEST_FAULTS_H
#define ORRERY_TEST_FAULTS_H

#include "fixture.h"

typedef struct faulty {
    fixture f;
    const char *what; /* the operation that is to fail; NULL: none */
    uint32_t pick;    /* with which of its errors */
    uint32_t skip;    /* so many that are not to fail come first */
    uint32_t errors;  /* how many it has; 0: not known yet */
    int err;          /* the error that was chosen last */
    int met;          /* how often one was chosen */
} faulty;

void faulty_open(faulty *w);
void faulty_close(faulty *w);

/* From 1 on: is there a k-th error? Of the operation last made to fail. */
bool faulty_has(const faulty *w, uint32_t k);
void faulty_next(faulty *w, const char *what, uint32_t k);

/* The error was met once: nothing is left to fail. */
void faulty_check_met(const faulty *w);

/* How often callbacks came, and with what the last one. */
extern int calls_seen;
extern int64_t last_seen;
void told(int64_t status);

/* Callbacks that only count and store their result. */
void on_write(orr_write_req *req, int status);
void on_send(orr_send_req *req, int status);
void on_read(orr_stream *s, int64_t n, const void *bytes);
void on_connection(orr_stream *s, int status);
void on_random(orr_random *r, int status);

#endif
