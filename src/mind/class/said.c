// What it answers to words in one go: simple answers, volume, the colour of its eyes, names, its age.
#include "mind/class/classes.h"
#include "mind/intent/intent_map.h"

#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- rows of the map

static bool wants_simple(struct mind *m, const struct node *n) {
    return mind_response(m, m->live.pending.number) != NULL;
}
static void begin_simple(struct mind *m, const struct node *n) {
    const struct simple_response *r = mind_response(m, m->live.pending.number);
    struct node_state *s = node_state(m, n);
    s->step = r->stays;
    s->own[0] = mind_face_near(m, 10) ? m->live.face_bearing : m->live.noise_rad;
    s->own[1] = mind_face_near(m, 10) ? m->live.face_pitch : 0.35f;
    mind_take_intent(m, intent_name(r->user));
    m->live.active_node = n->number + 1, m->live.answers = r->user;
    if (r->event.len) mind_post(m, r->event);
    mind_glance(m, s->own[0], s->own[1], 0.8f);
}
static enum going step_simple(struct mind *m, const struct node *n) {
    struct node_state *s = node_state(m, n);
    if (s->step == 0) {
        if (mind_turn_to(m, n, s->own[0], s->own[1])) return s->asked = true, GOES_ON;
        s->step = 1;
    }
    if (s->step == 1) {
        s->step = 2;
        mind_play(m, n, mind_response(m, m->live.answers)->clip);
    }
    return mind_waits(m, n) ? GOES_ON : OVER;
}
static void end_simple(struct mind *m, const struct node *n) { m->live.answers = 0; }
const struct mind_class CLASS_SIMPLE_RESPONSE = {
    .name = "SimpleVoiceResponse",
    .help = "Answers an intent that has a row among simple_voice_responses: turns there, a clip, a feeling.",
    .wants = wants_simple,
    .begin = begin_simple,
    .step = step_simple,
    .end = end_simple};

// ------------------------------------------------------------------------------------- nobody's intents

struct unclaimed {
    struct text trigger;
};
static const struct knob UNCLAIMED_LIST[] = {
    CLASS_TEXT(unclaimed, trigger, "animTrigger", "a trigger: a shrug")};
static const struct knobs UNCLAIMED = CLASS_KNOBS(unclaimed, UNCLAIMED_LIST);
static bool wants_unclaimed(struct mind *m, const struct node *n) {
    return m->live.unclaimed && m->live.now - m->live.unclaimed_at < 1;
}
static void begin_unclaimed(struct mind *m, const struct node *n) {
    m->live.unclaimed = 0;
    mind_post(m, TEXT("NoValidVoiceIntent"));
    mind_play(m, n, ((const struct unclaimed *)n->config)->trigger);
}
const struct mind_class CLASS_UNCLAIMED = {.name = "ReactToUnclaimedIntent",
                                           .help = "Shrugs when something was wanted that nobody acts by.",
                                           .knobs = &UNCLAIMED,
                                           .wants = wants_unclaimed,
                                           .begin = begin_unclaimed};

// ------------------------------------------------------------------------------------------------ quiet

struct be_quiet {
    struct text trigger;
    float seconds;
};
static const struct knob BE_QUIET_LIST[] = {
    CLASS_TEXT(be_quiet, trigger, "animTrigger", "a trigger, without its sounds: it has understood"),
    CLASS_F32(be_quiet, seconds, "quietTime_s", "s", 1, 1e6, 1800,
              "so long it is quiet, unless it is called, shaken or wanted for something")};
static const struct knobs BE_QUIET = CLASS_KNOBS(be_quiet, BE_QUIET_LIST);
static void begin_be_quiet(struct mind *m, const struct node *n) {
    const struct be_quiet *k = n->config;
    m->live.quiet_until = m->live.now + (double)k->seconds;
    mind_play(m, n, k->trigger);
}
const struct mind_class CLASS_BE_QUIET = {.name = "BeQuiet",
                                          .help = "Is quiet from now on, for some time.",
                                          .knobs = &BE_QUIET,
                                          .begin = begin_be_quiet};

// ------------------------------------------------------------------------------------------------ volume

