// How Cozmo lies, ten times a second: heading, pitch, and what gravity says.
#include <critter/cozmo.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    static const char *const LIES[] = {"treads", "back", "face", "left side", "right side"};
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    for (int left = argc > 2 ? atoi(argv[2]) : 50; left > 0 && !critter_cozmo_sleep(cozmo, 100); left--) {
        struct critter_cozmo_state s = {sizeof s};
        critter_cozmo_get_state(cozmo, &s);
        printf("%6.2f %6.3f  %6.0f %6.0f %6.0f mm/s2  on its %s\n", (double)s.angle_rad, (double)s.pitch_rad,
               (double)s.accel[0], (double)s.accel[1], (double)s.accel[2], LIES[s.orientation]);
    }
    critter_cozmo_disconnect(cozmo);
    return 0;
}
