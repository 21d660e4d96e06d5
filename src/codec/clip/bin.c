// Clips as FlatBuffers files, and which dialect such a file is in.
#include "codec/clip/clip_internal.h"
#include "codec/clip/eye.h"

static enum err fail(const struct clip_reading *how, const struct fault *why, struct fault *fault) {
    if (fault && !fault->err) *fault = *why;
    fault_in(fault, how->file);
    return why->err;
}

// The dialect whose rules the file fulfils with the fewest fields left over; among equals the preferred one.
// *also_early: it could be early Vector's just as well.
static enum err guess(struct bytes file, const struct clip_reading *how, enum clip_dialect *out,
                      bool *also_early, struct fault *why) {
    enum clip_dialect preferred = how->prefer ? how->prefer : CLIP_VECTOR;
    size_t fewest = SIZE_MAX;
    for (int i = 0; i <= CLIP_VECTOR; i++) { // the preferred one is asked first
        enum clip_dialect dialect = i ? (enum clip_dialect)i : preferred;
        struct fault refusal = {0};
        size_t strange;
        if (flatbuf_read_counting(file, clip_file_type(dialect), NULL, NULL, NULL, &strange, &refusal)) {
            if (!i) *why = refusal;
        } else if (strange < fewest) {
            fewest = strange;
            *out = dialect;
            *also_early = false;
        } else if (dialect == CLIP_EARLY && strange == fewest) {
            *also_early = true;
        }
    }
    return fewest == SIZE_MAX ? why->err : ERR_NONE;
}

// Early Vector's three lights would be the left, the right and the front one of Cozmo, who always says all
// five; and his eyes have 19 numbers.
static bool looks_early(const struct clips *cozmo) {
    bool three = false, five = false, long_eyes = false;
    for (size_t c = 0; c < cozmo->list.count; c++) {
        const struct clip_keys *keys = &cozmo->list.at[c].keys;
        for (size_t i = 0; i < keys->lights.count; i++) {
            bool has_five = keys->lights.at[i].middle.at || keys->lights.at[i].back.at;
            five |= has_five;
            three |= !has_five;
        }
        for (size_t i = 0; i < keys->face.count; i++)
            long_eyes |= keys->face.at[i].left.count > CLIP_EYE_NUMBERS_COZMO ||
                         keys->face.at[i].right.count > CLIP_EYE_NUMBERS_COZMO;
    }
    return !five && (three || long_eyes);
}

enum err clips_read_bin(struct bytes file, const struct clip_reading *how, struct arena *arena,
                        struct clips *out, struct fault *fault) {
    *out = (struct clips){.dialect = how->dialect};
    struct fault why = {0};
    bool also_early = false;
    if (!how->dialect && guess(file, how, &out->dialect, &also_early, &why)) return fail(how, &why, fault);
    enum clip_dialect dialect = out->dialect;
    if (flatbuf_read(file, clip_file_type(dialect), NULL, arena, out, &why)) return fail(how, &why, fault);
    if (also_early && dialect == CLIP_COZMO && how->prefer != CLIP_COZMO && looks_early(out)) {
        dialect = CLIP_EARLY;
        *out = (struct clips){0};
        if (flatbuf_read(file, clip_file_type(dialect), NULL, arena, out, &why))
            return fail(how, &why, fault);
    }
    out->dialect = dialect;
    for (size_t i = 0; i < out->list.count && !how->unchecked; i++)
        if (clip_check(&out->list.at[i], dialect, how->notes, &why)) return fail(how, &why, fault);
    return ERR_NONE;
}

enum err clips_write_bin(const struct clips *clips, struct buf *out, struct fault *fault) {
    enum clip_dialect dialect = clips->dialect ? clips->dialect : CLIP_VECTOR;
    struct clip none = {0};
    struct clips file = *clips;
    if (!file.list.at) file.list.at = &none; // a file of no clips says so
    return flatbuf_write(clip_file_type(dialect), &file, out, fault);
}