struct volume {
    struct text up, down, same;
};
static const struct knob VOLUME_LIST[] = {
    CLASS_TEXT(volume, up, "upAnimTrigger", "a trigger: it is louder now"),
    CLASS_TEXT(volume, down, "downAnimTrigger", "a trigger: it is less loud"),
    CLASS_TEXT(volume, same, "setAnimTrigger", "a trigger: it is as loud as before")};
static const struct knobs VOLUME = CLASS_KNOBS(volume, VOLUME_LIST);
enum { QUIETEST = 1, LOUDEST = 5 }; // by words it is never mute

static void begin_volume(struct mind *m, const struct node *n) {
    const struct volume *k = n->config;
    const char *name = intent_name(m->live.active.number);
    int now = (int)m->live.owner.volume, to = now;
    const char *level = name ? intent_text(&m->live.active, "volume_level").at : NULL;
    if (name && strcmp(name, "imperative_volumeup") == 0) to++;
    if (name && strcmp(name, "imperative_volumedown") == 0) to--;
    if (level && strncmp(level, "VOLUME_", 7) == 0 && level[7] >= '0' && level[7] <= '9') to = level[7] - '0';
    to = to < QUIETEST ? QUIETEST : to > LOUDEST ? LOUDEST : to;
    struct life_message r = {.kind = LIFE_VOLUME, .volume = {(uint8_t)to}};
    mind_tell(m, &r);
    mind_event(m, LIFE_EVENT_KIND_VOLUME_SET, 0, (float)to, 0);
    mind_play(m, n, to > now ? k->up : to < now ? k->down : k->same);
}
const struct mind_class CLASS_VOLUME = {.name = "Volume",
                                        .help = "Speaks up or down, or at the level that was said.",
                                        .knobs = &VOLUME,
                                        .begin = begin_volume};

// ---------------------------------------------------------------------------------- the colour of its eyes

struct eye_colour {
    struct text trigger;
};
static const struct knob EYES_LIST[] = {
    CLASS_TEXT(eye_colour, trigger, "animTrigger", "a trigger: it has changed")};
static const struct knobs EYES = CLASS_KNOBS(eye_colour, EYES_LIST);

static void begin_eyes(struct mind *m, const struct node *n) {
    static const char *const NAMES[] = {"COLOR_TEAL", "COLOR_ORANGE", "COLOR_YELLOW", "COLOR_LIME",
                                        "COLOR_BLUE", "COLOR_PURPLE", "COLOR_GREEN"};
    enum { COLOURS = sizeof NAMES / sizeof *NAMES };
    struct text wanted = intent_text(&m->live.active, "eye_color");
    uint32_t now = m->live.owner.eye_colour, to = COLOURS;
    for (uint32_t i = 0; i < COLOURS; i++)
        if (text_is(wanted, NAMES[i])) to = i;
    if (to == COLOURS) to = (now + 1 + (uint32_t)mind_between(m, n, 0, COLOURS - 1.001f)) % COLOURS;
    struct life_message r = {.kind = LIFE_EYE_COLOUR, .eye_colour = {(uint8_t)to}};
    mind_tell(m, &r);
    mind_event(m, LIFE_EVENT_KIND_EYE_COLOUR_SET, 0, (float)to, 0);
    mind_play(m, n, ((const struct eye_colour *)n->config)->trigger);
}
const struct mind_class CLASS_EYE_COLOUR = {
    .name = "EyeColorVoiceCommand",
    .help = "Its eyes take the colour that was said; another one, when none was.",
    .knobs = &EYES,
    .begin = begin_eyes};

// ------------------------------------------------------------------------------------------------ sentences

struct sentence {
    struct text get_in, key;
};
static const struct knob SENTENCE_LIST[] = {
    CLASS_TEXT(sentence, get_in, "animTrigger", "a trigger: played while it speaks"),
    CLASS_TEXT(sentence, key, "textKey", "the sentence's key")};
static const struct knobs SENTENCE = CLASS_KNOBS(sentence, SENTENCE_LIST);

static void begin_sentence(struct mind *m, const struct node *n) {
    const struct sentence *k = n->config;
    char key[64];
    text_copy(k->key, key, sizeof key);
    mind_play(m, n, k->get_in);
    mind_say(m, n, key, NULL, NULL);
}
const struct mind_class CLASS_TEXT_TO_SPEECH = {.name = "TextToSpeech",
                                                .help = "Says a sentence, with a clip to it.",
                                                .knobs = &SENTENCE,
                                                .begin = begin_sentence};

