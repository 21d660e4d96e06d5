// Calls and events in a world where something happens.
#include "api/api_rig.h"

#include "base/base64.h"
#include "base/system/file.h"
#include "belief/map.h"
#include "codec/picture/jpeg.h"
#include "codec/sound/resample.h"
#include "host/identity.h"
#include "robot/robot.h"
#include "stage/screen/easel.h"

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

// The picture of the newest message.
static void picture_of(const struct heard *heard, struct pixels *out) {
    static uint8_t bytes[sizeof heard->last];
    struct jpeg_reading how;
    jpeg_reading_defaults(&how);
    how.channels = 3;
    size_t len = bytes_after(heard->last, "\"data\":\"", bytes);
    fine(jpeg_decode((struct bytes){bytes, len}, &how, out, &fault));
}

// How far this colour is from what is there.
static int apart(const struct pixels *picture, float x, float y, const uint8_t colour[3]) {
    const uint8_t *p = pixels_at(picture, (unsigned)x, (unsigned)y);
    return abs(p[0] - colour[0]) + abs(p[1] - colour[1]) + abs(p[2] - colour[2]);
}

// Of a hundred places on the way from one corner to the other, those at which this colour is found, or a
// pixel aside.
static int drawn(const struct pixels *picture, const float corners[2][4], int from, int to,
                 const uint8_t colour[3]) {
    int hits = 0;
    for (int i = 0; i < 100; i++) {
        float share = (float)i / 100, nearest = 1000;
        float x = corners[0][from] + (corners[0][to] - corners[0][from]) * share,
              y = corners[1][from] + (corners[1][to] - corners[1][from]) * share;
        for (int dx = -1; dx <= 1; dx++)
            for (int dy = -1; dy <= 1; dy++)
                nearest = fminf(nearest, (float)apart(picture, x + (float)dx, y + (float)dy, colour));
        hits += nearest < 120;
    }
    return hits;
}

static void a_picture_is_annotated_with_what_was_recognised(void **state) {
    static const uint8_t THING[] = {255, 220, 60}, FACE[] = {90, 220, 255};
    static const int SIDES[4][2] = {{0, 1}, {1, 3}, {3, 2}, {2, 0}};
    struct belief_things things;
    struct belief_people people;
    struct pixels plain, marked;
    open_scene(false,
               "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"cube\": "
               "{\"name\": \"c\", \"x_m\": 0.2, \"y_m\": 0.02}}, {\"person\": {\"name\": \"Ada\", \"x_m\": "
               "0.9, \"y_m\": -0.3, \"height_m\": 0.2, \"heading_deg\": 160}}]}");
    rig_call(&rig, &stream, "CameraFeed", "{}");
    rig_begin(&rig, &one, "CameraFeed");
    api_header(one.call, API_ANNOTATED, TEXT("true"));
    rig_more(&one, "{}");
    play_for(scene.play, 2000000);
    assert_true(one.count > 20 && one.count == stream.count);
    assert_int_equal(number_after(one.last, "\"image_id\":"), number_after(stream.last, "\"image_id\":"));
    picture_of(&stream, &plain), picture_of(&one, &marked);
    assert_int_equal(marked.width, 640);
    const struct robot *robot = robot_of(run_soul(play_run(scene.play), 0));
    robot_things(robot, &things), robot_people(robot, &people);
    assert_int_equal(things.list_count, 1);
    assert_int_equal(people.list_count, 1);
    for (int i = 0; i < 4; i++) {
        assert_in_range(drawn(&marked, things.list[0].corners_px, SIDES[i][0], SIDES[i][1], THING), 80, 100);
        assert_in_range(drawn(&plain, things.list[0].corners_px, SIDES[i][0], SIDES[i][1], THING), 0, 20);
        assert_in_range(drawn(&marked, people.list[0].corners_px, SIDES[i][0], SIDES[i][1], FACE), 80, 100);
        assert_in_range(drawn(&plain, people.list[0].corners_px, SIDES[i][0], SIDES[i][1], FACE), 0, 20);
    }
    unsigned same = 0; // all else is as it was
    for (unsigned x = 0; x < 640; x++) same += apart(&marked, (float)x, 350, pixels_at(&plain, x, 350)) < 30;
    assert_in_range(same, 630, 640);
    pixels_free(&plain), pixels_free(&marked);
    api_cancel(one.call);
    rig_begin(&rig, &one, "CaptureSingleImage"); // a single one as well
    api_header(one.call, API_ANNOTATED, TEXT("true"));
    rig_more(&one, "{}");
    play_for(scene.play, 300000);
    assert_true(one.ended);
    picture_of(&one, &marked);
    assert_in_range(drawn(&marked, things.list[0].corners_px, 0, 1, THING), 80, 100);
    pixels_free(&marked);
    api_cancel(stream.call);
    take_control(); // and its face shows the same in a mirror
    rig_call(&rig, &one, "EnableMirrorMode", "{\"enable\":true}");
    play_for(scene.play, 300000);
    uint16_t face[184 * 96];
    unsigned yellow = 0, blue = 0;
    struct raster raster = raster_over(face, 184, 96);
    struct easel *easel = easel_new(0);
    robot_paint(robot, easel, &raster);
    for (size_t i = 0; i < sizeof face / sizeof *face; i++)
        yellow += face[i] == rgb565_of((struct rgb){THING[0], THING[1], THING[2]}),
            blue += face[i] == rgb565_of((struct rgb){FACE[0], FACE[1], FACE[2]});
    assert_true(yellow > 20 && blue > 20);
    easel_free(easel);
    rig_begin(&rig, &one, "CaptureSingleImage");
    api_header(one.call, API_ANNOTATED, TEXT("perhaps"));
    rig_more(&one, "{}");
    assert_int_equal(one.status, API_INVALID_ARGUMENT);
    assert_string_equal(one.words, "annotated: expected true or false");
    scene_close(&scene);
}

