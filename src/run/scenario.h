// A world as a file: what is there, who lives there and what happens.
//
//     struct scenario *s = scenario_open("living-room", NULL, 0, &fault);  // a file, or one of ours by name
//     struct play *play = play_new(s, &config, &fault);                    // play.h
//     scenario_free(s);                                                    // after the play
//
// JSON with comments:
//
//     { "about": "…", "seed": 1, "noise": true, "date": "2026-03-01T09:00:00", "zone": "+01:00",
//       "floor": {"height_m": -0.7, "reflectance": 0.3},
//       "robots": [{"name": "vector", "creature": "vector", "x_m": 0, "heading_deg": 90, "battery": 0.8,
//                   "soul": true}, {"creature": "pleo", "x_m": 1, "card": "hello/build"}],
//       "things": [{"table": {"length_m": 1.2}}, {"cube": {"name": "cube", "x_m": 0.2}},
//                  {"person": {"name": "Ada", "x_m": 0.8}}],
//       "timeline": [{"at_s": 5, "do": {"pet": {"what": "vector"}}},
//                    {"every_s": 30, "from_s": 10, "do": [{"tap": {"what": "cube"}}]},
//                    {"per_hour": 12, "do": {"poke": {"what": "vector"}}},
//                    {"when": {"near": ["vector", "cube"], "metres": 0.1}, "do": {"light": {"lux": 5}}},
//                    {"at_s": 1, "drive": {"robot": "vector", "left_mps": 0.05, "right_mps": 0.05,
//                                         "seconds": 3}}],
//       "knobs": {"touch": {"on_ms": 80}},
//       "requests": [{"at_s": 2, "name": "go", "do": {"go_to_pose": {"x_m": 0.2}}, "retries": 1}],
//       "expect": [{"result": {"of": "go"}}, {"at_s": 9, "place": {"x_m": 0.2}},
//                  {"stays": {"above_m": -0.1}}] }
//
// Things and happenings are the world's verbs (schema/world.clad). Rooms register the other sections. A
// section that nobody registered is an error, and so is every unknown key. All errors name file, line and
// column.
#pragma once

#include "base/data/json.h"
#include "base/system/embedded.h"
#include "schema/life.h"
#include "schema/world.h"

enum { SCENARIO_ROBOTS = 16, SCENARIO_HAPPENINGS = 4096, SCENARIO_VERBS = 16, SCENARIO_SECTIONS = 16 };

// A room's own section; it reads into what is its own.
struct scenario_section {
    const char *name;
    enum err (*read)(void *user, const struct json *section, struct arena *arena, struct fault *fault);
    void *user;
};

struct scenario_robot {
    const struct json *place; // where it stands in the file
    char name[WORLD_NAME_MAX + 1], creature[WORLD_NAME_MAX + 1];
    float x_m, y_m, heading_rad, battery;
    bool soul;
    uint16_t wants;      // body.Want: which senses a body without a soul delivers
    bool card;           // a memory card lies in its slot
    char card_path[256]; // with what is on it: a folder, or a .urf file; "": nothing
};
struct scenario_verb {
    const struct json *place;
    struct world_message verb;
};
enum scenario_when { WHEN_AT, WHEN_EVERY, WHEN_RANDOM, WHEN_NEAR, WHEN_TOUCHING, WHEN_IN_VIEW };
// What a body without a mind (or a test) is told.
struct scenario_drive {
    char robot[WORLD_NAME_MAX + 1];
    bool wheels, head, lift;
    float joints_rad[BODY_MOTOR_MAX];
    uint32_t joints; // which, bit for bit
    float left_mps, right_mps, seconds, head_rad, lift_m;
};
struct scenario_happening {
    const struct json *place;
    enum scenario_when when;
    double at_s, every_s, until_s, per_hour;
    float metres;
    char a[WORLD_NAME_MAX + 1], b[WORLD_NAME_MAX + 1];
    bool again; // a condition that may come true more than once
    const struct scenario_verb *verbs;
    uint32_t verb_count;
    const struct scenario_drive *drive; // NULL: none
};

