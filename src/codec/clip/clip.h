// Animation clips of both robots: key-frames on tracks, read from and written to their files.
//
//     struct clips clips;
//     struct clip_reading how = {.dialect = CLIP_AUTO, .prefer = CLIP_VECTOR, .file = "moods.bin"};
//     if (clips_read_bin(bytes, &how, arena, &clips, fault)) return fault->err;
//     clips_convert(&clips, CLIP_COZMO, arena, &notes, fault);  // what cannot come along is told in notes
//     clips_write_bin(&clips, &buf, fault);
//
// A file is FlatBuffers (".bin", several clips) or JSON in one of two forms. Form A is the engine's, one clip
// per file: {"clip": [{"Name": "HeadAngleKeyFrame", …}, …]}. Form B is the reference compiler's and
// pycozmo's: {"clips": [{"Name": …, "keyframes": {…}}]}. Three dialects have the same tracks and differ in
// four places:
//
//                   sound track           backpack lights   scan lines   sprite boxes
//   CLIP_COZMO      one weighted event    5                 -            -
//   CLIP_EARLY      one weighted event    3                 -            -           (Vector before 1.0)
//   CLIP_VECTOR     groups, states …      3                 yes          since 1.7
//
// A file does not say which dialect it has. CLIP_AUTO takes the dialects whose rules the file meets; of these
// the ones that leave no field unexplained; of these the preferred one.
//
// Everything read lives in the arena. The structs hold the fields of all dialects; fields that a dialect
// lacks have their defaults. A list that is NULL is absent from the file. Times are milliseconds from the
// start of the clip.
#pragma once

#include "base/data/json.h"
#include "codec/clip/flatbuf.h"

enum clip_dialect { CLIP_AUTO, CLIP_COZMO, CLIP_EARLY, CLIP_VECTOR };

enum clip_track { // in the order of the files
    CLIP_LIFT,
    CLIP_FACE,
    CLIP_HEAD,
    CLIP_AUDIO,
    CLIP_LIGHTS,
    CLIP_SPRITES,
    CLIP_EVENT,
    CLIP_BODY,
    CLIP_RECORD,
    CLIP_TURN,
    CLIP_BOX,
    CLIP_TRACKS
};

struct clip_floats {
    float *at;
    size_t count;
};
struct clip_ids {
    uint32_t *at;
    size_t count;
};

struct clip_lift {
    uint32_t trigger_ms, duration_ms;
    uint8_t height_mm, variability_mm;
};
struct clip_face { // the eyes as 19, 24 or 25 numbers each
    uint32_t trigger_ms;
    float angle_deg, center_x, center_y, scale_x, scale_y;
    struct clip_floats left, right;
    float scanline_opacity;
};
struct clip_head {
    uint32_t trigger_ms, duration_ms;
    int8_t angle_deg;
    uint8_t variability_deg;
};
struct clip_audio_group { // at most one of the events is posted, by probability
    struct clip_ids events;
    struct clip_floats volumes, probabilities;
};
struct clip_audio_state {
    uint32_t group, state;
};
struct clip_audio_parameter {
    uint32_t id;
    float value;
    uint32_t time_ms;
    uint8_t curve;
};
struct clip_audio {
    uint32_t trigger_ms;
    FLAT_LIST_OF(struct clip_audio_group, groups); // CLIP_VECTOR
    FLAT_LIST_OF(struct clip_audio_state, states);
    FLAT_LIST_OF(struct clip_audio_state, switches);
    FLAT_LIST_OF(struct clip_audio_parameter, parameters);
    FLAT_LIST_OF(int64_t, events); // CLIP_COZMO and CLIP_EARLY
    float volume;
    struct clip_floats probabilities;
    bool has_alts;
};
struct clip_lights { // red, green, blue and one more, each 0 … 1 or 0 … 255
    uint32_t trigger_ms, duration_ms;
    struct clip_floats left, right, front, middle, back; // left and right: CLIP_COZMO
};
struct clip_sprites {
    uint32_t trigger_ms;
    struct text sequence;
    float scanline_opacity;
};
struct clip_event {
    uint32_t trigger_ms;
    struct text id;
};
struct clip_body {
    uint32_t trigger_ms, duration_ms;
    struct text radius; // clip_radius
    int16_t speed;      // mm/s, or deg/s when turning in place
};
struct clip_record {
    uint32_t trigger_ms;
};
struct clip_turn {
    uint32_t trigger_ms, duration_ms;
    int16_t offset_deg, speed_dps, accel_dps2, decel_dps2;
    uint16_t tolerance_deg, half_turns;
    bool shortest;
};
struct clip_box {
    uint32_t trigger_ms;
    struct text box, layer, asset, method, end;
    float alpha; // percent
    int32_t x, y;
    uint32_t width, height;
};

