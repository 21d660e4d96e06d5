#include "robot/audio_requests.h"

#include "act/action.h"
#include "base/hash.h"
#include "base/text.h"

#include <string.h>

static bool done(struct desk *desk, uint32_t ticket, uint8_t door, enum life_verdict verdict,
                 const char *said) {
    desk_done(desk, ticket, door, verdict, result_of_verdict(verdict), said);
    return true;
}

static bool play(struct robot_audio *sound, struct audio_requests *state, struct desk *desk,
                 const struct life_envelope *from, const struct life_play_sound *r) {
    uint64_t number;
    uint32_t event = fnv1_32_lower(r->event);
    if (r->event[0] == '#' && !text_to_u64(text_of(r->event + 1), &number) && number <= UINT32_MAX)
        event = (uint32_t)number;
    if (!m_finite(r->volume) || r->volume < 0 || !r->event[0])
        return done(desk, from->ticket, from->door, LIFE_VERDICT_BAD_VALUE,
                    "expected the name of an event and a volume from 0");
    for (int i = 0; i < AUDIO_REQUESTS_MAX; i++) {
        if (state->asked[i].play) continue;
        uint32_t begun = audio_post(robot_audio_engine(sound), event, AUDIO_BEHAVIOR, r->volume, 0);
        if (!begun) break;
        state->asked[i] = (struct audio_request){begun, from->ticket, from->door};
        return true;
    }
    return done(desk, from->ticket, from->door, LIFE_VERDICT_REFUSED, "too many sounds at once");
}

static bool over(struct audio_requests *state, struct desk *desk, uint8_t how, uint32_t came,
                 uint32_t played) {
    struct life_message reply = {.kind = LIFE_STREAM_OVER, .stream_over = {how, came, played}};
    if (state->stream.play) desk_reply(desk, state->stream.ticket, state->stream.door, &reply);
    state->stream.play = 0;
    return true;
}

static bool stream(struct robot_audio *sound, struct audio_requests *state, struct desk *desk,
                   const struct life_envelope *from, const struct life_message *request) {
    struct fault fault = {0};
    enum err err = ERR_NONE;
    if (request->kind == LIFE_STREAM_PREPARE) {
        err = audio_stream_prepare(robot_audio_engine(sound), request->stream_prepare.rate_hz,
                                   request->stream_prepare.volume, &fault);
        if (!err) state->stream = (struct audio_request){1, from->ticket, from->door};
        return err ? done(desk, from->ticket, from->door,
                          err == ERR_BUSY ? LIFE_VERDICT_REFUSED : LIFE_VERDICT_BAD_VALUE, fault.said)
                   : true;
    }
    if (request->kind == LIFE_STREAM_CHUNK) {
        const struct life_stream_chunk *r = &request->stream_chunk;
        uint8_t bytes[AUDIO_STREAM_CHUNK_MAX];
        for (uint32_t i = 0; i < r->samples_count; i++)
            bytes[2 * i] = (uint8_t)r->samples[i], bytes[2 * i + 1] = (uint8_t)(r->samples[i] >> 8);
        err = audio_stream_chunk(robot_audio_engine(sound), bytes, 2 * (size_t)r->samples_count, &fault);
    } else if (request->kind == LIFE_STREAM_COMPLETE) {
        err = audio_stream_complete(robot_audio_engine(sound), &fault);
    } else {
        audio_stream_cancel(robot_audio_engine(sound));
        over(state, desk, 3, 0, 0);
    }
    return done(desk, from->ticket, from->door, err ? LIFE_VERDICT_REFUSED : LIFE_VERDICT_DONE, fault.said);
}

