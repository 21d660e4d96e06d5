// Vector greets, drives a little square and tells what happens to him meanwhile.
//
//     cc vector_hello.c -o vector_hello $(pkg-config --cflags --libs critter)
//     ./vector_hello                 # the robot of ~/.anki_vector, real or simulated
//     ./vector_hello 00a1b2c3        # one of several
#include <critter/vector.h>

#include <stdio.h>

static void happened(void *user, struct critter_vector *vector, const char *name, const char *json) {
    (void)user, (void)vector;
    printf("%s: %s\n", name, json);
}

int main(int argc, char **argv) {
    char why[256];
    struct critter_vector *vector = critter_vector_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    if (!vector) return fprintf(stderr, "%s\n", why), 1;
    critter_vector_on(vector, "robot_observed_face", happened, NULL);
    critter_vector_on(vector, "control_lost", happened, NULL);

    critter_vector_say_wait(vector, "Hello World", 10000);
    critter_vector_drive_off_charger_wait(vector, 20000);
    for (int side = 0; side < 4; side++) {
        if (critter_vector_drive_straight_wait(vector, 60, 100, 10000)) break;
        if (critter_vector_turn_in_place_wait(vector, 1.5708f, 2, 10000)) break;
    }
    if (*critter_vector_error(vector)) printf("no square: %s\n", critter_vector_error(vector));

    float volts;
    if (!critter_vector_battery_wait(vector, &volts, NULL, NULL, 5000)) printf("%.2f V\n", (double)volts);
    critter_vector_disconnect(vector);
    return 0;
}
