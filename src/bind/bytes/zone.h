/* zone.h - the time zone of a runtime; see zone.c. */
#ifndef ORRERY_BIND_ZONE_H
#define ORRERY_BIND_ZONE_H

#include "bind/runtime.h"

/* How far local time is ahead of UTC at that time, which is local time
 * if `local` is set; and: look up the zone again after TZ has changed. */
int32_t bind_zone_offset_s(runtime *r, int64_t time_s, bool local,
                           bool *summer);
void bind_zone_forget(runtime *r);

#endif
