// Cozmo looks up.
#include <critter/cozmo.h>

int main(int argc, char **argv) {
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL);
    if (!cozmo) return 1;
    critter_cozmo_set_head_angle(cozmo, 0.6f);
    critter_cozmo_sleep(cozmo, 1000);
    critter_cozmo_disconnect(cozmo);
    return 0;
}
