// Shows a picture file, PNG or JPEG, for a few seconds: display_image ADDRESS FILE
#include <critter/cozmo.h>
#include <stdio.h>

int main(int argc, char **argv) {
    if (argc < 3) return fprintf(stderr, "display_image ADDRESS FILE\n"), 2;
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argv[1], why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    int failed = critter_cozmo_show_file(cozmo, argv[2]);
    if (failed) fprintf(stderr, "%s\n", critter_cozmo_error(cozmo));
    critter_cozmo_sleep(cozmo, 2000);
    critter_cozmo_show_nothing(cozmo);
    critter_cozmo_sleep(cozmo, 200);
    critter_cozmo_disconnect(cozmo);
    return failed;
}
