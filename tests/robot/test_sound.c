// Sound as a part of a life: asked for, spoken, led by moving and feeling, and told.
#include "run/sound_rig.h"

#include "base/hash.h"
#include "border/body_model.h"
#include "robot/robot_audio.h"
#include "run/sound_told.h"
#include "stage/sound/sounds.h"

#include <string.h>

static void a_sound_is_asked_for_and_answered(void **state) {
    struct heard h = {0};
    struct scenario *s = scene();
    struct play *play = begin(s, &h, 0, false, NULL);
    hear(play, &h);
    s_for(play, 1);
    assert_true(h.loud == 0);
    ask(play, sound("Play__Critter__Happy_Long"));
    s_for(play, 0.3);
    assert_int_equal(h.replies, 0); // it is not over
    assert_true(h.loud > 10);
    s_for(play, 3);
    assert_int_equal(h.replies, 1);
    assert_int_equal(h.verdict, LIFE_VERDICT_DONE);
    assert_true(h.kinds[LIFE_EVENT_KIND_SOUND_POSTED] >= 1);
    assert_true(h.samples >= 4 * 32000 && audio_tap_lost(h.tap) == 0);
    struct life_message bad = sound("x");
    bad.play_sound.volume = -1;
    ask(play, bad);
    s_for(play, 0.1);
    assert_int_equal(h.verdict, LIFE_VERDICT_BAD_VALUE);
    over(play, s, &h);
}

static void speech_has_its_states_and_words(void **state) {
    struct heard h = {0};
    struct scenario *s = scene();
    struct play *play = begin(s, &h, 0, false, NULL);
    static const char TEXT_[] = "One small robot goes for a walk. It finds a cube, looks at it for a while, "
                                "and then it carries the cube all the way home.";
    s_for(play, 0.2);
    ask(play, say(TEXT_, 1));
    s_for(play, 14);
    assert_int_equal(h.state_count, 4);
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(h.states[i], i + 1);
    assert_int_equal(h.verdict, LIFE_VERDICT_DONE);
    assert_in_range(h.words, 22, 28);
    for (uint32_t i = 0; i < h.words;
         i++) { // each once, in order, at the beginning of a word, over all the pieces
        if (h.word_text[i] && TEXT_[h.word_text[i] - 1] != 0x20)
            fail_msg("word %u at %u: %s", i, h.word_text[i], TEXT_ + h.word_text[i]);
        assert_true(h.word_text[i] < strlen(TEXT_) && (!h.word_text[i] || TEXT_[h.word_text[i] - 1] == ' '));
        if (i) assert_true(h.word_text[i] > h.word_text[i - 1]);
    }
    assert_true(h.word_s > 4 && h.word_s < 12);
    struct life_message bad = say("hello", 50);
    ask(play, bad);
    ask(play, say(" ", 1));
    s_for(play, 0.2);
    assert_int_equal(h.verdict, LIFE_VERDICT_BAD_VALUE);
    // Two at once: one after the other.
    memset(&h, 0, sizeof h);
    ask(play, say("first", 1));
    ask(play, say("second", 1));
    s_for(play, 6);
    assert_int_equal(h.state_count, 8);
    assert_int_equal(h.states[7], 4);
    assert_int_equal(h.words, 2);
    over(play, s, &h);
}

static float leads(struct audio *audio, const char *name) {
    return audio_parameter_now(audio, AUDIO_PROCEDURAL, fnv1_32_lower(name));
}

// What a body tells of its moving, in a list that a bank's curves may follow.
static void moving_leads_sounds(void **state) {
    struct robot_audio *sound =
        robot_audio_new(&(struct robot_audio_config){.model = &vector_model, .seed = 1});
    struct audio *audio = robot_audio_engine(sound);
    struct body_senses s = {.motion_count = 1, .joints_count = BODY_MOTOR_HEAD + 1};
    for (uint64_t t = 1; t <= 12;
         t++) { // 0.1 m/s² on the left, half of it on the right; the head at 1 rad/s, the lift rests
        float v = 0.0033f * (float)t;
        s.time_us = t * 33000;
        s.motion[0].left_mps = v, s.motion[0].right_mps = v / 2;
        s.joints[BODY_MOTOR_HEAD].angle_rad = -0.3f + 0.033f * (float)t;
        s.joints[BODY_MOTOR_LIFT].angle_rad = 0.4f;
        struct command_out out = {0};
        robot_audio_feel(sound, &s);
        robot_audio_step(sound, t, 0, &out);
    }
    assert_true(fabsf(leads(audio, "Robot_Vic_Tread_Speed") - 0.0033f * 12 * 0.75f * 1000) < 4);
    assert_true(fabsf(leads(audio, "Robot_Vic_Tread_Accelerate") - 75) < 3); // mm/s²
    assert_true(leads(audio, "Robot_Vic_Tread_Spin_Speed") < -0.2f);         // to the right
    assert_true(fabsf(leads(audio, "Robot_Vic_Head_Speed") - 1) < 0.05f);
    assert_true(fabsf(leads(audio, "Robot_Vic_Head_Accelerate")) < 0.5f);
    assert_true(fabsf(leads(audio, "Robot_Vic_Head_Position") - 0.096f) < 0.05f);
    assert_true(leads(audio, "Robot_Vic_Lift_Speed") == 0);
    assert_true(fabsf(leads(audio, "Robot_Vic_Lift_Position") - 0.4f) < 0.01f);
    s.motion[0].left_mps = s.motion[0].right_mps = 0; // stops
    for (uint64_t t = 13; t < 20; t++) {
        struct command_out out = {0};
        s.time_us = t * 33000;
        robot_audio_feel(sound, &s);
        robot_audio_step(sound, t, 0, &out);
    }
    assert_true(leads(audio, "Robot_Vic_Tread_Speed") == 0 &&
                leads(audio, "Robot_Vic_Tread_Accelerate") == 0);
    robot_audio_free(sound);
}

