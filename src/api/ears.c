// What its microphones hear, for those who listen: groups of 1600 samples at 16000 a second, one channel,
// with the direction that they come from. How four microphones become one channel is each listener's wish
// (sense/hear/processing.h); it is made once for all who wish the same.
//
// Nobody but the listener hears it: the soul's own ears are its business, and no life changes (run_listen).
#include "api/api_internal.h"

#include "base/maths/maths.h"
#include "border/body_model.h"
#include "codec/sound/resample.h"
#include "sense/hear/processing.h"

#include <stdlib.h>

enum { RATE_HZ = 16000, GROUP = 1600, GROUP_CHUNKS = 10, LOUDEST_DB = 90 };
#define FULL_SCALE_DB 90.31f // a mean square of 32768 times 32768

// Their numbers are those of the protocol.
_Static_assert((int)PROCESSING_FAST == VECTOR__AUDIO_PROCESSING_MODE__AUDIO_FAST_MODE, "");
_Static_assert((int)PROCESSING_DIRECTIONAL == VECTOR__AUDIO_PROCESSING_MODE__AUDIO_DIRECTIONAL_MODE, "");
_Static_assert((int)PROCESSING_VOICE_DETECT == VECTOR__AUDIO_PROCESSING_MODE__AUDIO_VOICE_DETECT_MODE, "");

struct feed {                      // of one mode
    struct processing *processing; // NULL: nobody has wished for it yet
    struct resample *rate;
    uint64_t since_us; // of the group's first sample
    uint32_t groups, count;
    int16_t samples[GROUP];
};
struct ears {
    struct api_call *listeners; // by their data
    unsigned in_rate;
    int16_t chunk[EARS][EARS_CHUNK];
    uint32_t chunk_count;
    uint64_t chunk_us; // of its first moment
    struct feed feeds[PROCESSING_MODES];
};
struct listener {
    struct api_call *next;
};

struct ears *ears_new(void) {
    return calloc(1, sizeof(struct ears));
}

static void end_feed(struct feed *feed) {
    processing_free(feed->processing);
    resample_free(feed->rate);
    *feed = (struct feed){0};
}
static void end_feeds(struct ears *ears) {
    for (int i = 0; i < PROCESSING_MODES; i++) end_feed(&ears->feeds[i]);
    ears->chunk_count = 0;
}

void ears_free(struct ears *ears) {
    if (!ears) return;
    end_feeds(ears);
    free(ears);
}

static void listen(struct api *api) {
    if (api->config.run) run_listen(api->config.run, api->config.life, api->ears->listeners != NULL);
}

static bool wished(const struct ears *ears, int mode) {
    const struct api_call *call = ears->listeners;
    while (call && call->ears != mode) call = ((const struct listener *)call->data)->next;
    return call;
}

static void left(struct api_call *call) {
    struct api_call **at = &call->api->ears->listeners;
    while (*at != call) at = &((struct listener *)(*at)->data)->next;
    *at = ((struct listener *)call->data)->next;
    if (!wished(call->api->ears, call->ears)) end_feed(&call->api->ears->feeds[call->ears]);
    listen(call->api);
}

void api_audio_feed(struct api_call *call, const void *request) {
    (void)request;
    struct api *api = call->api;
    if (!api->door) return api_end(call, API_UNAVAILABLE, "nobody lives here now");
    struct soul *soul = run_soul(api->config.run, api->config.life);
    if (!soul || !(soul->model->ears_m[0].z > 0))
        return api_end(call, API_UNAVAILABLE, "it has no microphones");
    struct listener *listener = call->data = calloc(1, sizeof *listener);
    if (!listener) return api_end(call, API_RESOURCE_EXHAUSTED, "no memory for another stream");
    if (!call->ears) call->ears = PROCESSING_VOICE_DETECT;
    if (call->ears == PROCESSING_OFF) return; // it stays open, and nothing is heard
    listener->next = api->ears->listeners;
    api->ears->listeners = call;
    call->left = left;
    listen(api);
}

