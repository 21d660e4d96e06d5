// Cozmo nods, says a tone, drives a little and tells what happens to him meanwhile.
//
//     cc cozmo_hello.c -o cozmo_hello $(pkg-config --cflags --libs critter) -lm
//     ./cozmo_hello                  # joined to his Wi-Fi
//     ./cozmo_hello 127.0.0.1        # or a simulated one
#include <critter/cozmo.h>

#include <math.h>
#include <stdio.h>

static void happened(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    (void)user, (void)cozmo;
    printf("%s: %s\n", event->name, event->value ? "yes" : "no");
}

int main(int argc, char **argv) {
    struct critter_cozmo_config config = {sizeof config, argc > 1 ? argv[1] : NULL};
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_connect(&config, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    critter_cozmo_on(cozmo, "picked_up", happened, NULL);
    critter_cozmo_on(cozmo, "cliff_detected", happened, NULL);
    critter_cozmo_on(cozmo, "wheels_moving", happened, NULL);

    static short tone[22320 / 2];
    for (int i = 0; i < 22320 / 2; i++) tone[i] = (short)(8000 * sin(i * 0.12));
    critter_cozmo_set_volume(cozmo, 40000);
    critter_cozmo_set_head_angle(cozmo, 0.6f);
    critter_cozmo_play_wait(cozmo, tone, 22320 / 2, 22320, 5000);
    critter_cozmo_set_head_angle_wait(cozmo, 0, 5000);
    critter_cozmo_drive_wheels_wait(cozmo, 60, 60, 1000);

    struct critter_cozmo_state state = {sizeof state};
    critter_cozmo_get_state(cozmo, &state);
    printf("%.2f V, head at %.2f\n", (double)state.battery_v, (double)state.head_rad);
    critter_cozmo_disconnect(cozmo);
    return 0;
}
