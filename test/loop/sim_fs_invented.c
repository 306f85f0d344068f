/*
 * sim_fs_invented.c - what the simulator's files take from nowhere: devices,
 * times, numbers, temporary names, the disk. All of it must follow from the
 * seed and the virtual clock.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "sim_files.h"

/* ---- Special files ---------------------------------------------------- */

TEST_SIM(devices_without_which_programs_do_not_work_are_there)
{
    fixture f;
    orr_fs req = { .result = 0 };
    char got[4] = "abc";
    const orr_buf buf = { got, 3 };

    fixture_open(&f);
    CHECK_INT(orr_fs_read_file(f.loop, &req, "/dev/null", NULL), 0);
    orr_fs_cleanup(&req);
    int fd = orr_fs_open(f.loop, NULL, "/dev/null", O_RDWR, 0, NULL);
    CHECK(fd >= 0);
    CHECK_INT(orr_fs_write(f.loop, NULL, fd, &buf, 1, -1, NULL), 3);
    CHECK_INT(orr_fs_read(f.loop, NULL, fd, &buf, 1, -1, NULL), 0);
    sim_close(&f, fd);
    fd = orr_fs_open(f.loop, NULL, "/dev/zero", O_RDONLY, 0, NULL);
    CHECK(fd >= 0);
    CHECK_INT(orr_fs_read(f.loop, NULL, fd, &buf, 1, -1, NULL), 3);
    CHECK_INT(memcmp(got, "\0\0\0", 3), 0);
    sim_close(&f, fd);
    CHECK_INT(orr_fs_open(f.loop, NULL, "/dev/tty", O_RDWR, 0, NULL), -ENXIO);
    fixture_close(&f);
}

static void random_bytes(uint64_t seed, char got[8])
{
    fixture f;
    orr_options options = { .seed = seed };
    const orr_buf buf = { got, 8 };

    fixture_open_with(&f, &options);
    const int fd = orr_fs_open(f.loop, NULL, "/dev/urandom", O_RDONLY, 0, NULL);
    CHECK(fd >= 0);
    CHECK_INT(orr_fs_read(f.loop, NULL, fd, &buf, 1, -1, NULL), 8);
    sim_close(&f, fd);
    fixture_close(&f);
}

TEST_SIM(the_random_device_follows_from_the_seed)
{
    char one[8], same[8], other[8];

    random_bytes(11, one);
    random_bytes(11, same);
    random_bytes(12, other);
    CHECK_INT(memcmp(one, same, 8), 0);
    CHECK(memcmp(one, other, 8) != 0);
}

/* Those say that they are empty. */
TEST_SIM(files_of_proc_are_read_as_they_were_when_opened)
{
    fixture f;
    orr_fs req = { .result = 0 };
    char got[9] = "";
    const orr_buf buf = { got, 8 };

    fixture_open(&f);
    CHECK(orr_fs_read_file(f.loop, &req, "/proc/self/status", NULL) > 100);
    orr_fs_cleanup(&req);
    const int fd =
        orr_fs_open(f.loop, NULL, "/proc/self/status", O_RDONLY, 0, NULL);
    CHECK(fd >= 0);
    CHECK_INT(orr_fs_read(f.loop, NULL, fd, &buf, 1, 0, NULL), 8);
    CHECK_INT(memcmp(got, "Name:\t", 6), 0);
    sim_close(&f, fd);
    fixture_close(&f);
}

/* ---- What is invented ------------------------------------------------- */

TEST_SIM(what_is_made_has_the_virtual_time)
{
    fixture f;

    fixture_open(&f);
    sim_put(&f, "a", "a");
    const uint64_t now = orr_wall_ns(f.loop);
    const orr_stat a = sim_stat(&f, "a");
    CHECK_INT(a.btime.sec, now / 1000000000);
    CHECK_INT(a.mtime.sec, now / 1000000000);
    fixture_advance_ms(&f, 5000);
    sim_put(&f, "a", "b");
    CHECK_INT(sim_stat(&f, "a").mtime.sec, a.mtime.sec + 5);
    CHECK_INT(sim_stat(&f, "a").btime.sec, a.btime.sec);
    fixture_close(&f);
}

TEST_SIM(inode_numbers_are_not_used_twice)
{
    fixture f;

    fixture_open(&f);
    sim_put(&f, "a", "a");
    const uint64_t first = sim_stat(&f, "a").ino;
    CHECK_INT(orr_fs_unlink(f.loop, NULL, at("a"), NULL), 0);
    sim_put(&f, "a", "a");
    CHECK(sim_stat(&f, "a").ino != first);
    CHECK_INT(sim_stat(&f, "a").dev, sim_stat(&f, "").dev);
    fixture_close(&f);
}

TEST_SIM(new_files_follow_the_simulated_umask)
{
    fixture f;

    fixture_open(&f);
    orr_umask(f.loop, 027);
    CHECK_INT(orr_fs_mkdir(f.loop, NULL, at("d"), 0777, NULL), 0);
    sim_put(&f, "a", "");
    CHECK_INT(sim_stat(&f, "d").mode, S_IFDIR | 0750);
    CHECK_INT(sim_stat(&f, "a").mode, S_IFREG | 0640);
    fixture_close(&f);
}

static void temp_name(uint64_t seed, char *name)
{
    fixture f;
    orr_options options = { .seed = seed };
    orr_fs req = { .result = 0 };

    fixture_open_with(&f, &options);
    /* Not inside the check: a second try would draw another name. */
    const int err = orr_fs_mkdtemp(f.loop, &req, at("tXXXXXX"), NULL);
    CHECK_INT(err, 0);
    strcpy(name, strrchr(req.ptr, '/') + 1);
    orr_fs_cleanup(&req);
    CHECK_INT(sim_stat(&f, name).mode, S_IFDIR | 0700);
    check_not_real(name);
    CHECK_INT(orr_fs_mkdtemp(f.loop, &req, at("tXXXXX"), NULL), -EINVAL);
    fixture_close(&f);
}

TEST_SIM(temporary_names_follow_from_the_seed)
{
    char one[32], same[32], other[32];

    temp_name(21, one);
    temp_name(21, same);
    temp_name(22, other);
    CHECK_STR(one, same);
    CHECK(strcmp(one, other) != 0);
}

TEST_SIM(a_temporary_file_can_be_written_to)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    const int fd = orr_fs_mkstemp(f.loop, &req, at("tXXXXXX"), NULL);
    CHECK(fd >= 0);
    char name[32];
    strcpy(name, strrchr(req.ptr, '/') + 1);
    orr_fs_cleanup(&req);
    sim_write(&f, fd, "text", -1);
    sim_close(&f, fd);
    check_sim(&f, name, "text");
    check_not_real(name);
    fixture_close(&f);
}

TEST_SIM(the_disk_is_invented)
{
    fixture f;
    orr_statfs a, b;

    fixture_open(&f);
    CHECK_INT(orr_fs_statfs(f.loop, NULL, at(""), &a, NULL), 0);
    sim_put(&f, "a", "does not take room");
    CHECK_INT(orr_fs_statfs(f.loop, NULL, at("a"), &b, NULL), 0);
    CHECK_INT(a.bsize, 4096);
    CHECK(a.bfree > 0 && a.bfree < a.blocks);
    CHECK_INT(memcmp(&a, &b, sizeof a), 0);
    CHECK_INT(orr_fs_statfs(f.loop, NULL, at("no"), &b, NULL), -ENOENT);
    fixture_close(&f);
}
