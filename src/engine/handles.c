/*
 * handles.c - the stack of slots that napi_values point to.
 *
 * A napi_value must stay valid while its scope is open, whatever is made
 * meanwhile; so the stack grows in pieces that never move:
 *
 *     piece 0            piece 1            piece 2
 *     [v v v v v v] <--> [v v v . . .] <--> [. . . . . .]   kept for later
 *                              ^ top
 *
 * Opening a scope notes where the top is, closing frees what lies above. Slots
 * below the top hold a value that is counted once, and those above hold none.
 */
#include "engine/internal.h"

#include <errno.h>

static void use_piece(engine *e, engine__slots *piece)
{
    e->handles.piece = piece;
    e->handles.top = piece->slot;
    e->handles.end = piece->slot + ENGINE__SLOTS;
}

bool engine__handles_grow(engine *e)
{
    engine__slots *here = e->handles.piece;

    if (here != NULL && here->next != NULL) {
        use_piece(e, here->next);
        return true;
    }
    engine__slots *piece = orr__alloc(&e->alloc, sizeof *piece);
    if (piece == NULL)
        return false;
    piece->prev = here;
    if (here != NULL)
        here->next = piece;
    use_piece(e, piece);
    return true;
}

int engine__handles_open(engine *e)
{
    return engine__handles_grow(e) ? 0 : -ENOMEM;
}

void engine__close_scope(engine *e, engine__scope scope)
{
    engine__handles *h = &e->handles;

    while (h->piece != scope.piece) {
        while (h->top > h->piece->slot)
            JS_FreeValue(e->ctx, *--h->top);
        must(h->piece->prev != NULL, "a scope is closed after it was opened");
        h->piece = h->piece->prev;
        h->end = h->top = h->piece->slot + ENGINE__SLOTS;
    }
    while (h->top > scope.top)
        JS_FreeValue(e->ctx, *--h->top);
}

void engine__handles_close(engine *e)
{
    engine__slots *piece = e->handles.piece;

    if (piece == NULL)
        return;
    while (piece->prev != NULL)
        piece = piece->prev;
    engine__close_scope(e, (engine__scope){ piece, piece->slot });
    while (piece != NULL) {
        engine__slots *next = piece->next;
        orr__free(&e->alloc, piece);
        piece = next;
    }
    e->handles = (engine__handles){ 0 };
}

int engine__give(engine *e, JSValue value, napi_value *result)
{
    if (result == NULL) {
        JS_FreeValue(e->ctx, value);
        return 0;
    }
    napi_value handle = engine__handle(e, value);
    if (handle == NULL)
        return -ENOMEM;
    *result = handle;
    return 0;
}
