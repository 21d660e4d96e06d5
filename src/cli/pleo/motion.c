// critter pleo csv2umf and umf2csv
#include "pleo/kit/motion.h"
#include "cli/pleo/file.h"

struct wish {
    const char *output;
};

static const struct option TO_UMF[] = {
    {"output", 'o', OPTION_TEXT, offsetof(struct wish, output), "FILE",
     "where the motion goes (default: here, with .umf)"},
};
static const struct option TO_CSV[] = {
    {"output", 'o', OPTION_TEXT, offsetof(struct wish, output), "FILE",
     "where the table goes (default: here, with .csv)"},
};

static enum err to_umf(void *user, struct bytes in, const char *path, const char *name, struct buf *out,
                       struct fault *fault) {
    (void)user;
    struct arena *arena = arena_new(1 << 20);
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory");
    struct umf motion;
    struct motion_size size;
    struct text csv = {(const char *)in.at, in.len};
    enum err err = motion_from_csv(csv, path, name, NULL, arena, &motion, &size, fault);
    if (!err) err = umf_write(&motion, out, fault);
    if (!err)
        fprintf(stderr, "%s: average vector length=%u, count=%zu; frames=%zu\n", name, size.mean_vector,
                motion.count, size.frames);
    arena_free(arena);
    return err;
}

static int run_to_umf(struct call *call) {
    return pleo_convert(call, ((struct wish *)call->options)->output, ".umf", MOTION_CSV_MAX, to_umf, NULL);
}

const struct command cmd_pleo_csv2umf = {
    .name = "csv2umf",
    .group = "pleo",
    .summary = "makes a Pleo motion of a table",
    .words = "FILE",
    .words_least = 1,
    .words_most = 1,
    .help = "The table has a row a frame and a column a joint, in degrees, as animation programs export it. "
            "Sounds in "
            "the column SD must be numbers here; within a project (critter pleo build) they have names.",
    .examples = "critter pleo csv2umf bow.csv\n",
    .options = TO_UMF,
    .option_count = 1,
    .options_size = sizeof(struct wish),
    .run = run_to_umf,
};

static enum err to_csv(void *user, struct bytes in, const char *path, const char *name, struct buf *out,
                       struct fault *fault) {
    (void)user, (void)path, (void)name;
    struct arena *arena = arena_new(1 << 20);
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory");
    struct umf motion;
    enum err err = umf_read(in, arena, &motion, fault);
    if (!err) motion_to_csv(&motion, NULL, arena, out);
    arena_free(arena);
    return err;
}

static int run_to_csv(struct call *call) {
    return pleo_convert(call, ((struct wish *)call->options)->output, ".csv", UMF_BYTES_MAX, to_csv, NULL);
}

const struct command cmd_pleo_umf2csv = {
    .name = "umf2csv",
    .group = "pleo",
    .summary = "makes a table of a Pleo motion",
    .words = "FILE",
    .words_least = 1,
    .words_most = 1,
    .help = "Between the goals of its vectors a motion is straight, so the table has the motion that Pleo "
            "shows, not the "
            "curve that it was made from. Sounds stand as numbers.",
    .examples = "critter pleo umf2csv bow.umf -o bow-again.csv\n",
    .options = TO_CSV,
    .option_count = 1,
    .options_size = sizeof(struct wish),
    .run = run_to_csv,
};
