// Ten centimetres ahead, five to the left, and turned by 90 degrees.
#include <critter/cozmo.h>
#include <stdio.h>

int main(int argc, char **argv) {
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    int failed = critter_cozmo_go_to_wait(cozmo, 100, 50, 1.5708f, 1, 30000);
    if (failed) fprintf(stderr, "%s\n", critter_cozmo_error(cozmo));
    critter_cozmo_sleep(cozmo, 200);
    struct critter_cozmo_state at = {sizeof at};
    critter_cozmo_get_state(cozmo, &at);
    printf("at %.0f, %.0f mm, %.2f rad\n", (double)at.x_mm, (double)at.y_mm, (double)at.angle_rad);
    critter_cozmo_disconnect(cozmo);
    return failed;
}
