// Whatever a robot is asked, however often, in whatever order, by whichever door: each request that was taken
// is answered, and told to be done at most once; no number that is none comes into its world, and in the end
// nothing of it is left. What the bytes say: ticks to live, or a request with its envelope and its body.
#include "robot/robot_internal.h"
#include "run/play.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TICKETS = 300, TICKS = 150, TICKS_AFTER = 100, TICK_US = 33000 };

static const char HOME[] = "{\"seed\": 1, \"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"cube\": "
                           "{\"name\": \"one\", \"x_m\": 0.2}},"
                           "{\"charger\": {\"x_m\": -0.3, \"heading_deg\": 180}}]}";
static struct scenario *home;
static struct {
    uint32_t asked, ticks;
    uint8_t answers[TICKETS + 1], done[TICKETS + 1];
} heard;

static void must(bool so) {
    if (!so) abort();
}

static void tidy(void) { scenario_free(home); }

struct input {
    const uint8_t *at;
    size_t left;
};
static uint32_t take(struct input *in) {
    if (!in->left) return 0;
    in->left--;
    return *in->at++;
}

static struct robot *robot_in(struct play *play) { return robot_of(run_soul(play_run(play), 0)); }

static void hear(void *user, struct play *play, int life) {
    struct life_envelope to;
    static struct life_message reply;
    (void)user;
    while (life == 0 && robot_reply(robot_in(play), &to, &reply)) {
        must(to.ticket && to.ticket <= TICKETS); // an answer to what was asked
        heard.answers[to.ticket] |= 1;
        if (reply.kind == LIFE_DONE) must(!heard.done[to.ticket]++);
    }
}

static void live(struct play *play, uint32_t ticks) {
    struct world_truth truth;
    play_for(play, (int64_t)ticks * TICK_US);
    heard.ticks += ticks;
    must(world_truth(play_world(play), 1, &truth));
    must(m_finite(vec3_length(truth.pose.at) + truth.pose.turn.w + truth.lift_m + truth.head_rad));
}

// Its kind by number; what its body lacks is nought.
static bool read_message(struct input *in, struct life_message *out) {
    enum life_kind kind = (enum life_kind)(take(in) % LIFE_KIND_COUNT);
    size_t length = take(in);
    if (length > in->left) length = in->left;
    struct reader body = reader_of(in->at, length);
    memset(out, 0, sizeof *out);
    bool whole = !life_message_decode_as(out, kind, &body, 1);
    if (!whole) memset(out, 0, sizeof *out);
    out->kind = kind;
    in->at += length, in->left -= length;
    return life_messages[kind].directions >> LIFE_REQUEST & 1;
}

static void ask(struct play *play, struct input *in) {
    static const uint8_t DOORS[] = {LIFE_DOOR_TEST, LIFE_DOOR_SDK, LIFE_DOOR_PAGE, LIFE_DOOR_COMMAND_LINE};
    static struct life_message message;
    uint32_t how = take(in), tag = take(in);
    struct life_envelope from = {.ticket = heard.asked + 1,
                                 .door = DOORS[how & 3],
                                 .queue = (uint8_t)(how >> 2 & 7),
                                 .retries = (uint8_t)(how >> 5),
                                 .part_of = take(in)};
    if (tag) from.tag = tag + (from.door == LIFE_DOOR_SDK ? 2000000 : 0);
    if (!read_message(in, &message) || heard.asked == TICKETS) return;
    heard.asked++;
    heard.answers[heard.asked] = heard.done[heard.asked] = 0;
    bool silent = message.kind == LIFE_PICTURE_PIECE, lasts = message.kind == LIFE_SHOW_PICTURE;
    if (silent || lasts)
        heard.answers[heard.asked] = 1; // of the one only mistakes are told, the other may stay
    if (play_ask(play, 0, &from, &message)) heard.asked--; // its desk is full
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fault fault = {0};
    if (!home) {
        home = scenario_read((struct text){HOME, sizeof HOME - 1}, "home", NULL, 0, &fault);
        must(home && !atexit(tidy));
    }
    struct play_config config = play_defaults();
    config.bare = true, config.watch = hear;
    struct play *play = play_new(home, &config, &fault);
    must(play != NULL);
    memset(&heard, 0, sizeof heard);
    struct input in = {data, size};
    while (in.left && heard.ticks < TICKS) {
        uint32_t what = take(&in);
        if (what < 64)
            live(play, what % 16 + 1);
        else
            ask(play, &in);
    }
    live(play, 2);
    struct act *act = &robot_in(play)->act;
    act_stop(act); // as its end does; nothing of it may hang on
    actions_interrupt(&act->actions, act, 0, "over");
    live(play, TICKS_AFTER);
    for (int i = 0; i < ACTIONS_MAX; i++) must(act->actions.list[i].state == ACTION_FREE);
    for (uint32_t i = 1; i <= heard.asked; i++) must(heard.answers[i]);
    play_free(play, NULL);
    return 0;
}
