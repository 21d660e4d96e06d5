#include "cli/cozmo/room.h"

#include "base/system/log.h"
#include "world/world.h"

#include <stdlib.h>
#include <string.h>

// The body that the play sees: it feels nothing, and what the scenario drives goes to the firmware as an
// engine's words would.
struct guest {
    struct body body;
    struct cozmo_room *room;
};

static void no_step(struct body *body, int64_t now_us) { (void)body, (void)now_us; }
static enum err no_senses(struct body *body, int64_t now_us, struct senses_in *in) {
    (void)body, (void)now_us, (void)in;
    return ERR_NONE;
}
static uint64_t no_hash(const struct body *body) { return (void)body, 0; }
static void guest_free(struct body *body) { free(body); }

static void tell(struct cozmo_room *room, const struct cozmo_message *message) {
    uint8_t bytes[AIR_CONTENT_MAX];
    struct writer out = writer_of(bytes, sizeof bytes);
    if (!room->firmware || cozmo_message_encode(message, &out, COZMO_FIRMWARE_NEWEST)) return;
    cozmo_firmware_hear(room->firmware, bytes[0], (struct bytes){bytes + 1, writer_len(&out) - 1});
}

static void tell_joint(struct cozmo_room *room, const struct body_joint_target *joint) {
    if (joint->joint >= BODY_MOTOR_MAX || joint->tag == room->tags[joint->joint]) return;
    room->tags[joint->joint] = joint->tag;
    struct cozmo_message m = {.kind = COZMO_SET_HEAD_ANGLE};
    if (joint->joint == BODY_MOTOR_HEAD) {
        cozmo_set_head_angle_defaults(&m.set_head_angle);
        m.set_head_angle.angle_rad = joint->angle_rad;
    } else {
        m.kind = COZMO_SET_LIFT_HEIGHT;
        cozmo_set_lift_height_defaults(&m.set_lift_height);
        m.set_lift_height.height_mm =
            1000 * (cozmo_model.lift_pivot_m[2] + cozmo_model.lift_arm_m * m_sin(joint->angle_rad));
    }
    tell(room, &m);
}

static void obey(struct body *body, int64_t now_us, const struct command_out *out) {
    struct cozmo_room *room = ((struct guest *)(void *)body)->room;
    const struct body_command *c = &out->command;
    (void)now_us;
    bool new = c->wheels.mode == BODY_WHEEL_MODE_SPEED &&
               (c->wheels.left_mps != room->wheels.left_mps || c->wheels.right_mps != room->wheels.right_mps);
    if (new) // NOLINT: exactly what was said before
        tell(room,
             &(struct cozmo_message){.kind = COZMO_DRIVE_WHEELS,
                                     .drive_wheels = {.lwheel_speed_mmps = c->wheels.left_mps * 1000,
                                                      .rwheel_speed_mmps = c->wheels.right_mps * 1000}});
    if (new) room->wheels = c->wheels;
    for (uint32_t i = 0; i < c->joints_count; i++) tell_joint(room, &c->joints[i]);
}

static const struct body_class GUEST = {"air", no_step, no_senses, obey, NULL, no_hash, guest_free};

static struct body *make_guest(void *user, struct world *world, uint32_t robot, struct fault *fault) {
    struct cozmo_room *room = user;
    struct guest *guest = calloc(1, sizeof *guest);
    (void)world;
    if (!guest) {
        fault_set(fault, ERR_MEMORY, "no memory for a body");
        return NULL;
    }
    *guest = (struct guest){.body = {.class = &GUEST, .model = &cozmo_model}, .room = room};
    room->robot = robot;
    return &guest->body;
}

// The one on the air comes first, is a Cozmo, and has no soul of ours.
static void cast(struct scenario *s) {
    uint32_t who = 0;
    while (who < s->robot_count && strcmp(s->robots[who].creature, "cozmo")) who++;
    if (who == s->robot_count) who = 0;
    if (!s->robot_count) {
        s->robots[s->robot_count++] = (struct scenario_robot){.battery = 0.8f};
        snprintf(s->robots[0].name, sizeof s->robots[0].name, "cozmo");
    }
    struct scenario_robot first = s->robots[who];
    s->robots[who] = s->robots[0];
    snprintf(first.creature, sizeof first.creature, "cozmo");
    first.soul = false;
    s->robots[0] = first;
}

enum err cozmo_room_open(struct cozmo_room *room, const char *scenario, uint64_t seed, struct text settings,
                         struct fault *fault) {
    *room = (struct cozmo_room){.scenario = scenario_open(scenario, NULL, 0, fault)};
    if (!room->scenario) return fault && fault->err ? fault->err : ERR_MEMORY;
    cast(room->scenario);
    struct play_config config = play_defaults();
    config.seed = seed;
    config.settings = settings;
    config.creature = "cozmo";
    config.body = make_guest;
    config.body_user = room;
    room->play = play_new(room->scenario, &config, fault);
    if (!room->play) {
        cozmo_room_close(room);
        return fault && fault->err ? fault->err : ERR_MEMORY;
    }
    room->world = play_world(room->play);
    return ERR_NONE;
}

void cozmo_room_driven(struct cozmo_room *room, struct cozmo_firmware *firmware) {
    room->firmware = firmware;
}

void cozmo_room_close(struct cozmo_room *room) {
    play_free(room->play, NULL);
    if (room->scenario) scenario_free(room->scenario);
    *room = (struct cozmo_room){0};
}

void cozmo_room_step(struct cozmo_room *room) {
    play_for(room->play, WORLD_STEP_US);
    const struct fault *trouble = play_trouble(room->play);
    if (!trouble->err || room->troubled) return;
    char text[400];
    room->troubled = true; // the first is told; the play keeps no others
    log_warn("cozmo", "%s", fault_text(trouble, text, sizeof text));
}

enum err cozmo_room_verb(struct cozmo_room *room, struct text json, struct fault *fault) {
    struct arena *arena = arena_new(8 << 10);
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory for a verb");
    struct json *doc;
    struct world_message verb;
    enum err err = json_parse(json, NULL, arena, NULL, &doc, fault);
    if (!err) err = verb_read(doc, arena, &verb, fault);
    if (!err) err = play_do(room->play, &verb, fault);
    arena_free(arena);
    return err;
}
