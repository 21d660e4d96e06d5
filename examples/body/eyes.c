// Eyes in a terminal: a creature that has nothing but a face. It blinks, looks about, gets bored and naps.
//
//     cc eyes.c -o eyes $(pkg-config --cflags --libs critter) && ./eyes
//
// A key pets it; q or Ctrl-C ends it. With a number, so many seconds are lived at once.
#include <critter/robot.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { WIDTH = 64, HEIGHT = 24 };

static void show(const unsigned char *grey) { // a letter a pixel, from dark to bright
    printf("\033[H");
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) putchar(" .:-=+*#%@@@"[grey[y * WIDTH + x] / 22]);
        putchar('\n');
    }
    fflush(stdout);
}

int main(int argc, char **argv) {
    char why[256], key = 0;
    int ticks = argc > 1 ? atoi(argv[1]) * 30 : 0, petted = 0;
    struct termios usual, raw;
    struct critter_robot_config config = {.size = sizeof config};
    config.body_text =
        "{\"display\": {\"width\": 64, \"height\": 24, \"colours\": \"grey\"}, \"touch\": true}";
    struct critter_robot *robot = critter_robot_new(&config, why, sizeof why);
    if (!robot) return fprintf(stderr, "%s\n", why), 1;
    int keys = !ticks && !tcgetattr(0, &usual);
    if (keys) raw = usual, raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO), tcsetattr(0, TCSANOW, &raw);
    struct critter_senses senses = {.size = sizeof senses};
    struct critter_command command = {.size = sizeof command};
    for (int tick = 1; key != 'q' && (!ticks || tick <= ticks); tick++) {
        struct pollfd in = {0, POLLIN, 0};
        if (keys && poll(&in, 1, 0) > 0 && read(0, &key, 1) == 1) petted = tick + 30;
        senses.time_us = tick * 33000ull;
        senses.touched = tick < petted;
        if (critter_robot_step(robot, &senses, &command)) break;
        if (command.face_new && (!ticks || tick == ticks)) show(command.face);
        if (!ticks) nanosleep(&(struct timespec){0, 33000000}, NULL);
    }
    if (ticks) show(command.face), printf("%s\n", critter_robot_why(robot));
    if (keys) tcsetattr(0, TCSANOW, &usual);
    critter_robot_free(robot);
    return 0;
}
