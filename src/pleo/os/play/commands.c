#include "pleo/os/os_internal.h"

#include <string.h>

enum { LAST_HANDLE = 99 };

static bool plays(unsigned property) { return property == UCF_MOTION || property == UCF_SOUND; }

static bool suits(struct pleo *p, const struct ucf *c, unsigned entry) {
    for (unsigned i = 0; i < c->columns; i++) {
        const struct ucf_field *f = ucf_field(c, entry, i);
        int32_t is = property_value(p, f->property), wanted = (int16_t)f->value;
        if (f->match == UCF_NONE || plays(f->property)) continue;
        if (f->match == UCF_VALUE && is != wanted) return false;
        if (f->match == UCF_MIN && is < wanted) return false;
        if (f->match == UCF_MAX && is > wanted) return false;
    }
    return true;
}

// One of the entries that suit; -1: none does.
static int choose(struct pleo *p, const struct ucf *c) {
    uint32_t fine = 0;
    for (unsigned i = 0; i < c->entries; i++) fine += suits(p, c, i);
    uint32_t drawn = fine ? pleo_draw(p, fine) : 0;
    for (unsigned i = 0; i < c->entries; i++)
        if (suits(p, c, i) && drawn-- == 0) return (int)i;
    return -1;
}

// What an entry plays, as the command's application numbers it.
static const struct resource *what(struct pleo *p, const struct resource *command, int entry,
                                   unsigned property) {
    const struct ucf *c = command->command;
    for (unsigned i = 0; entry >= 0 && i < c->columns; i++) {
        const struct ucf_field *f = ucf_field(c, (unsigned)entry, i);
        if (f->property == property && f->match != UCF_NONE)
            return apps_by_id(p, (enum app_place)command->app, f->value);
    }
    return NULL;
}

int command_sound(struct pleo *p, const struct resource *command, bool interrupt) {
    if (!command || !command->command) return 0;
    return voice_play(p, what(p, command, choose(p, command->command), UCF_SOUND), interrupt);
}

static void tell(struct pleo *p, enum command_status status) {
    const struct commands *c = &p->commands;
    property_put(p, PROPERTY_COMMAND, c->now.it ? c->now.it->id : 0);
    property_put(p, PROPERTY_COMMAND_PENDING, c->count ? c->waiting[0].it->id : 0);
    property_put(p, PROPERTY_COMMAND_STATUS, status);
}

static bool begin(struct pleo *p, struct running_command next) {
    struct commands *c = &p->commands;
    c->now = next;
    int entry = choose(p, next.it->command);
    const struct resource *motion = what(p, next.it, entry, UCF_MOTION),
                          *sound = what(p, next.it, entry, UCF_SOUND);
    c->motion = motion ? motion_play(p, motion) : 0;
    if (c->motion == MOTION_INVALID) c->motion = 0;
    c->sound = sound ? voice_play(p, sound, true) : 0;
    if (!c->motion && !c->sound) {
        log_say(p, LOG_INFO, LOG_ANIM, "nothing in %s suits now", next.it->name);
        c->now.it = NULL;
        tell(p, COMMAND_SEARCHING);
        return false;
    }
    pleo_event(p, PLEO_EVENT_KIND_COMMAND_STARTED, next.it->id, 0, 0);
    tell(p, next.loops > 0 ? COMMAND_LOOPING : COMMAND_PLAYING);
    return true;
}

static void end_now(struct pleo *p) {
    struct commands *c = &p->commands;
    if (!c->now.it) return;
    uint16_t id = c->now.it->id;
    c->now.it = NULL;
    if (c->motion && motion_playing(p, c->motion)) motion_stop(p, c->motion);
    if (c->sound && voice_is(p, c->sound)) voice_stop(p);
    c->motion = c->sound = 0;
    pleo_event(p, PLEO_EVENT_KIND_COMMAND_ENDED, id, 0, 0);
}

static struct running_command made(struct pleo *p, const struct resource *command, int32_t loops) {
    p->commands.handle = (uint8_t)(p->commands.handle % LAST_HANDLE + 1);
    return (struct running_command){command, p->commands.handle, loops};
}

int command_run(struct pleo *p, const struct resource *command, int32_t loops) {
    if (!command || !command->command) return 0;
    end_now(p);
    struct running_command next = made(p, command, loops);
    return begin(p, next) ? next.handle : 0;
}

int command_queue(struct pleo *p, const struct resource *command, int32_t loops) {
    struct commands *c = &p->commands;
    if (!command || !command->command || c->count == COMMANDS_WAIT) return 0;
    if (!c->now.it && !c->count) return command_run(p, command, loops);
    c->waiting[c->count++] = made(p, command, loops);
    property_put(p, PROPERTY_COMMAND_PENDING, c->waiting[0].it->id);
    return c->waiting[c->count - 1].handle;
}

static bool is_meant(const struct running_command *r, int32_t which) {
    return r->it && (which == r->handle || which == r->it->id);
}

bool command_is(const struct pleo *p, int32_t which) { return is_meant(&p->commands.now, which); }

bool command_remove(struct pleo *p, int32_t which) {
    struct commands *c = &p->commands;
    for (uint32_t i = 0; i < c->count; i++) {
        if (!is_meant(&c->waiting[i], which)) continue;
        memmove(c->waiting + i, c->waiting + i + 1, (--c->count - i) * sizeof *c->waiting);
        property_put(p, PROPERTY_COMMAND_PENDING, c->count ? c->waiting[0].it->id : 0);
        return true;
    }
    if (!command_is(p, which)) return false;
    end_now(p);
    tell(p, COMMAND_DONE);
    return true;
}

bool command_stop(struct pleo *p) {
    bool any = p->commands.now.it != NULL;
    p->commands.count = 0;
    end_now(p);
    if (any) tell(p, COMMAND_DONE);
    return any;
}

void commands_tick(struct pleo *p) {
    struct commands *c = &p->commands;
    bool goes_on = (c->motion && motion_playing(p, c->motion)) || (c->sound && voice_is(p, c->sound));
    if (c->now.it && !goes_on) {
        struct running_command again = c->now;
        end_now(p);
        tell(p, COMMAND_DONE);
        if (again.loops-- > 0) begin(p, again);
    }
    if (c->now.it || !c->count) return;
    struct running_command next = c->waiting[0];
    memmove(c->waiting, c->waiting + 1, --c->count * sizeof *c->waiting);
    begin(p, next);
}
