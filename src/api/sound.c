// What it says and how loud.
#include "api/api_internal.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 8192 };

// A long text is said piece by piece, each as long as a request of the robot takes.
struct speech {
    struct life_message say;
    size_t at, len;
    char words[];
};

static void say_next(struct api_call *call, struct speech *speech);

static void said(struct api_call *call, const struct life_message *reply, void *data) {
    struct speech *speech = data;
    if (reply->kind != LIFE_DONE || reply->done.verdict != LIFE_VERDICT_DONE)
        return api_end(call, API_INTERNAL,
                       reply->kind == LIFE_DONE ? reply->done.said : "it could not be said");
    if (speech->at < speech->len) return say_next(call, speech);
    Vector__SayTextResponse *done = api_new_reply(call, STATUS_DONE);
    if (!done) return;
    done->state = VECTOR__SAY_TEXT_RESPONSE__UTTERANCE_STATE__FINISHED;
    api_reply(call, done);
}

// Up to the last end of a sentence that fits, or of a word, or of a character.
static size_t piece(const char *words, size_t len, size_t room) {
    if (len <= room) return len;
    for (size_t i = room; i > room / 4; i--)
        if (strchr(".!?;", words[i - 1]) && words[i] == ' ') return i;
    for (size_t i = room; i > room / 4; i--)
        if (words[i] == ' ') return i;
    while (room && ((unsigned char)words[room] & 0xc0) == 0x80) room--;
    return room;
}

static void say_next(struct api_call *call, struct speech *speech) {
    struct life_say *say = &speech->say.say;
    const char *from = speech->words + speech->at;
    size_t take = piece(from, speech->len - speech->at, sizeof say->words - 1);
    memcpy(say->words, from, take);
    say->words[take] = 0;
    speech->at += take;
    while (speech->words[speech->at] == ' ') speech->at++;
    api_ask(call, NULL, &speech->say, said, speech);
}

void api_say_text(struct api_call *call, const void *message) {
    const Vector__SayTextRequest *r = message;
    size_t len = strlen(r->text);
    if (len > WORDS_MAX) return api_end(call, API_RESOURCE_EXHAUSTED, "expected at most 8192 bytes of text");
    struct speech *speech = call->data = calloc(1, sizeof *speech + len + 1);
    if (!speech) return api_end(call, API_RESOURCE_EXHAUSTED, "no memory for the text");
    speech->say.kind = LIFE_SAY;
    speech->say.say.duration = r->duration_scalar > 0 ? r->duration_scalar : 1;
    speech->say.say.pitch = r->pitch_scalar;
    speech->say.say.plain = !r->use_vector_voice;
    text_copy(text_of(documents_locale(call->api->documents)), speech->say.say.locale,
              sizeof speech->say.say.locale);
    speech->len = len;
    memcpy(speech->words, r->text, len);
    say_next(call, speech);
}

void api_set_master_volume(struct api_call *call, const void *message) {
    const Vector__MasterVolumeRequest *r = message;
    if (r->volume_level < 0 || r->volume_level > VECTOR__MASTER_VOLUME_LEVEL__VOLUME_HIGH)
        return api_end(call, API_INVALID_ARGUMENT, "expected a volume level from 0 to 4");
    // The settings count from MUTE, these from LOW.
    struct life_message m = {.kind = LIFE_VOLUME, .volume = {.level = (uint8_t)(r->volume_level + 1)}};
    if (call->api->door) api_tell(call->api, &m);
    settings_volume(call->api, m.volume.level);
    api_done(call, STATUS_DONE);
}
