#include "door/sentences.h"

#include "schema/schema.h"

#include <stdio.h>
#include <string.h>

static const struct {
    enum life_event_kind kind;
    const char *group, *sentence;
} SENTENCES[] = {
    {LIFE_EVENT_KIND_WOKE, "did", "woke up"},
    {LIFE_EVENT_KIND_PICKED_UP, "felt", "was picked up"},
    {LIFE_EVENT_KIND_PUT_DOWN, "felt", "was put down"},
    {LIFE_EVENT_KIND_FALLING, "warning", "is falling"},
    {LIFE_EVENT_KIND_LANDED, "felt", "landed"},
    {LIFE_EVENT_KIND_CLIFF, "warning", "sees the floor end in front of it"},
    {LIFE_EVENT_KIND_CLIFF_GONE, "felt", "has floor under all its sensors again"},
    {LIFE_EVENT_KIND_BUTTON_DOWN, "felt", "had its button pressed"},
    {LIFE_EVENT_KIND_TOUCHED, "felt", "is being petted"},
    {LIFE_EVENT_KIND_TOUCH_ENDED, "felt", "is not petted any more"},
    {LIFE_EVENT_KIND_PETTED, "felt", "enjoys being stroked"},
    {LIFE_EVENT_KIND_BUTTON_SINGLE, "felt", "had its button pressed once"},
    {LIFE_EVENT_KIND_BUTTON_DOUBLE, "felt", "had its button pressed twice"},
    {LIFE_EVENT_KIND_BUTTON_LONG, "felt", "has its button held down"},
    {LIFE_EVENT_KIND_ON_PALM, "felt", "stands on a palm"},
    {LIFE_EVENT_KIND_OFF_PALM, "felt", "stands on no palm any more"},
    {LIFE_EVENT_KIND_LINE, "felt", "comes over a line"},
    {LIFE_EVENT_KIND_JOINT_TURNED, "felt", "lets a hand move it"},
    {LIFE_EVENT_KIND_SENSORS_SLEEP, "felt", "lets its sensors sleep"},
    {LIFE_EVENT_KIND_SENSORS_WAKE, "felt", "has its sensors on again"},
    {LIFE_EVENT_KIND_ON_CHARGER, "felt", "is on its charger"},
    {LIFE_EVENT_KIND_OFF_CHARGER, "did", "left its charger"},
    {LIFE_EVENT_KIND_POKED, "felt", "was poked"},
    {LIFE_EVENT_KIND_FIST_BUMPED, "felt", "got a fist bump"},
    {LIFE_EVENT_KIND_BODY_LOST, "warning", "lost its body"},
    {LIFE_EVENT_KIND_BODY_FOUND, "felt", "feels its body again"},
    {LIFE_EVENT_KIND_HELD, "felt", "is held in a hand"},
    {LIFE_EVENT_KIND_LET_GO, "felt", "is not held any more"},
    {LIFE_EVENT_KIND_BATTERY_LOW, "warning", "has a low battery"},
    {LIFE_EVENT_KIND_STALLED, "warning", "has a motor that cannot move"},
    {LIFE_EVENT_KIND_SHAKEN, "felt", "is being shaken"},
    {LIFE_EVENT_KIND_FALLEN_OVER, "warning", "fell over"},
    {LIFE_EVENT_KIND_STANDS_AGAIN, "felt", "stands on its treads again"},
    {LIFE_EVENT_KIND_LOUD_SOUND, "felt", "heard a loud noise"},
    {LIFE_EVENT_KIND_WAKE_WORD, "felt", "heard its name"},
    {LIFE_EVENT_KIND_INTENT, "felt", "understood what was said"},
    {LIFE_EVENT_KIND_PHOTO_TAKEN, "did", "took a photo"},
    {LIFE_EVENT_KIND_PERSON_NAMED, "did", "learned a name"},
    {LIFE_EVENT_KIND_TIMER_SET, "did", "counts for a timer"},
    {LIFE_EVENT_KIND_TIMER_RINGS, "did", "rings: the time is up"},
    {LIFE_EVENT_KIND_UNEXPECTED_MOVEMENT, "felt", "does not turn as its treads do"},
};

static const char *attitude(int now) {
    static const char *const NAMES[] = {"does not know how it lies",
                                        "stands on its treads",
                                        "lies on its left side",
                                        "lies on its right side",
                                        "lies on its face",
                                        "lies on its back",
                                        "is in the air",
                                        "is falling"};
    return now >= 0 && now < 8 ? NAMES[now] : NAMES[0];
}

