#include "door/sentences.h"

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
    {LIFE_EVENT_KIND_ON_CHARGER, "felt", "is on its charger"},
    {LIFE_EVENT_KIND_OFF_CHARGER, "did", "left its charger"},
    {LIFE_EVENT_KIND_POKED, "felt", "was poked"},
    {LIFE_EVENT_KIND_HEAD_IN_PLACE, "did", "has its head where it was asked to"},
    {LIFE_EVENT_KIND_LIFT_IN_PLACE, "did", "has its lift where it was asked to"},
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
        *kind = "felt";
        return attitude((int)event->numbers[1]);
    }
    for (size_t i = 0; i < sizeof SENTENCES / sizeof *SENTENCES; i++) {
        if (SENTENCES[i].kind != event->kind) continue;
        *kind = SENTENCES[i].group;
        return SENTENCES[i].sentence;
    }
    return NULL;
}
