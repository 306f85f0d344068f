/* recording.h - a program that is recorded, or replayed. */
#ifndef ORRERY_BIND_RECORDING_H
#define ORRERY_BIND_RECORDING_H

#include "bind/bind.h"
#include "poll/recording.h"

/* For the loop of a runtime with options.recording. */
orr_recording bind_recording(runtime *r);

#endif
