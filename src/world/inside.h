// What the files of the world share and nobody else sees. All that decides the future stands in struct world_memory (schema/world.clad)
// and on the plane, so that copying, hashing, saving and restoring walk over the same fields.
#pragma once

#include "base/chance.h"
#include "world/figure.h"
#include "world/motor.h"
#include "world/world.h"

#define STEP_SECONDS    (WORLD_STEP_US * 1e-6f)
#define GRAVITY_MPS2    9.81f
#define VOLTS_PER_COUNT (2.8f / 2048)

enum { DRIVE_LEFT, DRIVE_RIGHT, DRIVE_LIFT };

struct world_wave; // sound.h
struct world {
    struct world_config config;
    struct plane *plane;
    struct world_memory memory;
    const struct body_model *models[WORLD_ROBOTS_MAX];
    const struct figure *figures[WORLD_ROBOTS_MAX];
    struct sound_room *sound; // NULL until somebody listens or plays
    uint8_t *scratch;         // for hashes
    size_t scratch_size;
};

static inline uint64_t world_time_us(const struct world *w) { return w->memory.step * WORLD_STEP_US; }
static inline struct vec3 vec3_of(const float v[3]) { return vec3(v[0], v[1], v[2]); }
static inline void vec3_into(float out[3], struct vec3 v) { out[0] = v.x, out[1] = v.y, out[2] = v.z; }
static inline struct quat quat_of(const float v[4]) { return (struct quat){v[0], v[1], v[2], v[3]}; }
static inline void quat_into(float out[4], struct quat q) {
    out[0] = q.w, out[1] = q.x, out[2] = q.y, out[3] = q.z;
}
static inline bool until(const struct world *w, uint64_t us) { return us > world_time_us(w); }
struct chance world_dice(const struct world *w, const char *stream, uint32_t who);

// world.c
struct world_robot_state *world_robot(struct world *w, uint32_t robot); // NULL: none has that number
const struct world_robot_state *world_robot_at(const struct world *w, uint32_t robot);
struct world_thing_state *world_thing(struct world *w, const char *name);
uint32_t world_robot_named(const struct world *w, const char *name); // its number, or 0
uint32_t world_body_named(const struct world *w, const char *name);  // on the plane, or 0
bool world_name_taken(const struct world *w, const char *name);
struct pose world_pose(const struct world *w, uint32_t body);
const struct world_fault_state *world_has_fault(const struct world *w, uint32_t robot,
                                                enum world_fault_kind kind,
                                                int which); // which -1: any; NULL: no

// rover.c: a robot on the plane
bool rover_add(struct world *w, uint32_t robot, struct pose pose, struct fault *fault);
void rover_before(struct world *w, uint32_t robot);        // its motors push
void rover_after(struct world *w, uint32_t robot);         // its encoders count, its inertial sensor feels
float rover_lift_m(const struct world *w, uint32_t robot); // height of its hooks
struct pose rover_head(const struct world *w, uint32_t robot); // the neck with its tilt, in the world

// lift.c: what hangs on the hooks
void lift_step(struct world *w, uint32_t robot);

// feel.c: pins
void feel_imu(const struct world *w, uint32_t robot, struct chance *dice, struct body_imu_raw *out);
void feel_floor(const struct world *w, uint32_t robot, struct chance *dice, struct body_pins *out);
// range.c
void range_read(const struct world *w, uint32_t robot, struct chance *dice, struct body_pins *out);
