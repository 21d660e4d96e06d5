// What a handle's logger gets. Six channels: what a session does, every message, what the robot says about
// itself, and what happens to it. Each handle has its own levels, set up all at once, by its config, by a
// call or by the environment.
#include "cozmo/client_internal.h"

#include "base/plural.h"
#include "schema/json.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 64, SAID_MAX = 1100 };

static const char *const CHANNELS[LOG_CHANNELS] = {
    [LOG_GENERAL] = "general",   [LOG_PROTOCOL] = "protocol", [LOG_ROBOT] = "robot",
    [LOG_REACTION] = "reaction", [LOG_BEHAVIOR] = "behavior", [LOG_ANIMATION] = "animation",
};
static const char *const LEVELS[] = {"off", "error", "warn", "info", "debug", "trace"};
enum { LEVEL_COUNT = sizeof LEVELS / sizeof *LEVELS };

static bool level_is(struct text word, enum log_level *level) {
    for (unsigned i = 0; i < LEVEL_COUNT; i++) {
        if (!text_is(word, LEVELS[i])) continue;
        *level = (enum log_level)i;
        return true;
    }
    return false;
}

static enum err groups_of(struct text list, uint64_t *out, struct fault *fault) {
    const struct schema_attribute *groups = &cozmo_schema.attributes[COZMO_ATTRIBUTE_GROUP];
    struct text name;
    *out = 0;
    while (text_split(&list, '+', &name)) {
        uint32_t i = 0;
        while (i < groups->count && !text_is(name, groups->values[i])) i++;
        if (i == groups->count || i + 1 >= GROUPS)
            return fault_set(fault, ERR_UNKNOWN, "there is no group of messages \"%.*s\"", (int)name.len,
                             name.at);
        *out |= (uint64_t)1 << (i + 1);
    }
    return ERR_NONE;
}

static enum err read_word(struct text word, struct client_log *log, struct fault *fault) {
    struct text value = word, key;
    enum log_level level;
    text_split(&value, '=', &key);
    if (key.len == word.len) {
        if (!level_is(word, &level))
            return fault_set(fault, ERR_UNKNOWN,
                             "\"%.*s\" is not a log level: expected off, error, warn, info, debug or trace",
                             (int)word.len, word.at);
        for (unsigned i = 0; i < LOG_CHANNELS; i++) log->level[i] = level;
        return ERR_NONE;
    }
    if (text_is(key, "only")) return groups_of(value, &log->only, fault);
    if (text_is(key, "except")) return groups_of(value, &log->except, fault);
    for (unsigned i = 0; i < LOG_CHANNELS; i++) {
        if (!text_is(key, CHANNELS[i])) continue;
        if (!level_is(value, &level))
            return fault_set(fault, ERR_UNKNOWN, "\"%.*s\" is not a log level", (int)value.len, value.at);
        log->level[i] = level;
        return ERR_NONE;
    }
    return fault_set(fault, ERR_UNKNOWN,
                     "there is no channel \"%.*s\": expected general, protocol, robot, reaction, behavior or "
                     "animation",
                     (int)key.len, key.at);
}

// A level without a channel first, wherever it stands: then those of single channels.
enum err client_log_setup(struct client_log *log, const char *words, struct fault *fault) {
    struct client_log made = {0};
    for (unsigned i = 0; i < LOG_CHANNELS; i++) made.level[i] = LOG_WARN;
    for (int alone = 1; alone >= 0; alone--) {
        struct text rest = text_of(words), word;
        while (text_split(&rest, ',', &word)) {
            word = text_trim(word);
            if (!word.len || (memchr(word.at, '=', word.len) == NULL) != alone) continue;
            enum err err = read_word(word, &made, fault);
            if (err) return err;
        }
    }
    *log = made;
    return ERR_NONE;
}

enum critter_err critter_cozmo_set_log(struct critter_cozmo *c, const char *setup) {
    c->fault = (struct fault){0};
    return err_public(client_log_setup(&c->log, setup ? setup : "", &c->fault));
}

enum err client_log_begin(struct critter_cozmo *c) {
    if (c->config.log) return client_log_setup(&c->log, c->config.log, &c->fault);
    const char *wish = getenv("CRITTER_COZMO_LOG");
    enum err err = client_log_setup(&c->log, wish ? wish : "", &c->fault);
    if (err) fault_in(&c->fault, "CRITTER_COZMO_LOG");
    return err;
}

static bool wanted(const struct critter_cozmo *c, enum log_level level, enum client_channel channel) {
    return c->config.logger && level <= c->log.level[channel];
}

