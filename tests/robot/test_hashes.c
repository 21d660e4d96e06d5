// Two lives that part are told apart at once: every byte of a robot that decides what it goes on to do is in
// the hash of one room, and what lies in gaps between members is in none.
//
// The bytes are those of struct robot, flipped one by one at several moments of a life. A byte that moves no
// hash must be a gap, or stand in the list below with the reason why it decides nothing; so a member that is
// added and forgotten fails here.
#include "run/asking.h"
#include "run/thin.h"
#include "support/support.h"

#include "robot/robot_internal.h"

// What moves no hash, and why. ONE: a member; EACH: the same member of every element of an array.
#define LEFT_OUT(ONE, EACH)                                                                                  \
    ONE(soul, "what kind it is: the same for two lives that are compared")                                   \
    ONE(config, "the same for two lives that are compared")                                                  \
    ONE(tick, "in the hash of the whole")                                                                    \
    ONE(desk.in.used, "where the next one will lie")                                                         \
    ONE(desk.in.list, "what waits is hashed as its message; the rest is what was there before")              \
    ONE(desk.in_bytes, "what waits is hashed as its message; the rest is what was there before")             \
    ONE(desk.out_bytes, "replies decide nothing")                                                            \
    ONE(desk.out, "replies decide nothing")                                                                  \
    ONE(desk.taken, "what is being done just now")                                                           \
    ONE(desk.lost, "replies decide nothing")                                                                 \
    ONE(feel.config, "the same for two lives that are compared")                                             \
    ONE(feel.model, "the same for two lives that are compared")                                              \
    ONE(feel.heard, "of this tick")                                                                          \
    ONE(feel.beam, "of this tick")                                                                           \
    ONE(feel.events, "of this tick: emptied before the next")                                                \
    ONE(feel.event_count, "of this tick: emptied before the next")                                           \
    ONE(events, "of this tick: emptied before the next")                                                     \
    ONE(event_count, "of this tick: emptied before the next")                                                \
    ONE(events_lost, "of this tick: emptied before the next")                                                \
    ONE(events_over, "set after every tick")                                                                 \
    ONE(act.commander.wheels, "wishes last one tick")                                                        \
    ONE(act.commander.head, "wishes last one tick")                                                          \
    ONE(act.commander.lift, "wishes last one tick")                                                          \
    ONE(act.commander.lights, "wishes last one tick")                                                        \
    ONE(act.commander.light_count, "wishes last one tick")                                                   \
    ONE(act.commander.path, "wishes last one tick")                                                          \
    ONE(act.commander.follows, "wishes last one tick")                                                       \
    ONE(act.commander.orders, "wishes last one tick")                                                        \
    ONE(eyes.style, "the display of its model")                                                              \
    ONE(mind, "where its mind lies; what it knows is hashed")                                                \
    ONE(own_mind, "read at birth from the program's own files")                                              \
    ONE(results, "hashed one by one, without gaps")                                                          \
    ONE(act.config, "of its model and its clips")                                                            \
    ONE(act.now, "made anew in every tick")                                                                  \
    ONE(act.asked, "what begins just now")                                                                   \
    ONE(act.travel.ticket, "the crew's number of an errand; that one is under way is hashed")                \
    ONE(act.words, "of the reply that is written just now")                                                  \
    EACH(act.actions.list, row, "where a row lies; its name is hashed")                                      \
    EACH(act.actions.list, said, "where words lie; they are hashed")                                         \
    ONE(act.actions.done, "told in the tick in which it is written")                                         \
    ONE(act.actions.done_count, "told in the tick in which it is written")                                   \
    ONE(act.actions.done_read, "told in the tick in which it is written")                                    \
    ONE(act.performing.library, "of its model and its clips")                                                \
    ONE(act.performing.player.config, "made at birth of its clips and its seed")                             \
    ONE(act.performing.player.play.clip, "where the clip lies that act.performing.number names")             \
    ONE(act.performing.player.boxes, "places in the clip, which follow from its time")                       \
    EACH(act.performing.player.pending, clip, "where the name of a clip lies")                               \
    ONE(act.performing.out, "put out anew in every step")                                                    \
    ONE(act.performing.memory, "where the times of its clips lie; the times are hashed")                     \
    ONE(act.performing.length_ms, "of the clip that act.performing.number names")                            \
    ONE(act.performing.trigger, "where the name lies that is shown")                                         \
    EACH(act.performing.lights.layers, show, "where a light show lies; its name is hashed")                  \
    ONE(portrait, "the crew's number of an errand; that one is under way stands in doing")                   \
    ONE(view.face, "made for whoever looks")                                                                 \
    ONE(view.clip, "made for whoever looks")                                                                 \
    ONE(view.screen, "made for whoever looks")                                                               \
    ONE(belief, "where its beliefs lie, which have a hash of their own")                                     \
    ONE(eye.seen, "of this tick: what it looks at is made anew")                                             \
    ONE(eye.open, "of this tick: whether its own detectors look")                                            \
    ONE(sight.before, "the picture before: what moves in it is an errand's answer")                          \
    ONE(sight.sum, "pictures put together: what is found in them is an errand's answer")                     \
    ONE(sight.mosaic, "where the floor that it saw lies; the floor is hashed")                               \
    ONE(hearing.listener, "where its ears' state lies: what they find is an errand's answer")                \
    ONE(hearing.order, "of the errand that is posted just now")                                              \
    ONE(hearing.found, "hashed one by one, without gaps, as far as errands brought some")                    \
    ONE(eye.looked, "of this tick: what it looks at is made anew")                                           \
    ONE(eye.events, "of this tick: emptied before the next")                                                 \
    ONE(eye.event_count, "of this tick: emptied before the next")                                            \
    ONE(audio, "where its sound lies, which has a hash of its own")                                          \
    ONE(mouth.maker, "the loop's")                                                                           \
    ONE(mouth.crew, "the loop's")                                                                            \
    ONE(mouth.asker, "the same for two lives that are compared")                                             \
    EACH(mouth.asked, order.maker, "the loop's")                                                             \
    ONE(mouth.errand, "the crew's number of an errand; that one is under way is hashed")                     \
    ONE(screen.config, "of its model and its clips")                                                         \
    EACH(screen.boxes, asset, "where the name of a picture lies; the name is hashed")                        \
    EACH(screen.boxes, sprite, "where a picture lies; whether there is one is hashed")                       \
    ONE(screen.client, "where the picture of a program lies: in the screen")                                 \
    ONE(told.words, "of this tick: its mind has them before the next")                                       \
    ONE(told.wanted, "of this tick: its mind has them before the next")                                      \
    ONE(mirror, "pixels: only shown")                                                                        \
    ONE(found, "what was found in the mirror's picture: only shown")

