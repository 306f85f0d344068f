/*
 * tty.c - terminals: their modes and their size. Each test makes a pair of its
 * own, so it does not matter whether it is run from a terminal.
 */
#include "fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* Descriptors of the test itself are closed also when a check fails. */
static void close_late(void *arg)
{
    close((int)(intptr_t)arg);
}

static int own(int fd)
{
    CHECK(fd >= 0);
    test_cleanup(close_late, (void *)(intptr_t)fd);
    return fd;
}

static void release(int fd)
{
    test_cleanup_cancel(close_late, (void *)(intptr_t)fd);
    close(fd);
}

typedef struct terminal {
    int master, slave;
    orr_stream stream;
} terminal;

static void terminal_open(fixture *f, terminal *t)
{
    memset(t, 0, sizeof *t);
    t->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (t->master < 0)
        SKIP("there are no pseudo-terminals here");
    own(t->master);
    CHECK_INT(grantpt(t->master), 0);
    CHECK_INT(unlockpt(t->master), 0);
    t->slave = own(open(ptsname(t->master), O_RDWR | O_NOCTTY | O_CLOEXEC));
    CHECK_INT(orr_tty_init(f->loop, &t->stream, t->slave), 0);
}

static void terminal_close(fixture *f, terminal *t)
{
    fixture_close_handle(f, &t->stream.handle);
    CHECK_INT(fcntl(t->slave, F_GETFD), FD_CLOEXEC); /* it stays open */
    release(t->slave);
    release(t->master);
}

static struct termios mode_of(const terminal *t)
{
    struct termios m;

    memset(&m, 0, sizeof m);
    CHECK_INT(tcgetattr(t->slave, &m), 0);
    return m;
}

static bool same_mode(const struct termios *a, const struct termios *b)
{
    return a->c_iflag == b->c_iflag && a->c_oflag == b->c_oflag &&
           a->c_cflag == b->c_cflag && a->c_lflag == b->c_lflag &&
           memcmp(a->c_cc, b->c_cc, sizeof a->c_cc) == 0;
}

TEST_REAL(raw_mode_gives_key_by_key_and_still_ends_lines)
{
    fixture f;
    terminal t;
    char key;

    fixture_open(&f);
    terminal_open(&f, &t);
    CHECK(mode_of(&t).c_lflag & ICANON);
    CHECK_INT(orr_tty_set_mode(&t.stream, ORR_TTY_RAW), 0);
    const struct termios raw = mode_of(&t);
    CHECK_INT(raw.c_lflag & (ICANON | ECHO | ISIG | IEXTEN), 0);
    CHECK_INT(raw.c_iflag & (ICRNL | IXON), 0);
    CHECK(raw.c_oflag & ONLCR);
    CHECK_INT(write(t.master, "k", 1), 1);
    CHECK_INT(read(t.slave, &key, 1), 1); /* without waiting for a line */
    CHECK_INT(key, 'k');
    CHECK_INT(orr_tty_set_mode(&t.stream, ORR_TTY_NORMAL), 0);
    terminal_close(&f, &t);
    fixture_close(&f);
}

TEST_REAL(io_mode_translates_nothing)
{
    fixture f;
    terminal t;

    fixture_open(&f);
    terminal_open(&f, &t);
    CHECK_INT(orr_tty_set_mode(&t.stream, ORR_TTY_IO), 0);
    CHECK_INT(mode_of(&t).c_oflag & OPOST, 0);
    CHECK_INT(mode_of(&t).c_lflag & ICANON, 0);
    CHECK_INT(orr_tty_set_mode(&t.stream, ORR_TTY_NORMAL), 0);
    terminal_close(&f, &t);
    fixture_close(&f);
}

TEST_REAL(normal_mode_is_the_mode_that_was_found)
{
    fixture f;
    terminal t;

    fixture_open(&f);
    terminal_open(&f, &t);
    struct termios found = mode_of(&t);
    found.c_cc[VINTR] = 7; /* something of its own */
    found.c_lflag &= ~(tcflag_t)ECHO;
    CHECK_INT(tcsetattr(t.slave, TCSANOW, &found), 0);
    CHECK_INT(orr_tty_set_mode(&t.stream, ORR_TTY_NORMAL), 0);
    CHECK_INT(orr_tty_set_mode(&t.stream, ORR_TTY_RAW), 0);
    CHECK_INT(orr_tty_set_mode(&t.stream, ORR_TTY_IO), 0);
    CHECK_INT(orr_tty_set_mode(&t.stream, ORR_TTY_RAW), 0);
    CHECK_INT(orr_tty_set_mode(&t.stream, ORR_TTY_NORMAL), 0);
    const struct termios now = mode_of(&t);
    CHECK(same_mode(&now, &found));
    terminal_close(&f, &t);
    fixture_close(&f);
}

/* As a shell between two programs might have changed it. */
TEST_REAL(the_mode_is_looked_at_anew_each_time_it_stops_being_normal)
{
    fixture f;
    terminal t;

    fixture_open(&f);
    terminal_open(&f, &t);
    CHECK_INT(orr_tty_set_mode(&t.stream, ORR_TTY_RAW), 0);
    CHECK_INT(orr_tty_set_mode(&t.stream, ORR_TTY_NORMAL), 0);
    struct termios other = mode_of(&t);
    other.c_cc[VINTR] = 9;
    CHECK_INT(tcsetattr(t.slave, TCSANOW, &other), 0);
    CHECK_INT(orr_tty_set_mode(&t.stream, ORR_TTY_RAW), 0);
    CHECK_INT(orr_tty_set_mode(&t.stream, ORR_TTY_NORMAL), 0);
    const struct termios now = mode_of(&t);
    CHECK(same_mode(&now, &other));
    terminal_close(&f, &t);
    fixture_close(&f);
}