// Hours, days, months of 30.44 days and years of 12 months: the largest that there is one of.
static void begin_age(struct mind *m, const struct node *n) {
    static const struct {
        const char *one, *many;
        double seconds;
    } UNITS[] = {{"BehaviorAge.Year", "BehaviorAge.Years", 12 * 30.44 * 86400},
                 {"BehaviorAge.Month", "BehaviorAge.Months", 30.44 * 86400},
                 {"BehaviorAge.Day", "BehaviorAge.Days", 86400},
                 {"BehaviorAge.Hour", "BehaviorAge.Hours", 3600}};
    const struct sentence *k = n->config;
    double age = m->live.now + (double)m->live.owner.age_s;
    char number[16];
    size_t i = 0;
    while (i < 4 && age < UNITS[i].seconds) i++;
    mind_play(m, n, k->get_in);
    if (i == 4) {
        mind_say(m, n, "BehaviorAge.New", NULL, NULL);
        return;
    }
    uint32_t count = (uint32_t)(age / UNITS[i].seconds);
    snprintf(number, sizeof number, "%u", count);
    mind_say(m, n, count == 1 ? UNITS[i].one : UNITS[i].many, number, NULL);
}
const struct mind_class CLASS_AGE = {
    .name = "HowOldAreYou", .help = "Says how old it is.", .knobs = &SENTENCE, .begin = begin_age};

// ------------------------------------------------------------------------------------------------ names

struct say_name {
    struct text knows, does_not, does_not_key;
    float wait_s;
};
static const struct knob NAME_LIST[] = {
    CLASS_TEXT(say_name, knows, "knowNameAnimation", "a trigger: it knows who that is"),
    CLASS_TEXT(say_name, does_not, "dontKnowNameAnimation", "a trigger: it does not"),
    CLASS_TEXT(say_name, does_not_key, "dontKnowTextKey", "what it says then: a sentence's key"),
    CLASS_F32(say_name, wait_s, "waitForRecognitionMaxTime_sec", "s", 0, 60, 2, "so long it looks first")};
static const struct knobs NAME = CLASS_KNOBS(say_name, NAME_LIST);

enum { NAME_TURN, NAME_LOOK, NAME_SAY };
static void begin_name(struct mind *m, const struct node *n) {
    struct node_state *s = node_state(m, n);
    s->when[0] = m->live.now;
    s->own[0] = mind_face_near(m, 30) ? m->live.face_bearing : m->live.noise_rad;
    s->own[1] = mind_face_near(m, 30) ? m->live.face_pitch : 0.35f;
    mind_glance(m, s->own[0], s->own[1], 0.8f);
}
static enum going step_name(struct mind *m, const struct node *n) {
    const struct say_name *k = n->config;
    struct node_state *s = node_state(m, n);
    char key[64];
    s->asked = true;
    if (s->step == NAME_TURN) {
        if (mind_turn_to(m, n, s->own[0], s->own[1])) return GOES_ON;
        s->step = NAME_LOOK, s->when[0] = m->live.now;
    }
    if (s->step == NAME_LOOK) {
        const char *name = mind_face_near(m, 1) ? mind_person_name(m, m->live.face) : "";
        bool late = m->live.now - s->when[0] > (double)k->wait_s;
        if (!*name && !late) return GOES_ON;
        s->step = NAME_SAY;
        text_copy(k->does_not_key, key, sizeof key);
        mind_play(m, n, *name ? k->knows : k->does_not);
        if (*name)
            mind_say(m, n, "BehaviorName.Known", name, NULL), mind_post(m, TEXT("GreetingSayName"));
        else
            mind_say(m, n, key, NULL, NULL);
        return GOES_ON;
    }
    return mind_waits(m, n) ? GOES_ON : OVER;
}
const struct mind_class CLASS_SAY_NAME = {.name = "SayName",
                                          .help = "Looks who is there and says the name.",
                                          .knobs = &NAME,
                                          .begin = begin_name,
                                          .step = step_name};

