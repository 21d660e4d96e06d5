// Clips played step by step: every track's rules, who may play, and what is left behind.
#include "support/support.h"

#include "base/data/json.h"
#include "base/maths/geometry.h"
#include "stage/clip/player.h"
#include "stage/draw/sprites.h"

static struct arena *arena;
static struct player player;
static struct player_out out;
static uint64_t tick;
static float heading;

static const struct clip *clip_in(const char *name, const char *keys, enum clip_dialect dialect) {
    char *text = malloc(strlen(keys) + 100);
    sprintf(text, "{\"%s\": [%s]}", name, keys);
    struct json *document;
    struct clips clips;
    struct fault fault = {0};
    struct clip_reading how = {.dialect = dialect};
    arena = arena ? arena : arena_new(1 << 16);
    enum err err = json_parse(text_of(text), "t", arena, NULL, &document, &fault);
    if (!err) err = clips_read_json(document, &how, arena, &clips, &fault);
    if (err) fail_msg("%s %s", fault.path, fault.said);
    free(text);
    struct clip *clip = arena_one(arena, struct clip);
    *clip = clips.list.at[0];
    return clip;
}
static const struct clip *clip_of(const char *keys) { return clip_in("anim_t_01", keys, CLIP_VECTOR); }

static void start(const struct player_config *config) {
    player_start(&player, config);
    tick = 100, heading = 0;
}
static uint8_t play(const struct clip *clip, uint32_t loops) {
    uint8_t tag;
    struct player_play how = {.clip = clip, .loops = loops, .client = true};
    assert_int_equal(player_play(&player, &how, &tag, NULL), ERR_NONE);
    return tag;
}
static void begin(const char *keys) {
    struct player_config config = player_vector();
    start(&config);
    play(clip_of(keys), 1);
}
static void step(void) {
    player_step(&player, &(struct player_in){.tick = tick, .heading_rad = heading}, &out);
    tick++;
}
static void step_to(uint32_t ms) {
    do step();
    while (out.tag && out.clip_ms < ms);
}
static bool told(enum player_notice_kind kind, uint8_t tag) {
    for (uint32_t i = 0; i < out.notice_count; i++)
        if (out.notices[i].kind == kind && out.notices[i].tag == tag) return true;
    return false;
}

static void a_key_frame_fires_at_the_first_step_at_or_after_its_time(void **state) {
    begin("{\"Name\": \"HeadAngleKeyFrame\", \"triggerTime_ms\": 33, \"durationTime_ms\": 66, \"angle_deg\": "
          "10},"
          "{\"Name\": \"HeadAngleKeyFrame\", \"triggerTime_ms\": 67, \"durationTime_ms\": 100, "
          "\"angle_deg\": 20},"
          "{\"Name\": \"HeadAngleKeyFrame\", \"triggerTime_ms\": 98, \"durationTime_ms\": 100, "
          "\"angle_deg\": 90},"
          "{\"Name\": \"LiftHeightKeyFrame\", \"triggerTime_ms\": 0, \"durationTime_ms\": 0, \"height_mm\": "
          "0}");
    step();
    assert_int_equal(out.news, PLAYER_LIFT);
    assert_true(out.lift.height_mm == 32 && out.lift.duration_s == 0); // brought into range
    assert_true(told(PLAY_STARTED, 1));
    step();
    assert_int_equal(out.news, PLAYER_HEAD);
    assert_float_equal(out.head.angle_rad, m_radians(10), 1e-6);
    assert_float_equal(out.head.duration_s, 0.066, 1e-6);
    step();
    assert_int_equal(out.news, 0);
    step(); // two are due: the later rules, and it ends when it should
    assert_float_equal(out.head.angle_rad, m_radians(45), 1e-6);
    assert_float_equal(out.head.duration_s, 0.099, 1e-6);
    step_to(198);
    assert_int_equal(out.clip_ms, 198);
    assert_true(told(PLAY_ENDED, 1));
    step();
    assert_true(out.tag == 0 && out.news == 0 && out.notice_count == 0);
}

