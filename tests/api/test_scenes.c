// Calls and events in a world where something happens.
#include "api/api_rig.h"

#include "base/base64.h"
#include "base/system/file.h"
#include "host/identity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static struct rig rig;
static struct scene scene;
static struct api_config config;
static struct heard one, stream, events;

static void open_scene(bool minded, const char *json) {
    scene = (struct scene){.minded = minded};
    config = api_defaults();
    scene_open(&scene, &rig, &config, json);
    rig_call(&rig, &events, "EventStream", "{\"black_list\":{\"list\":[\"robot_state\"]}}");
}
static void take_control(void) {
    rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":20}}");
    play_for(scene.play, 200000);
    assert_true(says(&stream, "control_granted_response"));
}

static void an_edge_takes_control_and_gives_it_back(void **state) {
    open_scene(true,
               "{\"seed\": 4, \"floor\": {\"height_m\": -0.7}, \"robots\": [{\"creature\": \"vector\"}], "
               "\"things\": [{\"table\": {\"length_m\": 0.5, \"width_m\": 0.5}}]}");
    take_control();
    rig_call(&rig, &one, "DriveStraight", "{\"dist_mm\":2000,\"speed_mmps\":80,\"id_tag\":2000001}");
    for (int i = 0; i < 80 && !one.ended; i++) play_for(scene.play, 100000);
    assert_true(one.ended);
    play_for(scene.play, 200000);
    assert_true(says(&stream, "control_lost_event"));
    for (int i = 0; i < 100 && !says(&stream, "control_granted_response"); i++) play_for(scene.play, 100000);
    assert_true(says(&stream, "control_granted_response"));
    rig_call(&rig, &one, "DriveStraight", "{\"dist_mm\":-60,\"speed_mmps\":80,\"id_tag\":2000002}");
    play_for(scene.play, 3000000);
    assert_true(one.ended && says(&one, "\"result\":{\"code\":0}"));
    scene_close(&scene);
}

static void a_photo_is_kept_sealed_and_shown(void **state) {
    char folder[512], path[600];
    snprintf(folder, sizeof folder, "%s/photos", temp_folder());
    fault = (struct fault){0};
    struct identity *identity = identity_open(folder, 1, &fault);
    if (!identity) fine(fault.err);
    scene = (struct scene){0};
    config = api_defaults();
    config.identity = identity, config.state = folder;
    scene_open(&scene, &rig, &config,
               "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"cube\": {\"name\": "
               "\"c\", \"x_m\": 0.2}}], \"requests\": [{\"at_s\": 1, \"do\": {\"take_photo\": {}}}]}");
    rig_call(&rig, &events, "EventStream", "{\"white_list\":{\"list\":[\"photo_taken\"]}}");
    play_for(scene.play, 2000000);
    assert_true(said(&events, "\"photo_taken\":{\"photo_id\":1}"));
    rig_call(&rig, &one, "PhotosInfo", "{}");
    assert_true(says(&one, "\"photo_infos\":[{\"photo_id\":1,\"timestamp_utc\":1700000") &&
                says(&one, "\"photo_copied_to_app\":false"));
    rig_call(&rig, &one, "Photo", "{\"photo_id\":1}");
    assert_true(says(&one, "\"success\":true,\"image\":\"/9j/")); // a JPEG
    size_t whole = strlen(one.last);
    rig_call(&rig, &one, "Thumbnail", "{\"photo_id\":1}");
    assert_true(says(&one, "\"success\":true,\"image\":\"/9j/") && strlen(one.last) * 3 < whole);
    struct buf bytes = {0};
    snprintf(path, sizeof path, "%s/photos/1", folder);
    fine(file_read(path, 1 << 20, &bytes, &fault));
    assert_true(bytes.len > 1000 && !memmem(bytes.at, bytes.len, "JFIF", 4)); // nobody else reads it
    bytes.at[bytes.len - 1] ^= 1;
    fine(file_write(path, bytes.at, bytes.len, &fault));
    rig_call(&rig, &one, "Photo", "{\"photo_id\":1}");
    assert_true(says(&one, "\"code\":101") && says(&one, "\"success\":false"));
    buf_free(&bytes);
    scene_close(&scene);
    identity_close(identity);
}

static const char EARS_SCENE[] =
    "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"timeline\": [{\"at_s\": 0.1, \"do\": "
    "{\"sound\": "
    "{\"kind\": \"MUSIC\", \"x_m\": %s, \"y_m\": %s, \"z_m\": 0.1, \"level_db\": 80, \"seconds\": 60}}}]}";

static int number_after(const char *json, const char *key) {
    const char *at = strstr(json, key);
    assert_non_null(at);
    return atoi(at + strlen(key));
}
static size_t bytes_after(const char *json, const char *key, uint8_t *out) {
    const char *at = strstr(json, key);
    size_t len;
    assert_non_null(at);
    at += strlen(key);
    assert_true(base64_decode((struct text){at, strcspn(at, "\"")}, out, &len));
    return len;
}

// A group tells whence it came, and how loud it is; each begins where the one before ended.
static double group_is_whole(const char *json, int since_ms, int *direction) {
    uint8_t samples[3200 + 3], strengths[16];
    assert_int_equal(bytes_after(json, "\"signal_power\":\"", samples), 3200);
    assert_int_equal(bytes_after(json, "\"direction_strengths\":\"", strengths), 12);
    *direction = number_after(json, "\"source_direction\":");
    for (int i = 0; i < 12 && *direction < 12; i++) assert_true(strengths[i] <= strengths[*direction]);
    assert_true(*direction == 12 || number_after(json, "\"source_confidence\":") > 0);
    if (since_ms) assert_in_range(number_after(json, "\"robot_time_stamp\":"), since_ms + 97, since_ms + 103);
    double sum = 0;
    for (int i = 0; i < 1600; i++) {
        int16_t sample = (int16_t)(samples[2 * i] | samples[2 * i + 1] << 8);
        sum += (double)sample * sample;
    }
    return sqrt(sum / 1600);
}

