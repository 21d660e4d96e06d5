// Plays a WAV file: audio ADDRESS FILE [VOLUME]
#include <critter/cozmo.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc < 3) return fprintf(stderr, "audio ADDRESS FILE [VOLUME]\n"), 2;
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argv[1], why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    critter_cozmo_set_volume(cozmo, argc > 3 ? atoi(argv[3]) : 50000);
    int failed = critter_cozmo_play_wav_wait(cozmo, argv[2], 60000) != CRITTER_OK;
    if (failed) fprintf(stderr, "%s\n", critter_cozmo_error(cozmo));
    critter_cozmo_sleep(cozmo, 300); // what is under way is heard, too
    critter_cozmo_disconnect(cozmo);
    return failed;
}
