// Clips over the air: made into slots, sent as far as the robot's memory has room, played by its own clock.
#include "firmware_rig.h"
#include "support/allocs.h"

#include "base/system/file.h"
#include "codec/picture/png.h"
#include "link/cozmo/send_credit.h"
#include "stage/library/library.h"
#include "stage/screen/reel.h"
#include "stage/sound/sounds.h"

enum { SLOT_MOST = 2200, AHEAD = 6, PLACES = 30 };

static struct library *library;
static struct audio_set *sounds;

static int begin(void **state) {
    struct fault fault = {0};
    library = library_open(&(struct library_config){.creature = "cozmo"}, &fault);
    if (!library) fail_msg("%s", fault.said);
    sounds = sounds_open("cozmo", NULL);
    assert_non_null(sounds);
    return 0;
}
static int end(void **state) {
    library_free(library);
    sounds_close(sounds);
    return 0;
}

struct sender { // as an engine sends
    struct rig *rig;
    struct reel *reel;
    struct send_credit credit;
    unsigned heard, slots, sounds, pictures, keys; // heard: of the rig's messages
    unsigned most_ahead;
};

static struct sender sender_of(struct rig *rig, struct reel_config config) {
    config.sounds = sounds;
    if (!config.sprites) config.sprites = &library->sprites;
    struct sender s = {.rig = rig, .reel = reel_new(&config)};
    send_credit_begin(&s.credit, rig->now_us);
    return s;
}

static void hear(struct sender *s) {
    struct rig *rig = s->rig;
    if (rig->count < s->heard) s->heard = 0;
    for (; s->heard < rig->count; s->heard++) {
        if (rig->kept[s->heard].id != 0xf1) continue;
        struct cozmo_message m = rig_nth(rig, 0xf1, s->heard, 0);
        send_credit_played(&s->credit, rig->now_us, (uint32_t)m.animation_state.num_anim_bytes_played,
                           !engine_link_waiting(rig->engine));
    }
}

static void send(struct sender *s, const struct reel_slot *slot) {
    struct rig *rig = s->rig;
    if (slot->sound)
        SEND(rig, COZMO_OUTPUT_AUDIO, .output_audio = {{slot->samples, sizeof slot->samples}});
    else
        SEND(rig, COZMO_OUTPUT_SILENCE);
    for (uint32_t i = 0; i < slot->count; i++) {
        rig_send(rig, &slot->messages[i]);
        s->pictures += slot->messages[i].kind == COZMO_DISPLAY_IMAGE;
        s->keys += slot->messages[i].kind != COZMO_DISPLAY_IMAGE;
    }
    send_credit_sent(&s->credit, reel_slot_bytes(slot));
    s->slots++, s->sounds += slot->sound;
}

// Until the clip's last slot went out and the robot said that it is over; false: that never came.
static bool perform(struct sender *s, uint8_t id, float seconds) {
    struct rig *rig = s->rig;
    int64_t begun = rig->now_us, limit = begun + (int64_t)(seconds * 1e6f);
    unsigned mark = rig->count, first = s->slots;
    struct reel_slot slot;
    while (rig->now_us < limit) {
        hear(s);
        int64_t due = begun + (int64_t)(s->slots - first) * 1000000 / 30 - AHEAD * 33333;
        while (reel_plays(s->reel) && due <= rig->now_us &&
               send_credit_room(&s->credit, rig->now_us) >= SLOT_MOST &&
               engine_link_room(rig->engine) >= PLACES &&
               reel_slot(s->reel, rig->state.pose_angle_rad, &slot)) {
            send(s, &slot);
            due += 33333;
        }
        rig_run(rig, 0.01f);
        if (rig->count < mark) mark = 0;
        if (!rig_heard(rig, 0xcb, mark)) continue;
        assert_int_equal(rig_last(rig, 0xcb, mark).animation_ended.anim_id, id);
        return true;
    }
    return false;
}

static void play(struct sender *s, const struct clip *clip, uint8_t id) {
    struct fault fault = {0};
    if (reel_play(s->reel, clip, id, 1, &fault)) fail_msg("%s", fault.said);
}

