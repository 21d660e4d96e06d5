// Which things it knows, where they are, and how sure that is.
//
//     things_look(&things, &view, sights, room);           // all that was seen in one picture
//     things_step(&things, now_us);                        // once a tick: what is out of sight, what rests
//     for (uint32_t i = 0; i < things.event_count; i++) …  // of this tick
//     const struct thing *cube = things_find(&things, id);
//
// A marker tells what kind of thing it is (belief/models.h), its corners where it stands. Of things that
// look alike the one that stood nearest is meant; one that was looked for and is not there any more is
// taken for the one that turns up elsewhere. An id stays with a thing. What stands on the floor is told to
// within millimetres; what is held or lies on something else is told as well as its corners say.
//
// A thing that was seen in an older origin is told in the newer one when it is seen again; things_look
// answers which, so that the others and the map come along. When there is no room the one that was not seen
// for longest is forgotten. Plain data, no memory; nothing here reads what a world calls its things.
#pragma once

#include "belief/models.h"
#include "belief/trail.h"
#include "sense/observation.h"

enum { THINGS_EVENTS = 16, THINGS_VISIBLE_US = 800000 };

struct thing {
    uint32_t id;
    uint8_t kind, model, state, up; // up 0: it does not rest on a side
    bool visible, unique, stays, on_floor, carried;
    struct placed at;                           // its middle, as belief/models.h says
    float off_m2, off_rad2, base_m2, base_rad2; // base: what the robot's own pose was off when it was placed
    struct vec3 size_m;
    uint64_t first_us, last_us, still_us; // still: stands there since
    uint32_t times, device;
    float evidence;         // that it is turned as it is believed to be, and not the way that looks alike
    uint8_t misses, strays; // pictures that do not show it; sights that are elsewhere
    struct vec2 corners[4];
    uint32_t drawn;        // grows when the map must be told; see belief/learn.h
    struct pose2 drawn_at; // where it stood then
};
enum thing_event_kind { THING_APPEARED, THING_DISAPPEARED, THING_MOVED, THING_GONE, THING_FORGOTTEN };
struct thing_event {
    uint8_t kind;
    uint32_t id;
};
struct things {
    struct definitions definitions;
    struct thing list[BELIEF_THINGS_MAX];
    uint32_t count, last_id;
    struct thing_event events[THINGS_EVENTS];
    uint32_t event_count, event_lost;
};

// One picture, and where it was taken from.
struct things_view {
    const struct observations *seen;
    struct trail_spot then;
    struct pose camera; // in the robot
    uint32_t origin;
    bool steady;  // it stands on its treads: poses mean something
    bool covered; // its lift, or what hangs on it, is before the camera: what is not seen may still be there
    float off_m2, off_rad2; // how far off the robot's own pose may be
};
// A thing that can say where the robot was: seen from here, and known to stand there.
struct thing_sight {
    uint32_t id;
    struct pose2 from_robot; // as seen
    float off_m, off_rad;
    struct pose pose; // the same, whole: up may be 0, and it may not stand on the floor
    uint8_t up;
    bool on_floor;
    bool known; // it was known before, in `origin`, and stood as it does now
    uint32_t origin;
    struct pose2 knew; // where it stood
    float knew_off_m2, knew_off_rad2;
    uint64_t still_us;  // since
    bool stays, turned; // turned: it is known now that it is turned the other way
};
// Fills at most room sights; how many. They are not believed yet: things_believe, or a fix of the robot's own
// pose.
uint32_t things_look(struct things *things, const struct things_view *view, struct thing_sight *out,
                     uint32_t room);
// It stands where it is seen: what was known is weighed against it, or anew, whatever was known.
void things_believe(struct things *things, const struct thing_sight *sight, const struct things_view *view,
                    bool anew);
void things_stands(struct things *things, uint32_t id); // it is where it was known to be
// It is seen elsewhere. True: so often in a row.
bool things_strays(struct things *things, uint32_t id, uint32_t most);
void things_step(struct things *things, uint64_t now_us);
void things_begin(struct things *things); // of a tick: no events yet
// about: the place, in the older origin, of what it was found by; how well that is known.
void things_join(struct things *things, uint32_t older, uint32_t newer, struct pose2 older_in_newer,
                 struct vec2 about, float off_m, float off_rad);

const struct thing *things_find(const struct things *things, uint32_t id);
// It was felt to move: its place is no longer sure, and it is no landmark until it rests.
void things_felt(struct things *things, uint32_t id, uint64_t now_us);
// There is one like that, though nobody has seen it yet: its radio told. None is made when one is known.
void things_meet(struct things *things, uint8_t kind, uint8_t model, uint64_t now_us);
void things_carry(struct things *things, uint32_t id, bool carried);
void things_follow(struct things *things, struct placed robot,
                   struct vec3 hold); // what is carried goes along
// One without a marker: an obstacle that a program tells. 0: no room, or no numbers.
uint32_t things_fixed(struct things *things, struct placed at, struct vec3 size_m, uint64_t now_us);
enum things_which { THINGS_FIXED = 1, THINGS_MARKED = 2, THINGS_DEFINED = 3 }; // as programs delete
uint32_t things_delete(struct things *things, enum things_which which);
void things_view(const struct things *things, struct belief_things *out);
uint64_t things_hash(const struct things *things);
