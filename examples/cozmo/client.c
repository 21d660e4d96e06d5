// Connecting step by step: first only the radio, who it is, then nothing more; its body stays asleep.
#include <critter/cozmo.h>
#include <stdio.h>

int main(int argc, char **argv) {
    char why[256];
    struct critter_cozmo_config config = {sizeof config, argc > 1 ? argv[1] : NULL};
    config.no_initialise = 1;
    config.found_ms = 3000;
    struct critter_cozmo *cozmo = critter_cozmo_connect(&config, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    struct critter_cozmo_identity who = {sizeof who};
    critter_cozmo_get_identity(cozmo, &who);
    printf("serial %08x, firmware %d\n%s\n", (unsigned)who.head_serial, (int)who.firmware, who.signature);
    critter_cozmo_sleep(cozmo, 600);
    struct critter_cozmo_link_state link = {sizeof link};
    critter_cozmo_get_link(cozmo, &link);
    printf("%.2f ms there and back\n", (double)link.rtt_mean_us / 1000);
    critter_cozmo_disconnect(cozmo);
    return 0;
}