static const struct clip *clip_of(const char *name) {
    const struct clip *clip = library_clip(library, text_of(name));
    if (!clip) fail_msg("there is no %s", name);
    return clip;
}

static struct rig *at_home(void) {
    struct rig *rig = rig_new(2381, 3, NULL);
    rig_connect(rig);
    return rig;
}

static void every_clip_of_ours_is_played_to_its_end(void **state) {
    struct rig *rig = at_home();
    struct sender s = sender_of(rig, reel_defaults());
    rig_run(rig, 0.5f);
    uint64_t before = rig_stats(rig)->slots, shown = rig_stats(rig)->pictures,
             sounded = rig_stats(rig)->sounds;
    for (uint32_t i = 0; i < library->clip_count; i++) {
        uint8_t id = (uint8_t)(i % REEL_ANIMATION_MOST + 1);
        unsigned mark = rig->count = 0;
        s.heard = 0;
        play(&s, library->clips[i].clip, id);
        if (!perform(&s, id, (float)library->clips[i].length_ms / 1000 + 20))
            fail_msg("%.*s has no end", (int)library->clips[i].name.len, library->clips[i].name.at);
        assert_int_equal(rig_heard(rig, 0xca, mark), 1);
        assert_int_equal(rig_nth(rig, 0xca, mark, 0).animation_started.anim_id, id);
        assert_int_equal(rig_heard(rig, 0xcb, mark), 1);
        if (rig_stats(rig)->slots - before != s.slots)
            fail_msg("%.*s: %d slots, %d sent, %d drops, %d underruns", (int)library->clips[i].name.len,
                     library->clips[i].name.at, (int)(rig_stats(rig)->slots - before), s.slots,
                     rig_last(rig, 0xf1, 0).animation_state.client_drop_count,
                     (int)rig_stats(rig)->underruns);
    }
    const struct cozmo_firmware_stats *stats = rig_stats(rig);
    assert_int_equal(stats->slots - before, s.slots);
    assert_int_equal(stats->pictures - shown, s.pictures);
    assert_int_equal(stats->sounds - sounded, s.sounds);
    assert_int_equal(stats->display_errors, 0);
    assert_int_equal(stats->damaged, 0);
    assert_int_equal(stats->unknown, 0);
    assert_int_equal(stats->underruns, 0); // at no beat of a clip the robot had nothing
    assert_int_equal(rig_last(rig, 0xf1, 0).animation_state.client_drop_count, 0);
    print_message("# %u clips, %u slots, %u with sound, %u pictures, %u key-frames\n", library->clip_count,
                  s.slots, s.sounds, s.pictures, s.keys);
    assert_true(s.sounds > 500 && s.pictures > 1000 && rig->loudest > 3000);
    reel_free(s.reel);
    rig_free(rig);
}

static void a_bad_air_loses_nothing_of_a_clip(void **state) {
    struct rig *rig = at_home();
    struct sender s = sender_of(rig, reel_defaults());
    rig_run(rig, 0.5f);
    uint64_t before = rig_stats(rig)->slots;
    rig->loss = 0.15f;
    static const char *const CLIPS[] = {"anim_answer_yes_01", "anim_battery_low_01",
                                        "anim_blackjack_deal_01"};
    for (uint8_t i = 0; i < 3; i++) {
        play(&s, clip_of(CLIPS[i]), (uint8_t)(i + 1));
        assert_true(perform(&s, (uint8_t)(i + 1), 40));
    }
    assert_int_equal(rig_stats(rig)->slots - before, s.slots);
    assert_int_equal(rig_last(rig, 0xf1, 0).animation_state.client_drop_count, 0);
    reel_free(s.reel);
    rig_free(rig);
}

