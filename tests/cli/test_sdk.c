// What leads programs of Vector's SDK to a robot: its certificate, its section, tokens.
#include "cli/run.h"
#include "support/fine.h"

#include "base/system/clock.h"
#include "base/system/file.h"
#include "host/identity.h"

static struct ran *ran;
static char state[512], config[512];
#define SDK(...) (ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), "sdk", __VA_ARGS__, NULL}))

static int begin(void **unused) {
    snprintf(state, sizeof state, "%s/state", temp_folder());
    snprintf(config, sizeof config, "%s/programs", temp_folder());
    fault = (struct fault){0};
    return 0;
}

static void a_robot_that_never_lived_cannot_be_told_of(void **unused) {
    SDK("setup", "--state", state, "--config", config);
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "critter sdk serve"));
    assert_false(folder_exists(config));
}

static void setup_leads_programs_to_the_robot(void **unused) {
    struct identity *identity = identity_open(state, 0x00a1b2c3, &fault);
    char path[700];
    struct buf text = {0};
    assert_non_null(identity);
    SDK("setup", "--state", state, "--config", config, "--port", "9443");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, identity_name(identity)));
    assert_null(strstr(ran->out, "--serial")); // there is just one
    snprintf(path, sizeof path, "%s/sdk_config.ini", config);
    fine(file_read(path, 1 << 16, &text, &fault));
    const char *guid = strstr((char *)text.at, "guid = ");
    assert_non_null(strstr((char *)text.at, "[00a1b2c3]\n"));
    assert_non_null(strstr((char *)text.at, "port = 9443\n"));
    assert_true(guid && identity_knows(identity, (struct text){guid + 7, GUID_LENGTH}));
    fine(file_write(path, "[00e20100]\nip = 1.2.3.4\n", 24, &fault));
    SDK("setup", "--state", state, "--config", config);
    assert_non_null(strstr(ran->out, "--serial 00a1b2c3")); // two are there
    buf_free(&text);
    identity_close(identity);
}

// It listens at the next free port when its own is taken: programs are led there.
static void setup_knows_where_it_listened(void **unused) {
    char path[700], serial[16] = "", ready[200];
    struct buf text = {0};
    SDK("info", "--config", config);
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "critter sdk setup"));
    SDK("serve", "--listen", "127.0.0.1:0", "--state", state, "--seconds", "0.3");
    assert_int_equal(ran->code, 0);
    unsigned port = 0;
    assert_int_equal(sscanf(ran->out, "ready 127.0.0.1:%u %*s %15s", &port, serial), 2);
    SDK("setup", "--state", state, "--config", config);
    assert_int_equal(ran->code, 0);
    snprintf(path, sizeof path, "%s/sdk_config.ini", config);
    fine(file_read(path, 1 << 16, &text, &fault));
    snprintf(ready, sizeof ready, "port = %u\n", port);
    assert_non_null(strstr((char *)text.at, ready));
    buf_free(&text);
}

static void a_session_token_is_good_once(void **unused) {
    struct identity *identity = identity_open(state, 1, &fault);
    char guid[GUID_LENGTH + 1];
    assert_non_null(identity);
    SDK("token", "--state", state);
    assert_int_equal(ran->code, 0);
    struct text session = text_trim(text_of(ran->out));
    fine(identity_redeem(identity, session, TEXT("me"), calendar_now_us(), guid, &fault));
    assert_int_equal(identity_redeem(identity, session, TEXT("me"), calendar_now_us(), guid, NULL),
                     ERR_DENIED);
    identity_close(identity);
}

static void features_are_listed_and_switched(void **unused) {
    SDK("features", "--state", state);
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "Dancing                    on\n"));
    assert_false(folder_exists(state)); // who looks makes nothing
    SDK("features", "--state", state, "Dancing=off", "Laser=on");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->err, "from its next start on"));
    SDK("features", "--state", state, "--json", "Laser=as-built");
    assert_non_null(strstr(ran->out, "\"Dancing\": {\n    \"on\": false,\n    \"switched\": true\n  }"));
    assert_non_null(strstr(ran->out, "\"Laser\": {\n    \"on\": false,\n    \"switched\": false\n  }"));
    static const struct {
        const char *word, *says;
    } WRONG[] = {
        {"Dancng=on", "did you mean Dancing?"}, {"Dancing=maybe", "expected NAME=on"}, {"on", "NAME=off"}};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        SDK("features", "--state", state, "Volume=off", WRONG[i].word);
        assert_int_equal(ran->code, 1);
        if (!strstr(ran->err, WRONG[i].says)) fail_msg("it said: %s", ran->err);
    }
    SDK("features", "--state", state);
    assert_non_null(strstr(ran->out, "Volume                     on\n")); // of what is wrong nothing is done
    assert_non_null(strstr(ran->out, "Dancing                    off  switched\n"));
}

#define CASE(name) cmocka_unit_test_setup(name, begin)
TESTS(CASE(a_robot_that_never_lived_cannot_be_told_of), CASE(setup_leads_programs_to_the_robot),
      CASE(setup_knows_where_it_listened), CASE(a_session_token_is_good_once),
      CASE(features_are_listed_and_switched))
