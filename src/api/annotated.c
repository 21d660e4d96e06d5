// Its pictures with what it recognised in them: an outline for each thing and face, and what it takes that
// for.
#include "api/api_internal.h"

#include "border/lens_model.h"
#include "codec/picture/jpeg.h"
#include "robot/robot.h"
#include "stage/draw/annotate.h"

enum { LATELY_US = 200000, WORDS = 64 };

struct sheet {
    const struct pixels *on;
    const struct lens_model *lens; // what corners refer to
    uint64_t time_us;
};

static void mark(const struct sheet *sheet, uint64_t seen_us, const float corners[2][4], const char *words,
                 struct rgb colour) {
    uint64_t apart = seen_us > sheet->time_us ? seen_us - sheet->time_us : sheet->time_us - seen_us;
    struct annotation what = {.words = words, .colour = colour};
    if (!seen_us || apart > LATELY_US) return;
    for (int i = 0; i < 4; i++) {
        what.corners[i][0] = corners[0][i] * (float)sheet->on->width / (float)sheet->lens->width;
        what.corners[i][1] = corners[1][i] * (float)sheet->on->height / (float)sheet->lens->height;
    }
    annotate(sheet->on, &what);
}

static const char *name_of(const struct belief_thing *thing, char words[WORDS]) {
    switch (thing->kind) {
    case BELIEF_THING_KIND_CUBE:
        return "cube";
    case BELIEF_THING_KIND_CHARGER:
        return "charger";
    case BELIEF_THING_KIND_CUSTOM:
        snprintf(words, WORDS, "custom %u", thing->model);
        return words;
    default:
        return "something";
    }
}

static void mark_all(struct api *api, const struct robot *robot, const struct sheet *sheet) {
    static const struct rgb THING = {255, 220, 60}, FACE = {90, 220, 255};
    struct belief_things things;
    struct belief_people people;
    char words[WORDS];
    robot_things(robot, &things), robot_people(robot, &people);
    for (uint32_t i = 0; i < things.list_count; i++)
        mark(sheet, things.list[i].last_us, things.list[i].corners_px, name_of(&things.list[i], words),
             THING);
    for (uint32_t i = 0; i < people.list_count; i++) {
        const char *name = faces_name(api, people.list[i].id);
        mark(sheet, people.list[i].last_us, people.list[i].corners_px, name[0] ? name : "face", FACE);
    }
}

bool camera_annotated(struct api *api, const struct frame *seen, const struct body_picture *about,
                      struct pixels *out) {
    const struct robot *robot = api_robot(api);
    struct sheet sheet = {out, robot ? robot_lens(robot) : NULL, about->time_us};
    unsigned channels = about->kind == BODY_PICTURE_KIND_COLOUR ? 3 : 1;
    enum err err;
    if (about->kind == BODY_PICTURE_KIND_JPEG) {
        struct jpeg_reading how;
        jpeg_reading_defaults(&how);
        how.channels = 3, how.damaged_is_fine = true;
        err = jpeg_decode((struct bytes){seen->bytes, seen->used}, &how, out, NULL);
    } else {
        if (seen->used < (size_t)about->width * about->height * channels) return false;
        struct pixels plain = pixels_view(seen->bytes, about->width, about->height, channels);
        err = pixels_convert(&plain, 3, out);
    }
    if (!err && sheet.lens && sheet.lens->width && sheet.lens->height) mark_all(api, robot, &sheet);
    return !err;
}