const char *sentence_of(const struct life_event *event, const char **kind) {
    if (event->kind == LIFE_EVENT_KIND_ATTITUDE) {
        if (!(int)event->numbers[0] && (int)event->numbers[1] == 1) return NULL; // it stood all the time
        *kind = "felt";
        return attitude((int)event->numbers[1]);
    }
    if (event->kind == LIFE_EVENT_KIND_FAILED) {
        bool fails = event->numbers[0] > 0;
        *kind = fails ? "warning" : "felt";
        return fails ? "shows on its face that a part of it failed" : "works as it should again";
    }
    for (size_t i = 0; i < sizeof SENTENCES / sizeof *SENTENCES; i++) {
        if (SENTENCES[i].kind != event->kind) continue;
        *kind = SENTENCES[i].group;
        return SENTENCES[i].sentence;
    }
    return NULL;
}

// %s: whom or what it is done to.
static const struct {
    enum world_kind kind;
    const char *sentence;
} DEEDS[] = {
    {WORLD_BOX, "somebody puts down a %s"},
    {WORLD_DISC, "somebody puts down a %s"},
    {WORLD_BALL, "somebody puts down a %s"},
    {WORLD_CUBE, "somebody puts down a %s"},
    {WORLD_TAG, "somebody puts down a %s"},
    {WORLD_REMOVE, "somebody takes %s away"},
    {WORLD_PLACE, "%s is somewhere else all at once"},
    {WORLD_PUSH, "a hand pushes %s"},
    {WORLD_PET, "a hand strokes %s"},
    {WORLD_POKE, "a finger pokes %s"},
    {WORLD_CARRY, "a hand carries %s"},
    {WORLD_PUT_DOWN, "a hand puts %s down"},
    {WORLD_DROP, "a hand drops %s"},
    {WORLD_SHAKE, "a hand shakes %s"},
    {WORLD_TILT, "a hand tilts %s"},
    {WORLD_TIP, "a finger tips %s over"},
    {WORLD_RIGHT, "a hand sets %s upright"},
    {WORLD_FIST_BUMP, "a fist bumps %s"},
    {WORLD_TAP, "a finger taps %s"},
    {WORLD_BLOCK_LIFT, "a hand holds the lift of %s"},
    {WORLD_PRESS, "a finger presses the button of %s"},
    {WORLD_FEED, "a hand feeds %s"},
    {WORLD_BEND, "a hand bends a joint of %s"},
};

static const char *subject(const struct world_message *verb) {
    const struct schema_struct *body = world_messages[verb->kind].body;
    for (uint32_t i = 0; i < body->count; i++) {
        const struct schema_field *f = &body->fields[i];
        bool named = f->kind == SCHEMA_OWN_TEXT && (!strcmp(f->name, "what") || !strcmp(f->name, "name"));
        if (named) return (const char *)&verb->table + f->offset;
    }
    return "";
}

bool sentence_of_verb(const struct world_message *verb, char out[SENTENCE_MAX]) {
    const char *deed = NULL, *what = subject(verb);
    if (verb->kind == WORLD_LIGHT) deed = verb->light.lux < 20 ? "the light goes out" : "the light goes on";
    if (verb->kind == WORLD_SOUND)
        deed = verb->sound.kind == WORLD_SOUND_KIND_CLAP ? "somebody claps" : "a sound begins";
    if (verb->kind == WORLD_PICK_UP) deed = verb->pick_up.palm ? "a palm lifts %s up" : "a hand picks %s up";
    if (verb->kind == WORLD_CARD)
        deed = verb->card.in ? "a hand puts a card into %s" : "a hand takes the card out of %s";
    if (verb->kind == WORLD_SUPPLY)
        deed = verb->supply.powered ? "somebody plugs %s in" : "somebody unplugs %s";
    for (size_t i = 0; !deed && i < sizeof DEEDS / sizeof *DEEDS; i++)
        if (DEEDS[i].kind == verb->kind) deed = DEEDS[i].sentence;
    if (!deed) return false;
    const char *gap = strstr(deed, "%s"), *rest = gap ? gap + 2 : "";
    snprintf(out, SENTENCE_MAX, "%.*s%s%s", gap ? (int)(gap - deed) : (int)strlen(deed), deed,
             gap ? what : "", rest);
    return true;
}
