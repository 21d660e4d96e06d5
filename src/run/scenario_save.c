#include "run/scenario_save.h"

#include "base/data/json.h"
#include "run/made_things.h"
#include "world/plane/plane.h"

#include <stdio.h>
#include <string.h>

// Millimetres and tenths of a degree: what a hand can tell.
static double metres(float m) { return (double)m_round(m * 10000) / 10000; }
static double degrees(float rad) { return (double)m_round(m_degrees(rad) * 10) / 10; }

static void member(struct json_writer *w, const char *key, double number) {
    json_key(w, key);
    json_number(w, number);
}

static void named(struct json_writer *w, const char *key, const char *text) {
    json_key(w, key);
    json_string(w, text);
}

struct angles {
    float roll, pitch, yaw;
};
static struct angles angles_of(struct pose pose) {
    struct angles a;
    quat_to_euler(pose.turn, &a.roll, &a.pitch, &a.yaw);
    return a;
}
static bool upright(struct pose pose) { return quat_apply(pose.turn, vec3(0, 0, 1)).z > 0.9994f; }

// ------------------------------------------------------------------------------------------------ things

// The verb that made it, with the place where it is now: those fields have the same names in all of them.
static void move_to(struct world_message *verb, struct pose pose) {
    const struct schema_struct *body = world_messages[verb->kind].body;
    const struct {
        const char *name;
        float value;
    } NOW[] = {{"x_m", pose.at.x},
               {"y_m", pose.at.y},
               {"z_m", pose.at.z},
               {"heading_deg", m_degrees(quat_heading(pose.turn))}};
    for (uint32_t i = 0; i < body->count; i++)
        for (size_t k = 0; k < sizeof NOW / sizeof *NOW; k++)
            if (!strcmp(body->fields[i].name, NOW[k].name))
                memcpy((char *)&verb->table + body->fields[i].offset, &NOW[k].value, sizeof(float));
}

static void name_it(struct world_message *verb, const char *name) {
    const struct schema_struct *body = world_messages[verb->kind].body;
    for (uint32_t i = 0; i < body->count; i++)
        if (!strcmp(body->fields[i].name, "name"))
            snprintf((char *)&verb->table + body->fields[i].offset, WORLD_NAME_MAX + 1, "%s", name);
}

static void place(struct json_writer *w, const char *name, struct pose pose) {
    struct angles a = angles_of(pose);
    json_open(w, '{');
    json_key(w, "place");
    json_open(w, '{');
    named(w, "what", name);
    member(w, "x_m", metres(pose.at.x)), member(w, "y_m", metres(pose.at.y)),
        member(w, "z_m", metres(pose.at.z));
    member(w, "heading_deg", degrees(a.yaw)), member(w, "roll_deg", degrees(a.roll)),
        member(w, "pitch_deg", degrees(a.pitch));
    json_close(w, '}');
    json_close(w, '}');
}

static void thing(struct play *play, const struct world_thing_state *t, struct json_writer *w) {
    const struct world_message *made = made_things_find(play_made(play), t->name);
    struct pose pose;
    if (!made || !world_where(play_world(play), t->name, &pose)) return;
    struct world_message verb = *made;
    name_it(&verb, t->name);
    move_to(&verb, pose);
    if (verb.kind == WORLD_CHARGER)
        verb.charger.powered = t->powered, verb.charger.reversed = t->reversed,
        verb.charger.supply_a = t->supply_a;
    verb_write(&verb, w);
    if (!upright(pose)) place(w, t->name, pose);
}

static void person(struct play *play, const struct world_person_state *p, struct json_writer *w) {
    const struct world_message *made = made_things_find(play_made(play), p->name);
    struct world_message verb = {.kind = WORLD_PERSON};
    if (made) verb = *made;
    name_it(&verb, p->name);
    verb.person.x_m = p->at[0], verb.person.y_m = p->at[1], verb.person.height_m = p->at[2];
    verb.person.heading_deg = m_degrees(p->heading);
    verb.person.expression = p->expression, verb.person.eyes_open = p->eyes_open;
    verb.person.voice_hertz = p->voice_hertz;
    verb_write(&verb, w);
}

static void things(struct play *play, struct json_writer *w) {
    const struct world_memory *m = world_memory(play_world(play));
    const struct scenario *s = play_scenario(play);
    json_open(w, '[');
    for (uint32_t i = 0; i < m->things_count; i++) thing(play, &m->things[i], w);
    for (uint32_t i = 0; i < s->thing_count; i++)
        if (s->things[i].verb.kind == WORLD_PAINT) verb_write(&s->things[i].verb, w);
    for (uint32_t i = 0; i < m->people_count; i++) person(play, &m->people[i], w);
    verb_write(&(struct world_message){.kind = WORLD_LIGHT, .light = {m->lux}}, w);
    verb_write(&(struct world_message){.kind = WORLD_TEMPERATURE, .temperature = {m->celsius}}, w);
    json_close(w, ']');
}