bool audio_requests_ask(struct robot_audio *sound, struct audio_requests *state, struct desk *desk,
                        const struct life_envelope *from, const struct life_message *request) {
    struct audio *audio = robot_audio_engine(sound);
    switch (request->kind) {
    case LIFE_PLAY_SOUND:
        return play(sound, state, desk, from, &request->play_sound);
    case LIFE_STOP_SOUNDS:
        audio_stop_object(audio,
                          request->stop_sounds.place < AUDIO_OBJECTS ? request->stop_sounds.place : AUDIO_ALL,
                          (float)request->stop_sounds.fade_ms);
        return done(desk, from->ticket, from->door, LIFE_VERDICT_DONE, "");
    case LIFE_VOLUME:
        if (request->volume.level >= AUDIO_LEVELS)
            return done(desk, from->ticket, from->door, LIFE_VERDICT_BAD_VALUE,
                        "expected a level from 0 (mute) to 5 (high)");
        audio_level(audio, request->volume.level);
        return done(desk, from->ticket, from->door, LIFE_VERDICT_DONE, "");
    case LIFE_SOUND_PARAMETER:
        if (!m_finite(request->sound_parameter.value))
            return done(desk, from->ticket, from->door, LIFE_VERDICT_BAD_VALUE,
                        "the value must be a finite number");
        audio_parameter(audio, AUDIO_ALL, fnv1_32_lower(request->sound_parameter.name),
                        request->sound_parameter.value, request->sound_parameter.ramp_ms, 4);
        return done(desk, from->ticket, from->door, LIFE_VERDICT_DONE, "");
    case LIFE_STREAM_PREPARE:
    case LIFE_STREAM_CHUNK:
    case LIFE_STREAM_COMPLETE:
    case LIFE_STREAM_CANCEL:
        return stream(sound, state, desk, from, request);
    default:
        return false;
    }
}

// --- What came of it ---------------------------------------------------------------------------------------

static void end_asked(struct audio_requests *state, struct desk *desk, uint32_t play) {
    for (int i = 0; i < AUDIO_REQUESTS_MAX; i++) {
        struct audio_request *asked = &state->asked[i];
        if (!asked->play || asked->play != play) continue;
        asked->play = 0;
        done(desk, asked->ticket, asked->door, LIFE_VERDICT_DONE, "");
    }
}

static bool event_of(const struct audio_notice *notice, struct life_event *out) {
    static const uint16_t KINDS[] = {[AUDIO_POSTED] = LIFE_EVENT_KIND_SOUND_POSTED,
                                     [AUDIO_STATE_SET] = LIFE_EVENT_KIND_SOUND_STATE,
                                     [AUDIO_SWITCH_SET] = LIFE_EVENT_KIND_SOUND_SWITCH,
                                     [AUDIO_STOPPED_ALL] = LIFE_EVENT_KIND_SOUNDS_STOPPED};
    if ((unsigned)notice->kind >= sizeof KINDS / sizeof *KINDS || !KINDS[notice->kind]) return false;
    bool post = notice->kind == AUDIO_POSTED || notice->kind == AUDIO_STOPPED_ALL;
    *out = (struct life_event){.kind = KINDS[notice->kind],
                               .subject = notice->event,
                               .numbers = {post ? (float)notice->object : (float)(notice->value >> 16),
                                           post ? (float)notice->tag : (float)(notice->value & 0xffff),
                                           (float)notice->object}};
    return true;
}

uint32_t audio_requests_tell(struct robot_audio *sound, struct audio_requests *state, struct mouth *mouth,
                             struct desk *desk, uint64_t now_us, struct life_event *events, uint32_t room,
                             uint32_t *lost) {
    struct audio_notice notice;
    uint32_t count = 0;
    while (robot_audio_told(sound, &notice)) {
        if (notice.kind == AUDIO_ENDED) end_asked(state, desk, notice.play);
        if (notice.kind == AUDIO_ENDED && notice.object == AUDIO_SPEECH) mouth_ended(mouth, notice.play);
        if (notice.kind == AUDIO_STREAM_DONE) over(state, desk, 0, notice.event, notice.value);
        if (notice.kind == AUDIO_STREAM_OVERRUN) over(state, desk, 1, notice.event, notice.value);
        if (notice.kind == AUDIO_STREAM_FAILED) over(state, desk, 2, notice.event, notice.value);
        struct life_event event;
        if (!event_of(&notice, &event)) continue;
        event.time_us = now_us;
        if (count < room)
            events[count++] = event;
        else
            ++*lost;
    }
    return count;
}