// Somebody said their name: it looks at them for three seconds, and knows them from then on.
struct enroll {
    struct text look, done, fail;
    float look_s, give_up_s, many_s;
};
static const struct knob ENROLL_LIST[] = {
    CLASS_TEXT(enroll, look, "animTrigger", "a trigger: it begins to look"),
    CLASS_TEXT(enroll, done, "successAnimTrigger", "a trigger: it knows somebody"),
    CLASS_TEXT(enroll, fail, "failAnimTrigger", "a trigger: it could not see them well enough"),
    CLASS_F32(enroll, look_s, "lookTime_sec", "s", 0.1, 60, 3, "so long it looks at one face"),
    CLASS_F32(enroll, give_up_s, "timeout_sec", "s", 1, 300, 30, "and no longer than this in all"),
    CLASS_F32(enroll, many_s, "tooManyFacesTimeout_sec", "s", 0, 60, 1.5f,
              "while there are several it waits")};
static const struct knobs ENROLL = CLASS_KNOBS(enroll, ENROLL_LIST);

enum { ENROLL_SAID, ENROLL_LOOK, ENROLL_END };
static void begin_enroll(struct mind *m, const struct node *n) {
    struct node_state *s = node_state(m, n);
    s->when[0] = m->live.now;
    mind_play(m, n, ((const struct enroll *)n->config)->look);
    mind_say(m, n, "FaceEnrollment.Look", intent_text(&m->live.active, "username").at, NULL);
}
static void enrol(struct mind *m, const struct node *n) {
    const struct enroll *k = n->config;
    struct life_message r = {.kind = LIFE_KNOW_PERSON};
    int32_t who = m->live.face, free = 1;
    for (uint32_t i = 0; i < m->live.person_count; i++)
        if (m->live.persons[i].id >= free) free = m->live.persons[i].id + 1;
    r.know_person = (struct life_know_person){.person = who, .known = who > 0 ? who : free};
    text_copy(intent_text(&m->live.active, "username"), r.know_person.name, sizeof r.know_person.name);
    bool named = who > 0 && strcmp(mind_person_name(m, who), r.know_person.name) == 0;
    mind_name_person(m, r.know_person.known, r.know_person.name);
    mind_tell(m, &r);
    mind_event(m, LIFE_EVENT_KIND_PERSON_NAMED, (uint32_t)r.know_person.known, 0, 0);
    mind_post(m, TEXT("EnrolledNewFace"));
    mind_play(m, n, k->done);
    mind_say(m, n, named ? "FaceEnrollment.Known" : "FaceEnrollment.Done", r.know_person.name, NULL);
}
static enum going step_enroll(struct mind *m, const struct node *n) {
    const struct enroll *k = n->config;
    struct node_state *s = node_state(m, n);
    if (s->step == ENROLL_END) return mind_waits(m, n) ? GOES_ON : OVER;
    if (s->step == ENROLL_SAID && mind_waits(m, n)) return GOES_ON;
    if (s->step == ENROLL_SAID) s->step = ENROLL_LOOK, s->own[0] = 0;
    if (mind_waits(m, n)) return GOES_ON;
    if (m->live.now - s->when[0] > (double)k->give_up_s) {
        s->step = ENROLL_END;
        mind_play(m, n, k->fail);
        mind_say(m, n, "FaceEnrollment.Failed", NULL, NULL);
        return GOES_ON;
    }
    if (!mind_face_near(m, 0.5f)) {
        s->own[0] = 0; // looks for it, a turn at a time
        struct life_message r = {.kind = LIFE_LOOK_AROUND, .look_around = {.until_person = true}};
        if (mind_on_treads(m) && !(m->live.status & BODY_STATUS_ON_CHARGER))
            mind_ask(m, n, &r);
        else
            mind_wait(m, n, 0.5f);
        return GOES_ON;
    }
    if (s->own[0] < 1) {
        if (mind_turn_to(m, n, m->live.face_bearing, m->live.face_pitch)) return GOES_ON;
        s->own[0] = 1, s->own[1] = (float)(m->live.now - s->began), s->own[2] = (float)m->live.face;
    }
    if ((float)m->live.face != s->own[2]) s->own[0] = 0;
    if ((float)(m->live.now - s->began) - s->own[1] < k->look_s) return GOES_ON;
    s->step = ENROLL_END;
    return enrol(m, n), GOES_ON;
}
const struct mind_class CLASS_ENROLL = {
    .name = "EnrollFace",
    .needs = BODY_HAS(CAMERA),
    .help = "Looks at whoever said their name until it would know them again.",
    .knobs = &ENROLL,
    .begin = begin_enroll,
    .step = step_enroll};
