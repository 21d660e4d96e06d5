// critter sdk serve and call as a person has them: two programs, and the file by which one finds the other.
#include "support/fine.h"
#include "support/stranger.h"

#include "base/buf.h"
#include "base/system/file.h"
#include "codec/picture/jpeg.h"
#include "host/identity.h"
#include "vector/sdk_config.h"

#include <time.h>

static void wait_a_little(void *user) { usleep(2000); }

static const char *critter(void) { return getenv("CRITTER"); }

// Wherever it looks, there is a cube or somebody.
static const char AROUND[] =
    "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"things\": ["
    "{\"cube\": {\"name\": \"a\", \"x_m\": 0.22}}, {\"cube\": {\"name\": \"b\", \"x_m\": -0.22}},"
    "{\"cube\": {\"name\": \"c\", \"y_m\": 0.22}}, {\"cube\": {\"name\": \"d\", \"y_m\": -0.22}},"
    "{\"person\": {\"name\": \"Ada\", \"x_m\": 0.7, \"y_m\": 0.1, \"height_m\": 0.25, \"heading_deg\": "
    "180}}]}";

static void start(struct stranger *it, const char *state) {
    char scene[600];
    snprintf(scene, sizeof scene, "%s.scene.json", state);
    fine(file_write(scene, AROUND, sizeof AROUND - 1, &fault));
    stranger_start(it, (const char *const[]){critter(), "sdk", "serve", "--state", state, "--listen",
                                             "127.0.0.1:0", "--socket", "none", "--scenario", scene, NULL});
    if (!stranger_says(it, "\n", wait_a_little, NULL)) fail_msg("it said: %s", it->heard);
}

static const char *said(const char *const *words) {
    static struct stranger it;
    stranger_start(&it, words);
    stranger_says(&it, NULL, wait_a_little, NULL);
    stranger_end(&it);
    return it.heard;
}

// How many pixels have the colour in which things are outlined.
static unsigned outlined(const char *path) {
    struct buf file = {0};
    struct pixels picture = {0};
    struct jpeg_reading how;
    unsigned count = 0;
    jpeg_reading_defaults(&how);
    how.channels = 3;
    fine(file_read(path, 1 << 20, &file, &fault));
    fine(jpeg_decode((struct bytes){file.at, file.len}, &how, &picture, &fault));
    for (unsigned y = 0; y < picture.height; y++)
        for (unsigned x = 0; x < picture.width; x++) {
            const uint8_t *at = pixels_at(&picture, x, y);
            count += at[0] > 215 && at[1] > 180 && at[1] < 250 && at[2] < 130;
        }
    pixels_free(&picture), buf_free(&file);
    return count;
}

// One look of it, until it has recognised something; without being asked nothing is drawn.
static void pictures_are_annotated_when_asked(const char *config) {
    char plain[600], marked[600];
    unsigned least = 0, most = 0;
    snprintf(plain, sizeof plain, "%s/plain.jpg", config);
    snprintf(marked, sizeof marked, "%s/marked.jpg", config);
    for (int i = 0; i < 60 && most < 150; i++) {
        const char *heard = said((const char *const[]){critter(), "sdk", "camera", marked, "--annotated",
                                                       "--config", config, NULL});
        if (*heard) fail_msg("it said: %s", heard);
        most = outlined(marked);
        said((const char *const[]){critter(), "sdk", "camera", plain, "--config", config, NULL});
        least = outlined(plain);
        assert_true(least < 50);
    }
    assert_true(most >= 150);
}

