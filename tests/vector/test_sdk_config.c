// The file in which programs find their robots: ours comes in, everybody else's stays.
#include "support/fine.h"
#include "support/support.h"

#include "base/system/file.h"
#include "vector/sdk_config.h"

#include <stdio.h>
#include <sys/stat.h>

static char folder[512], path[600], pem[600];
static const struct sdk_entry ENTRY = {"Vector-A1B2", "00a1b2c3", "abc%def==", "127.0.0.1", 8443, pem};
static int begin(void **state) {
    snprintf(folder, sizeof folder, "%s/.anki_vector", temp_folder());
    snprintf(path, sizeof path, "%s/sdk_config.ini", folder);
    snprintf(pem, sizeof pem, "%s/gateway.cert", temp_folder());
    fine(file_write(pem, "PEM", 3, &fault));
    fault = (struct fault){0};
    return 0;
}
static const char *whole(const char *file) {
    static struct buf text;
    buf_clear(&text);
    fine(file_read(file, 1 << 20, &text, &fault));
    return (const char *)text.at;
}

static void a_section_is_written_for_its_owner_only(void **state) {
    unsigned robots;
    char expected[2000], certificate[700];
    struct stat about;
    fine(sdk_config_write(folder, &ENTRY, &robots, &fault));
    assert_int_equal(robots, 1);
    snprintf(certificate, sizeof certificate, "%s/Vector-A1B2-00a1b2c3.cert", folder);
    snprintf(expected, sizeof expected,
             "[00a1b2c3]\ncert = %s\nip = 127.0.0.1\nname = Vector-A1B2\nguid = abc%%%%def==\nport = 8443\n",
             certificate);
    assert_string_equal(whole(path), expected);
    assert_string_equal(whole(certificate), "PEM");
    assert_true(!stat(path, &about) && (about.st_mode & 0777) == 0600);
    assert_true(!stat(certificate, &about) && (about.st_mode & 0777) == 0600);
    fine(sdk_config_write(folder, &ENTRY, &robots, &fault)); // once more changes nothing
    assert_string_equal(whole(path), expected);
}

static struct text merged(struct text old, unsigned *robots) {
    static struct buf out;
    buf_clear(&out);
    fault = (struct fault){0};
    struct sdk_entry entry = ENTRY;
    entry.port = 443;
    enum err err = sdk_config_merge(old, &entry, "C", &out, robots, &fault);
    return err ? (struct text){0} : (struct text){(const char *)out.at, out.len};
}
#define OURS "[00a1b2c3]\ncert = C\nip = 127.0.0.1\nname = Vector-A1B2\nguid = abc%%def==\n"

static void other_sections_stay_as_they_are(void **state) {
    unsigned robots;
    assert_true(text_is(merged(TEXT("# mine\n[00e20100]\nip=1.2.3.4\n\xff\n"), &robots),
                        "# mine\n[00e20100]\nip=1.2.3.4\n\xff\n" OURS));
    assert_int_equal(robots, 2);
    assert_true(text_is(merged(TEXT("[a]\nx = 1\n[00A1B2C3]\nguid = old\n\n[b]\ny = 2"), &robots),
                        "[a]\nx = 1\n" OURS "[b]\ny = 2\n"));
    assert_int_equal(robots, 3);
    assert_true(text_is(merged(TEXT(""), &robots), OURS));
    assert_int_equal(robots, 1);
    assert_null(merged(TEXT("\nguid = 3\n"), &robots).at);
    assert_int_equal(fault.line, 2);
}

static void a_robot_is_found_as_it_was_written(void **state) {
    struct sdk_found found;
    fine(sdk_config_find(TEXT(OURS), NULL, &found, &fault));
    assert_string_equal(found.guid, "abc%def==");
    assert_string_equal(found.certificate, "C");
    assert_int_equal(found.port, 443);
    struct text two = TEXT("[00e20100]\nname=Vector-Z9Z9\n" OURS "port = 8443\n");
    assert_int_equal(sdk_config_find(two, NULL, &found, NULL), ERR_STATE); // which one?
    fine(sdk_config_find(two, "00A1B2C3", &found, &fault));
    assert_int_equal(found.port, 8443);
    fine(sdk_config_find(two, "Vector-A1B2", &found, &fault));
    fine(sdk_config_find(two, "vector a1b2", &found, &fault));
    assert_string_equal(found.serial, "00a1b2c3");
    assert_int_equal(sdk_config_find(two, "Vector A1 B2", &found, NULL), ERR_MISSING);
    assert_int_equal(sdk_config_find(two, "00e20100", &found, NULL), ERR_MISSING); // half of it is not there
    assert_int_equal(sdk_config_find(two, "other", &found, NULL), ERR_MISSING);
    assert_int_equal(sdk_config_find(TEXT(""), NULL, &found, NULL), ERR_MISSING);
}

#define CASE(name) cmocka_unit_test_setup(name, begin)
TESTS(CASE(a_section_is_written_for_its_owner_only), CASE(other_sections_stay_as_they_are),
      CASE(a_robot_is_found_as_it_was_written))