static void a_starved_stream_is_counted(void **state) {
    struct rig *rig = at_home();
    struct sender s = sender_of(rig, reel_defaults());
    struct reel_slot slot;
    rig_run(rig, 0.5f);
    play(&s, clip_of("anim_answer_yes_01"), 9);
    for (int i = 0; i < 10; i++) {
        assert_true(reel_slot(s.reel, 0, &slot));
        send(&s, &slot);
    }
    rig_run(rig, 0.2f);
    assert_int_equal(rig_stats(rig)->underruns, 0);
    assert_int_equal(rig_last(rig, 0xf1, 0).animation_state.tag, 9);
    int played = rig_last(rig, 0xf1, 0).animation_state.num_audio_frames_played;
    rig_run(rig, 1);
    assert_in_range(rig_stats(rig)->underruns, 20, 30);
    struct cozmo_message last = rig_last(rig, 0xf1, 0);
    assert_in_range(last.animation_state.num_audio_frames_played - played, 0, 6); // its clock stood still
    assert_true(rig->state.status & COZMO_IS_ANIMATING);
    SEND(rig, COZMO_ABORT_ANIMATION);
    rig_run(rig, 0.2f);
    assert_int_equal(rig_last(rig, 0xcb, 0).animation_ended.anim_id, 9);
    assert_int_equal(rig_last(rig, 0xf1, 0).animation_state.tag, 0);
    assert_false(rig->state.status & COZMO_IS_ANIMATING);
    uint64_t underruns = rig_stats(rig)->underruns;
    rig_run(rig, 1);
    assert_int_equal(rig_stats(rig)->underruns, underruns); // idle is no hunger
    reel_free(s.reel);
    rig_free(rig);
}

// A clip with a key-frame of every sort, made here.
static float RED[4] = {1, 0, 0, 0}, DARK[4] = {0};
static struct clip_head heads[] = {{0, 600, 30, 0}, {1200, 300, -10, 0}};
static struct clip_lift lifts[] = {{0, 700, 70, 0}};
static struct clip_lights lights[] = {{0, 2000, {DARK, 4}, {DARK, 4}, {DARK, 4}, {RED, 4}, {DARK, 4}}};
static struct clip_event events[] = {{330, {"TAPPED_BLOCK", 12}}, {660, {"nobody knows it", 15}}};
static struct clip_body bodies[] = {{330, 990, {"STRAIGHT", 8}, 50}, {1320, 660, {"TURN_IN_PLACE", 13}, 90}};
static struct clip_record records[] = {{1300}};
static struct clip_turn turns[] = {{2310, 1650, 0, 60, 1000, 1000, 2, 0, true}};
static float eye[19] = {0, 0, 1, 1, 0, .5f, .5f, .5f, .5f, .5f, .5f, .5f, .5f};
static struct clip_face faces[] = {{0, 0, 0, 0, 1, 1, {eye, 19}, {eye, 19}, 1},
                                   {660, 0, 8, 4, 1, 1, {eye, 19}, {eye, 19}, 1}};
static const struct clip ALL_SORTS = {{"all_sorts", 9},
                                      {.head = {heads, 2},
                                       .lift = {lifts, 1},
                                       .lights = {lights, 1},
                                       .event = {events, 2},
                                       .body = {bodies, 2},
                                       .record = {records, 1},
                                       .turn = {turns, 1},
                                       .face = {faces, 2}}};