static const char EARS_SCENE[] =
    "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"timeline\": [{\"at_s\": 0.1, \"do\": "
    "{\"sound\": "
    "{\"kind\": \"MUSIC\", \"x_m\": %s, \"y_m\": %s, \"z_m\": 0.1, \"level_db\": 80, \"seconds\": 60}}}]}";

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

static void listen_as(struct heard *heard, const char *mode) {
    rig_begin(&rig, heard, "AudioFeed");
    api_header(heard->call, API_AUDIO_MODE, text_of(mode));
    rig_more(heard, "{}");
}

// Of the newest group.
static void samples_of(const struct heard *heard, uint8_t out[3200 + 3]) {
    assert_int_equal(bytes_after(heard->last, "\"signal_power\":\"", out), 3200);
}

// How much of a group is like what was heard then, at most 20 ms before: 1 is all.
static double likeness(const uint8_t bytes[3200], const int16_t *heard) {
    double best = 0;
    for (int late = 0; late < 320; late++) {
        double both = 0, a2 = 0, b2 = 0;
        for (int i = 0; i < 1600; i++) {
            double a = (int16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8), b = heard[i - late];
            both += a * b, a2 += a * a, b2 += b * b;
        }
        best = fmax(best, both / sqrt(a2 * b2));
    }
    return best;
}