// ------------------------------------------------------------------------------------------------ a group
static void tell(struct api *api, int mode, const struct processed *heard) {
    struct ears *ears = api->ears;
    struct feed *feed = &ears->feeds[mode];
    struct direction from = {.index = DIRECTION_NONE}; // one microphone cannot tell
    if (mode != PROCESSING_FAST) processing_direction(feed->processing, GROUP_CHUNKS, &from);
    uint8_t bytes[GROUP * 2];
    for (uint32_t i = 0; i < GROUP; i++) {
        bytes[2 * i] = (uint8_t)feed->samples[i];
        bytes[2 * i + 1] = (uint8_t)((uint16_t)feed->samples[i] >> 8);
    }
    Vector__AudioFeedResponse group;
    vector__audio_feed_response__init(&group);
    group.robot_time_stamp = (uint32_t)(feed->since_us / 1000);
    group.group_id = feed->groups++;
    group.signal_power = (ProtobufCBinaryData){sizeof bytes, bytes};
    group.direction_strengths = (ProtobufCBinaryData){DIRECTIONS, from.strengths};
    group.source_direction = from.index;
    group.source_confidence = from.confidence;
    group.noise_floor_power = (uint32_t)m_clamp(heard->floor_db + FULL_SCALE_DB, 0, LOUDEST_DB);
    struct api_packet *packet = api_packet_new(api, API_SOUND, &group.base, NULL);
    if (!packet) return;
    for (struct api_call *call = ears->listeners, *next; call; call = next) {
        next = ((struct listener *)call->data)->next;
        if (call->ears == mode) api_send(call, packet);
    }
    api_packet_drop(packet);
}

// Neither echo nor steady noise is taken out: a program hears what there is.
static bool begin(struct feed *feed, int mode, unsigned in_rate, const struct body_model *model) {
    struct processing_config config = {.mode = (enum processing_mode)mode};
    if (feed->processing) return true;
    feed->processing = processing_new(&config, model);
    feed->rate = resample_new(in_rate, RATE_HZ);
    if (feed->processing && feed->rate) return true;
    end_feed(feed);
    return false;
}

static void hear(struct api *api, int mode, const struct body_model *model) {
    struct ears *ears = api->ears;
    struct feed *feed = &ears->feeds[mode];
    struct processed heard;
    if (!begin(feed, mode, ears->in_rate, model)) return;
    processing_feed(feed->processing, (const int16_t(*)[EARS_CHUNK])ears->chunk, &heard);
    for (size_t at = 0, taken; at < EARS_CHUNK && feed->processing; at += taken) { // a listener may leave
        if (!feed->count) feed->since_us = ears->chunk_us + at * 1000000 / ears->in_rate;
        feed->count += (uint32_t)resample_push(feed->rate, &heard.samples[at], EARS_CHUNK - at,
                                               &feed->samples[feed->count], GROUP - feed->count, &taken);
        if (feed->count < GROUP) continue;
        feed->count = 0;
        tell(api, mode, &heard);
    }
}

static void take(struct api *api, const int16_t *heard, uint32_t count, uint64_t time_us,
                 const struct body_model *model) {
    struct ears *ears = api->ears;
    for (uint32_t i = 0; i < count && ears->listeners; i++) {
        if (!ears->chunk_count) ears->chunk_us = time_us + (uint64_t)i * 1000000 / ears->in_rate;
        for (int k = 0; k < EARS; k++)
            ears->chunk[k][ears->chunk_count] = heard[(size_t)i * EARS + (size_t)k];
        if (++ears->chunk_count < EARS_CHUNK) continue;
        ears->chunk_count = 0;
        for (int mode = 0; mode < PROCESSING_MODES; mode++)
            if (wished(ears, mode)) hear(api, mode, model);
    }
}

void ears_turn(struct api *api) {
    struct ears *ears = api->ears;
    struct body_sound about;
    if (!ears->listeners || !api->config.run) return;
    const struct frame *heard = run_heard(api->config.run, api->config.life, &about);
    struct soul *soul = run_soul(api->config.run, api->config.life);
    if (!heard || !soul || about.channels != EARS || !about.rate_hz) return;
    if (ears->in_rate != about.rate_hz) end_feeds(ears), ears->in_rate = about.rate_hz;
    uint32_t count = (uint32_t)(heard->used / (EARS * sizeof(int16_t)));
    take(api, (const int16_t *)(const void *)heard->bytes, count < about.samples ? count : about.samples,
         about.time_us, soul->model);
}

void ears_life(struct api *api) { // another life: its listeners stay
    end_feeds(api->ears);
    if (api->ears->listeners) listen(api);
}