static void key_frames_stand_in_order_at_their_time(void **state) {
    for (int narrow = 0; narrow < 2; narrow++) {
        struct reel_config config = reel_defaults();
        config.short_durations = config.plain_turns = narrow;
        struct reel *reel = reel_new(&config);
        struct fault fault = {0};
        struct reel_slot slot;
        unsigned n = 0;
        assert_int_equal(reel_play(reel, &ALL_SORTS, 200, 1, &fault), ERR_NONE);
        uint8_t said[20000];
        struct writer out = writer_of(said, sizeof said);
        int at[256];
        memset(at, -1, sizeof at);
        struct cozmo_message first[256] = {0};
        uint64_t allocations = alloc_count();
        size_t bytes = 0;
        for (; reel_slot(reel, 0, &slot); n++) {
            bytes += reel_slot_bytes(&slot);
            assert_false(slot.sound);
            if (!n) { // all that is due at once, in the order of the wire
                static const enum cozmo_kind ORDER[] = {COZMO_START_ANIMATION, COZMO_ANIM_HEAD,
                                                        COZMO_ANIM_LIFT, COZMO_DISPLAY_IMAGE,
                                                        COZMO_ANIM_BACKPACK_LIGHTS};
                assert_int_equal(slot.count, 5);
                for (int i = 0; i < 5; i++) assert_int_equal(slot.messages[i].kind, ORDER[i]);
            }
            for (uint32_t i = 0; i < slot.count; i++) {
                const struct cozmo_message *m = &slot.messages[i];
                assert_int_equal(cozmo_message_encode(m, &out, COZMO_VERSION), ERR_NONE);
                uint8_t id = cozmo_messages[m->kind].id;
                if (at[id] < 0) at[id] = (int)n, first[id] = *m;
                if (m->kind == COZMO_END_ANIMATION) assert_int_equal(i, slot.count - 1);
            }
        }
        assert_int_equal(alloc_count(), allocations);
        assert_in_range(n, 118, 124); // 3960 ms
        assert_int_equal(at[0x9a], n - 1);
        assert_int_equal(first[0x9b].start_animation.anim_id, 200);
        assert_int_equal(first[0x93].anim_head.angle_deg, 30);
        assert_int_equal(first[0x93].anim_head.duration_ms, narrow ? 255 : 600 & 255);
        assert_int_equal(first[0x93].anim_head.variability_deg, narrow ? 0 : 600 >> 8);
        assert_int_equal(first[0x94].anim_lift.height_mm, 70);
        assert_int_equal(first[0x94].anim_lift.duration_ms | first[0x94].anim_lift.variability_mm << 8,
                         narrow ? 255 : 700);
        assert_int_equal(first[0x98].anim_backpack_lights.colors[2], 0x7c00);
        assert_int_equal(first[0x95].anim_event.event, 2);
        assert_in_range(at[0x95], 9, 11);
        assert_int_equal(first[0x99].anim_body.speed, 50);
        assert_int_equal(first[0x99].anim_body.unknown, 32767);
        assert_in_range(at[0x99], 9, 11);
        assert_in_range(at[0x91], 38, 41);
        assert_in_range(at[0x92], 68, 71);
        const struct cozmo_turn_to_recorded_heading *turn = &first[0x92].turn_to_recorded_heading;
        assert_int_equal(turn->has_how, !narrow);
        if (!narrow) { // all that the key-frame says
            assert_int_equal(turn->how.offset_deg, 0);
            assert_int_equal(turn->how.speed_deg_per_sec, 60);
            assert_int_equal(turn->how.accel_deg_per_sec2, 1000);
            assert_int_equal(turn->how.decel_deg_per_sec2, 1000);
            assert_int_equal(turn->how.tolerance_deg, 2);
            assert_int_equal(turn->how.half_turns, 0);
            assert_true(turn->how.shortest);
        }
        assert_int_equal(bytes, writer_len(&out) + n); // and a byte for each silence
        reel_free(reel);
        if (narrow) continue;
        assert_true(writer_len(&out) > 500);
    }
}