void client_log(const struct critter_cozmo *c, enum log_level level, enum client_channel channel,
                const char *format, ...) {
    if (!wanted(c, level, channel)) return;
    char text[SAID_MAX + 200], plain[SAID_MAX + 400];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    text_shown(text_of(text), plain, sizeof plain); // whatever the robot says, a line is a line
    c->config.logger(c->config.logger_user, LEVELS[level], CHANNELS[channel], plain);
}

// Messages

static bool group_wanted(const struct client_log *log, const struct schema_message *row) {
    uint64_t group = row ? (uint64_t)1 << (row->attributes[COZMO_ATTRIBUTE_GROUP] % GROUPS) : 1;
    return !(log->except & group) && (!log->only || log->only & group);
}

void client_log_message(const struct critter_cozmo *c, const char *arrow, uint8_t id, struct bytes body,
                        enum cozmo_direction direction, unsigned version) {
    if (!wanted(c, LOG_DEBUG, LOG_PROTOCOL)) return;
    int kind = cozmo_message_find(COZMO_SPACE_MESSAGE, id, direction, version);
    const struct schema_message *row = kind < 0 ? NULL : &cozmo_messages[kind];
    if (!group_wanted(&c->log, row)) return;
    struct cozmo_message message;
    struct reader in = reader_of(body.at, body.len);
    struct buf text = {.limit = SAID_MAX};
    struct json_writer json = json_writer_of(&text, 0);
    if (row && row->body->count && !cozmo_message_decode_as(&message, (enum cozmo_kind)kind, &in, version))
        schema_print(row->body, &message.ping, &json, version);
    if (text.err)
        client_log(c, LOG_DEBUG, LOG_PROTOCOL, "%s %02x %s, %s", arrow, id, row ? row->body->name : "unknown",
                   PLURAL(body.len, "byte"));
    else
        client_log(c, LOG_DEBUG, LOG_PROTOCOL, "%s %02x %s %s", arrow, id, row ? row->body->name : "unknown",
                   text.len ? (const char *)text.at : "");
    buf_free(&text);
}

// The robot

enum critter_err critter_cozmo_load_texts(struct critter_cozmo *c, const char *path) {
    struct cozmo_words *words;
    c->fault = (struct fault){0};
    enum err err = cozmo_words_load(path, &words, &c->fault);
    if (err) return err_public(err);
    cozmo_words_free(c->words);
    c->words = words;
    return CRITTER_OK;
}

void client_log_debug(struct critter_cozmo *c, const struct cozmo_debug_data *said) {
    static const enum log_level LEVEL_OF[] = {LOG_DEBUG, LOG_DEBUG, LOG_DEBUG, LOG_INFO,
                                              LOG_WARN,  LOG_ERROR, LOG_ERROR};
    char text[SAID_MAX];
    enum err fits;
    size_t len = cozmo_words_text(c->words, said, text, sizeof text, &fits);
    enum log_level level = said->level > 0 && said->level < 7 ? LEVEL_OF[said->level] : LOG_DEBUG;
    client_log(c, level, LOG_ROBOT, "%s%s", text, fits ? " [the arguments do not fit the text]" : "");
    client_event(c, "debug", said->level, -1, (struct bytes){(const uint8_t *)text, len});
}

// What happens to it

static const struct {
    const char *event;
    enum client_channel channel;
    bool rising; // only when it begins
} TOLD[] = {
    {"found", LOG_GENERAL, false},
    {"lost", LOG_GENERAL, false},
    {"cliff_detected", LOG_REACTION, true},
    {"picked_up", LOG_REACTION, true},
    {"falling", LOG_REACTION, true},
    {"on_charger", LOG_REACTION, true},
    {"orientation", LOG_REACTION, false},
    {"RobotPoked", LOG_REACTION, false},
    {"pathing", LOG_BEHAVIOR, false},
    {"animating", LOG_ANIMATION, false},
    {"audio_completed", LOG_ANIMATION, false},
    {"animation_completed", LOG_ANIMATION, false},
};

void client_log_event(const struct critter_cozmo *c, const struct client_event *event) {
    if (!c->config.logger) return;
    const char *name = client_event_name(event);
    for (size_t i = 0; i < sizeof TOLD / sizeof *TOLD; i++)
        if (!strcmp(name, TOLD[i].event) && (event->value || !TOLD[i].rising))
            client_log(c, LOG_INFO, TOLD[i].channel, "%s %d", name, event->value);
}
