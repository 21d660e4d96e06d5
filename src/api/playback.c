// A program's own sound: it is prepared, comes in pieces, and is completed or cancelled. One at a time.
#include "api/api_internal.h"

#include <stdlib.h>

enum { CHUNK_SAMPLES = 512 };

struct playback {
    bool prepared;
};

static void answer(struct api_call *call, uint8_t how, uint32_t came, uint32_t played) {
    Vector__ExternalAudioStreamPlaybackComplete complete =
        VECTOR__EXTERNAL_AUDIO_STREAM_PLAYBACK_COMPLETE__INIT;
    Vector__ExternalAudioStreamPlaybackFailure failure = VECTOR__EXTERNAL_AUDIO_STREAM_PLAYBACK_FAILURE__INIT;
    Vector__ExternalAudioStreamBufferOverrun overrun = VECTOR__EXTERNAL_AUDIO_STREAM_BUFFER_OVERRUN__INIT;
    Vector__ExternalAudioStreamResponse response = VECTOR__EXTERNAL_AUDIO_STREAM_RESPONSE__INIT;
    enum { PLAYED, TOO_FAR_AHEAD };
    overrun.audio_samples_sent = came, overrun.audio_samples_played = played;
    if (how == PLAYED) {
        response.audio_response_type_case =
            VECTOR__EXTERNAL_AUDIO_STREAM_RESPONSE__AUDIO_RESPONSE_TYPE_AUDIO_STREAM_PLAYBACK_COMPLETE;
        response.audio_stream_playback_complete = &complete;
    } else if (how == TOO_FAR_AHEAD) {
        response.audio_response_type_case =
            VECTOR__EXTERNAL_AUDIO_STREAM_RESPONSE__AUDIO_RESPONSE_TYPE_AUDIO_STREAM_BUFFER_OVERRUN;
        response.audio_stream_buffer_overrun = &overrun;
    } else {
        response.audio_response_type_case =
            VECTOR__EXTERNAL_AUDIO_STREAM_RESPONSE__AUDIO_RESPONSE_TYPE_AUDIO_STREAM_PLAYBACK_FAILYER;
        response.audio_stream_playback_failyer = &failure;
    }
    api_reply(call, &response);
}

static void fail(struct api_call *call) { answer(call, UINT8_MAX, 0, 0); }

static void over(struct api_call *call, const struct life_message *reply, void *data) {
    struct playback *playback = data;
    if (!playback->prepared) return; // cancelled, and said so
    playback->prepared = false;
    if (reply->kind == LIFE_STREAM_OVER)
        answer(call, reply->stream_over.how, reply->stream_over.came, reply->stream_over.played);
    else
        fail(call);
    if (call->half) api_end(call, API_OK, "");
}

static void left(struct api_call *call) {
    struct playback *playback = call->data;
    if (!playback->prepared) return api_end(call, API_OK, "");
    if (call->half && !call->ended) return; // the answer is to come
    playback->prepared = false;
    if (call->api->door) api_tell(call->api, &(struct life_message){.kind = LIFE_STREAM_CANCEL});
}

static bool tell_chunk(struct api_call *call, const Vector__ExternalAudioStreamChunk *r) {
    size_t bytes = r->audio_chunk_samples.len;
    if (bytes != r->audio_chunk_size_bytes || bytes % 2 || bytes > CHUNK_SAMPLES * 2) return false;
    struct life_message m = {.kind = LIFE_STREAM_CHUNK,
                             .stream_chunk = {.samples_count = (uint16_t)(bytes / 2)}};
    for (size_t i = 0; i < bytes / 2; i++) {
        const uint8_t *at = r->audio_chunk_samples.data + 2 * i;
        m.stream_chunk.samples[i] = (uint16_t)(at[0] | at[1] << 8);
    }
    api_tell(call->api, &m);
    return true;
}

void api_external_audio_stream_playback(struct api_call *call, const void *message) {
    const Vector__ExternalAudioStreamRequest *r = message;
    struct playback *playback = call->data;
    if (!playback && !(playback = call->data = calloc(1, sizeof *playback)))
        return api_end(call, API_RESOURCE_EXHAUSTED, "no memory for another stream");
    call->left = left;
    if (!call->api->door) return api_end(call, API_UNAVAILABLE, "nobody lives here now");
    if (r->audio_request_type_case != VECTOR__EXTERNAL_AUDIO_STREAM_REQUEST__AUDIO_REQUEST_TYPE__NOT_SET &&
        !control_held(call->api))
        return fail(call);
    switch (r->audio_request_type_case) {
    case VECTOR__EXTERNAL_AUDIO_STREAM_REQUEST__AUDIO_REQUEST_TYPE_AUDIO_STREAM_PREPARE: {
        struct life_message m = {.kind = LIFE_STREAM_PREPARE};
        m.stream_prepare.rate_hz = r->audio_stream_prepare->audio_frame_rate;
        m.stream_prepare.volume = r->audio_stream_prepare->audio_volume;
        if (playback->prepared) return fail(call);
        playback->prepared = true;
        return api_ask(call, NULL, &m, over, playback);
    }
    case VECTOR__EXTERNAL_AUDIO_STREAM_REQUEST__AUDIO_REQUEST_TYPE_AUDIO_STREAM_CHUNK:
        if (!playback->prepared || !tell_chunk(call, r->audio_stream_chunk)) fail(call);
        return;
    case VECTOR__EXTERNAL_AUDIO_STREAM_REQUEST__AUDIO_REQUEST_TYPE_AUDIO_STREAM_COMPLETE:
        if (!playback->prepared) return fail(call);
        return api_tell(call->api, &(struct life_message){.kind = LIFE_STREAM_COMPLETE});
    case VECTOR__EXTERNAL_AUDIO_STREAM_REQUEST__AUDIO_REQUEST_TYPE_AUDIO_STREAM_CANCEL:
        return api_tell(call->api, &(struct life_message){.kind = LIFE_STREAM_CANCEL});
    default:
        api_end(call, API_OK, "");
    }
}
