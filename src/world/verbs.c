// Passes verbs to the functions that carry them out.
#include "border/cell.h"
#include "world/panel.h"
#include "world/world_internal.h"

#include <stdio.h>
#include <string.h>

static enum err push(struct world *w, const struct world_push *v, struct fault *fault) {
    uint32_t body = world_body_named(w, v->what);
    struct plane_motion motion;
    if (!body || !plane_motion(w->plane, body, &motion))
        return fault_set(fault, ERR_UNKNOWN, "nothing here is called \"%s\"", v->what);
    return plane_push(w->plane, body, vec3(v->x_ns, v->y_ns, v->z_ns),
                      vec3_add(motion.centre, vec3(0, 0, v->height_m)));
}

static struct world_robot_state *robot(struct world *w, const char *name, struct fault *fault) {
    struct world_robot_state *r = world_robot(w, world_robot_named(w, name));
    if (!r) fault_set(fault, ERR_UNKNOWN, "no robot here is called \"%s\"", name);
    return r;
}

static uint64_t in_seconds(const struct world *w, float seconds) {
    return world_time_us(w) + (uint64_t)(seconds * 1e6f);
}

static enum err pet(struct world *w, const struct world_pet *v, struct fault *fault) {
    struct world_robot_state *r = robot(w, v->what, fault);
    if (!r) return ERR_UNKNOWN;
    r->petted_until_us = in_seconds(w, v->seconds);
    r->pet_strength = v->strength;
    r->pet_spot = v->spot;
    return ERR_NONE;
}

static enum err tap(struct world *w, const struct world_tap *v, struct fault *fault) {
    const struct world_thing_state *t = world_thing(w, v->what);
    if (t && t->cube) return cube_tap(w, t, v->times, v->strength);
    uint32_t body = world_body_named(w, v->what);
    struct plane_motion motion;
    if (!body || !plane_motion(w->plane, body, &motion))
        return fault_set(fault, ERR_UNKNOWN, "nothing here is called \"%s\"", v->what);
    skin_knock(w, body, 0.02f * v->strength);
    return plane_push(w->plane, body, vec3(0, 0, -0.02f * v->strength), motion.centre);
}

// Against the hooks, from the front: it needs a raised lift to be one.
static enum err fist_bump(struct world *w, const struct world_fist_bump *v, struct fault *fault) {
    uint32_t number = world_robot_named(w, v->what);
    if (!number) return fault_set(fault, ERR_UNKNOWN, "no robot here is called \"%s\"", v->what);
    return hand_poke(w, v->what, 0, 0.02f * v->strength, rover_lift_m(w, number), fault);
}

static enum err supply(struct world *w, const struct world_supply *v, struct fault *fault) {
    struct world_thing_state *t = world_thing(w, v->what);
    if (!t || t->kind != WORLD_THING_KIND_CHARGER)
        return fault_set(fault, ERR_UNKNOWN, "no charger here is called \"%s\"", v->what);
    t->powered = v->powered, t->reversed = v->reversed, t->supply_a = v->supply_a, t->supply_v = v->supply_v;
    return ERR_NONE;
}

// How many of what can break that way a robot has; 1 where there is nothing to choose.
static uint32_t how_many(const struct world *w, uint32_t robot, uint8_t kind) {
    const struct body_model *m = w->models[robot - 1];
    switch (kind) {
    case WORLD_DEFECT_KIND_TREAD_SLIPS:
        return w->figures[robot - 1]->treads ? 2 : 0;
    case WORLD_DEFECT_KIND_JOINT_STUCK:
    case WORLD_DEFECT_KIND_ENCODER_SHIFTED:
        return m->motor_count;
    case WORLD_DEFECT_KIND_MICROPHONE_DEAD:
    case WORLD_DEFECT_KIND_MICROPHONE_STUCK:
        return world_ears(w, robot);
    case WORLD_DEFECT_KIND_CLIFF_DEAD:
        return m->cliff_count;
    case WORLD_DEFECT_KIND_TOUCH_DEAD:
        return 16;
    case WORLD_DEFECT_KIND_DISPLAY_LINE_DEAD:
        return panel_lines(m->creature);
    case WORLD_DEFECT_KIND_DISPLAY_LIGHT_DEAD:
        return panel_lamps(m->creature);
    default:
        return 1;
    }
}

// A gear that slipped a tooth, a magnet that turned on its shaft: from now on it counts from elsewhere. A
// wheel's counts so many turns more.
static void shift_encoder(struct world *w, uint32_t robot, uint8_t which, float amount) {
    const struct motor_model *m = &w->models[robot - 1]->motors[which];
    float range = m->high_rad - m->low_rad,
          by = (range < 100 ? range / 2 : M_TAU_F) * amount * m->counts_per_rad;
    struct world_motor *motor = &w->memory.robots[robot - 1].motors[which];
    motor->count = (int32_t)((uint32_t)motor->count + (uint32_t)(int32_t)m_clamp(by, -1e6f, 1e6f));
}