static void the_robot_does_what_the_clip_says(void **state) {
    struct rig *rig = at_home();
    struct sender s = sender_of(rig, reel_defaults());
    rig_run(rig, 0.5f);
    float x = rig->state.pose_x, head = -1, lift = 0, turned = 0;
    play(&s, &ALL_SORTS, 5);
    struct reel_slot slot;
    int64_t begun = rig->now_us;
    unsigned sent = 0;
    while (reel_plays(s.reel) || rig->state.status & COZMO_IS_ANIMATING || sent < 3) {
        hear(&s);
        if (rig->now_us - begun >= (int64_t)sent * 33333 - 100000 &&
            reel_slot(s.reel, rig->state.pose_angle_rad, &slot))
            send(&s, &slot), sent++;
        rig_run(rig, 0.01f);
        head = fmaxf(head, rig->state.head_angle_rad);
        lift = fmaxf(lift, rig->state.lift_height_mm);
        turned = fmaxf(turned, rig->state.pose_angle_rad);
        assert_true(rig->now_us - begun < 8000000);
    }
    assert_in_range((int)(head * 100), 49, 56); // 30 degrees
    assert_in_range((int)lift, 66, 73);
    assert_in_range((int)(hypotf(rig->state.pose_x - x, rig->state.pose_y)), 35, 60); // a second at 50 mm/s
    assert_in_range((int)(turned * 100), 65, 110);                         // 0.66 s at 90 degrees a second
    assert_in_range((int)(fabsf(rig->state.pose_angle_rad) * 100), 0, 12); // and back
    rig_run(rig, 1);
    assert_in_range((int)(-rig->state.head_angle_rad * 100), 13, 22); // -10 degrees
    reel_free(s.reel);
    rig_free(rig);
}

static void tracks_can_be_switched_off_and_on(void **state) {
    struct rig *rig = at_home();
    struct sender s = sender_of(rig, reel_defaults());
    SEND(rig, COZMO_UNKNOWN9D, .unknown9d = {3}); // head and lift
    rig_run(rig, 0.5f);
    assert_int_equal(rig_last(rig, 0xf1, 0).animation_state.enabled_anim_tracks & 3, 0);
    float head = rig->state.head_angle_rad;
    play(&s, &ALL_SORTS, 5);
    assert_true(perform(&s, 5, 10));
    assert_true(fabsf(rig->state.head_angle_rad - head) < 0.03f);
    SEND(rig, COZMO_UNKNOWN9E, .unknown9e = {3});
    rig_run(rig, 0.2f);
    assert_int_equal(rig_last(rig, 0xf1, 0).animation_state.enabled_anim_tracks & 3, 3);
    play(&s, &ALL_SORTS, 6);
    assert_true(perform(&s, 6, 10));
    assert_true(fabsf(rig->state.head_angle_rad - head) > 0.03f);
    reel_free(s.reel);
    rig_free(rig);
}

static void rows_take_turns_against_burning_in(void **state) {
    struct reel_config config = reel_defaults();
    config.rows_64 = true;
    struct reel *reel = reel_new(&config);
    struct fault fault = {0};
    struct reel_slot slot;
    unsigned even = 0, odd = 0;
    static struct clip_head nothing[] = {{3300, 33, 0, 0}}; // a face that stands still for 3.3 seconds
    struct clip still = {{"still", 5}, {.face = {faces, 1}, .head = {nothing, 1}}};
    assert_int_equal(reel_play(reel, &still, 1, 1, &fault), ERR_NONE);
    while (reel_slot(reel, 0, &slot)) {
        for (uint32_t i = 0; i < slot.count; i++) {
            if (slot.messages[i].kind != COZMO_DISPLAY_IMAGE) continue;
            struct rle_picture picture;
            assert_int_equal(rle_decode(slot.messages[i].display_image.image, &picture, NULL), ERR_NONE);
            uint64_t all = 0;
            for (int x = 0; x < RLE_COLUMNS; x++) all |= picture.column[x];
            bool upper = all & 0x5555555555555555u, lower = all & 0xaaaaaaaaaaaaaaaau;
            assert_true(upper != lower); // every other row is dark
            even += upper, odd += lower;
        }
    }
    assert_in_range(even, 2, 3); // again each second, in the other rows
    assert_in_range(odd, 1, 3);
    reel_free(reel);
}

// Pictures of a user's own tree: picture n has a bar of eight columns, the n-th from the left.
enum { BARS = 10, BAR = 8 };

