// Head and lift to their ends and back.
#include <critter/cozmo.h>
#include <stdio.h>

int main(int argc, char **argv) {
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    int failed = critter_cozmo_set_head_angle_wait(cozmo, 0.776f, 8000) ||
                 critter_cozmo_set_head_angle_wait(cozmo, -0.436f, 5000) ||
                 critter_cozmo_set_lift_height_wait(cozmo, 92, 5000) ||
                 critter_cozmo_set_lift_height_wait(cozmo, 32, 5000);
    if (failed) fprintf(stderr, "%s\n", critter_cozmo_error(cozmo));
    critter_cozmo_disconnect(cozmo);
    return failed;
}
