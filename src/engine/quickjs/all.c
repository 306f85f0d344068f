/*
 * all.c - our part of the engine, as source. quickjs.c includes this file once,
 * near its end, so that what is here belongs to the same translation unit and
 * may use every static function and structure of quickjs.c.
 *
 *      quickjs.c          stock text, with hooks from tools/patches/quickjs
 *        #include "engine/quickjs/all.c"
 *          subject.c      whole functions of ours, a file a subject
 *
 * A hook in a patch calls a function that is declared in the patch or in
 * hooks.h and defined here. A new whole function never goes into a patch.
 */
#include "engine/quickjs/hooks.h"
#include "engine/quickjs/for_in.c"
#include "engine/quickjs/lengths.c"
#include "engine/quickjs/forms.c"
#include "engine/quickjs/footprints.c"
#include "engine/quickjs/stops.c"
#include "engine/quickjs/realms.c"
#include "engine/quickjs/groups.c"
#include "engine/quickjs/math.c"
#include "engine/quickjs/trig.c"
#include "engine/quickjs/zone_name.c"
#include "engine/quickjs/sort_numbers.c"
#include "engine/quickjs/normalize.c"
#include "engine/quickjs/symbols.c"
#include "engine/quickjs/buffers.c"
