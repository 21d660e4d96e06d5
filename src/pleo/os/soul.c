// A Pleo as a soul among others (border/soul.h).
#include "pleo/os/os_internal.h"

#include "base/hash.h"
#include "stage/sound/audio_tap.h"

#include <stdio.h>
#include <string.h>

const struct soul_messages pleo_soul_messages = {.protocol = &pleo_schema,
                                                 .version = PLEO_VERSION,
                                                 .size = sizeof(struct pleo_message),
                                                 .view = &pleo_view_schema,
                                                 .events = &pleo_event_kind_enum};

static struct pleo *its(struct soul *soul) { return (struct pleo *)(void *)soul; }
static const struct pleo *of(const struct soul *soul) { return (const struct pleo *)(const void *)soul; }

static void step(struct soul *soul, const struct senses_in *in, struct command_out *out) {
    pleo_step(its(soul), in, out);
}

static enum err ask(struct soul *soul, const struct life_envelope *envelope, const void *request) {
    struct pleo *p = its(soul);
    if (p->asked_count == PLEO_REQUESTS) return ERR_BUSY;
    p->asked[p->asked_count++] = (struct pleo_asked){*envelope, *(const struct pleo_message *)request};
    return ERR_NONE;
}

static bool reply(struct soul *soul, struct life_envelope *to, void *out) {
    struct pleo *p = its(soul);
    if (!p->reply_count) return false;
    *to = p->replies[0].from;
    *(struct pleo_message *)out = p->replies[0].message;
    memmove(p->replies, p->replies + 1, --p->reply_count * sizeof *p->replies);
    return true;
}

struct pleo_message *pleo_reply(struct pleo *p, const struct life_envelope *to, unsigned kind) {
    if (p->reply_count == PLEO_REQUESTS)
        memmove(p->replies, p->replies + 1, --p->reply_count * sizeof *p->replies);
    struct pleo_asked *reply = &p->replies[p->reply_count++];
    memset(reply, 0, sizeof *reply);
    reply->from = *to, reply->message.kind = kind;
    return &reply->message;
}

static void greet(struct pleo *p, const struct life_envelope *to) {
    struct pleo_greeting *g = &pleo_reply(p, to, PLEO_GREETING)->greeting;
    snprintf(g->name, sizeof g->name, "%s", p->config.name);
    if (p->apps.rules < APPS)
        snprintf(g->application, sizeof g->application, "%.32s", p->apps.at[p->apps.rules].name);
    g->ticks = p->tick;
    g->battery = (uint8_t)p->sensors.at[SENSOR_BATTERY].value;
}

void pleo_answer_requests(struct pleo *p) {
    uint32_t kept = 0;
    monitor_tick(p);
    for (uint32_t i = 0; i < p->asked_count; i++) {
        const struct pleo_asked *asked = &p->asked[i];
        if (asked->message.kind == PLEO_HELLO)
            greet(p, &asked->from);
        else if (p->monitor.waits) // its lines are done one after the other
            p->asked[kept++] = *asked;
        else if (asked->message.kind == PLEO_MONITOR)
            monitor_typed(p, &asked->from, asked->message.monitor.line);
        else if (asked->message.kind == PLEO_MORE)
            monitor_more(p, &asked->from);
    }
    p->asked_count = kept;
}

static void answer(struct soul *soul, const struct errand_answer *answer) {
    camera_answer(its(soul), answer);
}

static void calendar(struct soul *soul, const struct life_calendar *calendar) {
    its(soul)->calendar = *calendar;
    its(soul)->calendar_us = its(soul)->now_us;
}

static size_t events(const struct soul *soul, const struct life_event **events, uint32_t *lost) {
    *events = of(soul)->events;
    *lost = of(soul)->events_lost;
    return of(soul)->event_count;
}

static void view(const struct soul *soul, void *out) { pleo_look(of(soul), out); }
static uint32_t tick(const struct soul *soul) { return of(soul)->tick; }
static size_t hashes(const struct soul *soul, const char **names, uint64_t *hashes, size_t room) {
    return pleo_hashes(of(soul), names, hashes, room);
}
struct pleo_monitor_how pleo_monitor_how(const struct soul *soul) {
    if (soul->class != &pleo_soul_class) return (struct pleo_monitor_how){0};
    return (struct pleo_monitor_how){of(soul)->monitor.echo, of(soul)->monitor.colour};
}
static void leave(struct soul *soul) { pleo_free(its(soul)); }

// What an event's subject is called.
static void name(const struct soul *soul, const struct life_event *event, char name[SOUL_NAME_MAX]) {
    struct pleo *p = (struct pleo *)(uintptr_t)soul;
    const char *found = "";
    const struct resource *r = NULL;
    bool resource =
        (event->kind >= PLEO_EVENT_KIND_SOUND_STARTED && event->kind <= PLEO_EVENT_KIND_COMMAND_ENDED) ||
        event->kind == PLEO_EVENT_KIND_BEHAVIOUR_CHOSEN;
    for (int place = 0; resource && place < APPS && !r; place++)
        r = apps_by_id(p, (enum app_place)place, event->subject);
    if (r) found = r->name;
    if (event->kind == PLEO_EVENT_KIND_TRIGGERED && sensor_row((int)event->subject))
        found = sensor_row((int)event->subject)->name;
    if (event->kind == PLEO_EVENT_KIND_DRIVE_WON && event->subject < p->drives.count)
        found = p->drives.at[event->subject].name;
    if (event->kind == PLEO_EVENT_KIND_LOGGED && p->log.count)
        found = p->log.lines[(p->log.count - 1) % LOG_LINES];
    text_copy(text_of(found), name, SOUL_NAME_MAX);
}

static uint32_t rate_hz(const struct soul *soul) { return (void)soul, SOUND_HZ; }
static bool own_volume(const struct soul *soul) { return (void)soul, false; }
static bool listen(struct soul *soul, struct audio_tap *tap) {
    struct sounds *s = &its(soul)->sounds;
    for (int i = 0; i < SOUND_TAPS; i++) {
        if (s->taps[i]) continue;
        s->taps[i] = tap;
        return audio_tap_rate(tap) == SOUND_HZ;
    }
    return false;
}
static void unlisten(struct soul *soul, struct audio_tap *tap) {
    for (int i = 0; i < SOUND_TAPS; i++)
        if (its(soul)->sounds.taps[i] == tap) its(soul)->sounds.taps[i] = NULL;
}

const struct soul_class pleo_soul_class = {
    .kind = "pleo",
    .messages = &pleo_soul_messages,
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
    .sound = &(const struct soul_sound){rate_hz, own_volume, listen, unlisten},
};
