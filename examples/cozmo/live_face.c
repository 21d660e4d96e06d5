// A face that looks about and blinks by itself, and shows what it feels: live_face ADDRESS [EXPRESSION...]
#include <critter/cozmo.h>
#include <stdio.h>

int main(int argc, char **argv) {
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    int failed = critter_cozmo_live_face(cozmo, 1) || critter_cozmo_sleep(cozmo, 1500);
    for (int i = 2; i < argc && !failed; i++)
        failed = critter_cozmo_expression_wait(cozmo, argv[i], 1000) != CRITTER_OK;
    if (failed) fprintf(stderr, "%s\n", critter_cozmo_error(cozmo));
    critter_cozmo_disconnect(cozmo);
    return failed != 0;
}
