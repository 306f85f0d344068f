/* fs_names.c - moving, linking, and finding out where a name leads. */
#include "fs_help.h"

TEST(a_file_is_moved_over_another)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;

    fixture_open(&f);
    put(&f, at("a"), "from a");
    put(&f, at("b"), "from b");
    CHECK_INT(DO(&f, &req, rename, at("a"), at("b")), 0);
    CHECK_INT(NOW(&f, NULL, stat, at("a"), &st), -ENOENT);
    expect(&f, at("b"), "from a");
    CHECK_INT(DO(&f, &req, rename, at("none"), at("c")), -ENOENT);
    fixture_close(&f);
}

TEST(a_directory_moves_with_what_is_in_it)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    CHECK_INT(NOW(&f, NULL, mkdir, at("d"), 0755), 0);
    put(&f, at("d/a"), "inside");
    CHECK_INT(DO(&f, &req, rename, at("d"), at("e")), 0);
    expect(&f, at("e/a"), "inside");
    CHECK_INT(DO(&f, &req, rename, at("e"), at("e/f")), -EINVAL);
    fixture_close(&f);
}

TEST(two_names_of_one_file_show_the_same_bytes)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat a, b;

    fixture_open(&f);
    put(&f, at("a"), "first");
    CHECK_INT(DO(&f, &req, link, at("a"), at("b")), 0);
    put(&f, at("b"), "second");
    expect(&f, at("a"), "second");
    CHECK_INT(NOW(&f, NULL, stat, at("a"), &a), 0);
    CHECK_INT(NOW(&f, NULL, stat, at("b"), &b), 0);
    CHECK_INT(a.ino, b.ino);
    CHECK_INT(a.nlink, 2);
    CHECK_INT(DO(&f, &req, unlink, at("a")), 0);
    expect(&f, at("b"), "second");
    CHECK_INT(DO(&f, &req, link, at("none"), at("c")), -ENOENT);
    CHECK_INT(DO(&f, &req, link, at("b"), at("b")), -EEXIST);
    fixture_close(&f);
}

TEST(a_link_tells_its_target_as_it_was_given)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    CHECK_INT(DO(&f, &req, symlink, "../some/where", at("l")), 0);
    CHECK_INT(DO(&f, &req, symlink, "x", at("l")), -EEXIST);
    CHECK_INT(DO(&f, &req, readlink, at("l")), 0);
    CHECK_STR(req.ptr, "../some/where");
    CHECK_INT(req.len, strlen("../some/where"));
    orr_fs_cleanup(&req);
    put(&f, at("a"), "");
    CHECK_INT(DO(&f, &req, readlink, at("a")), -EINVAL);
    CHECK_INT(DO(&f, &req, readlink, at("none")), -ENOENT);
    fixture_close(&f);
}

TEST(a_link_with_a_long_target_is_read_whole)
{
    fixture f;
    orr_fs req = { .result = 0 };
    char target[1001];

    fixture_open(&f);
    memset(target, 't', sizeof target - 1);
    target[sizeof target - 1] = 0;
    CHECK_INT(NOW(&f, NULL, symlink, target, at("l")), 0);
    CHECK_INT(NOW(&f, &req, readlink, at("l")), 0);
    CHECK_STR(req.ptr, target);
    orr_fs_cleanup(&req);
    fixture_close(&f);
}

TEST(realpath_goes_through_links_and_dots)
{
    fixture f;

    fixture_open(&f);
    KEPT(real);
    KEPT(way);
    CHECK_INT(NOW(&f, NULL, mkdir, at("d"), 0755), 0);
    put(&f, at("d/a"), "");
    CHECK_INT(NOW(&f, NULL, symlink, "d", at("l")), 0);
    CHECK_INT(DO(&f, &real, realpath, at("d/a")), 0);
    CHECK_INT(DO(&f, &way, realpath, at("l/../d/./a")), 0);
    CHECK_STR(way.ptr, real.ptr);
    CHECK_INT(way.len, strlen(way.ptr));
    orr_fs_cleanup(&real);
    orr_fs_cleanup(&way);
    CHECK_INT(DO(&f, &way, realpath, at("none")), -ENOENT);
    CHECK_INT(NOW(&f, NULL, symlink, "round", at("round")), 0);
    CHECK_INT(DO(&f, &way, realpath, at("round")), -ELOOP);
    CHECK(way.ptr == NULL);
    fixture_close(&f);
}

TEST(cleaning_up_twice_is_harmless)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    orr_fs_cleanup(NULL);
    orr_fs_cleanup(&req);
    CHECK_INT(NOW(&f, &req, realpath, "/"), 0);
    CHECK_INT(NOW(&f, &req, realpath, "/"), -EBUSY); /* ptr would be lost */
    orr_fs_cleanup(&req);
    CHECK(req.ptr == NULL);
    orr_fs_cleanup(&req);
    fixture_close(&f);
}