// Which of the twelve directions most groups of a second and a half name.
static int heard_from(const char *x, const char *y) {
    char json[400];
    unsigned votes[13] = {0};
    int best = 0, since_ms = 0, direction;
    double loud = 0, heard = 0;
    struct body_sound about;
    snprintf(json, sizeof json, EARS_SCENE, x, y);
    open_scene(false, json);
    rig_call(&rig, &one, "AudioFeed", "{}");
    for (int i = 0; i < 45; i++) {
        unsigned before = one.count;
        play_for(scene.play, LIFE_TICK_US);
        const struct frame *frame = run_heard(play_run(scene.play), 0, &about);
        const int16_t *samples = frame ? (const int16_t *)(const void *)frame->bytes : NULL;
        double sum = 0;
        for (uint32_t k = 0; frame && k < about.samples; k++) sum += (double)samples[4 * k] * samples[4 * k];
        if (frame && i > 20) heard += sqrt(sum / about.samples) / 24;
        if (one.count == before) continue;
        loud = group_is_whole(one.last, since_ms, &direction);
        since_ms = number_after(one.last, "\"robot_time_stamp\":");
        votes[direction]++;
    }
    assert_true(since_ms > 1500);
    assert_true(loud > heard / 2 && loud < heard * 1.5); // all microphones, and no louder than one of them
    assert_in_range(number_after(one.last, "\"noise_floor_power\":"), 10, 90);
    assert_in_range(one.count, 13, 15); // ten in a second
    assert_true(strstr(one.last, "\"group_id\":12") || strstr(one.last, "\"group_id\":13") ||
                strstr(one.last, "\"group_id\":14"));
    for (int i = 0; i < 13; i++)
        if (votes[i] > votes[best]) best = i;
    api_cancel(one.call);
    play_for(scene.play, 2 * LIFE_TICK_US);
    assert_null(run_heard(play_run(scene.play), 0, &about)); // nobody listens any more
    scene_close(&scene);
    return best;
}

static void microphones_are_heard_with_their_direction(void **state) {
    assert_int_equal(heard_from("1", "0"), 0);  // ahead
    assert_int_equal(heard_from("0", "-1"), 3); // to its right
    assert_int_equal(heard_from("-1", "0"), 6);
    assert_int_equal(heard_from("0", "1"), 9);
}

static void what_stirs_it_is_told(void **state) {
    open_scene(true,
               "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"timeline\": [{\"at_s\": 4, \"do\": "
               "{\"poke\": {\"what\": \"vector\"}}}, {\"at_s\": 5, \"do\": {\"pick_up\": {\"what\": "
               "\"vector\"}}}]}");
    rig_call(&rig, &one, "EventStream", "{\"white_list\":{\"list\":[\"stimulation_info\"]}}");
    play_for(scene.play, 3000000);
    assert_in_range(one.count, 5, 9); // the first word, pings, and once a second
    assert_true(said(&one, "\"stimulation_info\":{\"emotion_events\":[") && said(&one, "\"max_value\":1}"));
    play_for(scene.play, 5000000);
    const char *stirred = strstr(one.all, "\"emotion_events\":[\"");
    assert_non_null(stirred); // by its name
    const char *value = strstr(stirred, "\"value\":"), *before = strstr(stirred, "\"value_before_event\":");
    assert_true(atof(value + strlen("\"value\":")) > atof(before + strlen("\"value_before_event\":")));
    double fastest = 0, slowest = 0, sharpest = 0; // it rises and sinks again
    for (const char *at = one.all; (at = strstr(at, "\"velocity\":")); at++) {
        double velocity = atof(at + strlen("\"velocity\":")),
               accel = atof(strstr(at, "\"accel\":") + strlen("\"accel\":"));
        fastest = fmax(fastest, velocity), slowest = fmin(slowest, velocity),
        sharpest = fmax(sharpest, accel);
    }
    assert_true(fastest > 0.1 && slowest < 0 && sharpest > fastest);
    scene_close(&scene);
}

static uint64_t hash_with(bool watched) {
    open_scene(true,
               "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"cube\": {\"name\": "
               "\"c\", \"x_m\": 0.2}}, {\"person\": {\"name\": \"Ada\", \"x_m\": 0.6}}], \"timeline\": "
               "[{\"at_s\": 1, \"do\": {\"say\": {\"who\": \"Ada\", \"words\": \"hello\"}}}]}");
    if (watched) rig_call(&rig, &one, "AudioFeed", "{}");
    if (watched) rig_call(&rig, &stream, "CameraFeed", "{}");
    play_for(scene.play, 4000000);
    if (watched) assert_true(one.count > 30 && stream.count > 30);
    uint64_t hash = soul_hash(run_soul(play_run(scene.play), 0));
    scene_close(&scene);
    return hash;
}

static void a_life_is_the_same_whoever_looks_and_listens(void **state) {
    assert_int_equal(hash_with(false), hash_with(true));
}

TESTS(cmocka_unit_test(microphones_are_heard_with_their_direction), cmocka_unit_test(what_stirs_it_is_told),
      cmocka_unit_test(a_life_is_the_same_whoever_looks_and_listens),
      cmocka_unit_test(a_photo_is_kept_sealed_and_shown),
      cmocka_unit_test(an_edge_takes_control_and_gives_it_back))