static void variability_is_whole_even_and_within(void **state) {
    unsigned seen[7] = {0};
    const struct clip *clip = clip_of("{\"Name\": \"HeadAngleKeyFrame\", \"triggerTime_ms\": 0, "
                                      "\"angle_deg\": -5, \"angleVariability_deg\": 3}");
    struct player_config config = player_vector();
    config.seed = 9;
    start(&config);
    for (int i = 0; i < 7000; i++) {
        play(clip, 1);
        step();
        float deg = m_degrees(out.head.angle_rad) + 8;
        int whole = (int)m_round(deg);
        assert_true(whole >= 0 && whole <= 6 && m_abs(deg - (float)whole) < 1e-3f);
        seen[whole]++;
    }
    for (int i = 0; i < 7; i++) assert_in_range(seen[i], 850, 1150);
}

#define BODY(ms, lasts, radius, speed)                                                                       \
    "{\"Name\": \"BodyMotionKeyFrame\", \"triggerTime_ms\": " #ms ", \"durationTime_ms\": " #lasts           \
    ", \"radius_mm\": " radius ", \"speed\": " #speed "}"

static void the_body_drives_in_chains_and_stops_by_itself(void **state) {
    begin(BODY(0, 66, "\"STRAIGHT\"", -50) "," BODY(66, 66, "\"TURN_IN_PLACE\"", 250) "," BODY(
        165, 33, "\"120.0\"", 100) "," BODY(231, 33, "-40", 10));
    step();
    assert_true(out.news == PLAYER_BODY && out.body.kind == DRIVE_STRAIGHT && out.body.speed == -50);
    step();
    assert_int_equal(out.news, 0);
    step(); // no stop between key-frames that touch
    assert_true(out.body.kind == DRIVE_SPIN && out.body.speed == 250);
    step();
    step();
    assert_int_equal(out.clip_ms, 132);
    assert_true(out.news == PLAYER_BODY && out.body.kind == DRIVE_STOP);
    step();
    assert_true(out.body.kind == DRIVE_ARC && out.body.radius_mm == 120 && out.body.speed == 100);
    step();
    assert_true(out.body.kind == DRIVE_STOP);
    step();
    assert_true(out.body.kind == DRIVE_ARC && out.body.radius_mm == -40);
    step();
    assert_true(out.news == PLAYER_BODY && out.body.kind == DRIVE_STOP);
    assert_true(told(PLAY_ENDED, 1) && out.released & PLAYER_BODY);
}

// The largest radius that a file can hold stands for none, a radius of nothing for a turn on the spot.
static void the_ends_of_the_radius_have_a_meaning(void **state) {
    begin(BODY(0, 33, "32767", 50) "," BODY(33, 33, "32766", 50) "," BODY(66, 33, "0",
                                                                          50) "," BODY(99, 33, "-1", 50));
    step();
    assert_true(out.body.kind == DRIVE_STRAIGHT && out.body.speed == 50 && out.body.radius_mm == 0);
    step();
    assert_true(out.body.kind == DRIVE_ARC && out.body.radius_mm == 32766);
    step();
    assert_true(out.body.kind == DRIVE_SPIN && out.body.speed == 50);
    step();
    assert_true(out.body.kind == DRIVE_ARC && out.body.radius_mm == -1);
}

static void wheels_follow_from_radius_and_tread(void **state) {
    float left, right;
    player_wheels(&(struct player_drive){DRIVE_SPIN, 300, 0}, 46, &left, &right);
    assert_float_equal(right, 120.43, 0.01);
    assert_float_equal(left, -120.43, 0.01);
    player_wheels(&(struct player_drive){DRIVE_ARC, 100, 100}, 46, &left, &right); // centre on the left
    assert_float_equal(left, 77, 0.001);
    assert_float_equal(right, 123, 0.001);
    player_wheels(&(struct player_drive){DRIVE_ARC, 100, -100}, 46, &left, &right);
    assert_float_equal(left, 123, 0.001);
    player_wheels(&(struct player_drive){DRIVE_ARC, -100, 100}, 46, &left, &right); // the same arc backwards
    assert_float_equal(left, -77, 0.001);
    player_wheels(&(struct player_drive){DRIVE_STRAIGHT, 70, 0}, 46, &left, &right);
    assert_true(left == 70 && right == 70);
}

