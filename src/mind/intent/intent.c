#include "mind/intent/intent.h"

#include <stdio.h>
#include <string.h>

// The intents in the order of the documents; the number of one is its place, from 1. The second column is
// what programs are told (UserIntent.intent_id); those without one are not told.
static const struct {
    const char *name;
    int sdk;
} INTENTS[] = {
    {"character_age", 0},
    {"check_timer", 1},
    {"explore_start", 2},
    {"global_stop", 3},
    {"greeting_goodbye", 4},
    {"greeting_goodmorning", 5},
    {"greeting_hello", 6},
    {"imperative_abuse", 7},
    {"imperative_affirmative", 8},
    {"imperative_apology", 9},
    {"imperative_come", 10},
    {"imperative_dance", 11},
    {"imperative_fetchcube", 12},
    {"imperative_findcube", 13},
    {"imperative_lookatme", 14},
    {"imperative_love", 15},
    {"imperative_praise", 16},
    {"imperative_negative", 17},
    {"imperative_scold", 18},
    {"imperative_volumelevel", 19},
    {"imperative_volumeup", 20},
    {"imperative_volumedown", 21},
    {"movement_forward", 22},
    {"movement_backward", 23},
    {"movement_turnleft", 24},
    {"movement_turnright", 25},
    {"movement_turnaround", 26},
    {"knowledge_question", 27},
    {"names_ask", 28},
    {"play_anygame", 29},
    {"play_anytrick", 30},
    {"play_blackjack", 31},
    {"play_fistbump", 32},
    {"play_pickupcube", 33},
    {"play_popawheelie", 34},
    {"play_rollcube", 35},
    {"seasonal_happyholidays", 36},
    {"seasonal_happynewyear", 37},
    {"set_timer", 38},
    {"show_clock", 39},
    {"take_a_photo", 40},
    {"weather_response", 41},
    {"amazon_signin", -1},
    {"amazon_signout", -1},
    {"blackjack_hit", -1},
    {"blackjack_stand", -1},
    {"blackjack_playagain", -1},
    {"global_delete", -1},
    {"greeting_goodnight", -1},
    {"imperative_eyecolor", -1},
    {"imperative_eyecolor_specific", -1},
    {"imperative_lookoverthere", -1},
    {"imperative_quiet", -1},
    {"imperative_shutup", -1},
    {"knowledge_response", -1},
    {"knowledge_unknown", -1},
    {"meet_victor", -1},
    {"message_playback", -1},
    {"message_record", -1},
    {"play_specific", -1},
    {"silence", -1},
    {"status_feeling", -1},
    {"system_charger", -1},
    {"system_sleep", -1},
    {"test_name", -1},
    {"test_timeWithUnits", -1},
    {"unmatched_intent", -1},
    // Our own.
    {"names_mine", -1},
    {"play_keepaway", -1},
    {"play_spinner", -1},
    {"system_wake", -1},
};
enum { COUNT = sizeof INTENTS / sizeof *INTENTS };

uint32_t intent_number(struct text name) {
    for (uint32_t i = 0; i < COUNT; i++)
        if (text_is(name, INTENTS[i].name)) return i + 1;
    return 0;
}

const char *intent_name(uint32_t number) {
    return number && number <= COUNT ? INTENTS[number - 1].name : NULL;
}

int intent_sdk_id(uint32_t number) { return number && number <= COUNT ? INTENTS[number - 1].sdk : -1; }

const char *intent_nearest(struct text name) {
    const char *names[COUNT];
    char asked[64];
    for (uint32_t i = 0; i < COUNT; i++) names[i] = INTENTS[i].name;
    text_copy(name, asked, sizeof asked);
    return text_nearest(asked, names, COUNT);
}

// ------------------------------------------------------------------------------------------------ its values

static struct intent_slot *find(struct intent *intent, const char *key) {
    for (uint32_t i = 0; i < intent->count; i++)
        if (strcmp(intent->slots[i].key, key) == 0) return &intent->slots[i];
    return NULL;
}

const struct intent_slot *intent_slot(const struct intent *intent, const char *key) {
    for (uint32_t i = 0; i < intent->count; i++)
        if (strcmp(intent->slots[i].key, key) == 0) return &intent->slots[i];
    return NULL;
}

struct text intent_text(const struct intent *intent, const char *key) {
    const struct intent_slot *slot = intent_slot(intent, key);
    return slot ? text_of(slot->text) : TEXT("");
}

// Cut where a letter ends; the rest stays nought, so that equal intents are equal bytes.
static void set(char *out, size_t room, struct text value) {
    size_t len = value.len < room ? value.len : room - 1;
    while (len && len < value.len && ((unsigned char)value.at[len] & 0xc0) == 0x80) len--;
    memset(out, 0, room);
    memcpy(out, value.at, len);
}

void intent_put(struct intent *intent, struct text key, struct text value) {
    char name[INTENT_KEY];
    set(name, sizeof name, key);
    struct intent_slot *slot = find(intent, name);
    if (!slot && intent->count == INTENT_SLOTS) return;
    if (!slot) slot = &intent->slots[intent->count++];
    memset(slot, 0, sizeof *slot);
    memcpy(slot->key, name, sizeof name);
    set(slot->text, sizeof slot->text, value);
}

void intent_drop(struct intent *intent, const char *key) {
    struct intent_slot *slot = find(intent, key);
    if (!slot) return;
    size_t after = (size_t)(&intent->slots[--intent->count] - slot);
    memmove(slot, slot + 1, after * sizeof *slot);
    memset(&intent->slots[intent->count], 0, sizeof *slot);
}

void intent_rename(struct intent *intent, const char *from, struct text to) {
    struct intent_slot *slot = find(intent, from);
    if (slot) set(slot->key, sizeof slot->key, to);
}

enum err intent_numeric(struct intent *intent, const char *key) {
    struct intent_slot *slot = find(intent, key);
    double number;
    if (!slot) return ERR_MISSING;
    if (text_to_f64(text_of(slot->text), &number)) return ERR_SYNTAX;
    slot->number = number, slot->is_number = true;
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ as JSON

struct line {
    char *at;
    size_t size, len;
};
static void add(struct line *line, const char *text, size_t len) {
    if (line->len + len >= line->size) len = line->size > line->len + 1 ? line->size - line->len - 1 : 0;
    memcpy(line->at + line->len, text, len);
    line->len += len;
    line->at[line->len] = 0;
}
static void add_text(struct line *line, const char *text) {
    add(line, "\"", 1);
    for (; *text; text++) {
        char code[8];
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            add(line, "\\", 1), add(line, text, 1);
        else if (c < 0x20)
            add(line, code, (size_t)snprintf(code, sizeof code, "\\u%04x", c));
        else
            add(line, text, 1);
    }
    add(line, "\"", 1);
}

size_t intent_json(const struct intent *intent, char *out, size_t size) {
    struct line line = {out, size, 0};
    const char *name = intent_name(intent->number);
    if (!size) return 0;
    add(&line, "{\"type\":", 8);
    add_text(&line, name ? name : "");
    for (uint32_t i = 0; i < intent->count; i++) {
        const struct intent_slot *slot = &intent->slots[i];
        char number[NUMBER_ROOM];
        add(&line, ",", 1);
        add_text(&line, slot->key);
        add(&line, ":", 1);
        if (slot->is_number)
            add(&line, number, f64_to_text(slot->number, number));
        else
            add_text(&line, slot->text);
    }
    add(&line, "}", 1);
    return line.len;
}
