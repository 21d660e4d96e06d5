// A square of ten centimetres and back to where it began.
#include <critter/cozmo.h>
#include <stdio.h>

static void told(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    (void)user, (void)cozmo;
    puts(event->value ? "on the way" : "no longer on the way");
}

int main(int argc, char **argv) {
    static const float CORNERS[][2] = {{0, 0}, {100, 0}, {100, 100}, {0, 100}, {0, 0}};
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    critter_cozmo_on(cozmo, "pathing", told, NULL);
    for (int i = 0; i < 4; i++)
        critter_cozmo_path_line(cozmo, CORNERS[i][0], CORNERS[i][1], CORNERS[i + 1][0], CORNERS[i + 1][1],
                                100);
    critter_cozmo_path_turn(cozmo, 0, 0, 0, 2);
    if (critter_cozmo_path_execute_wait(cozmo, 1, 60000)) fprintf(stderr, "%s\n", critter_cozmo_error(cozmo));
    critter_cozmo_sleep(cozmo, 200);
    critter_cozmo_disconnect(cozmo);
    return 0;
}
