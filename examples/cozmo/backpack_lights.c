// The backpack in every colour.
#include <critter/cozmo.h>
#include <stdio.h>

int main(int argc, char **argv) {
    static const int COLOURS[][3] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 255}, {0, 0, 0}};
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    for (int i = 0; i < 5; i++) {
        struct critter_cozmo_light lights[5];
        for (int k = 0; k < 5; k++)
            lights[k] =
                critter_cozmo_steady(critter_cozmo_colour(COLOURS[i][0], COLOURS[i][1], COLOURS[i][2]));
        critter_cozmo_set_backpack(cozmo, lights);
        critter_cozmo_sleep(cozmo, 500);
    }
    critter_cozmo_disconnect(cozmo);
    return 0;
}
