// What the world's files share; nobody else includes this. All state that decides the future is in struct
// world_memory (schema/world.clad) and on the plane. So copy, hash, save and restore all walk over the same
// fields.
#pragma once

#include "base/maths/chance.h"
#include "border/lens_model.h"
#include "world/mark.h"
#include "world/motor.h"
#include "world/plane/plane.h"
#include "world/shape/figure.h"
#include "world/world.h"

#define STEP_SECONDS    (WORLD_STEP_US * 1e-6f)
#define GRAVITY_MPS2    9.81f
#define VOLTS_PER_COUNT (2.8f / 2048)

enum { DRIVE_LEFT, DRIVE_RIGHT, DRIVE_LIFT };

struct world {
    struct world_config config;
    struct plane *plane;
    struct world_memory memory;
    const struct body_model *models[WORLD_ROBOTS_MAX];
    const struct figure *figures[WORLD_ROBOTS_MAX];
    struct eye_model eyes[WORLD_ROBOTS_MAX]; // derived from model, seed and number
    struct wave {
        const int16_t *samples; // the loader owns them
        size_t count;
        uint32_t rate_hz;
    } waves[32];
    struct posture *postures;                   // of creatures with legs or a neck; derived from their joints
    struct speaker *speakers[WORLD_ROBOTS_MAX]; // NULL until it plays
    uint8_t *scratch;                           // for hashes
    size_t scratch_size;
};

static inline uint64_t world_time_us(const struct world *w) { return w->memory.step * WORLD_STEP_US; }
static inline bool until(const struct world *w, uint64_t us) { return us > world_time_us(w); }
// A sensor's noise: the sum of four uniform values, close to a normal distribution and without logarithms.
static inline float noise_of(struct chance *dice, float deviation) {
    uint64_t bits = chance_u64(dice);
    float sum = (float)(bits & 0xffff) + (float)(bits >> 16 & 0xffff) + (float)(bits >> 32 & 0xffff) +
                (float)(bits >> 48);
    return (sum / 65536 - 2) * 1.7320508f * deviation;
}
struct chance world_dice(const struct world *w, const char *stream, uint32_t who);

// world.c
struct world_robot_state *world_robot(struct world *w, uint32_t robot); // NULL: no robot has that number
const struct world_robot_state *world_robot_at(const struct world *w, uint32_t robot);
struct world_thing_state *world_thing(struct world *w, const char *name);
void world_open_eye(struct world *w, uint32_t robot);
uint32_t world_robot_named(const struct world *w, const char *name); // its number; 0: no such name
uint32_t world_body_named(const struct world *w, const char *name);  // on the plane; 0: no such name
bool world_name_taken(const struct world *w, const char *name);
struct pose world_pose(const struct world *w, uint32_t body);
const struct world_defect_state *world_has_fault(const struct world *w, uint32_t robot,
                                                 enum world_defect_kind kind,
                                                 int which); // which -1: any; NULL: it has no such defect

// rover.c: a robot on the plane
float rover_grip(const struct world *w, uint32_t robot, uint32_t tread); // share of its turning on the ground
void rover_grip_changed(struct world *w, uint32_t robot, uint32_t tread, float before);
bool rover_add(struct world *w, uint32_t robot, struct pose pose, struct fault *fault);
void rover_before(struct world *w, uint32_t robot); // its motors push
void rover_after(struct world *w, uint32_t robot);  // its encoders count, its inertial sensor feels
const struct posture *rover_posture(const struct world *w, uint32_t robot); // as its joints are now
struct pose rover_nose(const struct world *w, uint32_t robot); // of a creature with a neck: x ahead, z up
float rover_lift_m(const struct world *w, uint32_t robot);     // height of its hooks

// reach.c: how neck, head and tail meet other things
enum { REACH_MAX = 16 };
struct reach { // where they are inside of other things
    struct reach_hit {
        struct plane_meeting met;
        uint32_t part; // of the figure
    } hits[REACH_MAX];
    uint32_t count;
};
bool reach_moves(const struct figure *f, uint32_t motor); // a joint that moves neck, head or tail
void reach_look(const struct world *w, uint32_t robot, struct reach *out);
// Whether the joint is blocked in that direction (+, -). A loose thing is pushed with that torque.
bool reach_stops(struct world *w, uint32_t robot, const struct reach *reach, uint32_t motor, float way,
                 float torque_nm);

// lift.c: what hangs on the hooks
void lift_step(struct world *w, uint32_t robot);

// feel.c: the pins of the inertial sensor and the cliff sensors
void feel_imu(const struct world *w, uint32_t robot, struct chance *dice, struct body_imu_raw *out);
void feel_floor(const struct world *w, uint32_t robot, struct chance *dice, struct body_pins *out);
// range.c, touch.c, battery.c: the other pins
void range_read(const struct world *w, uint32_t robot, struct chance *dice, struct body_pins *out);
void touch_pins(const struct world *w, uint32_t robot, struct chance *dice, struct body_pins *out);
void battery_pins(const struct world *w, uint32_t robot, struct chance *dice, struct body_pins *out);
void battery_step(struct world *w, uint32_t robot);

