// A snapshot of everything in the world, for viewers.
#include "world/camera/scene.h"
#include "world/world_internal.h"

#include <stdio.h>
#include <string.h>

static uint32_t rgb(const struct body_colour *c) { return (uint32_t)c->r << 16 | (uint32_t)c->g << 8 | c->b; }

static void show_robot(const struct world *w, uint32_t i, struct world_robot_view *out) {
    const struct world_robot_state *r = &w->memory.robots[i];
    struct world_truth t = {0};
    world_truth(w, i + 1, &t);
    out->number = i + 1;
    snprintf(out->name, sizeof out->name, "%s", r->name);
    snprintf(out->creature, sizeof out->creature, "%s", r->creature);
    vec3_into(out->at_m, t.pose.at);
    quat_into(out->turn, t.pose.turn);
    out->head_rad = t.head_rad, out->lift_rad = t.lift_rad, out->left_mps = t.left_mps,
    out->right_mps = t.right_mps;
    out->battery_v = t.battery_v, out->charge = t.charge;
    out->on_charger = t.on_charger, out->charging = t.charging, out->held = t.held;
    out->joints_rad_count = (uint8_t)w->models[i]->motor_count;
    for (uint32_t k = 0; k < w->models[i]->motor_count; k++) out->joints_rad[k] = r->motors[k].angle;
    for (uint32_t k = 0; k < 5; k++)
        out->lights[k] = k < r->drive.lights_count ? rgb(&r->drive.lights[k]) : 0;
}

static void show_thing(const struct world *w, const struct world_thing_state *t,
                       struct world_thing_view *out) {
    struct pose pose = world_pose(w, t->body);
    out->number = t->body;
    snprintf(out->name, sizeof out->name, "%s", t->name);
    out->kind = t->kind;
    vec3_into(out->at_m, pose.at);
    quat_into(out->turn, pose.turn);
    memcpy(out->size_m, t->size_m, sizeof out->size_m);
    memcpy(out->markers, t->markers, sizeof out->markers);
    out->tag = t->tag;
    memset(out->lights, 0, sizeof out->lights);
    if (t->cube) cube_lights(w, &w->memory.cubes[t->cube - 1], out->lights);
}

static uint32_t packed(struct rgb c) { return (uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b; }

void world_snapshot(const struct world *w, struct world_snapshot *out) {
    const struct world_memory *m = &w->memory;
    out->time_us = world_time_us(w);
    out->lux = m->lux, out->celsius = m->celsius;
    out->robots_count = m->robots_count, out->things_count = m->things_count,
    out->people_count = m->people_count;
    for (uint32_t i = 0; i < m->robots_count; i++) show_robot(w, i, &out->robots[i]);
    for (uint32_t i = 0; i < m->things_count; i++) show_thing(w, &m->things[i], &out->things[i]);
    for (uint32_t i = 0; i < m->people_count; i++) {
        const struct world_person_state *p = &m->people[i];
        struct world_person_view *v = &out->people[i];
        v->number = p->number;
        snprintf(v->name, sizeof v->name, "%s", p->name);
        memcpy(v->at_m, p->at, sizeof v->at_m);
        v->heading_rad = p->heading, v->expression = p->expression, v->eyes_open = p->eyes_open;
        snprintf(v->words, sizeof v->words, "%s", p->words);
        struct scene_colours colours = scene_person_colours(p->name);
        v->skin = packed(colours.skin), v->hair = packed(colours.hair), v->iris = packed(colours.iris),
        v->shirt = packed(colours.shirt);
    }
}
