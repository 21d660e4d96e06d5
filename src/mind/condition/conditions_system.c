// Conditions on what is switched, told and set.
#include "mind/condition/conditions_internal.h"

#define ROW(id, called, its_knobs, answer, says)                                                             \
    const struct condition_class CONDITION_##id = {called, says, its_knobs, NULL, answer, 0};

struct gate {
    struct text feature;
    bool expected;
};
static const struct knob GATE_LIST[] = {
    KNOB_OWN(struct gate, feature, "feature", &KIND_TEXT, "which ability; unknown ones are off"),
    FLAG(gate, expected, "expected", true, "on, or off")};
static const struct knobs GATE = KNOBS(gate, GATE_LIST);
static bool feature_gate(struct mind *m, const struct condition *c) {
    CONFIG(gate);
    return feature_is_on(feature_named(k->feature), &m->switches) == k->expected;
}
ROW(GATE, "FeatureGate", &GATE, feature_gate, "An ability is switched on.")

static bool calm(struct mind *m, const struct condition *c) {
    return felt_since(m, LIFE_EVENT_KIND_SENSORS_SLEEP, LIFE_EVENT_KIND_SENSORS_WAKE);
}
ROW(CALM, "InCalmMode", NULL, calm, "Its body saves power: floor and range sensors are off.")

static bool maintenance(struct mind *m, const struct condition *c) { return m->live.maintenance; }
ROW(REBOOT, "IsMaintenanceReboot", NULL, maintenance, "It was started anew for maintenance, at night.")

static bool alexa(struct mind *m, const struct condition *c) { return m->live.alexa != 0; }
ROW(ALEXA, "AlexaInteractionActive", NULL, alexa, "Alexa listens, thinks or speaks.")

struct engine_code {
    int32_t code;
};
static const char *const CODES[] = {
    "ImageQualityTooDark", "ImageQualityTooBright", "ImageQualityGood",  "RobotNVStorageFull",
    "WriteUnlocksToRobot", "ReadUnlocksFromRobot",  "WriteFacesToRobot", NULL};
static const struct knob CODE_LIST[] = {CHOICE(engine_code, code, "engineErrorCode", "ImageQualityGood",
                                               CODES,
                                               "those of its picture are told; the others never come")};
static const struct knobs CODE = KNOBS(engine_code, CODE_LIST);
// The last of the three that came.
static bool engine_code(struct mind *m, const struct condition *c) {
    CONFIG(engine_code);
    const double *at = &m->live.felt_at[LIFE_EVENT_KIND_IMAGE_TOO_DARK];
    if (k->code > 2 || at[k->code] <= NEVER) return false;
    for (int i = 0; i < 3; i++)
        if (at[i] > at[k->code]) return false;
    return true;
}
_Static_assert(LIFE_EVENT_KIND_IMAGE_GOOD == LIFE_EVENT_KIND_IMAGE_TOO_DARK + 2, "they stand in a row");
ROW(ENGINE_CODE, "EngineErrorCodeReceived", &CODE, engine_code, "What was told last of its pictures.")

struct setting {
    int32_t which;
};
static const char *const SETTINGS[] = {"eye_color", "master_volume", NULL};
static const struct knob SETTING_LIST[] = {CHOICE(setting, which, "setting", "eye_color", SETTINGS, "which")};
static const struct knobs SETTING = KNOBS(setting, SETTING_LIST);
static bool setting(struct mind *m, const struct condition *c) {
    CONFIG(setting);
    double at = m->live.set_at[k->which];
    return NOW - at <= 1 && at > condition_state(m, c)->told;
}
ROW(SETTING, "SettingsUpdatePending", &SETTING, setting, "Somebody set something, and nothing has shown it.")

struct console {
    struct text variable;
    const struct json *value;
};
static const struct knob CONSOLE_LIST[] = {
    KNOB_OWN(struct console, variable, "variable", &KIND_TEXT, "a developer's; there are none"),
    KNOB_OWN(struct console, value, "value", &KIND_ANY, "what it should be")};
static const struct knobs CONSOLE = KNOBS(console, CONSOLE_LIST);
static bool console(struct mind *m, const struct condition *c) { return false; }
ROW(CONSOLE, "ConsoleVar", &CONSOLE, console, "Never: there are no developers' variables.")

static bool habitat(struct mind *m, const struct condition *c) {
    return m->live.felt_at[LIFE_EVENT_KIND_HABITAT] > NEVER &&
           (int)m->live.felt_a[LIFE_EVENT_KIND_HABITAT] == BELIEF_HABITAT_STATE_INSIDE;
}
ROW(HABITAT, "RobotInHabitat", NULL, habitat, "It believes that it is in its habitat.")

struct initiative {
    float least;
};
static const struct knob INITIATIVE_LIST[] = {
    F32(initiative, least, "least", "%", 0, 100, 50, "mind.initiative is so much")};
static const struct knobs INITIATIVE = KNOBS(initiative, INITIATIVE_LIST);
static bool initiative(struct mind *m, const struct condition *c) {
    CONFIG(initiative);
    return (float)m->live.initiative >= k->least;
}
ROW(INITIATIVE, "Initiative", &INITIATIVE, initiative, "It is one who does things unasked.")

struct suggested {
    struct text what;
    uint32_t ticks;
};
static const struct knob SUGGESTED_LIST[] = {
    KNOB_OWN(struct suggested, what, "postBehaviorSuggestion", &KIND_TEXT, "which"),
    U32(suggested, ticks, "maxTicksForSuggestion", 0, 1e6, 5, "so many beats ago at most")};
static const struct knobs SUGGESTED = KNOBS(suggested, SUGGESTED_LIST);
static bool is_suggested(struct mind *m, const struct condition *c) {
    CONFIG(suggested);
    const struct text *is = &m->tree->nodes[m->live.suggested - (m->live.suggested > 0)].base.suggestion;
    return m->live.suggested && m->live.beat - m->live.suggested_beat <= k->ticks && text_same(*is, k->what);
}
ROW(SUGGESTED, "BehaviorSuggested", &SUGGESTED, is_suggested, "A node that ended suggested it.")

static const struct knob CUSTOM_LIST[] = {
    KNOB_OWN(struct custom, name, "customCondition", &KIND_CUSTOM, "as the class of its node calls it")};
static const struct knobs CUSTOM = {"custom", CUSTOM_LIST, 1, sizeof(struct custom)};
// Of the node that has it, or the nearest that it stands in with such conditions.
static bool custom(struct mind *m, const struct condition *c) {
    CONFIG(custom);
    const struct node *n = &m->tree->nodes[k->of];
    while (!n->class->custom && n->owner >= 0) n = &m->tree->nodes[n->owner];
    return n->class->custom && n->class->custom(m, n, k->name);
}
ROW(CUSTOM, "CustomCondition", &CUSTOM, custom,
    "What the node's own class knows: {\"customCondition\": NAME}.")