// ------------------------------------------------------------------------------------------------ robots

// Where it would stand if it were put there; false: it lies, hangs in a hand, or is on its charger.
static bool stands(struct play *play, uint32_t robot, struct pose *at) {
    struct world_truth t;
    if (!world_truth(play_world(play), robot, &t)) return false;
    *at = t.pose;
    return upright(t.pose) && !t.held && !t.airborne && !t.on_charger;
}

static void robots(struct play *play, struct json_writer *w) {
    const struct world_memory *m = world_memory(play_world(play));
    const struct scenario *s = play_scenario(play);
    json_open(w, '[');
    for (uint32_t i = 0; i < s->robot_count && i < m->robots_count; i++) {
        const struct scenario_robot *r = &s->robots[i];
        struct pose at = pose_of_plane((struct pose2){{r->x_m, r->y_m}, r->heading_rad}, 0), now;
        if (stands(play, i + 1, &now)) at = now;
        json_open(w, '{');
        named(w, "name", m->robots[i].name), named(w, "creature", m->robots[i].creature);
        member(w, "x_m", metres(at.at.x)), member(w, "y_m", metres(at.at.y));
        member(w, "heading_deg", degrees(quat_heading(at.turn)));
        member(w, "battery", (double)m_round(m->robots[i].battery.charge * 1000) / 1000);
        json_key(w, "soul"), json_bool(w, r->soul);
        const struct json *wants = json_get(r->place, "wants");
        if (wants) json_key(w, "wants"), json_copy(w, wants);
        if (m->robots[i].card && !r->card_path[0]) json_key(w, "card"), json_bool(w, true);
        if (m->robots[i].card && r->card_path[0]) named(w, "card", r->card_path);
        json_close(w, '}');
    }
    json_close(w, ']');
}

// --- The timeline ------------------------------------------------------------------------------------------

// A place of a robot at the very beginning is how an earlier saving has put it; this one puts it anew.
static bool by_saving(const struct scenario *s, const struct scenario_happening *h) {
    if (h->when != WHEN_AT || h->at_s > 0 || h->drive || h->verb_count != 1) return false;
    for (uint32_t i = 0; i < s->robot_count; i++)
        if (h->verbs[0].verb.kind == WORLD_PLACE && !strcmp(h->verbs[0].verb.place.what, s->robots[i].name))
            return true;
    return false;
}

static void timeline(struct play *play, struct json_writer *w) {
    const struct world_memory *m = world_memory(play_world(play));
    const struct scenario *s = play_scenario(play);
    const char *there[WORLD_ROBOTS_MAX + WORLD_THINGS_MAX + WORLD_PEOPLE_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->robots_count; i++) there[count++] = m->robots[i].name;
    for (uint32_t i = 0; i < m->things_count; i++) there[count++] = m->things[i].name;
    for (uint32_t i = 0; i < m->people_count; i++) there[count++] = m->people[i].name;
    json_open(w, '[');
    for (uint32_t i = 0; i < m->robots_count; i++) {
        struct pose at;
        if (stands(play, i + 1, &at)) continue;
        if (!world_where(play_world(play), m->robots[i].name, &at)) continue;
        json_open(w, '{');
        member(w, "at_s", 0);
        json_key(w, "do");
        place(w, m->robots[i].name, at);
        json_close(w, '}');
    }
    for (uint32_t i = 0; i < s->happening_count; i++) {
        if (by_saving(s, &s->happenings[i])) continue;
        if (scenario_still_means(s, &s->happenings[i], there, count)) json_copy(w, s->happenings[i].place);
    }
    json_close(w, ']');
}

// ------------------------------------------------------------------------------------------------ the whole

enum err play_save(struct play *play, struct buf *out, struct fault *fault) {
    const struct scenario *s = play_scenario(play);
    struct arena *arena = arena_new(64 << 10);
    struct json *doc = NULL;
    enum err err = arena ? json_parse(s->source, s->file, arena, NULL, &doc, fault)
                         : fault_set(fault, ERR_MEMORY, "no memory for a scenario");
    if (!err) {
        struct json_writer w = json_writer_of(out, 2);
        json_open(&w, '{');
        for (const struct json *at = doc->first; at; at = at->next) {
            if (text_is(at->key, "robots") || text_is(at->key, "things") || text_is(at->key, "timeline"))
                continue;
            char key[64];
            text_copy(at->key, key, sizeof key);
            json_key(&w, key);
            json_copy(&w, at);
        }
        json_key(&w, "robots"), robots(play, &w);
        json_key(&w, "things"), things(play, &w);
        json_key(&w, "timeline"), timeline(play, &w);
        json_close(&w, '}');
        buf_byte(out, '\n');
        err = out->err ? fault_set(fault, out->err, "no memory for a scenario") : ERR_NONE;
    }
    arena_free(arena);
    return err;
}