static const struct left_out {
    size_t at, size, stride, count; // count pieces, so far from each other
    const char *name, *why;
} OUT[] = {
#define ONE(field, why)                                                                                      \
    {offsetof(struct robot, field), sizeof(((struct robot *)0)->field), 0, 1, #field, why},
#define EACH(array, member, why)                                                                             \
    {offsetof(struct robot, array[0].member),                                                                \
     sizeof(((struct robot *)0)->array[0].member),                                                           \
     sizeof(((struct robot *)0)->array[0]),                                                                  \
     sizeof(((struct robot *)0)->array) / sizeof(((struct robot *)0)->array[0]),                             \
     #array "." #member,                                                                                     \
     why},
    LEFT_OUT(ONE, EACH)
#undef ONE
#undef EACH
};

static const struct left_out *left_out(size_t at) {
    for (size_t i = 0; i < sizeof OUT / sizeof *OUT; i++)
        for (size_t k = 0; k < OUT[i].count; k++)
            if (at - (OUT[i].at + k * OUT[i].stride) < OUT[i].size) return &OUT[i];
    return NULL;
}

// What is nothing at this moment: elements behind the end of a list, letters behind the end of a text.
static bool unused(const struct robot *r, size_t at) {
#define IN(member, from, to)                                                                                 \
    (at >= offsetof(struct robot, member) + (from) * sizeof r->member[0] &&                                  \
     at < offsetof(struct robot, member) + (to) * sizeof r->member[0])
#define TAIL(text)        IN(text, strnlen(r->text, sizeof r->text) + 1, sizeof r->text)
#define REST(array, used) IN(array, used, sizeof r->array / sizeof r->array[0])
    bool is = REST(mouth.states, r->mouth.state_count) || REST(mouth.tickets, r->mouth.state_count) ||
              REST(screen.boxes, r->screen.count) || REST(screen.scene.parts, r->screen.scene.count) ||
              REST(act.way.path.append, r->act.way.path.append_count) ||
              REST(act.travel.way.append, r->act.travel.way.append_count);
    for (int i = 0; i < MOUTH_WAITING; i++) {
        size_t busy = offsetof(struct robot, mouth.asked[0].busy) + (size_t)i * sizeof *r->mouth.asked;
        if (!r->mouth.asked[i].busy && at != busy) is |= IN(mouth.asked, (size_t)i, (size_t)i + 1);
        is |= TAIL(mouth.asked[i].order.text) || TAIL(mouth.asked[i].order.locale) ||
              TAIL(mouth.asked[i].order.mood) || TAIL(mouth.asked[i].order.robot);
    }
    for (int i = 0; i < 2; i++) {
        size_t play = offsetof(struct robot, mouth.sounding[0].play) + (size_t)i * sizeof *r->mouth.sounding;
        if (!r->mouth.sounding[i].play && (at < play || at >= play + sizeof(uint32_t)))
            is |= IN(mouth.sounding, (size_t)i, (size_t)i + 1);
        is |= REST(mouth.sounding[i].said.words, r->mouth.sounding[i].said.word_count) ||
              REST(mouth.sounding[i].said.levels, r->mouth.sounding[i].said.level_count);
    }
    for (uint32_t i = 0; i < r->screen.scene.count; i++) is |= TAIL(screen.scene.parts[i].asset);
    return is;
}

// Something depends on this byte. Of the display, which has more bytes than all else, one in so many stands
// for the others.
static bool decides(const struct robot *robot, size_t at, size_t pixels) {
    size_t large = offsetof(struct robot, screen.pixels), large_end = large + sizeof robot->screen.pixels;
    return !left_out(at) && (at < large || at >= large_end || at % pixels == 0) && !unused(robot, at);
}

struct rooms {
    const char *names[ROBOT_ROOMS];
    uint64_t hashes[ROBOT_ROOMS];
    size_t count;
};

static struct rooms rooms_of(const struct robot *robot, size_t most) {
    struct rooms r;
    r.count = robot_hashes(robot, r.names, r.hashes, most);
    assert_in_range(r.count, 1, most);
    return r;
}

// Which of the first rooms see it when these bytes are flipped, a bit each. Offsets are those of gdb's
// "ptype /o struct robot".
static uint32_t seen_by(struct robot *robot, const struct rooms *before, const size_t *at, size_t count,
                        size_t most) {
    uint32_t seen = 0;
    for (size_t i = 0; i < count; i++) ((uint8_t *)robot)[at[i]] ^= 1;
    struct rooms after = rooms_of(robot, most);
    for (size_t i = 0; i < count; i++) ((uint8_t *)robot)[at[i]] ^= 1;
    for (size_t i = 0; i < after.count; i++) seen |= (uint32_t)(before->hashes[i] != after.hashes[i]) << i;
    return seen;
}

static void whole_is_what_it_was(struct robot *robot, uint64_t whole) {
    assert_true(robot_hash(robot) == whole);
    robot->tick++;
    assert_true(robot_hash(robot) != whole);
    robot->tick--;
}

enum { GAP = ROBOT_ROOMS, UNTRIED, PIXELS = 97 };
static uint8_t room_of[sizeof(struct robot)]; // whose hash each byte is in, or GAP
static size_t missed;

// Every byte by itself.
static void find_rooms(struct robot *robot) {
    struct rooms before = rooms_of(robot, ROBOT_ROOMS);
    uint64_t whole = robot_hash(robot);
    size_t longest = 0, last_at = 0;
    memset(room_of, UNTRIED, sizeof room_of);
    for (size_t at = 0; at < sizeof *robot; at++) {
        if (!decides(robot, at, PIXELS)) continue;
        uint32_t seen = seen_by(robot, &before, &at, 1, ROBOT_ROOMS);
        if (seen & (seen - 1)) fail_msg("byte %zu is in the hashes of several rooms (%x)", at, seen);
        room_of[at] = seen ? (uint8_t)__builtin_ctz(seen) : GAP;
        longest = seen ? 0 : at == last_at + 1 ? longest + 1 : 1;
        last_at = at;
        if (longest > 7) fail_msg("the bytes before %zu are in no hash", at);
    }
    whole_is_what_it_was(robot, whole);
}

// A robot all of whose lists and texts are full: what moves no hash in it are gaps, seven bytes long at most.
static int find_gaps(void **state) {
    static struct robot_config config;
    config = robot_defaults();
    config.model = &vector_model;
    struct robot *r = robot_new(&config);
    assert_non_null(r);
    r->mouth.state_count = sizeof r->mouth.states / sizeof *r->mouth.states;
    r->screen.count = SCREEN_BOXES, r->screen.scene.count = SCREEN_SCENE_BOXES;
    r->act.way.path.append_count = sizeof r->act.way.path.append / sizeof *r->act.way.path.append;
    r->act.travel.way.append_count = sizeof r->act.travel.way.append / sizeof *r->act.travel.way.append;
    for (int i = 0; i < MOUTH_WAITING; i++) {
        struct mouth_order *o = &r->mouth.asked[i].order;
        r->mouth.asked[i].busy = true;
        memset(o->text, 'a', sizeof o->text), memset(o->locale, 'a', sizeof o->locale);
        memset(o->mood, 'a', sizeof o->mood), memset(o->robot, 'a', sizeof o->robot);
    }
    for (int i = 0; i < 2; i++) {
        r->mouth.sounding[i].play = 1;
        r->mouth.sounding[i].said.word_count = MOUTH_WORDS;
        r->mouth.sounding[i].said.level_count = MOUTH_LEVELS;
    }
    for (int i = 0; i < SCREEN_SCENE_BOXES; i++)
        memset(r->screen.scene.parts[i].asset, 'a', sizeof r->screen.scene.parts[i].asset);
    find_rooms(r);
    robot_free(r);
    return 0;
}

// A member that was forgotten and fits into a gap is seen as soon as it is anything but nought.
static void gaps_are_empty(const struct robot *robot) {
    for (size_t at = 0; at < sizeof *robot; at++)
        if (room_of[at] == GAP && ((const uint8_t *)robot)[at])
            fail_msg("byte %zu is in no hash and no gap", at);
}

static void ticked(void *user, struct play *play, int life) {
    if (life == 0) gaps_are_empty(run_robot(play_run(play), 0));
}

static void look(struct robot *robot, const struct rooms *before, size_t at) {
    uint32_t seen = seen_by(robot, before, &at, 1, ROBOT_ROOMS);
    int rooms = __builtin_popcount(seen);
    bool gap = room_of[at] == GAP;
    if (rooms == !gap) return;
    print_error("byte %zu, a %s, is in the hashes of %d rooms\n", at, gap ? "gap" : "member", rooms);
    missed++;
}

// All gaps at once, which no room may see; then one byte of each room at a time, which all of these must see.
// That no other room does was found out above. Where it is not so they are flipped one by one. Hashes of a
// whole robot cost most of this test, and the room with most bytes is one of the first.
static void flip_everything(struct robot *robot) {
    static size_t together[sizeof(struct robot)];
    struct rooms before = rooms_of(robot, ROBOT_ROOMS);
    uint64_t whole = robot_hash(robot);
    size_t next[ROBOT_ROOMS] = {0}, count = 0;
    missed = 0;
    gaps_are_empty(robot);
    for (size_t at = 0; at < sizeof *robot; at++) {
        if (!decides(robot, at, 10 * PIXELS)) continue;
        if (room_of[at] == UNTRIED) look(robot, &before, at);
        if (room_of[at] == GAP) together[count++] = at;
    }
    if (seen_by(robot, &before, together, count, ROBOT_ROOMS))
        for (size_t i = 0; i < count; i++) look(robot, &before, together[i]);
    do {
        uint32_t those = 0;
        size_t last = count = 0;
        for (size_t room = 0; room < before.count; room++) {
            while (next[room] < sizeof *robot &&
                   (room_of[next[room]] != room || !decides(robot, next[room], 10 * PIXELS)))
                next[room]++;
            if (next[room] < sizeof *robot)
                together[count++] = next[room]++, those |= 1u << room, last = room;
        }
        if (count && seen_by(robot, &before, together, count, last + 1) != those)
            for (size_t i = 0; i < count; i++) look(robot, &before, together[i]);
    } while (count);
    whole_is_what_it_was(robot, whole);
    assert_int_equal(missed, 0);
}

// ----------------------------------------------------------------------------------------- moments of a life

static struct play *alive(struct scenario **scene) {
    struct fault fault = {0};
    *scene = scenario_read(TEXT("{\"seed\": 3, \"robots\": [{\"creature\": \"vector\"}]}"), "t.json", NULL, 0,
                           &fault);
    struct play_config config = play_defaults();
    config.watch = ticked;
    struct play *play = *scene ? play_new(*scene, &config, &fault) : NULL;
    if (!play) fail_msg("%s", fault.said);
    s_for(play, 0.5);
    return play;
}

static void over(struct play *play, struct scenario *scene) {
    play_free(play, NULL);
    scenario_free(scene);
}

static void while_it_drives_every_byte_is_in_a_hash(void **state) {
    struct scenario *scene;
    struct play *play = alive(&scene);
    ask(play, (struct life_message){.kind = LIFE_GO_TO_POSE, .go_to_pose = {0.2f, 0.1f, 1, true}});
    ask(play, (struct life_message){.kind = LIFE_HEAD, .head = {0.3f, 1, 0}});
    ask(play, (struct life_message){.kind = LIFE_REACHABLE, .reachable = {"here"}});
    s_for(play, 0.7);
    struct robot *robot = run_robot(play_run(play), 0);
    assert_non_null(actions_running(&robot->act.actions, &ACTION_GO));
    ask(play, (struct life_message){.kind = LIFE_LIFT, .lift = {0.06f, 1, 0}}); // waits to be done
    flip_everything(robot);
    over(play, scene);
}

static void while_it_speaks_every_byte_is_in_a_hash(void **state) {
    struct scenario *scene;
    struct play *play = alive(&scene);
    ask(play, say("One. Two robots carry three cubes. Four more wait.", 1));
    ask(play, say("Five.", 1));
    s_for(play, 1.5);
    struct robot *robot = run_robot(play_run(play), 0);
    assert_true(robot->mouth.sounding[0].play && robot->mouth.asked[1].busy);
    flip_everything(robot);
    over(play, scene);
}

static void while_it_plays_every_byte_is_in_a_hash(void **state) {
    struct scenario *scene;
    struct play *play = alive(&scene);
    const struct library *library = thin_clips("vector");
    struct life_message m = {.kind = LIFE_PLAY_CLIP, .play_clip = {.loops = 3}};
    text_copy(library->clips[0].name, m.play_clip.clip, sizeof m.play_clip.clip);
    ask(play, m);
    m = (struct life_message){.kind = LIFE_SHOW_WEATHER, .show_weather = {.condition = "rain", .seconds = 9}};
    ask(play, m);
    s_for(play, 0.2);
    struct robot *robot = run_robot(play_run(play), 0);
    assert_true(robot->act.performing.player.tag && robot->screen.count);
    flip_everything(robot);
    over(play, scene);
}

static void asleep_every_byte_is_in_a_hash(void **state) {
    struct robot_config config = robot_defaults();
    config.model = &vector_model;
    config.library = thin_clips("vector");
    struct robot *robot = robot_new(&config);
    assert_non_null(robot);
    static struct senses_in in;
    static struct command_out out;
    for (int i = 0; i < 3000 && !robot_asleep(robot); i++) {
        border_clear_senses(&in);
        if (i == 300) { // it is told to
            in.senses.hearings_count = 1;
            strcpy(in.senses.hearings[0].words, "Hey Vector, go to sleep!");
        }
        robot_step(robot, &in, &out);
        border_drop_command(&out);
        if (i % 100 == 0) gaps_are_empty(robot);
    }
    assert_true(robot_asleep(robot));
    flip_everything(robot);
    robot_free(robot);
}

// What a request says that waits is part of the life, whatever lay in its place before.
static void what_waits_to_be_done_is_in_a_hash(void **state) {
    struct robot_config config = robot_defaults();
    config.model = &vector_model;
    struct robot *robot = robot_new(&config);
    struct life_envelope from = {1, LIFE_DOOR_TEST};
    struct life_message m = {.kind = LIFE_DRIVE, .drive = {0.1f, 0.1f, 0, 1}};
    uint64_t empty = robot_hash(robot);
    robot_ask(robot, &from, &m);
    uint64_t one = robot_hash(robot);
    assert_true(one != empty);
    uint8_t *speed = robot->desk.in_bytes + 2; // after the message's kind
    *speed ^= 1;
    assert_true(robot_hash(robot) != one);
    *speed ^= 1;
    robot->desk.in.list[0].envelope.ticket = 2;
    assert_true(robot_hash(robot) != one);
    robot->desk.in.list[0].envelope.ticket = 1;
    robot->desk.in.list[1].envelope.ticket = 9; // nobody's
    assert_true(robot_hash(robot) == one);
    robot_free(robot);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(while_it_drives_every_byte_is_in_a_hash),
                                       cmocka_unit_test(while_it_speaks_every_byte_is_in_a_hash),
                                       cmocka_unit_test(while_it_plays_every_byte_is_in_a_hash),
                                       cmocka_unit_test(asleep_every_byte_is_in_a_hash),
                                       cmocka_unit_test(what_waits_to_be_done_is_in_a_hash)};
    return support_run(argc, argv, tests, find_gaps, NULL);
}
