#include "border/body_model.h"
#include "cli/cozmo/cozmo.h"

#include "base/system/file.h"

#include <string.h>

struct camera {
    const char *at;
    int32_t count, exposure_ms;
    double gain, head;
    bool colour;
};
#define UNSET 1e9

static const struct option OPTIONS[] = {
    COZMO_AT(struct camera),
    {"count", 'n', OPTION_I32, offsetof(struct camera, count), "N", "how many pictures (default 1)", 1,
     1000000},
    {"colour", 'c', OPTION_FLAG, offsetof(struct camera, colour), NULL,
     "in colour, half as sharp from left to right"},
    {"gain", 0, OPTION_F64, offsetof(struct camera, gain), "N", "with --exposure: by hand", 0, 100},
    {"exposure", 0, OPTION_I32, offsetof(struct camera, exposure_ms), "MS",
     "milliseconds, instead of automatic", 1, 65535},
    {"head", 0, OPTION_F64, offsetof(struct camera, head), "DEGREES", "head up or down first",
     (double)COZMO_HEAD_LOW_DEG, (double)COZMO_HEAD_HIGH_DEG},
};

static int wait_image(struct critter_cozmo *cozmo) {
    for (unsigned i = 0; i < 100 && !cozmo_interrupted(); i++) {
        int err = critter_cozmo_wait(cozmo, "image", 50, NULL);
        if (!err || !critter_cozmo_connected(cozmo)) return err;
    }
    return 1;
}

// name.jpg, or name-0007.jpg when there are several
static bool file_name(const struct camera *wish, const char *name, unsigned number, char *out, size_t size) {
    if (wish->count == 1) return (size_t)snprintf(out, size, "%s", name) < size;
    const char *end = path_extension(name);
    int stem = (int)(strlen(name) - strlen(end));
    return (size_t)snprintf(out, size, "%.*s-%04u%s", stem, name, number, *end ? end : ".jpg") < size;
}

static int run(struct call *call) {
    const struct camera *wish = call->options;
    if (wish->gain < UNSET && !wish->exposure_ms)
        return call_wrong(call, "--gain goes with --exposure: else both are automatic");
    struct critter_cozmo *cozmo =
        cozmo_connect(call, wish->at, &(struct critter_cozmo_config){.no_animations = 1});
    if (!cozmo) return EXIT_FAILED;
    int err = 0, code = EXIT_FINE;
    if (wish->head < UNSET) {
        err = critter_cozmo_set_head_angle(cozmo, (float)(wish->head / 57.29578));
        if (!err) err = critter_cozmo_sleep(cozmo, 700);
    }
    if (!err && wish->exposure_ms)
        err = critter_cozmo_camera_exposure(cozmo, wish->gain < UNSET ? (float)wish->gain : 1,
                                            wish->exposure_ms, 0);
    if (!err) err = critter_cozmo_camera(cozmo, 1, wish->colour);
    for (unsigned i = 1; !err && i <= (unsigned)wish->count && !cozmo_interrupted(); i++) {
        struct critter_cozmo_image image = {sizeof image};
        char path[1024];
        struct fault fault = {0};
        err = wait_image(cozmo);
        if (err || critter_cozmo_get_image(cozmo, &image)) break;
        if (!file_name(wish, call->words.at[0], i, path, sizeof path))
            fault_set(&fault, ERR_LIMIT, "the name is too long");
        else
            call_write(path, image.jpeg, image.jpeg_size, &fault);
        if (fault.err) {
            code = call_failed(call, &fault);
            break;
        }
        // The file of a coloured picture is half as wide as what it shows.
        printf("%s: %d x %d%s\n", path, image.colour ? image.width / 2 : image.width, image.height,
               image.colour ? ", in colour" : "");
    }
    if (err && !cozmo_interrupted()) code = cozmo_failed(call, cozmo);
    if (critter_cozmo_connected(cozmo)) critter_cozmo_camera(cozmo, 0, 0);
    critter_cozmo_disconnect(cozmo);
    return code;
}

const struct command cmd_cozmo_camera = {
    .name = "camera",
    .group = "cozmo",
    .serves = true,
    .summary = "takes pictures with the robot's camera",
    .words = "[ADDRESS] FILE",
    .words_least = 1,
    .words_most = 1,
    .help = "Writes what the camera sees as JPEG files of 320 by 240 points (in colour 160 wide). With "
            "--count the number goes into the "
            "name: look.jpg becomes look-0001.jpg. Pictures of which a piece was lost on the air are left "
            "out." COZMO_TAKES_OVER,
    .examples = "critter cozmo camera look.jpg\n"
                "critter cozmo camera --colour --count 30 --head 10 look.jpg\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct camera),
    .defaults = &(const struct camera){.count = 1, .gain = UNSET, .head = UNSET},
    .sort_words = cozmo_sort_words,
    .run = run,
};
