#include "store/features.h"

#include "base/arena.h"

static const struct feature FEATURES[] = {
    {"ActiveIntentFeedback", true},
    {"Alexa", true},
    {"Alexa_AU", true},
    {"Alexa_UK", true},
    {"AttentionTransfer", false},
    {"CubeSpinner", false},
    {"Dancing", true},
    {"Exploring", true},
    {"EyeColorVC", true},
    {"FetchCube", true},
    {"FindCube", true},
    {"GazeDirection", false},
    {"GreetAfterLongTime", true},
    {"HandDetection", true},
    {"HeldInPalm", true},
    {"HowOldAreYou", true},
    {"Invalid", false},
    {"Keepaway", true},
    {"KnowledgeGraph", true},
    {"Laser", false},
    {"Messaging", false},
    {"MoveCube", true},
    {"PRDemo", false},
    {"PopAWheelie", true},
    {"ReactToHeldCube", true},
    {"ReactToIllumination", true},
    {"RollCube", true},
    {"StayOnChargerUntilCharged", true},
    {"TestFeature", false},
    {"Volume", true},
};

_Static_assert(sizeof FEATURES / sizeof *FEATURES <= 32, "a switch has a bit of 32");

const struct feature *features(size_t *count) {
    *count = sizeof FEATURES / sizeof *FEATURES;
    return FEATURES;
}

const struct feature *feature_named(struct text name) {
    for (size_t i = 0; i < sizeof FEATURES / sizeof *FEATURES; i++)
        if (text_is(name, FEATURES[i].name)) return &FEATURES[i];
    return NULL;
}

static uint32_t bit_of(const struct feature *feature) { return UINT32_C(1) << (feature - FEATURES); }

void feature_switch(struct feature_switches *switches, const struct feature *feature,
                    enum feature_state state) {
    switches->on &= ~bit_of(feature), switches->off &= ~bit_of(feature);
    if (state == FEATURE_ON) switches->on |= bit_of(feature);
    if (state == FEATURE_OFF) switches->off |= bit_of(feature);
}

bool feature_is_on(const struct feature *feature, const struct feature_switches *switches) {
    if (!feature) return false;
    return (feature->on || switches->on & bit_of(feature)) && !(switches->off & bit_of(feature));
}

enum feature_state feature_state(const struct feature *feature, const struct feature_switches *switches) {
    if (switches->off & bit_of(feature)) return FEATURE_OFF;
    return switches->on & bit_of(feature) ? FEATURE_ON : FEATURE_AS_BUILT;
}

// --------------------------------------------------------------------------------------------- its document
static const char DOCUMENT[] = "feature-switches";

static enum err read_switch(const struct json *one, struct feature_switches *out, struct fault *fault) {
    bool on;
    const struct feature *feature = feature_named(one->key);
    if (!feature)
        return json_fault(one, fault, ERR_UNKNOWN, "there is no feature \"%.*s\"", (int)one->key.len,
                          one->key.at);
    if (json_as_bool(one, &on, fault)) return fault->err;
    feature_switch(out, feature, on ? FEATURE_ON : FEATURE_OFF);
    return ERR_NONE;
}

enum err features_read(struct store *store, struct feature_switches *out, struct fault *fault) {
    struct arena *arena = arena_new(8 << 10);
    struct store_document document;
    struct fault why = {0};
    *out = (struct feature_switches){0};
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory for documents");
    enum err err = store_read(store, DOCUMENT, arena, &document, &why);
    for (const struct json *one = err ? NULL : document.body->first; one && !err; one = one->next)
        err = read_switch(one, out, &why);
    if (err == ERR_MISSING) err = ERR_NONE;
    if (err && fault) *fault = why;
    arena_free(arena);
    return err;
}

enum err features_write(struct store *store, const struct feature_switches *switches, struct fault *fault) {
    struct buf body = {0};
    struct json_writer w = json_writer_of(&body, 0);
    uint64_t version;
    json_open(&w, '{');
    for (size_t i = 0; i < sizeof FEATURES / sizeof *FEATURES; i++) {
        enum feature_state state = feature_state(&FEATURES[i], switches);
        if (state != FEATURE_AS_BUILT) json_key(&w, FEATURES[i].name), json_bool(&w, state == FEATURE_ON);
    }
    json_close(&w, '}');
    enum err err = body.err ? fault_set(fault, body.err, "no memory for documents")
                            : store_write(store, DOCUMENT, (struct text){(const char *)body.at, body.len},
                                          &version, fault);
    buf_free(&body);
    return err;
}

enum err features_set(struct feature_switches *switches, struct text name, enum feature_state state,
                      struct fault *fault) {
    const struct feature *feature = feature_named(name);
    const char *names[sizeof FEATURES / sizeof *FEATURES];
    char wrong[64];
    if (feature) {
        feature_switch(switches, feature, state);
        return ERR_NONE;
    }
    for (size_t i = 0; i < sizeof FEATURES / sizeof *FEATURES; i++) names[i] = FEATURES[i].name;
    text_shown(name, wrong, sizeof wrong);
    const char *near = text_nearest(wrong, names, sizeof FEATURES / sizeof *FEATURES);
    return fault_set(fault, ERR_UNKNOWN, "there is no feature \"%s\"%s%s%s", wrong,
                     near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
}