static enum err fail(struct world *w, const struct world_defect *v, struct fault *fault) {
    uint32_t number = world_robot_named(w, v->what);
    if (!number) return fault_set(fault, ERR_UNKNOWN, "no robot here is called \"%s\"", v->what);
    uint32_t many = how_many(w, number, v->kind);
    if (!many) return fault_set(fault, ERR_UNSUPPORTED, "%s cannot have this defect", v->what);
    if (v->which >= many)
        return fault_set(fault, ERR_RANGE, "fault: which: %s has %u of these, counted from 0; found %u",
                         v->what, many, v->which);
    if (v->kind == WORLD_DEFECT_KIND_ENCODER_SHIFTED) { // happens, and is over
        if (v->on) shift_encoder(w, number, v->which, v->amount);
        return ERR_NONE;
    }
    struct world_memory *m = &w->memory;
    bool slips = v->kind == WORLD_DEFECT_KIND_TREAD_SLIPS;
    float grip = slips ? rover_grip(w, number, v->which) : 1;
    for (uint32_t i = 0; i < m->defects_count; i++)
        if (m->defects[i].robot == number && m->defects[i].kind == v->kind && m->defects[i].which == v->which)
            m->defects[i--] = m->defects[--m->defects_count];
    if (v->on && m->defects_count == WORLD_DEFECTS_MAX)
        return fault_set(fault, ERR_LIMIT, "there are %d faults already", WORLD_DEFECTS_MAX);
    if (v->on)
        m->defects[m->defects_count++] = (struct world_defect_state){number, v->kind, v->which, v->amount};
    if (slips) rover_grip_changed(w, number, v->which, grip);
    return ERR_NONE;
}

static enum err battery(struct world *w, const struct world_battery *v, struct fault *fault) {
    struct world_robot_state *r = robot(w, v->what, fault);
    if (r) {
        r->battery.charge = v->charge, r->battery.age = v->age;
        r->battery.rest_v = cell_rest_v(v->charge);
        return ERR_NONE;
    }
    struct world_thing_state *t = world_thing(w, v->what);
    if (!t || !t->cube) return ERR_UNKNOWN;
    fault->err = ERR_NONE;
    w->memory.cubes[t->cube - 1].battery_v = 0.8f + 0.7f * v->charge;
    return ERR_NONE;
}

static enum err press(struct world *w, const struct world_press *v, struct fault *fault) {
    struct world_robot_state *r = robot(w, v->what, fault);
    if (r) r->pressed_until_us = in_seconds(w, v->seconds);
    return r ? ERR_NONE : ERR_UNKNOWN;
}

static struct world_robot_state *with_head_board(struct world *w, const char *name, struct fault *fault) {
    struct world_robot_state *r = robot(w, name, fault);
    if (!r || w->figures[r - w->memory.robots]->head_board) return r;
    fault_set(fault, ERR_UNSUPPORTED, "a %s has nothing like that", r->creature);
    return NULL;
}

static enum err feed(struct world *w, const struct world_feed *v, struct fault *fault) {
    struct world_robot_state *r = with_head_board(w, v->what, fault);
    if (!r) return fault->err;
    r->fed_tag = v->tag;
    r->bitten = false;
    r->fed_until_us = in_seconds(w, v->seconds);
    return ERR_NONE;
}

static enum err plug(struct world *w, const struct world_plug *v, struct fault *fault) {
    struct world_robot_state *r = with_head_board(w, v->what, fault);
    if (r) r->plug = v->charger, r->usb = v->usb;
    return r ? ERR_NONE : fault->err;
}

static enum err card(struct world *w, const struct world_card *v, struct fault *fault) {
    struct world_robot_state *r = with_head_board(w, v->what, fault);
    if (r) r->card = v->in;
    return r ? ERR_NONE : fault->err;
}

static enum err noon(struct world *w, const struct world_noon *v, struct fault *fault) {
    struct world_robot_state *r = with_head_board(w, v->what, fault);
    if (r) r->noon_until_us = in_seconds(w, v->seconds);
    return r ? ERR_NONE : fault->err;
}

static enum err bend(struct world *w, const struct world_bend *v, struct fault *fault) {
    struct world_robot_state *r = robot(w, v->what, fault);
    if (!r) return ERR_UNKNOWN;
    const struct body_model *m = w->models[r - w->memory.robots];
    if (v->joint >= m->motor_count || m->motors[v->joint].low_rad < -1e8f)
        return fault_set(fault, ERR_RANGE, "bend: joint: a %s has no joint %u", r->creature, v->joint);
    r->bent = (uint8_t)(v->joint + 1);
    r->bend_from = r->motors[v->joint].angle;
    r->bend_to = m_clamp(m_radians(v->angle_deg), m->motors[v->joint].low_rad, m->motors[v->joint].high_rad);
    r->bend_since_us = world_time_us(w);
    r->bend_until_us = in_seconds(w, v->seconds);
    return ERR_NONE;
}

static enum err cells(struct world *w, const struct world_cells *v, struct fault *fault) {
    const struct world_thing_state *t = world_thing(w, v->what);
    if (!t || !t->cube) return fault_set(fault, ERR_UNKNOWN, "no cube here is called \"%s\"", v->what);
    return cube_cell(w, t, v->in);
}

