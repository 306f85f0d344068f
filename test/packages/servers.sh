# servers.sh - the servers that programs talk to; read by run.
#
# Each listens on a port of the loopback that was free a moment ago, keeps its
# files in $tmp and ends with the test. REDIS_PORT and PG_PORT tell programs.

redis_pid=
pg_dir=

free_port() {
    "$node" -e 'const s = require("net").createServer().listen(0, "127.0.0.1",
        () => { console.log(s.address().port); s.close(); });'
}

start_redis() {
    command -v redis-server >/dev/null || return 1
    REDIS_PORT=$(free_port)
    export REDIS_PORT
    redis-server --port "$REDIS_PORT" --bind 127.0.0.1 --save '' --dir "$tmp" \
        >"$tmp/redis.log" 2>&1 &
    redis_pid=$!
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        grep -q 'Ready to accept' "$tmp/redis.log" && return 0
        sleep 0.5
    done
    return 1
}

# PostgreSQL refuses to run as root: then as the user that Debian made for it.
as_owner() {
    if [ "$(id -u)" = 0 ]; then
        su postgres -s /bin/sh -c "$*"
    else
        sh -c "$*"
    fi
}

start_postgres() {
    bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)
    [ -n "$bin" ] || return 1
    PG_PORT=$(free_port)
    export PG_PORT
    pg_dir=$(as_owner mktemp -d) || return 1
    as_owner "$bin/initdb -D $pg_dir/data -A trust -U test" \
        >"$tmp/pg.log" 2>&1 || return 1
    as_owner "$bin/pg_ctl -D $pg_dir/data -w -l $pg_dir/log \
        -o '-p $PG_PORT -k $pg_dir -c listen_addresses=127.0.0.1' start" \
        >>"$tmp/pg.log" 2>&1
}

start_servers() {
    has_redis=no
    has_postgres=no
    ! start_redis || has_redis=yes
    ! start_postgres || has_postgres=yes
}

stop_servers() {
    [ -z "$redis_pid" ] || kill "$redis_pid" 2>/dev/null
    if [ -n "$pg_dir" ]; then
        as_owner "$bin/pg_ctl -D $pg_dir/data -m immediate stop" \
            >/dev/null 2>&1
        rm -rf "$pg_dir"
    fi
}

# why_not NAME: a reason why it cannot be run here; fails if there is none.
why_not() {
    case $1 in
    bullmq | ioredis | redis)
        [ "$has_redis" = no ] && echo "redis-server does not start here" ;;
    pg)
        [ "$has_postgres" = no ] && echo "PostgreSQL does not start here" ;;
    *) return 1 ;;
    esac
}
