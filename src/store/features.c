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

const struct feature *features(size_t *count) {
    *count = sizeof FEATURES / sizeof *FEATURES;
    return FEATURES;
}

const struct feature *feature_named(struct text name) {
    for (size_t i = 0; i < sizeof FEATURES / sizeof *FEATURES; i++)
        if (text_is(name, FEATURES[i].name)) return &FEATURES[i];
    return NULL;
}
