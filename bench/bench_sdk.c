// What programs that listen cost a living Vector: a second of its life with so many readers of its events
// against the same second with none. Each reader takes every message as bytes, which are encoded once for
// all; what sockets cost is bench_grpc's.
#include "bench.h"

#include "api/api.h"
#include "run/play.h"

#include <stdio.h>
#include <stdlib.h>

enum { SECOND_US = 1000000, READERS_MAX = 100 };
static const char WORLD[] = "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"cube\": "
                            "{\"name\": \"c\", \"x_m\": 0.2}}]}";

struct living {
    struct scenario *scenario;
    struct play *play;
    struct api *api;
    int64_t air_us;
    uint64_t bytes; // that readers were given
};
struct pair {
    struct living with, without;
};

static void must(bool so, const char *what) {
    if (so) return;
    fprintf(stderr, "bench_sdk: %s\n", what);
    exit(1);
}

static void watch(void *user, struct play *play, int life) {
    struct living *l = user;
    (void)play;
    if (life || !l->api) return;
    l->air_us += 33000;
    api_turn(l->api, l->air_us, l->air_us);
}

static void read_it(void *user, struct api_packet *packet) {
    ((struct living *)user)->bytes += api_packet_bytes(packet, API_PROTOBUF).len;
}
static void ended(void *user, enum api_status status, const char *words) {
    (void)user, (void)status, (void)words;
}
static const struct api_sink SINK = {read_it, ended};

static void listen(struct living *l, unsigned readers, const char *stream) {
    for (unsigned i = 0; i < readers; i++) {
        struct api_call *call = api_begin(l->api, api_rpc_named(text_of(stream)), &SINK, l);
        must(call, "no reader");
        api_request(call, API_JSON, TEXT("{}"));
    }
}

static void begin(struct living *l, unsigned readers, const char *stream) {
    struct play_config config = play_defaults();
    *l = (struct living){0};
    l->scenario = scenario_read((struct text){WORLD, sizeof WORLD - 1}, "bench", NULL, 0, NULL);
    must(l->scenario, "no scenario");
    config.watch = watch, config.user = l;
    l->play = play_new(l->scenario, &config, NULL);
    must(l->play, "no world");
    struct api_config calls = api_defaults();
    calls.run = play_run(l->play);
    l->api = api_new(&calls, NULL);
    must(l->api, "no calls");
    if (!stream) return;
    listen(l, readers, stream);
    play_for(l->play, SECOND_US);
    must(!readers || l->bytes > 1000, "readers hear nothing");
}

static void end(struct living *l) {
    api_free(l->api);
    l->api = NULL;
    play_free(l->play, NULL);
    scenario_free(l->scenario);
}

static struct pair *made(unsigned readers, unsigned others, const char *stream) {
    struct pair *pair = calloc(1, sizeof *pair);
    must(pair, "no memory");
    begin(&pair->with, readers, stream), begin(&pair->without, others, stream);
    return pair;
}
static void *one(void) { return made(1, 0, "EventStream"); }
static void *ten(void) { return made(10, 0, "EventStream"); }
static void *hundred(void) { return made(READERS_MAX, 0, "EventStream"); }
static void *camera(void) { return made(1, 0, "CameraFeed"); }
static void *cameras(void) { return made(10, 1, "CameraFeed"); } // pressed once for all of them
static void gone(void *user) {
    struct pair *pair = user;
    end(&pair->with), end(&pair->without);
    free(pair);
}

static void with(void *user) { play_for(((struct pair *)user)->with.play, SECOND_US); }
static void without(void *user) { play_for(((struct pair *)user)->without.play, SECOND_US); }

// From nothing to the first answer: a world, a robot, and a call.
static void first(void *user) {
    struct living *l = user;
    begin(l, 0, NULL);
    listen(l, 1, "BatteryState");
    for (int i = 0; i < 100 && !l->bytes; i++) play_for(l->play, 33000);
    must(l->bytes, "no answer");
    end(l);
}
static void born(void *user) {
    struct living *l = user;
    begin(l, 0, NULL);
    end(l);
}
static void *nobody(void) { return calloc(1, sizeof(struct living)); }

#define ROW(words, how)                                                                                      \
    {                                                                                                        \
        .name = (words), .a = with, .a_name = "watched", .b = without, .b_name = "alone", .setup = (how),    \
        .teardown = gone                                                                                     \
    }
BENCHES(ROW("a second with one reader", one), ROW("a second with ten readers", ten),
        ROW("a second with a hundred readers", hundred), ROW("a second with a reader of pictures", camera),
        ROW("a second with ten readers of pictures against one", cameras),
        {.name = "a life and its first call",
         .a = first,
         .a_name = "answered",
         .b = born,
         .b_name = "only born",
         .setup = nobody,
         .teardown = free})