// A body that does what it is told, one step later. Returns degrees turned in all.
static float turn(const char *how, float disturbed_rad, bool shortest_wins) {
    char keys[500];
    (void)shortest_wins;
    snprintf(keys, sizeof keys,
             "{\"Name\": \"RecordHeadingKeyFrame\", \"triggerTime_ms\": 0},"
             "{\"Name\": \"TurnToRecordedHeadingKeyFrame\", \"triggerTime_ms\": 66, %s}",
             how);
    begin(keys);
    heading = 3.0f;
    step();
    heading = angle_wrap(heading + disturbed_rad);
    step();
    float turned = 0;
    while (out.tag) {
        step();
        if (!(out.news & PLAYER_BODY) || out.body.kind != DRIVE_SPIN) continue;
        assert_true(m_abs(out.body.speed) <= 300);
        float moved = m_radians(out.body.speed) * 0.033f;
        turned += m_degrees(moved);
        heading = angle_wrap(heading + moved);
    }
    return turned;
}

static void it_turns_back_to_the_heading_it_kept(void **state) {
    // Pushed 1 rad (57.3°) to the left; back the short way, and past it by the offset.
    assert_float_equal(
        turn("\"durationTime_ms\": 3000, \"speed_degPerSec\": 200, \"useShortestDir\": true", 1, true), -57.3,
        3);
    assert_float_equal(turn("\"durationTime_ms\": 3000, \"speed_degPerSec\": 200, \"offset_deg\": 90, "
                            "\"useShortestDir\": true",
                            1, true),
                       32.7, 3);
    // The direction comes from the speed's sign.
    assert_float_equal(turn("\"durationTime_ms\": 6000, \"speed_degPerSec\": 200", 1, false), 302.7, 3);
    assert_float_equal(turn("\"durationTime_ms\": 6000, \"speed_degPerSec\": -200", 1, false), -57.3, 3);
    // Half turns come before.
    assert_float_equal(
        turn("\"durationTime_ms\": 9000, \"speed_degPerSec\": -200, \"numHalfRevs\": 2", 1, false), -417.3,
        3);
    assert_float_equal(
        turn("\"durationTime_ms\": 9000, \"speed_degPerSec\": -200, \"numHalfRevs\": 1", 1, false), -237.3,
        3);
    // There already, within the tolerance, although a little past it.
    assert_float_equal(turn("\"durationTime_ms\": 6000, \"speed_degPerSec\": 200", 0.02f, false), 0, 2);
    // Time is up before it arrives, and the wheels are stopped.
    float cut = turn("\"durationTime_ms\": 330, \"speed_degPerSec\": -100", 1, false);
    assert_true(cut < -20 && cut > -34);
    assert_true(out.body.kind == DRIVE_STOP);
    // No speed: in time, and the short way.
    assert_float_equal(turn("\"durationTime_ms\": 1000", 1, false), -57.3, 3);
    // Nothing was kept: nothing happens.
    begin("{\"Name\": \"TurnToRecordedHeadingKeyFrame\", \"triggerTime_ms\": 0, \"durationTime_ms\": 99, "
          "\"speed_degPerSec\": 100}");
    for (int i = 0; i < 3; i++) step(), assert_int_equal(out.news & PLAYER_BODY, 0);
}

