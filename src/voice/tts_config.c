#include "voice/tts_config.h"

#include "base/maths/chance.h"
#include "base/maths/maths.h"

#include <string.h>

static enum err percent(const struct json *object, const char *key, float low, float high, float *out,
                        struct fault *fault) {
    const struct json *value = json_get(object, key);
    double d;
    *out = 100;
    if (!value || value->kind == JSON_NULL) return ERR_NONE;
    enum err err = json_as_number(value, 0, 10000, &d, fault);
    if (!err) *out = m_clamp((float)d, low, high);
    return err;
}

static enum err trait(const struct json *object, struct tts_trait *out, struct fault *fault) {
    int64_t a, b, c, d;
    enum err err = json_get_int(object, "textLengthMin", 0, UINT32_MAX, &a, fault);
    if (!err) err = json_get_int(object, "textLengthMax", a, UINT32_MAX, &b, fault);
    if (!err) err = json_get_int(object, "rangeMin", 1, 10000, &c, fault);
    if (!err) err = json_get_int(object, "rangeMax", c, 10000, &d, fault);
    if (!err) *out = (struct tts_trait){(uint32_t)a, (uint32_t)b, (uint32_t)c, (uint32_t)d};
    return err;
}

static enum err language(const struct json *object, struct tts_language *out, struct fault *fault) {
    *out = (struct tts_language){0};
    if (object->kind != JSON_OBJECT) return json_fault(object, fault, ERR_TYPE, "expected an object");
    text_copy(object->key, out->name, sizeof out->name);
    const struct json *voice = json_get(object, "voice"), *traits = json_get(object, "speedTraits");
    struct text text;
    enum err err = ERR_NONE;
    if (voice && !(err = json_as_text(voice, &text, fault))) text_copy(text, out->voice, sizeof out->voice);
    if (!err) err = percent(object, "speed", 30, 300, &out->speed, fault);
    if (!err) err = percent(object, "shaping", 70, 140, &out->shaping, fault);
    if (!err) err = percent(object, "pitch", 70, 160, &out->pitch, fault);
    if (!err && traits && traits->kind != JSON_LIST)
        return json_fault(traits, fault, ERR_TYPE, "expected a list");
    for (const struct json *t = traits ? traits->first : NULL; t && !err; t = t->next) {
        if (out->trait_count == TTS_TRAITS)
            return json_fault(t, fault, ERR_LIMIT, "more than %d traits", TTS_TRAITS);
        err = trait(t, &out->traits[out->trait_count++], fault);
    }
    return err;
}

enum err tts_config_read(const struct json *document, struct tts_config *out, struct fault *fault) {
    *out = (struct tts_config){0};
    if (document->kind != JSON_OBJECT || !document->count)
        return json_fault(document, fault, ERR_TYPE, "expected an object of operating systems");
    const struct json *system = json_get(document, "vicos");
    if (!system) system = document->first;
    if (system->kind != JSON_OBJECT)
        return json_fault(system, fault, ERR_TYPE, "expected an object of languages");
    enum err err = ERR_NONE;
    for (const struct json *l = system->first; l && !err; l = l->next) {
        if (out->count == TTS_LANGUAGES)
            return json_fault(l, fault, ERR_LIMIT, "more than %d languages", TTS_LANGUAGES);
        err = language(l, &out->languages[out->count], fault);
        out->count += !err;
    }
    return err;
}

const struct tts_language *tts_config_find(const struct tts_config *config, const char *locale) {
    for (int turn = 0; turn < 2; turn++, locale = "en")
        for (uint32_t i = 0; i < config->count; i++)
            if (!strncasecmp(config->languages[i].name, locale, 2)) return &config->languages[i];
    return NULL;
}

void tts_config_apply(const struct tts_config *config, struct speech_order *order) {
    const struct tts_language *l = tts_config_find(config, order->locale);
    if (!l) return;
    order->speed = l->speed, order->shaping = l->shaping, order->config_pitch = l->pitch;
    uint32_t length = (uint32_t)strlen(order->text);
    struct chance dice = chance_of(order->seed, chance_stream("speed"), length);
    for (uint32_t i = 0; i < l->trait_count; i++)
        if (length >= l->traits[i].length_min && length <= l->traits[i].length_max)
            order->speed = chance_range(&dice, (float)l->traits[i].speed_min, (float)l->traits[i].speed_max);
}
