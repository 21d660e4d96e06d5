// Who a robot is: name, certificate, tokens, and a folder that is damaged, full or somebody else's.
#include "host/look.h"
#include "support/fine.h"
#include "support/support.h"

#include "base/system/file.h"
#include "host/identity.h"
#include "net/certificate.h"

#include <stdio.h>
#include <sys/stat.h>

static char folder[512], path[600];
static const int64_t NOW = INT64_C(1700000000000000);
static const char *in(const char *name) {
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}
static int begin(void **state) {
    snprintf(folder, sizeof folder, "%s/robot", temp_folder());
    folder_remove(folder, NULL);
    fault = (struct fault){0};
    return 0;
}
static struct identity *opened(void) {
    fault = (struct fault){0};
    struct identity *identity = identity_open(folder, 0x00a1b2c3, &fault);
    if (!identity) fine(fault.err);
    return identity;
}
static struct text whole(const char *name) {
    static struct buf text;
    buf_clear(&text);
    fine(file_read(in(name), 1 << 20, &text, &fault));
    return (struct text){(const char *)text.at, text.len};
}

// Self-signed, in its subject and as an alternative name, for a hundred years; and no two have one name.
static void a_certificate_is_as_robots_have_it(void **state) {
    struct identity *identity = opened();
    char first[16];
    snprintf(first, sizeof first, "%s", identity_name(identity));
    struct text pem = whole("gateway.cert");
    struct looked seen;
    assert_true(look_at_certificate(pem.at, pem.len, first, &seen));
    assert_true(seen.is_alternative_name && seen.signed_by_itself);
    assert_non_null(strstr(seen.subject, first));
    assert_non_null(strstr(seen.subject, "Anki"));
    assert_in_range(seen.days_left, 36498, 36526);
    identity_close(identity);
    unsigned others = 0;
    for (int i = 0; i < 4; i++) { // of 67600 names
        char elsewhere[600];
        snprintf(elsewhere, sizeof elsewhere, "%s/other%d", temp_folder(), i);
        identity = identity_open(elsewhere, 1, &fault);
        if (!identity) fine(fault.err);
        const char *name = identity_name(identity);
        assert_true(name[7] >= 'A' && name[7] <= 'Z' && name[8] >= '0' && name[8] <= '9');
        assert_true(name[9] >= 'A' && name[9] <= 'Z' && name[10] >= '0' && name[10] <= '9');
        others += strcmp(name, first) != 0;
        identity_close(identity);
    }
    assert_true(others >= 3);
}

