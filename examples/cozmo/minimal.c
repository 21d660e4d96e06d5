// Cozmo looks up.
#include <critter/cozmo.h>
#include <stdio.h>

int main(int argc, char **argv) {
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    critter_cozmo_set_head_angle_wait(cozmo, 0.6f, 5000);
    critter_cozmo_disconnect(cozmo);
    return 0;
}
