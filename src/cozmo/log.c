// Six channels of the program's log, each a module of base/system/log.h: what a session does, every message, what the robot says about itself, and
// what happens to it. They are set up all at once, by a call or by the environment.
#include "cozmo/client_internal.h"

#include "base/plural.h"
#include "base/system/log.h"
#include "schema/json.h"

#include <stdlib.h>
#include <string.h>

enum { GROUPS = 64, SAID_MAX = 1100 };

static const struct {
    const char *name, *module;
} CHANNELS[] = {
    {"general", LOG_GENERAL},   {"protocol", LOG_PROTOCOL}, {"robot", LOG_ROBOT},
    {"reaction", LOG_REACTION}, {"behavior", LOG_BEHAVIOR}, {"animation", LOG_ANIMATION},
};
enum { CHANNEL_COUNT = sizeof CHANNELS / sizeof *CHANNELS };
static const char *const LEVELS[] = {"off", "error", "warn", "info", "debug", "trace"};

// By number of the group, as the schema counts them from 1.
static uint64_t only, except;
static bool set_up;

static bool level_is(struct text word) {
    for (size_t i = 0; i < sizeof LEVELS / sizeof *LEVELS; i++)
        if (text_is(word, LEVELS[i])) return true;
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

struct setup {
    struct text all, level[CHANNEL_COUNT];
    uint64_t only, except;
};

static enum err read_word(struct text word, struct setup *setup, struct fault *fault) {
    struct text value = word, key;
    text_split(&value, '=', &key);
    if (key.len == word.len) {
        if (!level_is(word))
            return fault_set(fault, ERR_UNKNOWN,
                             "\"%.*s\" is no level: expected off, error, warn, info, debug or trace",
                             (int)word.len, word.at);
        setup->all = word;
        return ERR_NONE;
    }
    if (text_is(key, "only")) return groups_of(value, &setup->only, fault);
    if (text_is(key, "except")) return groups_of(value, &setup->except, fault);
    for (unsigned i = 0; i < CHANNEL_COUNT; i++) {
        if (!text_is(key, CHANNELS[i].name)) continue;
        if (!level_is(value))
            return fault_set(fault, ERR_UNKNOWN, "\"%.*s\" is no level", (int)value.len, value.at);
        setup->level[i] = value;
        return ERR_NONE;
    }
    return fault_set(fault, ERR_UNKNOWN,
                     "there is no channel \"%.*s\": expected general, protocol, robot, reaction, behavior or "
                     "animation",
                     (int)key.len, key.at);
}

static enum err apply(const char *words, struct fault *fault) {
    struct setup setup = {.all = TEXT("warn")};
    struct text rest = text_of(words), word;
    enum err err = ERR_NONE;
    while (!err && text_split(&rest, ',', &word)) {
        word = text_trim(word);
        if (word.len) err = read_word(word, &setup, fault);
    }
    if (err) return err;
    struct buf spec = {0};
    buf_printf(&spec, "%.*s", (int)setup.all.len, setup.all.at);
    for (unsigned i = 0; i < CHANNEL_COUNT; i++)
        if (setup.level[i].len)
            buf_printf(&spec, ",%s=%.*s", CHANNELS[i].module, (int)setup.level[i].len, setup.level[i].at);
    err = spec.err ? fault_set(fault, spec.err, "no memory") : log_setup((const char *)spec.at, fault);
    buf_free(&spec);
    if (err) return err;
    only = setup.only, except = setup.except;
    set_up = true;
    return ERR_NONE;
}

int critter_cozmo_log(const char *setup, char *why, size_t why_size) {
    struct fault fault = {0};
    enum err err = apply(setup ? setup : "", &fault);
    if (err && why_size) fault_text(&fault, why, why_size);
    return err;
}

void client_log_begin(void) {
    const char *wish = set_up ? NULL : getenv("CRITTER_COZMO_LOG");
    set_up = true;
    struct fault fault = {0};
    if (wish && *wish && apply(wish, &fault)) log_warn(LOG_GENERAL, "CRITTER_COZMO_LOG: %s", fault.said);
}

// Messages

static bool group_wanted(const struct schema_message *row) {
    uint64_t group = row ? (uint64_t)1 << (row->attributes[COZMO_ATTRIBUTE_GROUP] % GROUPS) : 1;
    return !(except & group) && (!only || only & group);
}

void client_log_message(const char *arrow, uint8_t id, struct bytes body, enum cozmo_direction direction,
                        unsigned version) {
    if (!log_wanted(LOG_DEBUG, LOG_PROTOCOL)) return;
    int kind = cozmo_message_find(COZMO_SPACE_MESSAGE, id, direction, version);
    const struct schema_message *row = kind < 0 ? NULL : &cozmo_messages[kind];
    if (!group_wanted(row)) return;
    struct cozmo_message message;
    struct reader in = reader_of(body.at, body.len);
    struct buf text = {.limit = SAID_MAX};
    struct json_writer json = json_writer_of(&text, 0);
    if (row && row->body->count && !cozmo_message_decode_as(&message, (enum cozmo_kind)kind, &in, version))
        schema_print(row->body, &message.ping, &json, version);
    if (text.err)
        log_debug(LOG_PROTOCOL, "%s %02x %s, %s", arrow, id, row ? row->body->name : "unknown",
                  PLURAL(body.len, "byte"));
    else
        log_debug(LOG_PROTOCOL, "%s %02x %s %s", arrow, id, row ? row->body->name : "unknown",
                  text.len ? (const char *)text.at : "");
    buf_free(&text);
}

// The robot

int critter_cozmo_load_texts(struct critter_cozmo *c, const char *path) {
    struct cozmo_words *words;
    c->fault = (struct fault){0};
    enum err err = cozmo_words_load(path, &words, &c->fault);
    if (err) return err;
    cozmo_words_free(c->words);
    c->words = words;
    return ERR_NONE;
}

void client_log_debug(struct critter_cozmo *c, const struct cozmo_debug_data *said) {
    static const enum log_level LEVEL_OF[] = {LOG_DEBUG, LOG_DEBUG, LOG_DEBUG, LOG_INFO,
                                              LOG_WARN,  LOG_ERROR, LOG_ERROR};
    char text[SAID_MAX];
    enum err fits;
    size_t len = cozmo_words_text(c->words, said, text, sizeof text, &fits);
    enum log_level level = said->level > 0 && said->level < 7 ? LEVEL_OF[said->level] : LOG_DEBUG;
    log_line(level, LOG_ROBOT, "%s%s", text, fits ? " [the arguments do not fit the text]" : "");
    client_event(c, "debug", said->level, -1, (struct bytes){(const uint8_t *)text, len});
}

// What happens to it

static const struct {
    const char *event, *module;
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

void client_log_event(const struct client_event *event) {
    if (!log_wanted(LOG_INFO, LOG_REACTION) && !log_wanted(LOG_INFO, LOG_BEHAVIOR) &&
        !log_wanted(LOG_INFO, LOG_ANIMATION) && !log_wanted(LOG_INFO, LOG_GENERAL))
        return;
    const char *name = client_event_name(event);
    for (size_t i = 0; i < sizeof TOLD / sizeof *TOLD; i++)
        if (!strcmp(name, TOLD[i].event) && (event->value || !TOLD[i].rising))
            log_info(TOLD[i].module, "%s %d", name, event->value);
}