static void put_sequence(const char *tree) {
    char path[512];
    snprintf(path, sizeof path, "%s/assets/animations", tree); // by which it is known for what it is
    assert_int_equal(folder_make(path, NULL), ERR_NONE);
    snprintf(path, sizeof path, "%s/assets/faceAnimations/bars", tree);
    assert_int_equal(folder_make(path, NULL), ERR_NONE);
    for (unsigned n = 0; n < BARS; n++) {
        struct pixels bar = {0};
        struct buf png = {0};
        assert_int_equal(pixels_new(&bar, RLE_COLUMNS, RLE_ROWS, 1), ERR_NONE);
        memset(bar.at, 0, bar.stride * RLE_ROWS);
        for (unsigned y = 0; y < RLE_ROWS; y++) memset(bar.at + y * bar.stride + n * BAR, 255, BAR);
        assert_int_equal(png_encode(&bar, &png, NULL), ERR_NONE);
        snprintf(path, sizeof path, "%s/assets/faceAnimations/bars/bars_%u.png", tree, n);
        assert_int_equal(file_write(path, png.at, png.len, NULL), ERR_NONE);
        pixels_free(&bar);
        buf_free(&png);
    }
}

// Which bar is lit and nothing else; -1: none, -2: something else.
static int bar_of(const struct rle_picture *picture) {
    int found = -1;
    for (int x = 0; x < RLE_COLUMNS; x++) {
        if (!picture->column[x]) continue;
        if (found >= 0 && found != x / BAR) return -2;
        found = x / BAR;
    }
    return found;
}

static void pictures_of_a_clip_are_shown_in_step(void **state) {
    const char *tree = temp_folder();
    put_sequence(tree);
    struct fault fault = {0};
    struct library *own =
        library_open(&(struct library_config){.creature = "cozmo", .resources = tree}, &fault);
    if (!own) fail_msg("%s", fault.said);
    static struct clip_sprites bars[] = {{330, {"bars", 4}, 1}};
    static struct clip_head nods[] = {{330, 33, 20, 0}, {660, 33, -10, 0}, {1320, 33, 0, 0}};
    struct clip clip = {{"bars", 4}, {.sprites = {bars, 1}, .head = {nods, 3}}};
    for (int rows = 0; rows < 2; rows++) {
        struct rig *rig = at_home();
        struct reel_config config = reel_defaults();
        config.sprites = &own->sprites;
        config.rows_64 = rows;
        struct sender s = sender_of(rig, config);
        rig_run(rig, 0.5f);
        play(&s, &clip, 3);
        // What is sent stands beside the other key-frames of its moment …
        struct reel *reel = reel_new(&config);
        struct reel_slot slot;
        assert_int_equal(reel_play(reel, &clip, 4, 1, &fault), ERR_NONE);
        int head_at = -1, bar_at[BARS], eyes_at = -1;
        memset(bar_at, -1, sizeof bar_at);
        for (int n = 0; reel_slot(reel, 0, &slot); n++)
            for (uint32_t i = 0; i < slot.count; i++) {
                if (slot.messages[i].kind == COZMO_ANIM_HEAD && head_at < 0) head_at = n;
                if (slot.messages[i].kind != COZMO_DISPLAY_IMAGE) continue;
                struct rle_picture picture;
                assert_int_equal(rle_decode(slot.messages[i].display_image.image, &picture, NULL), ERR_NONE);
                int bar = bar_of(&picture);
                assert_in_range(bar + 2, 0, BARS + 1);
                if (bar >= 0 && bar_at[bar] < 0) bar_at[bar] = n;
                if (bar < 0) eyes_at = n;
            }
        assert_in_range(head_at, 9, 11);
        for (int i = 0; i < BARS; i++) assert_in_range(bar_at[i], head_at + i, head_at + i + 1);
        assert_true(eyes_at > bar_at[BARS - 1]); // and then it looks about again
        reel_free(reel);
        // … and what the robot shows is each of them, one after the other, as long as the next is not there.
        struct reel_slot next;
        int64_t begun = rig->now_us, shown_us[BARS];
        unsigned sent = 0, seen = 0;
        memset(shown_us, 0, sizeof shown_us);
        while (rig->now_us - begun < 2500000) {
            hear(&s);
            if (rig->now_us - begun >= (int64_t)sent * 33333 - 100000 && reel_slot(s.reel, 0, &next))
                send(&s, &next), sent++;
            rig_run(rig, 0.005f);
            int bar = bar_of(cozmo_firmware_display(cozmo_onair_firmware(rig->cozmo)));
            if (bar >= 0 && (unsigned)bar == seen && seen < BARS) shown_us[seen++] = rig->now_us;
        }
        assert_int_equal(seen, BARS);
        for (int i = 1; i < BARS; i++)
            assert_in_range(shown_us[i] - shown_us[i - 1], 25000, 72000); // a slot; once in a hundred two
        assert_in_range(shown_us[BARS - 1] - shown_us[0], 290000, 345000);
        assert_int_equal(rig_stats(rig)->display_errors, 0);
        reel_free(s.reel);
        rig_free(rig);
    }
    library_free(own);
}

