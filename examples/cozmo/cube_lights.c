// The first light cube in red, green, blue, and out.
#include <critter/cozmo.h>
#include <stdio.h>

int main(int argc, char **argv) {
    static const int COLOURS[][3] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {0, 0, 0}};
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    struct critter_cozmo_object cube = {sizeof cube};
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    if (critter_cozmo_object_find_wait(cozmo, 1, &cube, 10000))
        return fprintf(stderr, "%s\n", critter_cozmo_error(cozmo)), 1;
    printf("cube %08x is number %u\n", (unsigned)cube.factory_id, (unsigned)cube.object_id);
    for (int i = 0; i < 4; i++) {
        struct critter_cozmo_light lights[4];
        for (int k = 0; k < 4; k++)
            lights[k] =
                critter_cozmo_steady(critter_cozmo_colour(COLOURS[i][0], COLOURS[i][1], COLOURS[i][2]));
        critter_cozmo_object_lights(cozmo, cube.object_id, lights, 0);
        critter_cozmo_sleep(cozmo, 500);
    }
    critter_cozmo_disconnect(cozmo);
    return 0;
}