// What one of its robots is asked, and when. Its ticket is SCENARIO_TICKETS and its place in the list.
enum { SCENARIO_REQUESTS = 256, SCENARIO_EXPECTATIONS = 256, SCENARIO_TICKETS = 0x40000000 };
struct scenario_request {
    const struct json *place;
    double at_s;
    uint32_t robot; // of the scenario's, from 0
    char name[WORLD_NAME_MAX + 1];
    struct life_envelope envelope;
    struct life_message message;
};
// What shall come of it: looked at between from_s and until_s, or at one moment (both the same); until_s
// below 0: the end.
enum scenario_expects { EXPECT_RESULT, EXPECT_EVENT, EXPECT_PLACE, EXPECT_JOINTS, EXPECT_STAYS };
struct scenario_expectation {
    const struct json *place;
    enum scenario_expects kind;
    double from_s, until_s;
    uint32_t request, robot, value; // value: of life.Result or life.EventKind
    bool never;
    char what[WORLD_NAME_MAX + 1];
    double numbers[4], within_m,
        within_rad; // place: x, y, z (m), heading (degrees); joints: head (degrees), lift (mm)
    uint32_t asked; // which of them, bit for bit
};

// What is wrong with a scenario: all of it, or as much as there is room for.
enum { SCENARIO_MISTAKES = 20 };
struct scenario_mistakes {
    struct fault at[SCENARIO_MISTAKES];
    uint32_t count;
    bool more;
};

struct scenario {
    struct arena *arena;
    struct scenario_mistakes *mistakes; // while it is read; NULL: the first mistake ends it
    const char *file, *about;           // file: as errors name it
    struct text source;                 // the whole text, for recordings
    uint64_t seed;
    bool noise;
    int64_t date_unix_us; // 0: not said
    int32_t zone_s;
    float floor_m, floor_reflectance, floor_friction;
    struct scenario_robot robots[SCENARIO_ROBOTS];
    uint32_t robot_count;
    const struct scenario_verb *things;
    uint32_t thing_count;
    const struct scenario_happening *happenings;
    uint32_t happening_count;
    const struct json *knobs; // of its robots: settings.h; NULL: all as usual
    struct scenario_request *requests;
    uint32_t request_count;
    struct scenario_expectation *expectations;
    uint32_t expectation_count;
};

struct body_model;
// A creature's name is the desk with that creature; a Pleo has a den.
const char *scenario_of_creature(const struct body_model *model);
struct scenario *scenario_open(const char *name, const struct scenario_section *sections, uint32_t count,
                               struct fault *fault);
// The same, but reading goes on after a mistake: with the next entry of a list, the next section. A section
// that means names of one with mistakes is not looked at. NULL: there are some.
struct scenario *scenario_look_through(const char *name, struct scenario_mistakes *mistakes);
// file: only for errors, and the folder in which WAVs are looked for.
struct scenario *scenario_read(struct text text, const char *file, const struct scenario_section *sections,
                               uint32_t count, struct fault *fault);
// The same with another creature as its first robot, and its name wherever it stood: a Cozmo is not called
// vector. The old one stays.
struct scenario *scenario_cast(const struct scenario *s, const char *creature, struct fault *fault);
void scenario_free(struct scenario *s);
// For readers of sections: notes a mistake and says whether reading ends with it.
enum err scenario_mistake(struct scenario *s, enum err err, struct fault *fault);
// Whether everybody the timeline means is there, or comes in it; `there`: the names of those that are.
enum err scenario_check_names(const struct scenario *s, const char *const *there, uint32_t count,
                              struct fault *fault);

// Whether an entry of the timeline means only those that are there, or that come in it.
bool scenario_still_means(const struct scenario *s, const struct scenario_happening *h,
                          const char *const *there, uint32_t count);

// Those that come with the program, by name: tabletop, living-room …
extern const struct embedded SCENARIO_FILES[]; // the last has no path

// A request as JSON: {"drive_straight": {"distance_m": 0.2}}. For the files of scenarios: their sections.
enum err request_read(const struct json *json, struct arena *arena, struct life_message *out,
                      struct fault *fault);
enum err scenario_read_requests(struct scenario *s, const struct json *json, struct fault *fault);
enum err scenario_read_expectations(struct scenario *s, const struct json *json, struct fault *fault);

// Every file or folder that it has read: cards, recordings that sound, a word that wakes. Ends with the first
// one that is refused; `user` is the caller's.
typedef enum err scenario_file_looker(void *user, const char *path, struct fault *fault);
enum err scenario_each_file(const struct scenario *s, scenario_file_looker *look, void *user,
                            struct fault *fault);
const char *verb_file(const struct world_message *verb); // the file of a verb; "": none

// Verbs as JSON: {"pick_up": {"what": "cube"}}.
const char *verb_name(enum world_kind kind, char out[32]);
enum err verb_read(const struct json *json, struct arena *arena, struct world_message *out,
                   struct fault *fault);
void verb_write(const struct world_message *verb, struct json_writer *w);