static void sounds_come_in_order_and_by_probability(void **state) {
    const struct clip *clip = clip_of(
        "{\"Name\": \"RobotAudioKeyFrame\", \"triggerTime_ms\": 0, \"eventGroups\": ["
        "{\"eventIds\": [1, 2], \"volumes\": [0.5, 0.25], \"probabilities\": [0.5, 0.25]},"
        "{\"eventIds\": [9], \"volumes\": [1], \"probabilities\": [1]}],"
        "\"states\": [{\"stateGroupId\": 11, \"stateId\": 12}], \"switches\": [{\"switchGroupId\": 13, "
        "\"stateId\": 14}],"
        "\"parameters\": [{\"parameterID\": 15, \"value\": 0.5, \"time_ms\": 100, \"curveType\": 4}]}");
    unsigned first = 0, second = 0, none = 0;
    struct player_config config = player_vector();
    start(&config);
    for (int i = 0; i < 4000; i++) {
        play(clip, 1);
        step();
        assert_true(out.sounds[0].kind == SOUND_STATE && out.sounds[0].id == 11 && out.sounds[0].value == 12);
        assert_true(out.sounds[1].kind == SOUND_SWITCH && out.sounds[1].id == 13);
        assert_true(out.sounds[2].kind == SOUND_PARAMETER && out.sounds[2].ramp_ms == 100 &&
                    out.sounds[2].curve == 4);
        first += out.sounds[3].id == 1 && out.sounds[3].number == 0.5f;
        second += out.sounds[3].id == 2 && out.sounds[3].number == 0.25f;
        none += out.sounds[3].id == 9;
        assert_int_equal(out.sounds[out.sound_count - 2].id, 9);
        assert_int_equal(out.sounds[out.sound_count - 1].kind, SOUND_STOP_LOOPS); // it ends here
    }
    assert_in_range(first, 1880, 2120);
    assert_in_range(second, 890, 1110);
    assert_in_range(none, 890, 1110);
    clip = clip_in("anim_c_01",
                   "{\"Name\": \"RobotAudioKeyFrame\", \"triggerTime_ms\": 0, \"audioEventId\": [7, "
                   "4294967295], \"volume\": 0.75}",
                   CLIP_COZMO);
    unsigned sevens = 0;
    for (int i = 0; i < 1000; i++) {
        play(clip, 1);
        step();
        assert_true(out.sounds[0].kind == SOUND_POST && out.sounds[0].number == 0.75f &&
                    (out.sounds[0].id == 7 || out.sounds[0].id == UINT32_MAX));
        sevens += out.sounds[0].id == 7;
    }
    assert_in_range(sevens, 440, 560);
}

#define FACE(ms, angle, x)                                                                                   \
    "{\"Name\": \"ProceduralFaceKeyFrame\", \"triggerTime_ms\": " #ms ", \"faceAngle\": " #angle             \
    ", \"faceCenterX\": " #x "}"

static void faces_move_from_key_frame_to_key_frame(void **state) {
    begin(FACE(33, 170, 0) "," FACE(165, -170, 40) "," FACE(
        198, 0, 2) ",{\"Name\": \"EventKeyFrame\", \"triggerTime_ms\": 330, \"event_id\": \"x\"}");
    step();
    assert_false(out.face_on);
    step();
    assert_true(out.face_on && out.face.x == 0);
    step_to(99);
    assert_float_equal(out.face.x, 20, 1e-4);
    assert_float_equal(m_abs(out.face.angle), 180, 1e-3); // the short way round
    step_to(165);
    assert_float_equal(out.face.x, 40, 1e-4);
    step();
    assert_true(out.news & PLAYER_FACE && out.face.x == 2);
    step();
    assert_true(!(out.news & PLAYER_FACE) && out.face_on && out.face.x == 2); // stays
    step_to(330);
    assert_true(out.released & PLAYER_FACE);
}

