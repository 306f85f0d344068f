/* net.c - see net.h. */
#include "net.h"

const struct sockaddr *local4(uint16_t port)
{
    static struct sockaddr_storage addr;

    CHECK_INT(orr_ip4_addr("127.0.0.1", port, &addr), 0);
    return (const struct sockaddr *)&addr;
}

uint16_t port_of(orr_handle *h)
{
    struct sockaddr_storage addr;
    uint32_t len = sizeof addr;

    CHECK_INT(orr_getsockname(h, (struct sockaddr *)&addr, &len), 0);
    return orr_ip_port((struct sockaddr *)&addr);
}

void serve(fixture *f, orr_stream *server, orr_connection_fn *fn)
{
    CHECK_INT(orr_tcp_init(f->loop, server), 0);
    CHECK_INT(orr_tcp_bind(server, local4(0), 0), 0);
    CHECK_INT(orr_listen(server, 16, fn), 0);
}
