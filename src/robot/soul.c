// A robot as a soul among others (border/soul.h).
#include "robot/robot_internal.h"

static struct robot *its(struct soul *soul) { return (struct robot *)(void *)soul; }
static const struct robot *of(const struct soul *soul) { return (const struct robot *)(const void *)soul; }

static void step(struct soul *soul, const struct senses_in *in, struct command_out *out) {
    robot_step(its(soul), in, out);
}
static enum err ask(struct soul *soul, const struct life_envelope *envelope, const void *request) {
    return robot_ask(its(soul), envelope, request);
}
static void answer(struct soul *soul, const struct errand_answer *answer) { robot_answer(its(soul), answer); }
static void calendar(struct soul *soul, const struct life_calendar *calendar) {
    robot_calendar(its(soul), calendar);
}
static size_t events(const struct soul *soul, const struct life_event **events, uint32_t *lost) {
    *lost = of(soul)->events_lost;
    return robot_events(of(soul), events);
}
static bool reply(struct soul *soul, struct life_envelope *to, void *reply) {
    return robot_reply(its(soul), to, reply);
}
static void view(const struct soul *soul, void *view) { robot_view(of(soul), view); }
static uint32_t tick(const struct soul *soul) { return robot_tick(of(soul)); }
static size_t hashes(const struct soul *soul, const char **names, uint64_t *hashes, size_t room) {
    return robot_hashes(of(soul), names, hashes, room);
}
static void leave(struct soul *soul) { robot_free(its(soul)); }

// A clip, which an event only has as a number.
static void name(const struct soul *soul, const struct life_event *event, char name[SOUL_NAME_MAX]) {
    const struct library *library = robot_library(of(soul));
    bool clip = event->kind == LIFE_EVENT_KIND_CLIP_STARTED || event->kind == LIFE_EVENT_KIND_CLIP_ENDED ||
                event->kind == LIFE_EVENT_KIND_CLIP_ABORTED;
    int32_t number = (int32_t)event->numbers[0];
    name[0] = 0;
    if (clip && library && number >= 0 && (uint32_t)number < library->clip_count)
        text_copy(library->clips[number].name, name, SOUL_NAME_MAX);
}

static uint32_t face(const struct soul *soul, uint16_t *width, uint16_t *height) {
    return robot_face(of(soul), width, height);
}
static void paint(const struct soul *soul, struct easel *easel, const struct raster *raster) {
    robot_paint(of(soul), easel, raster);
}
static uint32_t rate_hz(const struct soul *soul) { return robot_sound_hz(of(soul)); }
static bool own_volume(const struct soul *soul) { return robot_own_volume(of(soul)); }
static bool listen(struct soul *soul, struct audio_tap *tap) { return robot_listen(its(soul), tap); }
static void unlisten(struct soul *soul, struct audio_tap *tap) { robot_unlisten(its(soul), tap); }

const struct soul_class robot_soul_class = {
    .kind = "robot",
    .messages = &life_soul_messages,
    .step = step,
    .ask = ask,
    .answer = answer,
    .calendar = calendar,
    .events = events,
    .reply = reply,
    .view = view,
    .tick = tick,
    .hashes = hashes,
    .free = leave,
    .name = name,
    .face = &(const struct soul_face){face, paint},
    .sound = &(const struct soul_sound){rate_hz, own_volume, listen, unlisten},
};

struct soul *robot_soul(struct robot *robot) {
    return robot ? &robot->soul : NULL;
}

struct robot *robot_of(struct soul *soul) {
    return soul && soul->class == &robot_soul_class ? its(soul) : NULL;
}
