// Drives Cozmo with words from the keyboard: w s a d, r f for the head, t g for the lift, x stops, q ends;
// Enter after each.
#include <critter/cozmo.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    static const struct {
        char key;
        float left, right, head, lift;
    } KEYS[] = {{'w', 80, 80, 0, 0}, {'s', -80, -80, 0, 0}, {'a', -40, 40, 0, 0}, {'d', 40, -40, 0, 0},
                {'r', 0, 0, 1, 0},   {'f', 0, 0, -1, 0},    {'t', 0, 0, 0, 1},    {'g', 0, 0, 0, -1}};
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    char line[80];
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    while (critter_cozmo_connected(cozmo) && fgets(line, sizeof line, stdin) && line[0] != 'q') {
        for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
            if (KEYS[i].key != line[0]) continue;
            critter_cozmo_move_head(cozmo, KEYS[i].head);
            critter_cozmo_move_lift(cozmo, KEYS[i].lift);
            critter_cozmo_drive_wheels_wait(cozmo, KEYS[i].left, KEYS[i].right, 500); // for half a second
        }
        critter_cozmo_stop(cozmo);
    }
    critter_cozmo_disconnect(cozmo);
    return 0;
}
