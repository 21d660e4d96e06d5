#include "mind/intent/phrases.h"

#include <string.h>

// One of several phrases of an intent; '#' stands for a number with its unit. Longer ones come before those
// that they begin with.
static const struct phrase {
    const char *words, *intent;
} PHRASES[] = {
    {"how old are you", "character_age"},
    {"check the timer", "check_timer"},
    {"go explore", "explore_start"},
    {"start exploring", "explore_start"},
    {"explore", "explore_start"},
    {"stop the timer", "global_stop"},
    {"cancel the timer", "global_stop"},
    {"goodbye", "greeting_goodbye"},
    {"bye", "greeting_goodbye"},
    {"good morning", "greeting_goodmorning"},
    {"good night", "greeting_goodnight"},
    {"hello", "greeting_hello"},
    {"hi", "greeting_hello"},
    {"i hate you", "imperative_abuse"},
    {"yes", "imperative_affirmative"},
    {"no", "imperative_negative"},
    {"i am sorry", "imperative_apology"},
    {"im sorry", "imperative_apology"},
    {"sorry", "imperative_apology"},
    {"come here", "imperative_come"},
    {"come to me", "imperative_come"},
    {"dance", "imperative_dance"},
    {"fetch your cube", "imperative_fetchcube"},
    {"find your cube", "imperative_findcube"},
    {"look at me", "imperative_lookatme"},
    {"i love you", "imperative_love"},
    {"good robot", "imperative_praise"},
    {"good boy", "imperative_praise"},
    {"well done", "imperative_praise"},
    {"bad robot", "imperative_scold"},
    {"be quiet", "imperative_quiet"},
    {"quiet down", "imperative_quiet"},
    {"turn off", "imperative_quiet"},
    {"shut up", "imperative_shutup"},
    {"volume up", "imperative_volumeup"},
    {"louder", "imperative_volumeup"},
    {"volume down", "imperative_volumedown"},
    {"quieter", "imperative_volumedown"},
    {"go forward", "movement_forward"},
    {"drive forward", "movement_forward"},
    {"go backward", "movement_backward"},
    {"back up", "movement_backward"},
    {"turn left", "movement_turnleft"},
    {"go left", "movement_turnleft"},
    {"turn right", "movement_turnright"},
    {"go right", "movement_turnright"},
    {"turn around", "movement_turnaround"},
    {"whats my name", "names_ask"},
    {"what is my name", "names_ask"},
    {"who am i", "names_ask"},
    {"play a game", "play_anygame"},
    {"lets play", "play_anygame"},
    {"play a trick", "play_anytrick"},
    {"do a trick", "play_anytrick"},
    {"give me a fist bump", "play_fistbump"},
    {"fist bump", "play_fistbump"},
    {"pick up your cube", "play_pickupcube"},
    {"pop a wheelie", "play_popawheelie"},
    {"do a wheelstand", "play_popawheelie"},
    {"roll your cube", "play_rollcube"},
    {"happy holidays", "seasonal_happyholidays"},
    {"merry christmas", "seasonal_happyholidays"},
    {"happy new year", "seasonal_happynewyear"},
    {"how are you", "status_feeling"},
    {"go to your charger", "system_charger"},
    {"go charge", "system_charger"},
    {"go to sleep", "system_sleep"},
    {"wake up", "system_wake"},
    {"what time is it", "show_clock"},
    {"whats the time", "show_clock"},
    {NULL, "unmatched_intent"},
};

// ------------------------------------------------------------------------------------------------ names

uint32_t intent_number(struct text name) {
    for (uint32_t i = 0; i < sizeof PHRASES / sizeof *PHRASES; i++)
        if (text_is(name, PHRASES[i].intent)) return i + 1; // of its first phrase
    return 0;
}

const char *intent_name(uint32_t number) {
    return number && number <= sizeof PHRASES / sizeof *PHRASES ? PHRASES[number - 1].intent : NULL;
}

// ------------------------------------------------------------------------------------------------ reading

// Lower case, words with one space between, nothing else.
static size_t plain(struct text words, char out[PHRASE_MAX]) {
    size_t len = 0;
    for (size_t i = 0; i < words.len && len + 2 < PHRASE_MAX; i++) {
        char c = words.at[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80)
            out[len++] = c;
        else if (c != '\'' && len && out[len - 1] != ' ')
            out[len++] = ' ';
    }
    while (len && out[len - 1] == ' ') len--;
    out[len] = 0;
    return len;
}

// The rest of `at` after the words, or NULL.
static const char *after(const char *at, const char *words) {
    size_t len = strlen(words);
    if (strncmp(at, words, len) != 0 || (at[len] && at[len] != ' ')) return NULL;
    return at[len] ? at + len + 1 : at + len;
}

static const char *skip(const char *at, const char *const *words) {
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; words[i]; i++) {
            const char *rest = after(at, words[i]);
            if (rest) at = rest, again = true;
        }
    }
    return at;
}

struct meaning phrase_meaning(struct text words) {
    static const char *const CALLS[] = {"hey", "hi", "ok", NULL},
                             *const NAMES[] = {"vector", "cozmo", "critter", NULL},
                             *const POLITE[] = {"please", "can you", "could you", "will you", "now", NULL};
    char said[PHRASE_MAX];
    struct meaning out = {0};
    if (!plain(words, said)) return out;
    const char *at = said, *called = skip(at, CALLS), *named = skip(called, NAMES);
    if (named != called) out.wake = true, at = named;
    at = skip(at, POLITE);
    for (uint32_t i = 0; PHRASES[i].words && *at; i++) {
        const char *rest = after(at, PHRASES[i].words);
        if (!rest) continue;
        const char *end = skip(skip(rest, POLITE), NAMES);
        if (*end) continue;
        if (*skip(rest, POLITE)) out.wake = true; // "good robot, Vector"
        out.intent = intent_number(text_of(PHRASES[i].intent));
        return out;
    }
    if (out.wake && *at) out.intent = intent_number(TEXT("unmatched_intent"));
    return out;
}
