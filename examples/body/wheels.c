// A robot on two wheels, on a round table of 40 cm. Its motors and floor sensors are simulated below: put
// yours in their place.
//
//     cc wheels.c -o wheels $(pkg-config --cflags --libs critter) -lm && ./wheels 60
//
// With a number, so many seconds are lived at once; it says each second where it is and what it does.
#include <critter/robot.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TRACK_M 0.10f
static const char BODY[] =
    "{\"name\": \"Rolly\", \"wheels\": {\"track_m\": 0.10, \"speed_max_mps\": 0.2},"
    " \"size\": {\"length_m\": 0.1, \"width_m\": 0.1}, \"cliffs\": {\"count\": 2}, \"touch\": true}";

struct place { // the world: where the middle of the axle stands, and which way
    float x, y, heading;
};

static void roll(struct place *at, float left_mps, float right_mps, float seconds) {
    float ahead = (left_mps + right_mps) / 2 * seconds;
    at->x += ahead * cosf(at->heading), at->y += ahead * sinf(at->heading);
    at->heading += (right_mps - left_mps) / TRACK_M * seconds;
}

static float floor_below(const struct place *at, float ahead, float left) { // 0.5: table, 0: none
    float x = at->x + ahead * cosf(at->heading) - left * sinf(at->heading);
    float y = at->y + ahead * sinf(at->heading) + left * cosf(at->heading);
    return hypotf(x, y) < 0.4f ? 0.5f : 0;
}

int main(int argc, char **argv) {
    char why[256];
    int seconds = argc > 1 ? atoi(argv[1]) : 0;
    struct place at = {0, 0, 0};
    struct critter_robot_config config = {.size = sizeof config};
    config.body_text = BODY;
    struct critter_robot *robot = critter_robot_new(&config, why, sizeof why);
    if (!robot) return fprintf(stderr, "%s\n", why), 1;
    struct critter_senses senses = {.size = sizeof senses};
    struct critter_command command = {.size = sizeof command};
    for (int step = 1; !seconds || step <= seconds * 200; step++) { // every 5 ms: an edge is noticed in time
        senses.time_us = step * 5000ull;
        senses.has = CRITTER_HAS_CLIFFS;
        senses.cliffs[0] = floor_below(&at, 0.02f, 0.04f), senses.cliffs[1] = floor_below(&at, 0.02f, -0.04f);
        if (critter_robot_step(robot, &senses, &command)) break;
        roll(&at, command.left_mps, command.right_mps, 0.005f);
        if (step % 200 == 0)
            printf("%4d s  %5.2f %5.2f m  %s\n", step / 200, (double)at.x, (double)at.y,
                   critter_robot_why(robot));
        if (!seconds) nanosleep(&(struct timespec){0, 5000000}, NULL);
    }
    critter_robot_free(robot);
    return hypotf(at.x, at.y) < 0.45f ? 0 : 1; // it did not fall off
}
