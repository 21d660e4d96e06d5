#include "stage/sound/audio_internal.h"

#include "base/hash.h"
#include "base/system/log.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const LEVELS[] = {"mute", "low", "medium_low", "medium", "medium_high", "high", NULL};
// Chosen: each step about 4 dB, so that "low" is still heard across a room.
static const float LEVEL_DB[AUDIO_LEVELS] = {0, -18, -13, -8.5f, -4, 0};

static const struct knob KNOBS[] = {
    KNOB_U64(struct audio_config, seed, "", 0, 1.8e19, 1, "where the choices among sounds come from"),
    KNOB_U32(struct audio_config, rate_hz, "Hz", 8000, AUDIO_RATE_MAX, 32000,
             "samples a second of the speaker"),
    KNOB_ENUM(struct audio_config, level, LEVELS, "medium_high", "how loud all of it is"),
    KNOB_F32(struct audio_config, sfx_db, "dB", -60, 12, 0, "the sounds of animations"),
    KNOB_F32(struct audio_config, motion_db, "dB", -60, 12, -3, "the sounds of moving"),
    KNOB_F32(struct audio_config, ui_db, "dB", -60, 12, 0, "what behaviours post: cues for people"),
    KNOB_F32(struct audio_config, music_db, "dB", -60, 12, -2, "music"),
    KNOB_F32(struct audio_config, vo_db, "dB", -60, 12, 0, "speech"),
    KNOB_F32(struct audio_config, stream_db, "dB", -60, 12, 0, "what programs stream"),
    KNOB_F32(struct audio_config, low_cut_hz, "Hz", 20, 1000, 140, "below this a small speaker only rattles"),
    KNOB_F32(struct audio_config, treble_hz, "Hz", 1000, 16000, 6500, "above this sounds are made softer"),
    KNOB_F32(struct audio_config, treble_db, "dB", -24, 12, -4, "by so much: small speakers are shrill"),
    KNOB_F32(struct audio_config, ceiling_db, "dB", -24, 0, -1, "no sample goes above it"),
    KNOB_F32(struct audio_config, release_ms, "ms", 5, 2000, 120, "how fast the limiter lets go"),
    KNOB_F32(struct audio_config, tone_db, "dB", -60, 0, -18, "tones in place of missing sounds"),
};
const struct knobs AUDIO_KNOBS = {"sound", KNOBS, sizeof KNOBS / sizeof *KNOBS, sizeof(struct audio_config)};
enum { GIVEN = 2 }; // seed and rate come from the life and its body
const struct knobs AUDIO_TASTE_KNOBS = {"sound", KNOBS + GIVEN, sizeof KNOBS / sizeof *KNOBS - GIVEN,
                                        sizeof(struct audio_config)};

struct audio_config audio_defaults(const char *creature) {
    struct audio_config config = {0};
    knobs_defaults(&AUDIO_KNOBS, &config);
    if (!strcmp(creature, "cozmo")) config.rate_hz = 22320;
    return config;
}

struct audio *audio_new(const struct audio_config *config, const struct audio_set *set) {
    struct audio *audio = calloc(1, sizeof *audio);
    if (!audio) return NULL;
    audio->config = *config;
    if (audio->config.rate_hz < 8000 || audio->config.rate_hz > AUDIO_RATE_MAX) audio->config.rate_hz = 32000;
    audio->set = set;
    ring_init(&audio->heard, audio->notices, sizeof *audio->notices, NOTICES);
    const float *db = &config->sfx_db;
    for (int b = 0; b < AUDIO_BUSES; b++) audio->bus_db[b] = db[b];
    audio_level(audio, (enum audio_level)config->level);
    audio->master_now = audio->master;
    size_t memories = set ? (size_t)set->memories * AUDIO_OBJECTS : 0;
    audio->memories = calloc(memories + 1, sizeof *audio->memories);
    audio->stream.room = calloc(AUDIO_STREAM_ROOM, sizeof *audio->stream.room);
    bool fine = audio->memories && audio->stream.room && kernels_make(audio);
    for (int i = 0; i < SPEECHES; i++)
        fine = (audio->speeches[i].bytes = malloc(AUDIO_SPEECH_BYTES)) != NULL && fine;
    if (!fine) {
        audio_free(audio);
        return NULL;
    }
    parameters_begin(audio);
    ducks_find(audio);
    return audio;
}
_Static_assert(offsetof(struct audio_config, stream_db) - offsetof(struct audio_config, sfx_db) ==
                   (AUDIO_BUSES - 1) * sizeof(float),
               "the buses' volumes stand in their order");

