#include "cli/cozmo/cozmo.h"

#include "base/system/file.h"
#include "codec/picture/monochrome.h"

enum { FILE_MOST = 16 << 20 };

struct show {
    const char *at;
    double seconds;
    bool rows_64, print;
};

static const struct option OPTIONS[] = {
    COZMO_AT(struct show),
    {"seconds", 's', OPTION_F64, offsetof(struct show, seconds), "S", "how long each is shown (default 5)", 0,
     86400},
    {"upper-rows", 0, OPTION_FLAG, offsetof(struct show, rows_64), NULL,
     "light the upper row of each pair throughout"},
    {"print", 0, OPTION_FLAG, offsetof(struct show, print), NULL,
     "print them as text, '#' for a lit point, and meet no robot"},
};

static int print(struct call *call) {
    int code = EXIT_FINE;
    for (size_t i = 0; i < call->words.count; i++) {
        struct buf file = {0}, out = {0};
        struct rle_picture picture;
        struct fault fault = {0};
        enum err err = file_read(call->words.at[i], FILE_MOST, &file, &fault);
        if (!err) err = monochrome_from_file((struct bytes){file.at, file.len}, &picture, &fault);
        if (!err) {
            monochrome_print(&picture, &out);
            fwrite(out.at, 1, out.len, stdout);
        } else {
            fault_in(&fault, call->words.at[i]);
            fault_print(&fault, stderr);
            code = EXIT_FAILED;
        }
        buf_free(&file);
        buf_free(&out);
    }
    return code;
}

static int run(struct call *call) {
    const struct show *wish = call->options;
    if (!cozmo_files_there(call)) return EXIT_FAILED;
    if (wish->print) return print(call);
    struct critter_cozmo *cozmo =
        cozmo_connect(call, wish->at, &(struct critter_cozmo_config){.rows_64 = wish->rows_64});
    if (!cozmo) return EXIT_FAILED;
    int code = EXIT_FINE;
    for (size_t i = 0; i < call->words.count && !cozmo_interrupted(); i++) {
        if (critter_cozmo_show_file(cozmo, call->words.at[i])) {
            code = cozmo_failed(call, cozmo);
            continue;
        }
        if (!cozmo_linger(cozmo, (int)(wish->seconds * 1000))) {
            code = cozmo_failed(call, cozmo);
            break;
        }
    }
    critter_cozmo_show_nothing(cozmo);
    if (critter_cozmo_connected(cozmo)) critter_cozmo_sleep(cozmo, 100);
    critter_cozmo_disconnect(cozmo);
    return code;
}

const struct command cmd_cozmo_show_image = {
    .name = "show-image",
    .group = "cozmo",
    .serves = true,
    .summary = "shows pictures on the robot's face",
    .words = "[ADDRESS] FILE...",
    .words_least = 1,
    .any_words = true,
    .help = "Shows pictures, one after the other: PNG, JPEG, PBM, or text with '#' for a lit point and '.' "
            "for a dark one. "
            "PBM and text have 128 by 32 points at most and are shown point by point. PNG and JPEG are "
            "fitted into the face's 128 by 64 "
            "points, of which every other row is "
            "dark, and made black and white by spreading the error. Very restless pictures do not fit a "
            "message and are shown smaller." COZMO_TAKES_OVER,
    .examples = "critter cozmo show-image --seconds 10 smile.png\n"
                "critter cozmo show-image --print smile.png > smile.txt\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct show),
    .defaults = &(const struct show){.seconds = 5},
    .sort_words = cozmo_sort_words,
    .run = run,
};
