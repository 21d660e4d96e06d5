// What happens to Cozmo, for ten seconds: lift him, poke him, press his button, put him on the charger.
#include <critter/cozmo.h>
#include <stdio.h>
#include <stdlib.h>

static void happened(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    char fields[512] = "";
    (void)user, (void)cozmo;
    if (critter_cozmo_event_json(event, fields, sizeof fields))
        printf("%s %s\n", event->name, fields);
    else
        printf("%s %d\n", event->name, event->value);
    fflush(stdout);
}

int main(int argc, char **argv) {
    static const char *const NAMES[] = {"RobotPoked",  "FallingStarted",  "FallingStopped", "ButtonPressed",
                                        "picked_up",   "charging",        "cliff_detected", "wheels_moving",
                                        "orientation", "RobotDelocalized"};
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        critter_cozmo_on(cozmo, NAMES[i], happened, NULL);
    puts("ready");
    fflush(stdout);
    critter_cozmo_sleep(cozmo, argc > 2 ? atoi(argv[2]) : 10000);
    struct critter_cozmo_state state = {sizeof state};
    critter_cozmo_get_state(cozmo, &state);
    printf("battery %.1f V\n", (double)state.battery_v);
    critter_cozmo_disconnect(cozmo);
    return 0;
}