// Fast: one microphone as it is, and no direction; voice detection: the mean of four. Off: nothing.
static void how_microphones_are_heard_is_a_programs_wish(void **state) {
    static struct heard fast, voice, beam, off;
    struct resample *one_ear = resample_new(15625, 16000), *all_ears = resample_new(15625, 16000);
    int16_t single[20000], mean[20000];
    size_t singles = 0, means = 0, taken;
    uint8_t bytes[3200 + 3], others[3200 + 3];
    struct body_sound about;
    char json[400];
    snprintf(json, sizeof json, EARS_SCENE, "0.3", "-1");
    open_scene(false, json);
    listen_as(&fast, "AUDIO_FAST_MODE"), listen_as(&voice, "AUDIO_VOICE_DETECT_MODE");
    listen_as(&beam, "AUDIO_DIRECTIONAL_MODE"), listen_as(&off, "AUDIO_OFF");
    for (int i = 0; i < 30; i++) {
        play_for(scene.play, LIFE_TICK_US);
        const struct frame *frame = run_heard(play_run(scene.play), 0, &about);
        const int16_t *heard = frame ? (const int16_t *)(const void *)frame->bytes : NULL;
        for (uint32_t k = 0; frame && k < about.samples; k++) {
            const int16_t *at = &heard[4 * k];
            int16_t middle = (int16_t)((at[0] + at[1] + at[2] + at[3]) / 4);
            singles += resample_push(one_ear, at, 1, &single[singles], 20000 - singles, &taken);
            means += resample_push(all_ears, &middle, 1, &mean[means], 20000 - means, &taken);
        }
    }
    assert_in_range(fast.count, 8, 10);
    assert_int_equal(voice.count, fast.count);
    assert_int_equal(beam.count, fast.count);
    assert_int_equal(off.count, 0);
    assert_false(off.ended);
    samples_of(&fast, bytes);
    assert_true(singles >= fast.count * 1600u && means >= voice.count * 1600u);
    assert_memory_equal(bytes, &single[(fast.count - 1) * 1600], 3200);
    samples_of(&voice, bytes);
    assert_memory_not_equal(bytes, &single[(voice.count - 1) * 1600], 3200);
    assert_true(likeness(bytes, &mean[(voice.count - 1) * 1600]) > 0.95); // all four, a little late
    samples_of(&beam, others);
    assert_memory_not_equal(bytes, others, 3200);
    assert_int_equal(number_after(fast.last, "\"source_direction\":"), 12);
    assert_int_equal(number_after(voice.last, "\"source_direction\":"), 2); // to its right, a little ahead
    assert_int_equal(number_after(beam.last, "\"source_direction\":"), 2);
    unsigned before = fast.count; // each goes on without the others
    api_cancel(voice.call), api_cancel(off.call);
    listen_as(&one, "AUDIO_FAST_MODE");
    api_cancel(one.call);
    play_for(scene.play, 500000);
    assert_int_equal(number_after(fast.last, "\"group_id\":"), fast.count - 1);
    assert_in_range(fast.count, before + 4, before + 6);
    assert_int_equal(beam.count, fast.count);
    listen_as(&one, "AUDIO_LOUD");
    assert_int_equal(one.status, API_INVALID_ARGUMENT);
    listen_as(&one, "AUDIO_UNKNOWN");
    assert_int_equal(one.status, API_INVALID_ARGUMENT);
    resample_free(one_ear), resample_free(all_ears);
    scene_close(&scene);
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

// A post beside its nose turns it while both treads drive: told is which kind of surprise, and from where.
static void a_post_is_an_unexpected_movement(void **state) {
    static const struct {
        const char *y;
        int side;
    } ROWS[] = {{"0.028", 3}, {"-0.028", 4}}; // LEFT, RIGHT
    for (int i = 0; i < 2; i++) {
        char json[400];
        snprintf(
            json, sizeof json,
            "{\"seed\": 3, \"robots\": [{\"creature\": \"vector\"}], \"timeline\": [{\"at_s\": 0.1, \"do\": "
            "{\"wall\": {\"name\": \"post\", \"x_m\": 0.09, \"y_m\": %s, \"heading_deg\": 90, "
            "\"length_m\": 0.01, \"thickness_m\": 0.01}}}]}",
            ROWS[i].y);
        open_scene(true, json);
        play_for(scene.play, 5500000); // it wakes up
        rig_call(&rig, &stream, "BehaviorControl", "{\"control_request\":{\"priority\":10}}");
        play_for(scene.play, 300000);
        rig_call(&rig, &one, "DriveWheels", "{\"left_wheel_mmps\":100,\"right_wheel_mmps\":100}");
        play_for(scene.play, 2000000);
        const char *at = strstr(events.all, "\"unexpected_movement\":{");
        char words[80];
        assert_non_null(at);
        snprintf(words, sizeof words, "\"movement_type\":3,\"movement_side\":%d}", ROWS[i].side);
        at = strchr(at, ',');
        assert_non_null(at);
        assert_memory_equal(at + 1, words, strlen(words)); // ROTATING_WITHOUT_MOTORS
        scene_close(&scene);
    }
}

// Who is to be led through their first day is told when the robot has to charge, and how long.
static void an_app_is_told_that_it_has_to_charge(void **state) {
    open_scene(false, "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"timeline\": [{\"at_s\": 3, "
                      "\"do\": {\"battery\": {\"what\": \"vector\", \"charge\": 0.03}}}]}");
    static const char INFO[] = "\"onboarding_1p0_charging_info\":{";
    play_for(scene.play, 500000);
    assert_false(said(&events, INFO)); // nobody has woken it
    rig_call(&rig, &one, "SendOnboardingInput", "{\"onboarding_wake_up_request\":{}}");
    play_for(scene.play, 200000);
    assert_true(said(&events, "\"onboarding_1p0_charging_info\":{\"on_charger\":false,\"needs_to_charge\":"
                              "false,\"suggested_charger_time\":0}"));
    assert_false(said(&events, "\"needs_to_charge\":true"));
    play_for(scene.play, 20000000);
    assert_true(
        said(&events, "\"on_charger\":false,\"needs_to_charge\":true,\"suggested_charger_time\":300}"));
    unsigned told = 0;
    for (const char *at = events.all; (at = strstr(at, INFO)); at++) told++;
    assert_int_equal(told, 2); // only when it is another
    rig_call(&rig, &one, "SendOnboardingInput", "{\"onboarding_mark_complete_and_exit\":{}}");
    play_for(scene.play, 500000);
    scene_close(&scene);
}

static void what_is_seen_in_a_face_is_what_was_asked_for(void **state) {
    static const char FACE[] = "\"robot_observed_face\":{", HAPPY[] = "\"expression\":2,",
                      VALUES[] = "\"expression_values\":[0,100,0,0,0]",
                      NOTHING[] = "\"expression_values\":[0,0,0,0,0]";
    open_scene(
        false,
        "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"person\": {\"name\": "
        "\"Ada\", \"x_m\": 0.6, \"height_m\": 0.2, \"heading_deg\": 180, \"expression\": \"HAPPY\"}}]}");
    take_control();
    rig_call(&rig, &one, "SetHeadAngle",
             "{\"angle_rad\":0.3,\"max_speed_rad_per_sec\":10,\"id_tag\":2000001}");
    play_for(scene.play, 1000000);
    rig_call(&rig, &one, "EnableFaceDetection", "{\"enable\":true}");
    play_for(scene.play, 3000000);
    assert_true(said(&events, FACE) && said(&events, NOTHING));
    assert_false(said(&events, VALUES) || said(&events, HAPPY));
    rig_call(&rig, &one, "EnableFaceDetection", "{\"enable\":true,\"enable_expression_estimation\":true}");
    play_for(scene.play, 3000000);
    assert_true(said(&events, VALUES) && said(&events, HAPPY));
    rig_more(&stream, "{\"control_release\":{}}"); // and with control it is over
    play_for(scene.play, 500000);
    assert_true(said(&events, "vision_modes_auto_disabled"));
    memset(events.all, 0, sizeof events.all);
    play_for(scene.play, 2000000);
    assert_false(said(&events, VALUES));
    scene_close(&scene);
}

// A list of squares as a program reads it: depths count down from the root's, a square that is not whole has
// four parts in the order (+x, +y), (+x, -y), (-x, +y), (-x, -y). Returns where the next one begins.
struct reading {
    const struct map *map;
    const char *at;
    unsigned squares, others; // read so far; of another content than their neighbours
    int last;
};
static void read_square(struct reading *r, int depth, struct vec2 middle, float size) {
    assert_non_null(r->at);
    int content = number_after(r->at, "\"content\":"), leaf = number_after(r->at, "\"depth\":");
    assert_true(leaf <= depth && leaf >= 0);
    if (leaf < depth) {
        for (int i = 0; i < 4; i++)
            read_square(r, depth - 1,
                        vec2(middle.x + (i < 2 ? size : -size) / 4, middle.y + (i % 2 ? -size : size) / 4),
                        size / 2);
        return;
    }
    struct map_leaf there = map_at(r->map, middle);
    int wanted = there.content == BELIEF_MAP_CONTENT_OBSTACLE_CHARGER
                     ? BELIEF_MAP_CONTENT_OBSTACLE_UNRECOGNIZED
                     : there.content;
    if (content != wanted)
        fail_msg("square %u, %.3f %.3f: %d, not %d", r->squares, (double)middle.x, (double)middle.y, content,
                 wanted);
    assert_float_equal(there.size_m, size, 1e-5f);
    r->others += content != r->last;
    r->last = content;
    r->squares++;
    r->at = strstr(r->at + 1, "{\"content\":");
}

static void squares_lie_where_programs_look_for_them(void **state) {
    open_scene(
        false,
        "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"cube\": {\"name\": "
        "\"c\", \"x_m\": 0.2, \"y_m\": 0.05}}, {\"box\": {\"name\": \"b\", \"x_m\": 0.3, \"y_m\": -0.1}}]}");
    take_control();
    rig_call(&rig, &one, "EnableMarkerDetection", "{\"enable\":true}");
    rig_call(&rig, &one, "TurnInPlace", "{\"angle_rad\":-0.6,\"speed_rad_per_sec\":1,\"id_tag\":2000001}");
    play_for(scene.play, 3000000);
    rig_call(&rig, &one, "NavMapFeed", "{\"frequency\":0.1}");
    play_for(scene.play, 200000);
    assert_true(one.count > 0);
    const struct robot *robot = robot_of(run_soul(play_run(scene.play), 0));
    struct belief_map_info info;
    map_info(robot_map(robot), &info);
    int depth = number_after(one.last, "\"root_depth\":");
    float size = (float)number_after(one.last, "\"root_size_mm\":") / 1000;
    assert_int_equal(depth, info.depth);
    assert_float_equal(size, info.size_m, 1e-4f);
    assert_float_equal(size, ldexpf(MAP_CELL_M, depth), 1e-4f); // a square of depth 0 is one cell
    struct vec2 middle = vec2((float)number_after(one.last, "\"root_center_x\":") / 1000,
                              (float)number_after(one.last, "\"root_center_y\":") / 1000);
    struct reading r = {.map = robot_map(robot), .at = strstr(one.last, "{\"content\":"), .last = -1};
    read_square(&r, depth, middle, size);
    assert_null(r.at); // nothing is left over
    assert_int_equal(r.squares, map_leaves(robot_map(robot)));
    assert_true(r.others > 20); // there is something to mistake
    scene_close(&scene);
}

TESTS(cmocka_unit_test(microphones_are_heard_with_their_direction),
      cmocka_unit_test(how_microphones_are_heard_is_a_programs_wish), cmocka_unit_test(what_stirs_it_is_told),
      cmocka_unit_test(a_life_is_the_same_whoever_looks_and_listens),
      cmocka_unit_test(a_photo_is_kept_sealed_and_shown),
      cmocka_unit_test(a_picture_is_annotated_with_what_was_recognised),
      cmocka_unit_test(a_post_is_an_unexpected_movement),
      cmocka_unit_test(an_app_is_told_that_it_has_to_charge),
      cmocka_unit_test(what_is_seen_in_a_face_is_what_was_asked_for),
      cmocka_unit_test(squares_lie_where_programs_look_for_them),
      cmocka_unit_test(an_edge_takes_control_and_gives_it_back))
