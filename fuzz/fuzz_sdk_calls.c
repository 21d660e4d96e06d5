// Every call of Vector's SDK on a living robot, with any request and many at once: each ends just once, and
// the robot lives on. Of an input a call is: which, how, how long its request is, and that.
#include "api/api.h"
#include "run/play.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static const char HOME[] =
    "{\"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"cube\": {\"name\": \"c\", \"x_m\": 0.2}}]}";
static struct play *play;

static void begin(void) {
    struct fault fault = {0};
    struct scenario *s = scenario_read((struct text){HOME, sizeof HOME - 1}, "home", NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.bare = true;
    play = s ? play_new(s, &config, &fault) : NULL;
    must(play);
    play_for(play, 300000);
}

struct open {
    struct api_call *call;
    unsigned ends;
};
static void message(void *user, struct api_packet *packet) {
    (void)user;
    must(api_packet_bytes(packet, API_JSON).at && api_packet_bytes(packet, API_PROTOBUF).at);
}
static void end(void *user, enum api_status status, const char *words) {
    struct open *open = user;
    must(words && status < API_STATUSES && ++open->ends == 1);
    open->call = NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { CALLS = 24, TICKS_AFTER = 1 };
    static const struct api_sink SINK = {message, end};
    if (!play) begin();
    struct api_config config = api_defaults();
    config.run = play_run(play);
    struct api *api = api_new(&config, NULL);
    must(api);
    struct open open[CALLS] = {{0}};
    size_t count;
    const struct api_rpc *rpcs = api_rpcs(&count);
    int64_t us = 0;
    for (int i = 0; i < CALLS && size >= 3; i++) {
        uint8_t which = data[0], how = data[1];
        size_t len = data[2] < size - 3 ? data[2] : size - 3;
        struct text bytes = {(const char *)data + 3, len};
        struct open *at = how & 0x40 && i ? &open[which % i] : &open[i];
        if (!at->call && !at->ends) at->call = api_begin(api, &rpcs[which % count], &SINK, at);
        if (at->call && how & 0x20)
            api_query(at->call, bytes);
        else if (at->call)
            api_request(at->call, how & 1 ? API_JSON : API_PROTOBUF, bytes);
        if (at->call && how & 2) api_half_close(at->call);
        if (at->call && how & 4) api_cancel(at->call), at->call = NULL, at->ends = 1;
        if (how & 8) us += LIFE_TICK_US, play_for(play, LIFE_TICK_US), api_turn(api, us, us);
        data += 3 + len, size -= 3 + len;
    }
    for (int i = 0; i < TICKS_AFTER; i++) us += 400000, play_for(play, LIFE_TICK_US), api_turn(api, us, us);
    api_free(api);
    for (int i = 0; i < CALLS; i++) must(!open[i].call);
    return 0;
}