static void lights_hold_or_fade(void **state) {
#define LAMPS(ms, lasts, a, b)                                                                               \
    "{\"Name\": \"BackpackLightsKeyFrame\", \"triggerTime_ms\": " #ms ", \"durationTime_ms\": " #lasts       \
    ", \"Front\": " a ", \"Back\": " b "}"
    static const char KEYS[] =
        LAMPS(0, 33, "[1,0,0,0]", "[0,0.5,0,0]") "," LAMPS(165, 33, "[0,0,200,0]", "[0,0,1,0]");
    begin(KEYS);
    step();
    assert_true(out.news == PLAYER_LIGHTS && out.lights[0].r == 255 && out.lights[2].g == 128 &&
                out.lights[1].r == 0);
    step_to(132);
    assert_true(out.news == 0 && out.lights_on && out.lights[0].r == 255);
    step();
    assert_true(out.lights[0].b == 200 && out.lights[2].b == 1); // 0 … 255
    struct player_config config = player_vector();
    config.lights_ramp = true;
    start(&config);
    play(clip_of(KEYS), 1);
    step_to(33);
    assert_int_equal(out.lights[0].r, 255);
    step_to(99);
    assert_true(out.lights[0].r == 128 && out.lights[0].b == 100);
    config = player_cozmo();
    start(&config);
    play(clip_in("c",
                 "{\"Name\": \"BackpackLightsKeyFrame\", \"triggerTime_ms\": 0, \"durationTime_ms\": 33, "
                 "\"Left\": [1,0,0,0],"
                 "\"Right\": [0,1,0,0], \"Front\": [0,0,1,0], \"Middle\": [1,1,0,0], \"Back\": [1,1,1,0]}",
                 CLIP_COZMO),
         1);
    step();
    assert_true(out.lights[0].r == 255 && out.lights[1].b == 255 && out.lights[4].g == 255 &&
                out.lights[3].b == 255);
    config.lights_off = true;
    start(&config);
    play(clip_of(KEYS), 1);
    step();
    assert_false(out.lights_on);
}

#define BOX(ms, box, asset, x, alpha, end)                                                                   \
    "{\"Name\": \"SpriteBoxKeyFrame\", \"triggerTime_ms\": " #ms ", \"spriteBoxName\": \"" box               \
    "\", \"layer\": \"Layer_6\", \"assetName\": \"" asset                                                    \
    "\", \"renderMethod\": \"EyeColor\", \"spriteSeqEndType\": \"" end "\", \"alpha\": " #alpha              \
    ", \"xPos\": " #x ", \"width\": 10, \"height\": 20}"

static void sprite_boxes_go_their_own_ways(void **state) {
    // B's key-frames stand behind all of A's, though they are earlier.
    begin(BOX(0, "A", "walk", 0, 100, "Loop") "," BOX(132, "A", "run", 40, 50, "Hold") "," BOX(
        231, "A", "clear_sprite_box", 0, 100, "Clear") "," BOX(66, "B", "sun", 7, 100, "Clear"));
    step();
    assert_true(out.box_count == 1 && text_is(out.boxes[0].asset, "walk") && out.boxes[0].eye_colour &&
                out.boxes[0].end == SPRITE_LOOP);
    step_to(66);
    assert_int_equal(out.box_count, 2);
    assert_float_equal(out.boxes[0].x, 20, 1e-4);
    assert_float_equal(out.boxes[0].alpha, 0.75, 1e-4);
    assert_int_equal(out.boxes[0].picture, 2);
    assert_true(out.boxes[1].x == 7 && out.boxes[1].picture == 0);
    step_to(132);
    assert_true(text_is(out.boxes[0].asset, "run") && out.boxes[0].picture == 0 && out.boxes[0].x == 40);
    step_to(231);
    assert_true(out.box_count == 1 && text_is(out.boxes[0].box, "B"));
    assert_true(told(PLAY_ENDED, 1) && out.released & PLAYER_FACE);
    assert_int_equal(sprite_frame(2, SPRITE_CLEAR, 3), 2);
    assert_int_equal(sprite_frame(3, SPRITE_CLEAR, 3), -1);
    assert_int_equal(sprite_frame(7, SPRITE_LOOP, 3), 1);
    assert_int_equal(sprite_frame(7, SPRITE_HOLD, 3), 2);
    assert_int_equal(sprite_frame(0, SPRITE_HOLD, 0), -1);

    begin("{\"Name\": \"FaceAnimationKeyFrame\", \"triggerTime_ms\": 33, \"animName\": \"face_x\", "
          "\"scanlineOpacity\": 0.5},"
          "{\"Name\": \"EventKeyFrame\", \"triggerTime_ms\": 99, \"event_id\": \"x\"}");
    step_to(66);
    assert_true(out.box_count == 1 && text_is(out.boxes[0].box, "SpriteBox_40") &&
                text_is(out.boxes[0].asset, "face_x"));
    assert_true(out.boxes[0].width == 184 && out.boxes[0].picture == 1 && out.boxes[0].scan_lines == 0.5f);
}

