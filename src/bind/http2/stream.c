/*
 * stream.c - the streams of a session, by id: lists of a table that grows with
 * their number.
 */
#include <stdlib.h>

#include "bind/http2/http2.h"

static h2_stream **bucket_of(const h2_session *s, int32_t id)
{
    return &s->streams[(uint32_t)id / 2 & (s->bucket_count - 1)];
}

static bool grow_buckets(h2_session *s)
{
    const size_t old_count = s->bucket_count;
    h2_stream **old = s->streams;
    const size_t count = old_count ? old_count * 2 : 8;
    h2_stream **grown = calloc(count, sizeof *grown);

    if (grown == NULL)
        return false;
    s->streams = grown;
    s->bucket_count = count;
    for (size_t i = 0; i < old_count; i++)
        for (h2_stream *stream = old[i], *next; stream; stream = next) {
            next = stream->next;
            stream->next = *bucket_of(s, stream->id);
            *bucket_of(s, stream->id) = stream;
        }
    free(old);
    return true;
}

h2_stream *h2_stream_of(h2_session *s, int32_t id, bool make)
{
    if (id == s->closing_id)
        return NULL;
    if (s->bucket_count > 0)
        for (h2_stream *at = *bucket_of(s, id); at != NULL; at = at->next)
            if (at->id == id)
                return at;
    if (!make || (s->stream_count == s->bucket_count && !grow_buckets(s)))
        return NULL;
    h2_stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL)
        return NULL;
    stream->id = id;
    stream->header_bytes_max = s->header_bytes_max;
    stream->next = *bucket_of(s, id);
    *bucket_of(s, id) = stream;
    s->stream_count++;
    return stream;
}

void h2_stream_free(h2_session *s, int32_t id)
{
    if (s->bucket_count == 0)
        return;
    for (h2_stream **at = bucket_of(s, id); *at != NULL; at = &(*at)->next) {
        h2_stream *stream = *at;
        if (stream->id != id)
            continue;
        *at = stream->next;
        s->queued -= byte_queue_left(&stream->queue);
        s->stream_count--;
        byte_queue_free(&stream->queue);
        free(stream);
        return;
    }
}

void h2_streams_free(h2_session *s)
{
    for (size_t i = 0; i < s->bucket_count; i++)
        while (s->streams[i] != NULL)
            h2_stream_free(s, s->streams[i]->id);
    free(s->streams);
}