static enum err block_lift(struct world *w, const struct world_block_lift *v, struct fault *fault) {
    struct world_robot_state *r = robot(w, v->what, fault);
    if (r) r->lift_blocked_until_us = in_seconds(w, v->seconds);
    return r ? ERR_NONE : ERR_UNKNOWN;
}

static enum err remove_it(struct world *w, const char *what, struct fault *fault) {
    if (people_remove(w, what)) return ERR_NONE;
    if (world_robot_named(w, what))
        return fault_set(fault, ERR_STATE, "%s lives here and cannot be removed", what);
    return thing_remove(w, what, fault);
}

static enum err act(struct world *w, const struct world_message *v, struct fault *fault) {
    switch (v->kind) {
    case WORLD_TABLE:
        return thing_table(w, &v->table, fault);
    case WORLD_WALL:
        return thing_wall(w, &v->wall, fault);
    case WORLD_RAMP:
        return thing_ramp(w, &v->ramp, fault);
    case WORLD_BOX:
        return thing_box(w, &v->box, fault);
    case WORLD_DISC:
        return thing_disc(w, &v->disc, fault);
    case WORLD_BALL:
        return thing_ball(w, &v->ball, fault);
    case WORLD_PAINT:
        return thing_paint(w, &v->paint, fault);
    case WORLD_CUBE:
        return thing_cube(w, &v->cube, fault);
    case WORLD_CHARGER:
        return thing_charger(w, &v->charger, fault);
    case WORLD_HABITAT:
        return thing_habitat(w, &v->habitat, fault);
    case WORLD_REMOVE:
        return remove_it(w, v->remove.what, fault);
    case WORLD_PLACE:
        return hand_place(w, &v->place, fault);
    case WORLD_PUSH:
        return push(w, &v->push, fault);
    case WORLD_SUPPLY:
        return supply(w, &v->supply, fault);
    case WORLD_PET:
        return pet(w, &v->pet, fault);
    case WORLD_POKE:
        return hand_poke(w, v->poke.what, v->poke.direction_deg, 0.03f * v->poke.strength, 0.03f, fault);
    case WORLD_PICK_UP:
        return hand_pick_up(w, &v->pick_up, fault);
    case WORLD_CARRY:
        return hand_carry(w, &v->carry, fault);
    case WORLD_PUT_DOWN:
        return hand_put_down(w, &v->put_down, fault);
    case WORLD_DROP:
        return hand_drop(w, v->drop.what, fault);
    case WORLD_SHAKE:
        return hand_shake(w, &v->shake, fault);
    case WORLD_TILT:
        return hand_tilt(w, &v->tilt, fault);
    case WORLD_TIP:
        return hand_tip(w, &v->tip, fault);
    case WORLD_RIGHT:
        return hand_right(w, &v->right, fault);
    case WORLD_FIST_BUMP:
        return fist_bump(w, &v->fist_bump, fault);
    case WORLD_TAP:
        return tap(w, &v->tap, fault);
    case WORLD_BLOCK_LIFT:
        return block_lift(w, &v->block_lift, fault);
    case WORLD_FEED:
        return feed(w, &v->feed, fault);
    case WORLD_SIGNAL:
        return air_signal(w, &v->signal, fault);
    case WORLD_CHIRP:
        return air_chirp(w, &v->chirp, fault);
    case WORLD_BEND:
        return bend(w, &v->bend, fault);
    case WORLD_PLUG:
        return plug(w, &v->plug, fault);
    case WORLD_CARD:
        return card(w, &v->card, fault);
    case WORLD_NOON:
        return noon(w, &v->noon, fault);
    case WORLD_TAG:
        return thing_tag(w, &v->tag, fault);
    case WORLD_CELLS:
        return cells(w, &v->cells, fault);
    case WORLD_PRESS:
        return press(w, &v->press, fault);
    case WORLD_PERSON:
        return people_add(w, &v->person, fault);
    case WORLD_WALK:
        return people_walk(w, &v->walk, fault);
    case WORLD_LOOK:
        return people_look(w, &v->look, fault);
    case WORLD_SAY:
        return sound_say(w, &v->say, fault);
    case WORLD_SOUND:
        return sound_start(w, &v->sound, fault);
    case WORLD_QUIET:
        return sound_stop(w, v->quiet.what, fault);
    case WORLD_LIGHT:
        w->memory.lux = v->light.lux;
        return ERR_NONE;
    case WORLD_TEMPERATURE:
        w->memory.celsius = v->temperature.celsius;
        return ERR_NONE;
    case WORLD_DEFECT:
        return fail(w, &v->defect, fault);
    case WORLD_BATTERY:
        return battery(w, &v->battery, fault);
    case WORLD_KIND_COUNT:
        break;
    }
    return ERR_UNKNOWN;
}

enum err world_do(struct world *w, const struct world_message *verb, struct fault *fault) {
    struct fault own = {0};
    if (!fault) fault = &own;
    enum err err = check_verb(verb, fault);
    return err ? err : act(w, verb, fault);
}
