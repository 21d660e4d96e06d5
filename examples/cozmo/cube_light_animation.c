// One light that goes round the first cube, which it does by itself: cube_light_animation ADDRESS
// [MILLISECONDS]
#include <critter/cozmo.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    struct critter_cozmo_object cube = {sizeof cube};
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    if (critter_cozmo_object_find_wait(cozmo, 1, &cube, 10000))
        return fprintf(stderr, "%s\n", critter_cozmo_error(cozmo)), 1;
    struct critter_cozmo_light lights[4] = {{0}};
    lights[0] = (struct critter_cozmo_light){.on = critter_cozmo_colour(0, 255, 0),
                                             .on_frames = 5,
                                             .off_frames = 20,
                                             .fade_on_frames = 5,
                                             .fade_off_frames = 10};
    critter_cozmo_object_lights(cozmo, cube.object_id, lights, 40); // further by one each 40 frames
    critter_cozmo_sleep(cozmo, argc > 2 ? atoi(argv[2]) : 30000);
    critter_cozmo_disconnect(cozmo);
    return 0;
}
