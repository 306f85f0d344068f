/*
 * list.h - doubly linked lists of orr_link.
 *
 * Lists are circles through a head that is not a member: an empty one is a head
 * that points at itself, and a member can leave without knowing which list it
 * is in.
 */
#ifndef ORRERY_LIST_H
#define ORRERY_LIST_H

#include "base/base.h"

static inline void orr__list_init(orr_link *head)
{
    head->next = head->prev = head;
}

static inline bool orr__list_empty(const orr_link *head)
{
    return head->next == head;
}

static inline void orr__list_add_last(orr_link *head, orr_link *l)
{
    l->next = head;
    l->prev = head->prev;
    head->prev->next = l;
    head->prev = l;
}

static inline void orr__list_add_first(orr_link *head, orr_link *l)
{
    orr__list_add_last(head->next, l);
}

static inline void orr__list_remove(orr_link *l)
{
    l->prev->next = l->next;
    l->next->prev = l->prev;
    l->next = l->prev = NULL;
}

/* Move all of `from` to the end of `to`; `from` is empty then. */
static inline void orr__list_move(orr_link *to, orr_link *from)
{
    if (orr__list_empty(from))
        return;
    from->next->prev = to->prev;
    to->prev->next = from->next;
    from->prev->next = to;
    to->prev = from->prev;
    orr__list_init(from);
}

/* Each member's neighbours know it. Dear: see checked(). */
static inline void orr__list_verify(const orr_link *head)
{
    const orr_link *l = head;

    do {
        must(l->next->prev == l, "neighbours in a list know each other");
        l = l->next;
    } while (l != head);
}

/* Remove it and leave it a circle of its own, which can be removed again. */
static inline void orr__list_detach(orr_link *l)
{
    orr__list_remove(l);
    orr__list_init(l);
}

#endif