static void more_boxes_than_there_is_room_for_are_counted(void **state) {
    struct buf keys = {0};
    for (int i = 0; i < 60; i++) {
        char one[400];
        snprintf(one, sizeof one, "%s" BOX(0, "B%d", "sun", 7, 100, "Clear"), i ? "," : "", i);
        buf_text(&keys, one);
    }
    begin((char *)keys.at);
    buf_free(&keys);
    step();
    assert_int_equal(out.box_count, PLAYER_BOXES);
    assert_int_equal(out.lost, 60 - PLAYER_BOXES);
}

static void events_are_told_and_hold_on_request(void **state) {
    const struct clip *clip = clip_of(
        "{\"Name\": \"EventKeyFrame\", \"triggerTime_ms\": 33, \"event_id\": \"TAPPED_BLOCK\"},"
        "{\"Name\": \"EventKeyFrame\", \"triggerTime_ms\": 99, \"event_id\": \"DANCE_BEAT_SYNC\"}," FACE(
            0, 0, 0) "," FACE(99, 0, 30));
    struct player_config config = player_vector();
    start(&config);
    play(clip, 1);
    step_to(33);
    assert_true(out.event_count == 1 && out.events[0].cozmo_number == 2 && out.events[0].trigger_ms == 33 &&
                out.events[0].tag == 1);
    assert_false(out.held);
    step_to(99);
    assert_true(out.events[0].cozmo_number == -1 && told(PLAY_ENDED, 1));

    uint8_t tag;
    struct player_play hold = {.clip = clip, .loops = 1, .client = true, .hold_on_event = true};
    assert_int_equal(player_play(&player, &hold, &tag, NULL), ERR_NONE);
    step_to(33);
    assert_true(out.held && out.event_count == 1);
    for (int i = 0; i < 5; i++) {
        step();
        assert_true(out.held && out.clip_ms == 33 && out.event_count == 0 && out.notice_count == 0);
        assert_float_equal(out.face.x, 10, 1e-4); // keeps its last output
    }
    assert_false(player_release(&player, (uint8_t)(tag + 1)));
    assert_false(player_stop(&player, (uint8_t)(tag + 1)));
    assert_true(player_release(&player, tag));
    step();
    assert_true(!out.held && out.clip_ms == 66);
    step();
    assert_true(out.held && !told(PLAY_ENDED, tag)); // the last moment waits too
    player_release(&player, 0);
    step();
    assert_true(told(PLAY_ENDED, tag));
    assert_false(player_release(&player, tag));
}

static void loops_begin_at_their_beginning(void **state) {
    const struct clip *clip = clip_of("{\"Name\": \"HeadAngleKeyFrame\", \"triggerTime_ms\": 0, "
                                      "\"durationTime_ms\": 66, \"angle_deg\": 1}");
    struct player_config config = player_vector();
    start(&config);
    uint8_t tag = play(clip, 3);
    unsigned heads = 0, steps = 0, looped = 0;
    do {
        step();
        steps++;
        heads += (out.news & PLAYER_HEAD) != 0;
        looped += told(PLAY_LOOPED, tag);
    } while (!told(PLAY_ENDED, tag));
    assert_int_equal(heads, 3);
    assert_int_equal(looped, 2);
    assert_int_equal(steps, 9);
    tag = play(clip, 0);
    for (int i = 0; i < 10000; i++) step();
    assert_int_equal(out.tag, tag);
    assert_true(player_stop(&player, tag));
    step();
    assert_true(told(PLAY_ABORTED, tag) && out.tag == 0);
    assert_false(player_stop(&player, 0));
}

