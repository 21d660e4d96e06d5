// What somebody wants of the robot: one of the intents it knows, and what comes with it.
//
//     struct intent wanted = {.number = intent_number(TEXT("set_timer"))};
//     intent_put(&wanted, TEXT("time_s"), TEXT("300"));
//     intent_numeric(&wanted, "time_s");                       // ERR_SYNTAX: it is no number
//     const struct intent_slot *slot = intent_slot(&wanted, "time_s");     // NULL: there is none
//     intent_json(&wanted, text, sizeof text);                 // {"type":"set_timer","time_s":300}
//
// Plain: an intent is copied and hashed as it lies in memory. Nothing here allocates; what is too long is cut
// at a whole letter, and a seventh value is left out.
#pragma once

#include "base/text.h"

enum { INTENT_SLOTS = 6, INTENT_KEY = 32, INTENT_TEXT = 256, INTENT_JSON = 2048 };

struct intent_slot {
    char key[INTENT_KEY];
    char text[INTENT_TEXT];
    double number; // of a number; 0 otherwise
    uint32_t is_number, unused;
};
struct intent {
    uint32_t number; // 0: none
    uint32_t source; // enum life_intent_source
    uint32_t count, unused;
    struct intent_slot slots[INTENT_SLOTS];
};

uint32_t intent_number(struct text name); // 0: there is none
const char *intent_name(uint32_t number); // NULL: there is none
int intent_sdk_id(uint32_t number);       // as programs are told it; -1: they are not
const char *intent_nearest(struct text name);

// The same key again takes the place of the older value.
void intent_put(struct intent *intent, struct text key, struct text value);
void intent_rename(struct intent *intent, const char *from, struct text to);
void intent_drop(struct intent *intent, const char *key);
enum err intent_numeric(struct intent *intent, const char *key); // ERR_MISSING, ERR_SYNTAX
const struct intent_slot *intent_slot(const struct intent *intent, const char *key);
struct text intent_text(const struct intent *intent, const char *key); // empty: there is none
size_t intent_json(const struct intent *intent, char *out, size_t size);