// skin.c: switches, feet and the computer in a head
void skin_pins(const struct world *w, uint32_t robot, struct chance *dice, struct body_pins *out);
void skin_step(struct world *w, uint32_t robot);
void skin_knock(struct world *w, uint32_t body,
                float ns); // a hand strikes the shell; the microphones hear it
// air.c: infrared light and ultrasound that carry codes
void air_step(struct world *w);
enum err air_signal(struct world *w, const struct world_signal *v, struct fault *fault);
enum err air_chirp(struct world *w, const struct world_chirp *v, struct fault *fault);
bool air_carrier(const struct world *w, uint32_t robot); // a frame's infrared light arrives now
bool air_sending(const struct world *w, uint32_t robot);
uint8_t air_command(const struct world *w, uint32_t robot); // the ultrasound code that arrives; 0: nothing

// check.c
enum err check_verb(const struct world_message *verb, struct fault *fault);
// thing.c
enum err thing_table(struct world *w, const struct world_table *v, struct fault *fault);
enum err thing_wall(struct world *w, const struct world_wall *v, struct fault *fault);
enum err thing_ramp(struct world *w, const struct world_ramp *v, struct fault *fault);
enum err thing_box(struct world *w, const struct world_box *v, struct fault *fault);
enum err thing_disc(struct world *w, const struct world_disc *v, struct fault *fault);
enum err thing_ball(struct world *w, const struct world_ball *v, struct fault *fault);
enum err thing_paint(struct world *w, const struct world_paint *v, struct fault *fault);
enum err thing_cube(struct world *w, const struct world_cube *v, struct fault *fault);
enum err thing_charger(struct world *w, const struct world_charger *v, struct fault *fault);
enum err thing_habitat(struct world *w, const struct world_habitat *v, struct fault *fault);
enum err thing_tag(struct world *w, const struct world_tag *v, struct fault *fault);
enum err thing_remove(struct world *w, const char *name, struct fault *fault);
// hand.c
void hand_step(struct world *w);
enum err hand_pick_up(struct world *w, const struct world_pick_up *v, struct fault *fault);
enum err hand_carry(struct world *w, const struct world_carry *v, struct fault *fault);
enum err hand_put_down(struct world *w, const struct world_put_down *v, struct fault *fault);
enum err hand_drop(struct world *w, const char *name, struct fault *fault);
enum err hand_shake(struct world *w, const struct world_shake *v, struct fault *fault);
enum err hand_tilt(struct world *w, const struct world_tilt *v, struct fault *fault);
enum err hand_tip(struct world *w, const struct world_tip *v, struct fault *fault);
enum err hand_right(struct world *w, const struct world_right *v, struct fault *fault);
enum err hand_poke(struct world *w, const char *name, float direction_deg, float ns, float height,
                   struct fault *fault);
enum err hand_place(struct world *w, const struct world_place *v, struct fault *fault);
// cube.c
void cube_step(struct world *w);
enum err cube_tap(struct world *w, const struct world_thing_state *t, uint32_t times, float strength);
enum err cube_cell(struct world *w, const struct world_thing_state *t, bool in);
void cube_lights(const struct world *w, const struct world_cube_state *c, uint8_t rgb[4][3]);
// people.c
void people_step(struct world *w);
enum err people_add(struct world *w, const struct world_person *v, struct fault *fault);
bool people_remove(struct world *w, const char *name);
enum err people_walk(struct world *w, const struct world_walk *v, struct fault *fault);
enum err people_look(struct world *w, const struct world_look *v, struct fault *fault);
enum err people_say(struct world *w, const struct world_say *v, float seconds, struct fault *fault);
void people_hear(struct world *w, struct vec3 at, float level_db, float tempo_bpm, const char *words,
                 const char *who);
// wave.c: WAV files by number, from 1
enum err wave_load(struct world *w, const char *path, uint8_t *number, float *seconds, struct fault *fault);
// speaker.c
void speaker_step(struct world *w, uint32_t robot);
#define SPEAKER_DB 80.0f                                            // at full scale, at one metre (chosen)
bool speaker_plays(const struct world *w, uint32_t robot);          // or did so a moment ago
float speaker_at(const struct world *w, uint32_t robot, double us); // what it played then, -1 … 1
void speaker_save(const struct world *w, struct writer *out);
enum err speaker_restore(struct world *w, struct reader *in);
enum err speaker_copy(struct world *to, const struct world *from);
uint64_t speaker_hash(const struct world *w);
void speaker_free(struct world *w);
// sound.c
void sound_step(struct world *w);
enum err sound_start(struct world *w, const struct world_sound *v, struct fault *fault);
enum err sound_stop(struct world *w, const char *name, struct fault *fault);
enum err sound_say(struct world *w, const struct world_say *v, struct fault *fault);
