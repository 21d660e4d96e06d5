// The world a simulated body lives in.
//
//     struct world_config config = world_defaults();
//     struct world *world = world_new(&config);
//     uint32_t robot = world_add_robot(world, &vector_model, (struct pose2){0}, &fault);
//     world_do(world, &(struct world_message){.kind = WORLD_PET, .pet = {"vector", 2, 1}}, &fault);
//     for (;;) { world_step(world); world_pins(world, robot, &pins); …; world_drive(world, robot, &drive); }
//
// A floor lies at config.floor_m; everything else is added by verbs (schema/world.clad). The world is
// deterministic: the same seed and the same verbs give the same bytes. A step is WORLD_STEP_US of world time
// and allocates nothing. One thread at a time steps a world and its robots. Sensors are computed from the
// truth when they are read. Their noise is counted chance, so reading changes nothing.
#pragma once

#include "base/bytes.h"
#include "base/err.h"
#include "base/maths/geometry.h"
#include "border/body_model.h"
#include "schema/world.h"

enum { WORLD_STEP_US = 5000, WORLD_EARS = 4, WORLD_EAR_HZ = 15625 };

struct plane;
struct world;
struct world_config {
    uint64_t seed;
    bool noise; // sensors are noisy
    float floor_m, floor_reflectance, floor_friction;
    uint32_t things; // capacity: bodies beside the floor (64)
    // Loads the WAV file that a verb names, as 16-bit mono samples. The callback's owner keeps the samples.
    // NULL: such verbs are refused.
    enum err (*wave)(void *user, const char *path, const int16_t **samples, size_t *count, uint32_t *rate_hz,
                     struct fault *fault);
    void *user;
};

// The truth, for tests, viewers and oracles. Sensors never show it.
struct world_truth {
    struct pose pose;
    float head_rad, lift_rad, lift_m, left_mps, right_mps;
    float battery_v, charge;
    bool on_charger, charging, held, airborne, powered;
    uint32_t cargo; // the body on its hooks; 0: no cargo
};

struct world_config world_defaults(void);
struct world *world_new(const struct world_config *config); // NULL: no memory
void world_free(struct world *world);
void world_step(struct world *world);
int64_t world_now_us(const struct world *world);
uint64_t world_hash(const struct world *world); // over all state that decides the future

// Adds a robot; returns its number, or 0 with the reason in fault. The model must outlive the world. The
// robot is named after its creature, with a number appended if the name is taken.
uint32_t world_add_robot(struct world *world, const struct body_model *model, struct pose2 at,
                         struct fault *fault);
uint32_t world_add_named(struct world *world, const struct body_model *model, const char *name,
                         struct pose2 at, struct fault *fault);
void world_pins(const struct world *world, uint32_t robot, struct body_pins *out);
void world_drive(struct world *world, uint32_t robot, const struct body_drive *drive);
bool world_truth(const struct world *world, uint32_t robot, struct world_truth *out);
bool world_powered(const struct world *world, uint32_t robot);
// of a robot, thing or person
bool world_where(const struct world *world, const char *name, struct pose *out);

// The senses somebody reads (body.Want). The world does not compute the others.
void world_want(struct world *world, uint32_t robot, uint16_t wants);
// What came by radio, what an oracle sees now, and what it heard since the last call. Each returns how many.
uint32_t world_radio(struct world *world, uint32_t robot, struct body_radio *out, uint32_t most);
uint32_t world_sights(const struct world *world, uint32_t robot, struct body_sight *out, uint32_t most);
bool world_sees(const struct world *world, uint32_t robot, const char *name); // it could; nothing is missed
bool world_blind(const struct world *world, uint32_t robot); // too dark, turning too fast, or without an eye
uint32_t world_hearings(struct world *world, uint32_t robot, struct body_hearing *out, uint32_t most);
uint32_t world_ears(const struct world *world, uint32_t robot); // how many; the other channels are silent
// The microphones' samples since the last call: four channels interleaved (front right, front left, back
// right, back left), 15 625 samples a second. Returns how many samples of each channel, at most `most`; older
// ones are dropped. The buffer stays empty until somebody wants them.
uint32_t world_listen(struct world *world, uint32_t robot, int16_t *out, uint32_t most, uint64_t *first_us);
// The same from the given moment on, for observers: nothing changes. Samples from too long ago are gone.
uint32_t world_overhear(const struct world *world, uint32_t robot, uint64_t first_us, int16_t *out,
                        uint32_t most);
// Plays samples on the robot's speaker; returns how many fitted into its buffer.
uint32_t world_speak(struct world *world, uint32_t robot, const int16_t *samples, uint32_t count,
                     uint32_t rate_hz);
uint32_t world_speaker_room(const struct world *world, uint32_t robot);
uint64_t world_speaker_played(const struct world *world, uint32_t robot);
void world_hush(struct world *world, uint32_t robot); // drops the samples that wait in the speaker
void world_cube_order(struct world *world, uint32_t robot, const struct body_cube_order *order);

// Carries out any verb. It is checked first, then done at once. When it is refused nothing has changed, and
// the fault says why.
// Where the samples of a say come from, as world_config.wave is asked for them; empty: it has none.
enum err world_say_path(const struct world_say *say, char *path, size_t room, struct fault *fault);
enum err world_do(struct world *world, const struct world_message *verb, struct fault *fault);
void world_snapshot(const struct world *world, struct world_snapshot *out);
// The physics, for the camera and for viewers.
const struct plane *world_plane(const struct world *world);
const struct world_memory *world_memory(const struct world *world);

// Saves everything. A world to restore into must have the same capacity and know the models by their
// creatures' names.
enum err world_save(const struct world *world, struct writer *out);
enum err world_restore(struct world *world, struct reader *in,
                       struct fault *fault); // when it fails nothing has changed
enum err world_copy(struct world *to, const struct world *from);