struct clip_keys {
    FLAT_LIST_OF(struct clip_lift, lift);
    FLAT_LIST_OF(struct clip_face, face);
    FLAT_LIST_OF(struct clip_head, head);
    FLAT_LIST_OF(struct clip_audio, audio);
    FLAT_LIST_OF(struct clip_lights, lights);
    FLAT_LIST_OF(struct clip_sprites, sprites);
    FLAT_LIST_OF(struct clip_event, event);
    FLAT_LIST_OF(struct clip_body, body);
    FLAT_LIST_OF(struct clip_record, record);
    FLAT_LIST_OF(struct clip_turn, turn);
    FLAT_LIST_OF(struct clip_box, box);
};
struct clip {
    struct text name;
    struct clip_keys keys;
};
struct clips {
    FLAT_LIST_OF(struct clip, list);
    enum clip_dialect dialect;
};

struct clip_reading {
    enum clip_dialect dialect, prefer; // prefer: CLIP_AUTO means CLIP_VECTOR
    const char *file;                  // for faults; may be NULL
    struct buf *notes;                 // what was corrected, one line each; may be NULL
    bool unchecked;                    // skip clip_check
};

enum err clips_read_bin(struct bytes file, const struct clip_reading *how, struct arena *arena,
                        struct clips *out, struct fault *fault);
enum err clips_write_bin(const struct clips *clips, struct buf *out, struct fault *fault);
// Either form. Faults name the place in the document.
enum err clips_read_json(const struct json *document, const struct clip_reading *how, struct arena *arena,
                         struct clips *out, struct fault *fault);
enum err clip_write_json_a(const struct clip *clip, enum clip_dialect dialect, struct buf *out);
enum err clips_write_json_b(const struct clips *clips, struct buf *out);

// Converts clips to another dialect. What the other robot lacks is left out, with a line in `notes`.
enum err clips_convert(struct clips *clips, enum clip_dialect to, struct arena *arena, struct buf *notes,
                       struct fault *fault);

// Checks a clip and corrects what it can. Times must rise within a track (for sprite boxes: within each box):
// ERR_RANGE, with track and key-frame in fault->path. Values beyond what the robot can do are clamped. A face
// number that is NaN or infinite keeps its value from the key-frame before. Parts without meaning are
// removed. Every correction is a line in `notes`.
enum err clip_check(struct clip *clip, enum clip_dialect dialect, struct buf *notes, struct fault *fault);

// Until the end of the last key-frame; pictures, sounds and events count with their start.
uint32_t clip_length_ms(const struct clip *clip);

enum clip_motion { CLIP_ARC, CLIP_STRAIGHT, CLIP_ON_THE_SPOT };
// Reads the radius of a body key-frame. ERR_SYNTAX: neither a known word nor a number.
enum err clip_radius(struct text radius, enum clip_motion *motion, int *radius_mm);

const char *clip_dialect_name(enum clip_dialect dialect);           // "cozmo", "early", "vector", "auto"
enum err clip_dialect_of(const char *name, enum clip_dialect *out); // ERR_UNKNOWN
const char *clip_track_name(enum clip_track track);                 // as in files: "HeadAngleKeyFrame"
size_t clip_track_count(const struct clip *clip, enum clip_track track);

// The field tables. CLIP_AUTO has every field of every dialect; only JSON can use it.
const struct flatbuf_type *clip_file_type(enum clip_dialect dialect); // of struct clips
// of struct clip_keys: one field per track
const struct flatbuf_type *clip_keys_type(enum clip_dialect dialect);