static void a_call_is_made_and_answered(void **state) {
    struct stranger serve;
    char folder[512], config[512], name[64], serial[64], guid[GUID_LENGTH + 1], certificate[600];
    unsigned port, robots;
    snprintf(folder, sizeof folder, "%s/robot", temp_folder());
    snprintf(config, sizeof config, "%s/programs", temp_folder());
    start(&serve, folder);
    assert_int_equal(sscanf(serve.heard, "ready 127.0.0.1:%u %63s %63s", &port, name, serial), 3);
    fine(identity_grant(folder, TEXT("test"), (int64_t)time(NULL) * 1000000, guid, &fault));
    snprintf(certificate, sizeof certificate, "%s/gateway.cert", folder);
    struct sdk_entry entry = {.name = name,
                              .serial = serial,
                              .guid = guid,
                              .ip = "127.0.0.1",
                              .port = (uint16_t)port,
                              .certificate = certificate};
    fine(sdk_config_write(config, &entry, &robots, &fault));
    const struct {
        const char *words[3], *says;
    } ROWS[] = {
        {{"call", "ProtocolVersion", "{\"client_version\": 5}"}, "{\"result\":1,\"host_version\":\"5\"}"},
        {{"call", "BatteryState"}, "\"battery_volts\":"},
        {{"call", "BateryState"}, "did you mean BatteryState?"},
        {{"call", "SayText", "{\"text\": 5}"}, "$.text"},
        {{"watch", "robot_state", "--seconds=1"}, "{\"status\":null,\"event\":{\"robot_state\":"},
        {{"watch", "robot state"}, "expected the name of an event"},
        {{"audio", "/dev/null", "--mode=loud"}, "expected fast, directional or voice-detect"}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const char *words[9] = {critter(), "sdk"};
        size_t count = 2;
        for (int k = 0; k < 3 && ROWS[i].words[k]; k++) words[count++] = ROWS[i].words[k];
        words[count++] = "--config";
        words[count++] = config;
        const char *heard = said(words);
        for (int more = 0; more < 30 && !strcmp(words[2], "watch") && !strstr(heard, ROWS[i].says); more++)
            heard = said(words); // a slow machine tells nothing in a second
        if (!strstr(heard, ROWS[i].says)) fail_msg("row %zu: it said: %s", i, heard);
    }
    char picture[600], pictures[600], sound[600];
    snprintf(picture, sizeof picture, "%s/view.jpg", config);
    snprintf(pictures, sizeof pictures, "%s/view-0002.jpg", config);
    snprintf(sound, sizeof sound, "%s/room.wav", config);
    const char *heard = said((const char *const[]){critter(), "sdk", "info", "--config", config, NULL});
    if (!strstr(heard, name) || !strstr(heard, "firmware  1.7") || !strstr(heard, " V, nominal"))
        fail_msg("it said: %s", heard);
    heard = said((const char *const[]){critter(), "sdk", "camera", picture, "--config", config, NULL});
    struct buf file = {0};
    if (*heard || file_read(picture, 1 << 20, &file, &fault)) fail_msg("it said: %s", heard);
    assert_true(file.len > 500 && file.at[0] == 0xff && file.at[1] == 0xd8 && file.at[file.len - 1] == 0xd9);
    heard = said(
        (const char *const[]){critter(), "sdk", "camera", picture, "--count=2", "--config", config, NULL});
    assert_true(!*heard && file_exists(pictures));
    heard = said((const char *const[]){critter(), "sdk", "audio", sound, "--seconds=1", "--mode=fast",
                                       "--config", config, NULL});
    buf_clear(&file);
    if (*heard || file_read(sound, 1 << 20, &file, &fault)) fail_msg("it said: %s", heard);
    assert_in_range(file.len, 44 + 3200 * 3, 44 + 3200 * 12); // a second, or less on a slow machine
    assert_memory_equal(file.at + 24, "\x80\x3e\0\0", 4);     // 16000
    buf_free(&file);
    heard =
        said((const char *const[]){critter(), "sdk", "camera", "/nowhere/x.jpg", "--config", config, NULL});
    if (!strstr(heard, "/nowhere/x.jpg")) fail_msg("it said: %s", heard);
    pictures_are_annotated_when_asked(config);
    // Without a token that the robot knows, it says no more than that.
    entry.guid = "AAAAAAAAAAAAAAAAAAAAAA==";
    fine(sdk_config_write(config, &entry, &robots, &fault));
    heard = said((const char *const[]){critter(), "sdk", "call", "BatteryState", "--config", config, NULL});
    if (!strstr(heard, "UNAUTHENTICATED")) fail_msg("it said: %s", heard);
    kill(serve.pid, SIGTERM);
    stranger_says(&serve, NULL, wait_a_little, NULL); // a clean end
    stranger_end(&serve);
    heard = said((const char *const[]){critter(), "sdk", "call", "BatteryState", "--config", config, NULL});
    if (!strstr(heard, "UNAVAILABLE")) fail_msg("it said: %s", heard);
    // What its owner has left with it goes when somebody says so twice.
    heard = said((const char *const[]){critter(), "sdk", "wipe", "--state", folder, NULL});
    assert_true(strstr(heard, name) && strstr(heard, "--yes") && file_exists(certificate));
    heard = said((const char *const[]){critter(), "sdk", "wipe", "--yes", "--state", folder, NULL});
    assert_true(strstr(heard, "has forgotten everybody") && !file_exists(certificate));
    heard = said((const char *const[]){critter(), "sdk", "wipe", "--yes", "--state", folder, NULL});
    if (!strstr(heard, "no robot has lived in")) fail_msg("it said: %s", heard);
}

TESTS(cmocka_unit_test(a_call_is_made_and_answered))
