// A face that looks about and blinks by itself, and shows what it feels: live_face ADDRESS [EXPRESSION...]
#include <critter/cozmo.h>
#include <stdio.h>

int main(int argc, char **argv) {
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL);
    if (!cozmo) return 1;
    int failed = critter_cozmo_live_face(cozmo, 1) || critter_cozmo_sleep(cozmo, 1500);
    for (int i = 2; i < argc && !failed; i++)
        failed = critter_cozmo_expression(cozmo, argv[i], 0) || critter_cozmo_sleep(cozmo, 1000);
    if (failed) fprintf(stderr, "%s\n", critter_cozmo_error(cozmo));
    critter_cozmo_disconnect(cozmo);
    return failed != 0;
}
