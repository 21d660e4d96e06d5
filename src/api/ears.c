// What its microphones hear, for those who listen: groups of 1600 samples at 16000 a second, one channel,
// with the direction that they come from.
//
// Nobody but the listener hears it: the soul's own ears are its business, and no life changes (run_listen).
#include "api/api_internal.h"

#include "base/maths/maths.h"
#include "border/body_model.h"
#include "codec/sound/bearing.h"
#include "codec/sound/resample.h"

#include <stdlib.h>
#include <string.h>

enum { RATE_HZ = 16000, GROUP = 1600, RAW_MAX = 2048, EARS_COUNT = BEARING_EARS, LOUDEST_DB = 90 };

#define LN_10 2.302585093f

struct ears {
    struct api_call *listeners; // by their data
    struct resample *rate;
    unsigned in_rate;
    uint64_t since_us; // of the group's first sample
    uint32_t groups;
    int16_t raw[RAW_MAX * EARS_COUNT]; // of the group, as it was heard
    uint32_t raw_count;
    int16_t samples[GROUP];
    uint32_t count;
    float floor; // mean square of the quietest lately
};
struct listener {
    struct api_call *next;
};

struct ears *ears_new(void) {
    return calloc(1, sizeof(struct ears));
}

void ears_free(struct ears *ears) {
    if (!ears) return;
    resample_free(ears->rate);
    free(ears);
}

static void listen(struct api *api) {
    if (api->config.run) run_listen(api->config.run, api->config.life, api->ears->listeners != NULL);
}

static void begin_group(struct ears *ears) { ears->count = ears->raw_count = 0; }

static void left(struct api_call *call) {
    struct api_call **at = &call->api->ears->listeners;
    while (*at != call) at = &((struct listener *)(*at)->data)->next;
    *at = ((struct listener *)call->data)->next;
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
    if (!api->ears->listeners) begin_group(api->ears);
    listener->next = api->ears->listeners;
    api->ears->listeners = call;
    call->left = left;
    listen(api);
}

// ------------------------------------------------------------------------------------------------ a group
static uint32_t decibels(float mean_square) {
    float db = mean_square > 1 ? 10 * m_log(mean_square) / LN_10 : 0;
    return (uint32_t)m_clamp(db, 0, LOUDEST_DB);
}

static void tell(struct api *api, const struct body_model *model) {
    struct ears *ears = api->ears;
    float places[EARS_COUNT][2], sum = 0;
    for (int i = 0; i < EARS_COUNT; i++) places[i][0] = model->ears_m[i].x, places[i][1] = model->ears_m[i].y;
    struct bearing bearing;
    bearing_of(ears->raw, ears->raw_count, (float)ears->in_rate, places, &bearing);
    for (uint32_t i = 0; i < GROUP; i++) sum += (float)ears->samples[i] * ears->samples[i] / GROUP;
    ears->floor = !ears->groups || sum < ears->floor ? sum : ears->floor + (sum - ears->floor) * 0.02f;
    uint8_t bytes[GROUP * 2];
    for (uint32_t i = 0; i < GROUP; i++) {
        bytes[2 * i] = (uint8_t)ears->samples[i];
        bytes[2 * i + 1] = (uint8_t)((uint16_t)ears->samples[i] >> 8);
    }
    Vector__AudioFeedResponse group;
    vector__audio_feed_response__init(&group);
    group.robot_time_stamp = (uint32_t)(ears->since_us / 1000);
    group.group_id = ears->groups++;
    group.signal_power = (ProtobufCBinaryData){sizeof bytes, bytes};
    group.direction_strengths = (ProtobufCBinaryData){BEARINGS, bearing.strengths};
    group.source_direction = bearing.direction;
    group.source_confidence = bearing.confidence;
    group.noise_floor_power = decibels(ears->floor);
    struct api_packet *packet = api_packet_new(api, API_SOUND, &group.base, NULL);
    if (!packet) return;
    for (struct api_call *call = ears->listeners, *next; call; call = next) {
        next = ((struct listener *)call->data)->next;
        api_send(call, packet);
    }
    api_packet_drop(packet);
}

// All microphones together, at the rate of the feed.
static void take(struct api *api, const int16_t *heard, uint32_t count, uint64_t time_us,
                 const struct body_model *model) {
    struct ears *ears = api->ears;
    for (uint32_t i = 0; i < count; i++) {
        const int16_t *moment = &heard[(size_t)i * EARS_COUNT];
        int32_t sum = 0;
        if (!ears->raw_count) ears->since_us = time_us + (uint64_t)i * 1000000 / ears->in_rate;
        for (int k = 0; k < EARS_COUNT; k++) sum += moment[k];
        if (ears->raw_count < RAW_MAX)
            memcpy(&ears->raw[(size_t)ears->raw_count++ * EARS_COUNT], moment, EARS_COUNT * sizeof *moment);
        int16_t mean = (int16_t)(sum / EARS_COUNT);
        for (size_t taken = 0; !taken;) {
            ears->count += (uint32_t)resample_push(ears->rate, &mean, 1, &ears->samples[ears->count],
                                                   GROUP - ears->count, &taken);
            if (ears->count < GROUP) continue;
            tell(api, model);
            begin_group(ears);
            ears->since_us = time_us + (uint64_t)(i + 1) * 1000000 / ears->in_rate;
        }
    }
}

void ears_turn(struct api *api) {
    struct ears *ears = api->ears;
    struct body_sound about;
    if (!ears->listeners || !api->config.run) return;
    const struct frame *heard = run_heard(api->config.run, api->config.life, &about);
    struct soul *soul = run_soul(api->config.run, api->config.life);
    if (!heard || !soul || about.channels != EARS_COUNT) return;
    if (!ears->rate || ears->in_rate != about.rate_hz) {
        resample_free(ears->rate);
        ears->rate = resample_new(about.rate_hz, RATE_HZ);
        ears->in_rate = about.rate_hz;
        begin_group(ears);
    }
    uint32_t count = (uint32_t)(heard->used / (EARS_COUNT * sizeof(int16_t)));
    if (!ears->rate) return;
    take(api, (const int16_t *)(const void *)heard->bytes, count < about.samples ? count : about.samples,
         about.time_us, soul->model);
}

void ears_life(struct api *api) { // another life: its listeners stay
    begin_group(api->ears);
    if (api->ears->listeners) listen(api);
}