static void feelings_lead_sounds(void **state) {
    struct robot_audio *sound =
        robot_audio_new(&(struct robot_audio_config){.model = &vector_model, .seed = 1});
    struct audio *audio = robot_audio_engine(sound);
    static const struct {
        const char *name;
        float low, high;
    } LED[] = {{"Robot_Vic_Stimulation", 0.25f, 0.75f}, {"Robot_Vic_Happy", -0.5f, 0.5f},
               {"Robot_Vic_Confident", -0.4f, 0.6f},    {"Robot_Vic_Social", -0.3f, 0.7f},
               {"Robot_Vic_Held_Trust", 0.1f, 0.8f},    {"Robot_Vic_Purr_Level", 0.2f, 0.9f}};
    uint64_t tick = 0;
    for (int high = 0; high < 2; high++) {
        struct mind_feelings f = {0};
        float *const TO[] = {&f.stimulation, &f.happy, &f.confident, &f.social, &f.held_trust, &f.purr};
        for (size_t i = 0; i < 6; i++) *TO[i] = high ? LED[i].high : LED[i].low;
        for (int i = 0; i < 300; i++) {
            struct command_out out = {0};
            robot_audio_feelings(sound, &f);
            robot_audio_step(sound, ++tick, 0, &out);
        }
        for (size_t i = 0; i < 6; i++)
            if (!(fabsf(leads(audio, LED[i].name) - *TO[i]) < 0.03f))
                fail_msg("%s: %g, not %g", LED[i].name, (double)leads(audio, LED[i].name), (double)*TO[i]);
    }
    robot_audio_free(sound);
}

// In the form of Vector's own pages, with names where they are known.
static void debugging_pages_read_of_sounds(void **state) {
    static const struct {
        struct life_event event;
        const char *said;
    } ROWS[] = {
        {{.kind = LIFE_EVENT_KIND_SOUND_POSTED, .time_us = 2500000, .numbers = {2, 9}},
         "{\"type\":\"PostAudioEvent\",\"eventName\":\"Play__Critter__Happy_Long\",\"gameObjectId\":"
         "\"Behavior\",\"hasCallback\":true,"
         "\"time\":1.5}"},
        {{.kind = LIFE_EVENT_KIND_SOUNDS_STOPPED, .time_us = 1000000, .numbers = {5}},
         "{\"type\":\"StopAllAudioEvents\",\"eventName\":\"\",\"gameObjectId\":\"All\",\"time\":0}"},
        {{.kind = LIFE_EVENT_KIND_SOUND_STATE, .time_us = 1250000, .subject = 77, .numbers = {1, 2}},
         "{\"type\":\"SetState\",\"stateGroupId\":\"77\",\"stateId\":\"65538\",\"time\":0.25}"},
        {{.kind = LIFE_EVENT_KIND_SOUND_SWITCH, .time_us = 1250000, .subject = 78, .numbers = {0, 3, 0}},
         "{\"type\":\"SetSwitchState\",\"gameObjectId\":\"Animation\",\"switchGroupId\":\"78\","
         "\"switchStateId\":\"3\",\"time\":0.25}"},
    };
    struct audio_set *sounds = sounds_open("vector", NULL);
    for (int i = 0; i < 4; i++) {
        struct life_event event = ROWS[i].event;
        struct buf out = {0};
        struct json_writer w = json_writer_of(&out, 0);
        if (!i) event.subject = fnv1_32_lower("Play__Critter__Happy_Long");
        assert_true(sound_told(&event, sounds, 1000000, &w));
        assert_string_equal((const char *)out.at, ROWS[i].said);
        buf_free(&out);
    }
    struct buf none = {0};
    struct json_writer w = json_writer_of(&none, 0);
    assert_false(sound_told(&(struct life_event){.kind = LIFE_EVENT_KIND_BLINKED}, sounds, 0, &w));
    assert_int_equal(none.len, 0);
    assert_null(sounds_name(sounds, 1));
    assert_null(sounds_name(NULL, 1));
    sounds_close(sounds);
    // And in a life: what was asked for comes out, with whose it was.
    struct heard h = {0};
    struct scenario *s = scene();
    struct play *play = begin(s, &h, 0, false, NULL);
    ask(play, sound("Play__Critter__Happy_Long"));
    s_for(play, 0.033 * 2);
    ask(play, (struct life_message){.kind = LIFE_STOP_SOUNDS, .stop_sounds = {255, 50}});
    s_for(play, 0.2);
    assert_int_equal(h.kinds[LIFE_EVENT_KIND_SOUND_POSTED], 1);
    assert_true(h.kinds[LIFE_EVENT_KIND_SOUNDS_STOPPED] >= 1);
    over(play, s, &h);
}

TESTS(cmocka_unit_test(debugging_pages_read_of_sounds), cmocka_unit_test(moving_leads_sounds),
      cmocka_unit_test(feelings_lead_sounds), cmocka_unit_test(a_sound_is_asked_for_and_answered),
      cmocka_unit_test(speech_has_its_states_and_words))