void audio_free(struct audio *audio) {
    if (!audio) return;
    for (uint32_t i = 0; i < audio->kernel_count; i++) free(audio->kernels[i].own);
    for (int i = 0; i < SPEECHES; i++) free(audio->speeches[i].bytes);
    free(audio->stream.room);
    free(audio->memories);
    free(audio);
}

// ----------------------------------------------------------------------------------------- plays and notices

void tell_audio(struct audio *audio, struct audio_notice notice) { ring_force(&audio->heard, &notice); }
bool audio_notice(struct audio *audio, struct audio_notice *out) { return ring_pop(&audio->heard, out); }

struct play *play_of(struct audio *audio, uint32_t id) {
    for (int i = 0; i < PLAYS; i++)
        if (id && audio->plays[i].id == id) return &audio->plays[i];
    return NULL;
}

static struct play *play_new(struct audio *audio, uint32_t event, uint8_t object, uint8_t tag) {
    for (int i = 0; i < PLAYS; i++) {
        struct play *play = &audio->plays[i];
        if (play->id) continue;
        if (!++audio->last_play) audio->last_play = 1;
        *play =
            (struct play){.id = audio->last_play, .event = event, .object = object, .tag = tag, .count = 1};
        return play; // the one is what will begin it
    }
    return NULL;
}

void play_less(struct audio *audio, uint32_t id) {
    struct play *play = play_of(audio, id);
    if (!play || --play->count) return;
    tell_audio(audio, (struct audio_notice){.kind = AUDIO_ENDED,
                                            .object = play->object,
                                            .tag = play->tag,
                                            .play = play->id,
                                            .event = play->event});
    for (int i = 0; i < SPEECHES; i++)
        if (audio->speeches[i].play == id) audio->speeches[i].play = 0;
    play->id = 0;
}

int64_t samples_of(const struct audio *audio, float ms) {
    return ms > 0 ? (int64_t)((double)ms * audio->config.rate_hz / 1000 + 0.5) : 0;
}

// ------------------------------------------------------------------------------------------------ asking

static uint32_t post(struct audio *audio, struct posted posted) {
    if (audio->post_count == POSTS) return 0;
    struct play *play = play_new(audio, posted.event, posted.object, posted.tag);
    if (!play) return 0;
    posted.play = play->id;
    audio->posts[audio->post_count++] = posted;
    return play->id;
}

uint32_t audio_post(struct audio *audio, uint32_t event, enum audio_object object, float volume,
                    uint8_t tag) {
    if ((unsigned)object >= AUDIO_OBJECTS) object = AUDIO_ANIMATION;
    if (!(volume >= 0)) volume = 0;
    return post(
        audio, (struct posted){
                   .event = event, .volume = volume > 4 ? 4 : volume, .object = (uint8_t)object, .tag = tag});
}

uint32_t audio_post_name(struct audio *audio, const char *event, enum audio_object object) {
    return audio_post(audio, fnv1_32_lower(event), object, 1, 0);
}

uint32_t audio_speak(struct audio *audio, const struct audio_speech *said) {
    size_t len = said->blocks.len;
    if (len > AUDIO_SPEECH_BYTES || said->rate_hz < 1000 || said->rate_hz > AUDIO_RATE_MAX) return 0;
    for (int i = 0; i < SPEECHES; i++) {
        struct speech *speech = &audio->speeches[i];
        if (speech->play) continue;
        uint32_t play = post(audio, (struct posted){.volume = said->volume,
                                                    .object = AUDIO_SPEECH,
                                                    .tag = said->tag,
                                                    .speech = (int8_t)(i + 1),
                                                    .after = said->after,
                                                    .pause_ms = said->pause_ms});
        if (!play) return 0;
        if (len) memcpy(speech->bytes, said->blocks.at, len);
        speech->source = audio_source_adpcm((struct bytes){speech->bytes, len}, said->rate_hz, said->frames);
        speech->play = play;
        return play;
    }
    return 0;
}

static void stop_voice(struct audio *audio, struct voice *voice, float fade_ms) {
    if (voice->paused || voice->delay > 0)
        voice_end(audio, voice, 0);
    else
        voice_fade(audio, voice, 0, fade_ms, 4, FADE_STOPS);
}

void audio_stop(struct audio *audio, uint32_t play, float fade_ms) {
    for (int i = 0; i < WALKS; i++)
        if (audio->walks[i].live && audio->walks[i].play == play) walk_kill(audio, (int16_t)i);
    for (int i = 0; i < AUDIO_VOICES; i++)
        if (audio->voices[i].live && audio->voices[i].play == play)
            stop_voice(audio, &audio->voices[i], fade_ms);
    for (uint32_t i = 0; i < audio->post_count; i++)
        if (audio->posts[i].play == play) {
            memmove(&audio->posts[i], &audio->posts[i + 1], (--audio->post_count - i) * sizeof *audio->posts);
            play_less(audio, play);
            break;
        }
}

