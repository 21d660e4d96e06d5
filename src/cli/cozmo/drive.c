#include "border/body_model.h"
#include "cli/cozmo/cozmo.h"

#include <stdlib.h>

struct drive {
    const char *at;
    double left, right, seconds, turn, head, lift;
    bool cliff_too;
};
#define UNSET 1e9

static const struct option OPTIONS[] = {
    COZMO_AT(struct drive),
    {"left", 'l', OPTION_F64, offsetof(struct drive, left), "MMPS", "left tread (default 50)", -220, 220},
    {"right", 'r', OPTION_F64, offsetof(struct drive, right), "MMPS", "right tread (default as the left)",
     -220, 220},
    {"seconds", 's', OPTION_F64, offsetof(struct drive, seconds), "S", "how long (default 1)", 0, 3600},
    {"turn", 't', OPTION_F64, offsetof(struct drive, turn), "DEGREES",
     "turn by so much on the spot, left is positive, instead of driving", -3600, 3600},
    {"head", 0, OPTION_F64, offsetof(struct drive, head), "DEGREES", "head up or down first",
     (double)COZMO_HEAD_LOW_DEG, (double)COZMO_HEAD_HIGH_DEG},
    {"lift", 0, OPTION_F64, offsetof(struct drive, lift), "MM", "lift up or down first", 32, 92},
    {"over-cliffs", 0, OPTION_FLAG, offsetof(struct drive, cliff_too), NULL, "do not stop at edges"},
};

static int turn(struct critter_cozmo *cozmo, double degrees) {
    int err = critter_cozmo_turn_in_place(cozmo, (float)(degrees / 57.29578), 2, 0);
    if (err) return err;
    return cozmo_linger(cozmo, 800 + (int)(degrees < 0 ? -degrees : degrees) * 12) ? 0 : 1;
}

static int run(struct call *call) {
    const struct drive *wish = call->options;
    struct critter_cozmo *cozmo =
        cozmo_connect(call, wish->at, &(struct critter_cozmo_config){.no_animations = 1});
    if (!cozmo) return EXIT_FAILED;
    int err = critter_cozmo_stop_on_cliff(cozmo, !wish->cliff_too);
    if (!err && wish->head < UNSET) err = critter_cozmo_set_head_angle(cozmo, (float)(wish->head / 57.29578));
    if (!err && wish->lift < UNSET) err = critter_cozmo_set_lift_height(cozmo, (float)wish->lift);
    if (!err && wish->turn < UNSET) {
        err = turn(cozmo, wish->turn);
    } else if (!err) {
        double right = wish->right < UNSET ? wish->right : wish->left;
        err = critter_cozmo_drive_wheels(cozmo, (float)wish->left, (float)right, 0);
        if (!err && !cozmo_linger(cozmo, (int)(wish->seconds * 1000))) err = 1;
    }
    int stopped = critter_cozmo_stop(cozmo); // also after Ctrl-C
    if (!stopped) stopped = critter_cozmo_flush(cozmo, 2000);
    int code = err || stopped ? cozmo_failed(call, cozmo) : EXIT_FINE;
    struct critter_cozmo_state how = {sizeof how};
    critter_cozmo_get_state(cozmo, &how);
    if (how.known)
        printf("%.0f, %.0f mm, %.1f degrees\n", (double)how.x_mm, (double)how.y_mm,
               (double)how.angle_rad * 57.29578);
    critter_cozmo_disconnect(cozmo);
    return code;
}

const struct command cmd_cozmo_drive = {
    .name = "drive",
    .group = "cozmo",
    .serves = true,
    .summary = "drives for a while and stops",
    .help = "Drives with both treads for a time, or turns on the spot, then stops and says where the robot "
            "thinks it is, counted from where it "
            "was when the session began. Ctrl-C stops it at once. It stops by itself at edges unless told "
            "otherwise." COZMO_TAKES_OVER,
    .examples = "critter cozmo drive --left 80 --seconds 2\n"
                "critter cozmo drive --left 40 --right 80 --seconds 3    # a curve to the left\n"
                "critter cozmo drive --turn -90 --head 20\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct drive),
    .defaults =
        &(const struct drive){
            .left = 50, .right = UNSET, .seconds = 1, .turn = UNSET, .head = UNSET, .lift = UNSET},
    .words = "[ADDRESS]",
    .sort_words = cozmo_sort_words,
    .run = run,
};