static void our_own_sequences_are_seen_on_the_display(void **state) {
    unsigned clips = 0;
    for (uint32_t i = 0; i < library->clip_count; i++) {
        const struct clip *clip = library->clips[i].clip;
        if (!clip->keys.sprites.count) continue;
        struct reel_config with = reel_defaults(), without = reel_defaults();
        with.sprites = &library->sprites;
        struct reel *a = reel_new(&with), *b = reel_new(&without);
        struct fault fault = {0};
        struct reel_slot slot;
        unsigned pictures[2] = {0};
        uint64_t hash[2] = {0};
        struct reel *reels[2] = {a, b};
        struct clip bare = *clip;
        bare.keys.sprites.count = 0;
        for (int k = 0; k < 2; k++) {
            assert_int_equal(reel_play(reels[k], k ? &bare : clip, 1, 1, &fault), ERR_NONE);
            while (reel_slot(reels[k], 0, &slot))
                for (uint32_t m = 0; m < slot.count; m++) {
                    if (slot.messages[m].kind != COZMO_DISPLAY_IMAGE) continue;
                    pictures[k]++;
                    struct bytes code = slot.messages[m].display_image.image;
                    for (size_t j = 0; j < code.len; j++) hash[k] = hash[k] * 31 + code.at[j];
                }
        }
        if (hash[0] == hash[1]) fail_msg("%.*s looks as without", (int)clip->name.len, clip->name.at);
        reel_free(a), reel_free(b);
        clips++;
    }
    assert_true(clips >= 10);
}

static void a_clip_that_is_stopped_ends(void **state) {
    struct rig *rig = at_home();
    struct sender s = sender_of(rig, reel_defaults());
    struct fault fault = {0};
    rig_run(rig, 0.5f);
    assert_int_equal(reel_play(s.reel, clip_of("anim_answer_yes_01"), 7, 0, &fault), ERR_NONE); // for ever
    assert_false(perform(&s, 7, 6));
    assert_true(reel_plays(s.reel));
    reel_stop(s.reel);
    assert_true(perform(&s, 7, 3));
    assert_false(reel_plays(s.reel));
    assert_int_equal(reel_play(s.reel, clip_of("anim_answer_yes_01"), 0, 1, &fault), ERR_RANGE);
    assert_int_equal(reel_play(s.reel, clip_of("anim_answer_yes_01"), 255, 1, &fault), ERR_RANGE);
    reel_free(s.reel);
    rig_free(rig);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_clip_of_ours_is_played_to_its_end),
                                       cmocka_unit_test(a_bad_air_loses_nothing_of_a_clip),
                                       cmocka_unit_test(a_starved_stream_is_counted),
                                       cmocka_unit_test(key_frames_stand_in_order_at_their_time),
                                       cmocka_unit_test(the_robot_does_what_the_clip_says),
                                       cmocka_unit_test(tracks_can_be_switched_off_and_on),
                                       cmocka_unit_test(rows_take_turns_against_burning_in),
                                       cmocka_unit_test(pictures_of_a_clip_are_shown_in_step),
                                       cmocka_unit_test(our_own_sequences_are_seen_on_the_display),
                                       cmocka_unit_test(a_clip_that_is_stopped_ends)};
    return support_run(argc, argv, tests, begin, end);
}