static void the_newer_client_wins_and_others_wait(void **state) {
    const struct clip *drives = clip_in(
        "drives",
        BODY(0, 990, "\"STRAIGHT\"",
             50) ",{\"Name\": \"RobotAudioKeyFrame\", \"triggerTime_ms\": 0, "
                 "\"eventGroups\": [{\"eventIds\": [1], \"volumes\": [1], \"probabilities\": [1]}]}," FACE(
                     0, 0, 1),
        CLIP_VECTOR);
    const struct clip *looks = clip_in("looks", FACE(0, 0, 5) "," FACE(99, 0, 5), CLIP_VECTOR);
    struct player_config config = player_vector();
    struct fault fault = {0};
    uint8_t a, b;
    start(&config);
    struct player_play mine = {.clip = drives, .loops = 1, .owner = 5};
    assert_int_equal(player_play(&player, &mine, &a, NULL), ERR_NONE);
    step();
    mine.owner = 6, mine.clip = looks;
    assert_int_equal(player_play(&player, &mine, &b, &fault), ERR_BUSY);
    assert_non_null(strstr(fault.said, "\"drives\" is playing"));
    mine.owner = 0;
    assert_int_equal(player_play(&player, &mine, &b, NULL), ERR_BUSY);
    mine.owner = 5;
    assert_int_equal(player_play(&player, &mine, &b, NULL), ERR_NONE); // one's own
    step();
    assert_true(told(PLAY_ABORTED, a) && told(PLAY_STARTED, b));
    assert_true(out.news & PLAYER_BODY && out.body.kind == DRIVE_STOP);
    assert_true(out.sounds[0].kind == SOUND_STOP_LOOPS && out.sounds[0].tag == a);
    assert_true(out.released & PLAYER_BODY && !(out.released & PLAYER_FACE)); // the new one has the face
    play(drives, 1);
    uint8_t c = play(drives, 1); // the first of the two never began
    step();
    assert_true(out.notice_count == 3 && told(PLAY_ABORTED, b) && told(PLAY_STARTED, c));
    assert_true(out.body.kind == DRIVE_STRAIGHT);
    struct player_play client = {.clip = drives, .client = true};
    enum err err = ERR_NONE;
    for (int i = 0; i < 20 && !err; i++) err = player_play(&player, &client, &b, NULL);
    assert_int_equal(err, ERR_LIMIT); // within one tick
    step();
    assert_int_equal(player_play(&player, &client, &b, NULL), ERR_NONE);
}

static void tracks_are_locked_ignored_and_muted(void **state) {
    const struct clip *clip =
        clip_of(BODY(0, 330, "\"STRAIGHT\"",
                     50) ",{\"Name\": \"HeadAngleKeyFrame\", \"triggerTime_ms\": 33, \"angle_deg\": 9}");
    struct player_config config = player_vector();
    struct fault fault = {0};
    uint8_t tag;
    start(&config);
    assert_int_equal(player_lock(&player, PLAYER_HEAD | PLAYER_LIFT, 77, NULL), ERR_NONE);
    struct player_play how = {.clip = clip, .loops = 1, .client = true};
    assert_int_equal(player_play(&player, &how, &tag, &fault), ERR_BUSY);
    assert_string_equal(fault.said, "the track \"head\" is locked by another action");
    how.ignore = PLAYER_HEAD;
    assert_int_equal(player_play(&player, &how, &tag, NULL), ERR_NONE);
    assert_int_equal(player_lock(&player, PLAYER_BODY, 77, NULL), ERR_BUSY); // the clip has it
    step_to(33);
    assert_int_equal(out.news & PLAYER_HEAD, 0);
    how.ignore = 0, how.owner = 77, how.client = false;
    player_stop(&player, 0);
    assert_int_equal(player_lock(&player, PLAYER_BODY, 78, NULL), ERR_NONE); // given back
    assert_int_equal(player_play(&player, &how, &tag, NULL), ERR_BUSY);
    player_unlock(&player, PLAYER_ALL, 78);
    assert_int_equal(player_play(&player, &how, &tag, NULL), ERR_NONE); // through its owner's own lock
    player_mute(&player, PLAYER_BODY);
    step();
    assert_int_equal(out.news & PLAYER_BODY, 0);
    step();
    assert_int_equal(out.news & PLAYER_HEAD, PLAYER_HEAD);
    player_stop(&player, 0);
    assert_int_equal(player_lock(&player, PLAYER_HEAD, 79, NULL), ERR_BUSY); // still the owner's
    assert_int_equal(player_lock(&player, PLAYER_BODY, 79, NULL), ERR_NONE);
}

