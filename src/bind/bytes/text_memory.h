/*
 * text_memory.h - what bindings hand to src/text for results whose size is not
 * known before: see text/memory.h.
 */
#ifndef ORRERY_BIND_TEXT_MEMORY_H
#define ORRERY_BIND_TEXT_MEMORY_H

#include <stdlib.h>

#include "text/memory.h"

static const text_memory bind_text_memory = { malloc, free };

#endif