void audio_stop_object(struct audio *audio, enum audio_object object, float fade_ms) {
    for (int i = 0; i < PLAYS; i++)
        if (audio->plays[i].id && (object == AUDIO_ALL || audio->plays[i].object == object))
            audio_stop(audio, audio->plays[i].id, fade_ms);
    tell_audio(audio, (struct audio_notice){.kind = AUDIO_STOPPED_ALL, .object = (uint8_t)object});
}

void audio_stop_loops(struct audio *audio, uint8_t tag) {
    for (int i = 0; i < WALKS; i++)
        if (audio->walks[i].live && audio->walks[i].tag == tag && audio->walks[i].left == FOREVER)
            walk_kill(audio, (int16_t)i);
    for (int i = 0; i < AUDIO_VOICES; i++) {
        struct voice *voice = &audio->voices[i];
        if (voice->live && voice->tag == tag && voice->object == AUDIO_ANIMATION &&
            (voice->serial || audio_source_heard(voice->source) == UINT64_MAX))
            stop_voice(audio, voice, 120);
    }
}

void audio_level(struct audio *audio, enum audio_level level) {
    if ((unsigned)level >= AUDIO_LEVELS) return;
    audio->config.level = level;
    audio->master = level ? m_pow(10, LEVEL_DB[level] / 20) : 0;
}

enum audio_level audio_level_now(const struct audio *audio) { return (enum audio_level)audio->config.level; }

uint16_t audio_volume(const struct audio *audio) { return (uint16_t)(audio->master * 65535 + 0.5f); }

// ------------------------------------------------------------------------------------------------ a step

static void begin_posts(struct audio *audio) {
    uint32_t count = audio->post_count;
    audio->post_count = 0; // what is posted by what begins here comes next time
    for (uint32_t i = 0; i < count; i++) {
        struct posted posted = audio->posts[i];
        if (posted.after && play_of(audio, posted.after)) { // not yet
            audio->posts[audio->post_count++] = posted;
            continue;
        }
        const struct audio_item *event = audio->set ? audio_set_item(audio->set, posted.event) : NULL;
        struct start start = {.play = posted.play,
                              .volume = posted.volume,
                              .object = posted.object,
                              .tag = posted.tag,
                              .walk = NO_WALK,
                              .delay = samples_of(audio, (float)posted.pause_ms)};
        if (posted.speech) {
            voice_new(audio, &start, &audio->speeches[posted.speech - 1].source, AUDIO_BUS_VO);
        } else {
            tell_audio(audio, (struct audio_notice){.kind = AUDIO_POSTED,
                                                    .object = posted.object,
                                                    .tag = posted.tag,
                                                    .play = posted.play,
                                                    .event = posted.event});
            if (event && event->object->kind == BANK_EVENT && event->object->known)
                act_event(audio, event, posted.play, posted.object, posted.volume, posted.tag, 0, 0);
            else
                fall_back(audio, posted.event, event ? event->bank : AUDIO_NO_BANK, &start);
        }
        play_less(audio, posted.play);
    }
}

void audio_step(struct audio *audio, uint64_t tick) {
    uint64_t rate = audio->config.rate_hz;
    audio->tick = tick;
    audio->ms = tick * AUDIO_TICK_MS;
    audio->samples =
        (uint32_t)((tick + 1) * AUDIO_TICK_MS * rate / 1000 - tick * AUDIO_TICK_MS * rate / 1000);
    audio->dice = chance_of(audio->config.seed, chance_stream("sound"), tick);
    audio->starts = 0;
    audio->master_before = audio->master_now;
    audio->master_now = audio->master;
    parameters_step(audio);
    for (int i = 0; i < AUDIO_VOICES; i++) {
        struct voice *voice = &audio->voices[i];
        voice->over = voice->stepped = false;
        voice->count = 0;
    }
    if (audio->post_count) begin_posts(audio);
    act_laters(audio);
    voices_step(audio);
    stream_step(audio);
}

uint32_t audio_tick_samples(const struct audio *audio) { return audio->samples; }
uint32_t audio_rate(const struct audio *audio) { return audio->config.rate_hz; }

uint32_t audio_voices(const struct audio *audio) {
    uint32_t count = audio->stream.count > 0;
    for (int i = 0; i < AUDIO_VOICES; i++) count += audio->voices[i].count > 0;
    return count;
}