static void tags_go_round_without_0_and_255(void **state) {
    const struct clip *clip = clip_of(FACE(0, 0, 0));
    struct player_config config = player_vector();
    start(&config);
    for (unsigned i = 0; i < 600; i++) {
        assert_int_equal(play(clip, 1), i % 254 + 1);
        step();
    }
}

static void the_trace_tells_everything(void **state) {
    const char *root = getenv("SOURCE");
    const char *const files[] = {"vector", "cozmo"};
    for (int f = 0; f < 2; f++) {
        char path[1024], golden[64];
        snprintf(path, sizeof path, "%s/tests/codec/clips/%s.json", root ? root : ".", files[f]);
        struct json *document;
        struct clips clips;
        struct clip_reading how = {0};
        struct fault fault = {0};
        arena = arena ? arena : arena_new(1 << 16);
        assert_int_equal(json_read(path, arena, NULL, &document, &fault), ERR_NONE);
        assert_int_equal(clips_read_json(document, &how, arena, &clips, &fault), ERR_NONE);
        struct player_config config = f ? player_cozmo() : player_vector();
        config.seed = 3;
        start(&config);
        struct buf trace = {0};
        for (size_t i = 0; i < clips.list.count; i++) {
            play(&clips.list.at[i], 2);
            unsigned allocations = 0;
            do {
                unsigned before = alloc_count();
                step();
                allocations += alloc_count() - before;
                heading += 0.05f;
                player_trace(&out, config.lights, &trace);
            } while (player.tag);
            assert_int_equal(allocations, 0);
        }
        snprintf(golden, sizeof golden, "stage/golden/%s.trace", files[f]);
        assert_golden(golden, trace.at, trace.len);
        buf_free(&trace);
    }
}

TESTS(cmocka_unit_test(a_key_frame_fires_at_the_first_step_at_or_after_its_time),
      cmocka_unit_test(variability_is_whole_even_and_within),
      cmocka_unit_test(the_body_drives_in_chains_and_stops_by_itself),
      cmocka_unit_test(wheels_follow_from_radius_and_tread),
      cmocka_unit_test(the_ends_of_the_radius_have_a_meaning),
      cmocka_unit_test(it_turns_back_to_the_heading_it_kept),
      cmocka_unit_test(sounds_come_in_order_and_by_probability),
      cmocka_unit_test(faces_move_from_key_frame_to_key_frame), cmocka_unit_test(lights_hold_or_fade),
      cmocka_unit_test(sprite_boxes_go_their_own_ways),
      cmocka_unit_test(more_boxes_than_there_is_room_for_are_counted),
      cmocka_unit_test(events_are_told_and_hold_on_request), cmocka_unit_test(loops_begin_at_their_beginning),
      cmocka_unit_test(the_newer_client_wins_and_others_wait),
      cmocka_unit_test(tracks_are_locked_ignored_and_muted),
      cmocka_unit_test(tags_go_round_without_0_and_255), cmocka_unit_test(the_trace_tells_everything))