static void a_robot_stays_who_it_is(void **state) {
    struct identity *identity = opened();
    char name[16];
    snprintf(name, sizeof name, "%s", identity_name(identity));
    assert_int_equal(strlen(name), strlen("Vector-A1B2"));
    assert_string_equal(identity_serial(identity), "00a1b2c3");
    fine(certificate_is(whole("gateway.cert"), name, &fault));
    assert_int_equal(certificate_is(whole("gateway.cert"), "Vector-Z9Z9", NULL), ERR_UNKNOWN);
    assert_int_equal(certificate_is(TEXT("-----BEGIN"), name, NULL), ERR_SYNTAX);
    struct text before = whole("robot.pem");
    char *key = strndup(before.at, before.len);
    struct stat about;
    assert_int_equal(stat(in("robot.pem"), &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    assert_null(identity_open(folder, 1, &fault)); // somebody has it
    assert_int_equal(fault.err, ERR_BUSY);
    identity_close(identity);
    fault = (struct fault){0};
    identity = identity_open(folder, 0x00d00d00, &fault); // another world's birth record changes nothing
    if (!identity) fine(fault.err);
    assert_string_equal(identity_name(identity), name);
    assert_string_equal(identity_serial(identity), "00a1b2c3");
    assert_true(text_is(whole("robot.pem"), key));
    identity_close(identity);
    // A certificate that is damaged is made again, for the same name.
    fine(file_write(in("gateway.cert"), "rubbish", 7, &fault));
    identity = opened();
    fine(certificate_is(whole("gateway.cert"), name, &fault));
    identity_close(identity);
    free(key);
}

static void a_token_is_known_and_only_its_hash_is_kept(void **state) {
    struct identity *identity = opened();
    char guid[GUID_LENGTH + 1], other[GUID_LENGTH + 1];
    fine(identity_add(identity,
                      TEXT("a program whose name is very long, so long that it cannot be kept in whole"),
                      "SDK", NOW, guid, &fault));
    fine(identity_add(identity, TEXT("b"), "SDK", NOW, other, &fault));
    assert_int_equal(strlen(guid), GUID_LENGTH);
    assert_string_not_equal(guid, other);
    assert_true(identity_knows(identity, text_of(guid)) && identity_knows(identity, text_of(other)));
    struct text file = whole("token-hashes.json");
    assert_null(strstr(file.at, guid));
    assert_non_null(strstr(file.at, "\"issued_at\": \"2023-11-14T22:13:20Z\""));
    identity_close(identity);
    identity = opened();
    assert_true(identity_knows(identity, text_of(guid)));
    guid[3] = guid[3] == 'A' ? 'B' : 'A';
    assert_false(identity_knows(identity, text_of(guid)));
    assert_false(identity_knows(identity, TEXT("")));
    assert_false(identity_knows(identity, TEXT("AAAAAAAAAAAAAAAAAAAAAA==")));
    identity_close(identity);
}

static void a_session_is_good_once_and_not_for_long(void **state) {
    struct identity *identity = opened();
    char session[SESSION_LENGTH + 1], guid[GUID_LENGTH + 1];
    fine(identity_invite(folder, NOW, session, &fault));
    assert_int_equal(strlen(session), SESSION_LENGTH);
    fine(identity_redeem(identity, text_of(session), TEXT("me"), NOW, guid, &fault));
    assert_true(identity_knows(identity, text_of(guid)));
    assert_int_equal(identity_redeem(identity, text_of(session), TEXT("me"), NOW, guid, &fault), ERR_DENIED);
    fault = (struct fault){0};
    fine(identity_invite(folder, NOW, session, &fault));
    assert_int_equal(
        identity_redeem(identity, text_of(session), TEXT("me"), NOW + INT64_C(601000000), guid, &fault),
        ERR_DENIED);
    assert_int_equal(identity_redeem(identity, TEXT("../../../../etc/passwd"), TEXT("me"), NOW, guid, &fault),
                     ERR_DENIED);
    identity_close(identity);
}

// Clearing its user data: nothing is left of its owner, and it has another name; what is not its own stays.
static void a_robot_that_is_wiped_knows_nobody(void **state) {
    struct identity *identity = opened();
    char name[16], guid[GUID_LENGTH + 1], session[SESSION_LENGTH + 1];
    snprintf(name, sizeof name, "%s", identity_name(identity));
    fine(identity_add(identity, TEXT("me"), "SDK", NOW, guid, &fault));
    fine(identity_invite(folder, NOW, session, &fault));
    fine(folder_make(in("photos"), &fault));
    static const char *const OWNED[] = {"robot-settings.json", "diary-2026-11-23.json", "photos/1"};
    for (int i = 0; i < 3; i++) fine(file_write(in(OWNED[i]), "{}", 2, &fault));
    fine(file_write(in("Notes.txt"), "mine", 4, &fault));
    assert_int_equal(identity_wipe(folder, &fault), ERR_BUSY); // it lives
    assert_true(identity_knows(identity, text_of(guid)));
    identity_close(identity);
    fault = (struct fault){0};
    fine(identity_wipe(folder, &fault));
    static const char *const GONE[] = {"name",     "robot.pem",           "gateway.cert",
                                       "seal.key", "token-hashes.json",   "sessions",
                                       "photos",   "robot-settings.json", "diary-2026-11-23.json"};
    for (size_t i = 0; i < sizeof GONE / sizeof *GONE; i++)
        if (file_exists(in(GONE[i])) || folder_exists(in(GONE[i]))) fail_msg("%s is there", GONE[i]);
    assert_true(file_exists(in("Notes.txt")));
    assert_int_equal(identity_wipe(folder, &fault), ERR_MISSING); // nobody lives there
    unsigned others = 0;
    for (int i = 0; i < 4; i++) { // of 67600 names
        identity = opened();
        assert_string_equal(identity_serial(identity), "00a1b2c3");
        others += strcmp(identity_name(identity), name) != 0;
        assert_false(identity_knows(identity, text_of(guid)));
        fine(certificate_is(whole("gateway.cert"), identity_name(identity), &fault));
        identity_close(identity);
        fine(identity_wipe(folder, &fault));
    }
    assert_true(others >= 3);
    // Whatever stops it: asked again, it goes on.
    identity_close(opened());
    fine(folder_make(in("photos"), &fault));
    fine(file_write(in("photos/1"), "", 0, &fault));
    assert_int_equal(remove(in("robot.pem")), 0);
    fine(identity_wipe(folder, &fault));
    assert_false(folder_exists(in("photos")));
}

static void a_document_that_is_damaged_is_named(void **state) {
    identity_close(opened());
    fine(file_write(in("token-hashes.json"), "{\"client_tokens\":[{\"hash\":\"AA\"}]}", 32, &fault));
    assert_null(identity_open(folder, 1, &fault));
    assert_non_null(strstr(fault.file, "token-hashes.json"));
    fault = (struct fault){0};
    remove(in("token-hashes.json"));
    fine(file_write(in("name"), "Victor", 6, &fault));
    assert_null(identity_open(folder, 1, &fault));
    assert_non_null(strstr(fault.said, "Vector-A1B2"));
}

static void a_full_disk_leaves_what_was(void **state) {
    struct identity *identity = opened();
    char guid[GUID_LENGTH + 1], kept[GUID_LENGTH + 1];
    fine(identity_add(identity, TEXT("kept"), "SDK", NOW, kept, &fault));
    for (unsigned steps = 1; steps < 20; steps++) {
        file_break_after(steps);
        fault = (struct fault){0};
        enum err err = identity_add(identity, TEXT("new"), "SDK", NOW, guid, &fault);
        if (file_break_after(0)) { // it was not reached: all steps went well
            fine(err);
            break;
        }
        assert_int_not_equal(err, ERR_NONE);
        assert_true(steps < 19);
    }
    identity_close(identity);
    identity = opened();
    assert_true(identity_knows(identity, text_of(kept)));
    identity_close(identity);
}

static void the_oldest_program_makes_room(void **state) {
    struct identity *identity = opened();
    char first[GUID_LENGTH + 1], guid[GUID_LENGTH + 1];
    fine(identity_add(identity, TEXT("first"), "SDK", NOW, first, &fault));
    for (int i = 0; i < CLIENTS_MAX - 1; i++)
        fine(identity_add(identity, TEXT("x"), "SDK", NOW, guid, &fault));
    assert_true(identity_knows(identity, text_of(first)));
    fine(identity_add(identity, TEXT("x"), "SDK", NOW, guid, &fault));
    assert_false(identity_knows(identity, text_of(first)));
    assert_true(identity_knows(identity, text_of(guid)));
    identity_close(identity);
}

static void a_token_can_be_granted_while_it_lives(void **state) {
    char guid[GUID_LENGTH + 1];
    struct identity_about about;
    assert_int_equal(identity_look(folder, &about, NULL), ERR_MISSING);
    struct identity *identity = opened();
    fine(identity_look(folder, &about, &fault));
    assert_string_equal(about.name, identity_name(identity));
    assert_string_equal(about.serial, "00a1b2c3");
    assert_string_equal(about.certificate, identity_certificate(identity));
    fine(identity_grant(folder, TEXT("setup"), NOW, guid, &fault));
    assert_true(identity_knows(identity, text_of(guid)));
    assert_true(identity_knows(identity, text_of(guid))); // and again
    identity_close(identity);
    identity = opened();
    assert_true(identity_knows(identity, text_of(guid)));
    identity_close(identity);
}

static void what_is_sealed_only_this_robot_reads(void **state) {
    struct identity *identity = opened();
    struct buf sealed = {0}, plain = {0};
    fine(identity_seal(identity, TEXT("a photo"), &sealed, &fault));
    struct text bytes = {(const char *)sealed.at, sealed.len};
    assert_null(memmem(bytes.at, bytes.len, "photo", 5));
    identity_close(identity);
    identity = opened(); // another day
    fine(identity_unseal(identity, bytes, &plain, &fault));
    assert_true(plain.len == 7 && memcmp(plain.at, "a photo", 7) == 0);
    for (size_t i = 0; i < sealed.len; i++) { // no bit may change, and no byte be missing
        sealed.at[i] ^= 1;
        buf_clear(&plain);
        assert_int_not_equal(identity_unseal(identity, bytes, &plain, NULL), ERR_NONE);
        sealed.at[i] ^= 1;
        assert_int_not_equal(identity_unseal(identity, (struct text){bytes.at, i}, &plain, NULL), ERR_NONE);
        assert_int_equal(plain.len, 0);
    }
    identity_close(identity);
    fine(file_write(in("seal.key"), "short", 5, &fault));
    fault = (struct fault){0};
    assert_null(identity_open(folder, 1, &fault));
    assert_non_null(strstr(fault.file, "seal.key"));
    assert_int_equal(remove(in("seal.key")), 0);
    identity = opened(); // a new key does not fit
    assert_int_equal(identity_unseal(identity, bytes, &plain, NULL), ERR_CHECKSUM);
    identity_close(identity);
    buf_free(&sealed), buf_free(&plain);
}

#define CASE(name) cmocka_unit_test_setup(name, begin)
TESTS(CASE(a_certificate_is_as_robots_have_it), CASE(a_robot_stays_who_it_is),
      CASE(a_token_is_known_and_only_its_hash_is_kept), CASE(a_session_is_good_once_and_not_for_long),
      CASE(a_robot_that_is_wiped_knows_nobody), CASE(a_document_that_is_damaged_is_named),
      CASE(a_token_can_be_granted_while_it_lives), CASE(a_full_disk_leaves_what_was),
      CASE(the_oldest_program_makes_room), CASE(what_is_sealed_only_this_robot_reads))
