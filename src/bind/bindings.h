/*
 * bindings.h - the list of all bindings. Nothing else in this room lists them.
 *
 * X(name) stands for a `const bind_entry bind_entry_name`, defined in the file
 * that implements it. They are opened from top to bottom and closed from
 * bottom to top.
 */
#define BINDINGS(X)                                                            \
    X(runtime)                                                                 \
    X(builtins)                                                                \
    X(process)                                                                 \
    X(variables)                                                               \
    X(fs)                                                                      \
    X(fs_watch)                                                                \
    X(stdio)                                                                   \
    X(stdin)                                                                   \
    X(uv)                                                                      \
    X(constants)                                                               \
    X(host)                                                                    \
    X(async)                                                                   \
    X(message)                                                                 \
    X(worker)                                                                  \
    X(atomics)                                                                 \
    X(locks)                                                                   \
    X(string_decoder)                                                          \
    X(encoding)                                                                \
    X(zone)                                                                    \
    X(collate)                                                                 \
    X(segment)                                                                 \
    X(url)                                                                     \
    X(buffer)                                                                  \
    X(crypto)                                                                  \
    X(http)                                                                    \
    X(websocket)                                                               \
    X(zlib)                                                                    \
    X(wasm)                                                                    \
    X(child)                                                                   \
    X(dns)                                                                     \
    X(cares)                                                                   \
    X(udp)                                                                     \
    X(stream)                                                                  \
    X(tls)                                                                     \
    X(http2)                                                                   \
    X(dlopen)                                                                  \
    X(napi)                                                                    \
    X(uv_loop)                                                                 \
    X(trace)                                                                   \
    X(explore)                                                                 \
    X(sigint)                                                                  \
    X(why)                                                                     \
    X(page)                                                                    \
    X(hooks_runtime)                                                           \
    X(browser_loop)
