// What a sweep is: one scenario, lived with many seeds and perhaps with several values of knobs.
//
//     struct sweep_wish wish = {.scenario = "tabletop", .first_seed = 1, .last_seed = 500, .seconds = 360};
//     struct sweep_plan *plan = sweep_plan_new(&wish, &fault);  // everything that can be wrong is found here
//     sweep_plan_write(plan, &text);                            // the manifest, sweep.json
//     struct sweep_plan *again = sweep_plan_read(text, source, "sweep.json", &fault);
//     sweep_plan_free(plan);
//
// Lives are numbered from 0: all seeds with the first variant, then all seeds with the next. A variant is one
// value of every knob that is swept over. A plan never changes; who made it frees it.
#pragma once

#include "base/buf.h"
#include "base/data/json.h"

enum { SWEEP_LIVES_MAX = 10000000, SWEEP_VARIANTS_MAX = 256, SWEEP_KNOBS_MAX = 8, SWEEP_FIGURES_MAX = 1024 };
enum { SWEEP_FILES_MAX = 64, SWEEP_MANIFEST_MAX = 1 << 20, SWEEP_SECONDS_MAX = 31 * 86400 };

struct sweep_wish {
    const char *scenario; // a file, or one of ours by name
    uint64_t first_seed, last_seed;
    double seconds;                       // of each; 0: as long as the scenario's expectations need, or 3600
    const char *const *over, *const *set; // "touch.on_ms=80,100"; "touch.on_ms=80", of all lives
    size_t over_count, set_count;
    const char *mind, *resources; // as in play.h; NULL: ours
    bool loud, accuracy;          // accuracy: its figures, too
};

struct sweep_knob {
    const char *name; // "touch.on_ms"
    const char **values;
    uint32_t count;
};
struct sweep_file { // or a folder, that its lives read
    const char *path;
    uint64_t digest; // of what was in it when the sweep began
};
struct sweep_figure {
    const char *name, *about, *unit; // name: "vector.falls"
    double least, most;              // where it should lie; infinite: anywhere
};
struct sweep_plan {
    struct arena *arena;
    const char *version, *program; // who made it: the version, and a digest of the program
    const char *scenario, *file;   // as it was asked for; as faults and its own files' places name it
    struct text source;            // the whole text of the scenario
    uint64_t first_seed, last_seed;
    double seconds;
    const char *mind, *resources; // NULL: ours
    bool loud, accuracy;
    const char **set;
    struct sweep_knob over[SWEEP_KNOBS_MAX];
    struct sweep_file *files; // the mind, the resources, cards and sounds of the scenario
    struct sweep_figure *figures;
    uint32_t set_count, over_count, file_count, figure_count, variants, lives;
    uint64_t digest; // of all that decides what its lives are
};

struct sweep_plan *sweep_plan_new(const struct sweep_wish *wish, struct fault *fault);
void sweep_plan_free(struct sweep_plan *plan);
void sweep_plan_write(const struct sweep_plan *plan, struct buf *out);
struct sweep_plan *sweep_plan_read(struct text manifest, struct text source, const char *file,
                                   struct fault *fault);
// Names the first thing in which they differ. ERR_STATE.
enum err sweep_plan_same(const struct sweep_plan *there, const struct sweep_plan *wanted, const char *folder,
                         struct fault *fault);

// Digests a file, or all that is in a folder.
enum err sweep_digest(const char *path, uint64_t *digest, struct fault *fault);
// Whether this program, with the files of this machine, lives the lives of this plan. ERR_STATE: names what
// is another here.
enum err sweep_plan_here(const struct sweep_plan *plan, struct fault *fault);
// A number that is another one when somebody may have written to one of its files.
uint64_t sweep_plan_stamp(const struct sweep_plan *plan);

uint64_t sweep_plan_seed(const struct sweep_plan *plan, uint32_t life);
// What is set in a variant: an assignment a line. sweep_plan_variant: only what the variant has of its own,
// on one line, "touch.on_ms=80, touch.off_ms=40"; empty when there is one variant.
void sweep_plan_settings(const struct sweep_plan *plan, uint32_t variant, struct buf *out);
void sweep_plan_variant(const struct sweep_plan *plan, uint32_t variant, struct buf *out);
// The command that lives it again up to a moment and goes on in the page.
void sweep_plan_command(const struct sweep_plan *plan, uint32_t life, double from_s, struct buf *out);
static inline uint32_t sweep_plan_variant_of(const struct sweep_plan *plan, uint32_t life) {
    return (uint32_t)(life / (plan->last_seed - plan->first_seed + 1));
}