TEST_REAL(a_reset_puts_back_every_terminal)
{
    fixture f;
    terminal a, b;

    fixture_open(&f);
    terminal_open(&f, &a);
    terminal_open(&f, &b);
    const struct termios found_a = mode_of(&a), found_b = mode_of(&b);
    CHECK_INT(orr_tty_reset_mode(), 0); /* nothing to do */
    CHECK_INT(orr_tty_set_mode(&a.stream, ORR_TTY_RAW), 0);
    CHECK_INT(orr_tty_set_mode(&b.stream, ORR_TTY_IO), 0);
    CHECK_INT(orr_tty_reset_mode(), 0);
    const struct termios now_a = mode_of(&a), now_b = mode_of(&b);
    CHECK(same_mode(&now_a, &found_a));
    CHECK(same_mode(&now_b, &found_b));
    terminal_close(&f, &a);
    terminal_close(&f, &b);
    fixture_close(&f);
}

static volatile sig_atomic_t reset_result;

static void reset_in_handler(int signum)
{
    (void)signum;
    errno = 77;
    reset_result = orr_tty_reset_mode();
    if (errno != 77)
        reset_result = -1;
}

TEST_REAL(a_reset_can_be_done_in_a_signal_handler)
{
    fixture f;
    terminal t;

    fixture_open(&f);
    terminal_open(&f, &t);
    const struct termios found = mode_of(&t);
    CHECK_INT(orr_tty_set_mode(&t.stream, ORR_TTY_RAW), 0);
    signal(SIGUSR1, reset_in_handler);
    reset_result = -1;
    raise(SIGUSR1);
    CHECK_INT(reset_result, 0);
    const struct termios now = mode_of(&t);
    CHECK(same_mode(&now, &found));
    terminal_close(&f, &t);
    fixture_close(&f);
}

/* The number of a closed terminal may be another's the next moment. */
TEST_REAL(a_terminal_that_was_closed_in_raw_mode_is_forgotten)
{
    fixture f;
    terminal a, b;

    fixture_open(&f);
    terminal_open(&f, &a);
    terminal_open(&f, &b);
    const struct termios found = mode_of(&b);
    CHECK_INT(orr_tty_set_mode(&a.stream, ORR_TTY_RAW), 0);
    fixture_close_handle(&f, &a.stream.handle);
    CHECK_INT(dup3(b.slave, a.slave, O_CLOEXEC), a.slave);
    memset(&a.stream, 0, sizeof a.stream);
    CHECK_INT(orr_tty_init(f.loop, &a.stream, a.slave), 0);
    CHECK_INT(orr_tty_set_mode(&a.stream, ORR_TTY_RAW), 0);
    CHECK_INT(orr_tty_set_mode(&a.stream, ORR_TTY_NORMAL), 0);
    const struct termios now = mode_of(&b);
    CHECK(same_mode(&now, &found));
    terminal_close(&f, &a);
    terminal_close(&f, &b);
    fixture_close(&f);
}

TEST_REAL(the_size_of_a_terminal_is_its_windows)
{
    fixture f;
    terminal t;
    struct winsize size = { .ws_col = 132, .ws_row = 43 };
    int columns = 0, rows = 0;

    fixture_open(&f);
    terminal_open(&f, &t);
    CHECK_INT(ioctl(t.master, TIOCSWINSZ, &size), 0);
    CHECK_INT(orr_tty_window_size(&t.stream, &columns, &rows), 0);
    CHECK_INT(columns, 132);
    CHECK_INT(rows, 43);
    CHECK_INT(orr_tty_window_size(&t.stream, NULL, &rows), -EINVAL);
    terminal_close(&f, &t);
    fixture_close(&f);
}

TEST_REAL(what_is_no_terminal_has_no_mode)
{
    fixture f;
    orr_stream s = { .io = NULL };
    int ends[2];
    int n;

    fixture_open(&f);
    CHECK_INT(pipe2(ends, O_CLOEXEC), 0);
    own(ends[0]);
    own(ends[1]);
    CHECK_INT(orr_tty_init(f.loop, &s, ends[0]), -EINVAL);
    CHECK_INT(orr_tty_set_mode(&s, ORR_TTY_RAW), -EINVAL);
    CHECK_INT(orr_pipe_init(f.loop, &s, false), 0);
    CHECK_INT(orr_tty_set_mode(&s, ORR_TTY_RAW), -EINVAL);
    CHECK_INT(orr_tty_window_size(&s, &n, &n), -EINVAL);
    fixture_close_handle(&f, &s.handle);
    release(ends[0]);
    release(ends[1]);
    fixture_close(&f);
}

TEST_REAL(a_mode_that_does_not_exist_is_refused)
{
    fixture f;
    terminal t;

    fixture_open(&f);
    terminal_open(&f, &t);
    CHECK_INT(orr_tty_set_mode(&t.stream, (orr_tty_mode)3), -EINVAL);
    CHECK_INT(orr_tty_set_mode(NULL, ORR_TTY_RAW), -EINVAL);
    terminal_close(&f, &t);
    fixture_close(&f);
}
