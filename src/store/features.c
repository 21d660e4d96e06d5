#include "store/features.h"

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
