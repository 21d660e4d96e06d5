// A talking lamp: no wheels, no display; a head that nods, a light, a speaker and a place to stroke. It
// greets whoever switches it on, and says why it does what it does when it is stroked.
//
//     cc lamp.c -o lamp $(pkg-config --cflags --libs critter) && ./lamp > said.raw
//     aplay -f S16_LE -r 22050 said.raw
#include <critter/robot.h>
#include <stdio.h>
#include <string.h>

static const char BODY[] =
    "{\"name\": \"Lumo\", \"head\": {\"low_deg\": -60, \"high_deg\": 60}, \"touch\": true,"
    " \"lights\": {\"count\": 1}, \"speaker\": {\"rate_hz\": 22050}}";

int main(void) {
    char why[256];
    static const short silence[22050];
    struct critter_robot_config config = {.size = sizeof config};
    config.body_text = BODY;
    struct critter_robot *robot = critter_robot_new(&config, why, sizeof why);
    if (!robot) return fprintf(stderr, "%s\n", why), 1;
    critter_robot_say(robot, "hello, I am your lamp");
    struct critter_senses senses = {.size = sizeof senses};
    struct critter_command command = {.size = sizeof command};
    struct critter_robot_event event = {.size = sizeof event};
    for (int tick = 1; tick <= 20 * 30; tick++) { // twenty seconds
        senses.time_us = tick * 33000ull;
        senses.touched = tick > 240 && tick < 300;
        if (critter_robot_step(robot, &senses, &command)) break;
        const short *sound = command.sound_count ? command.sound : silence;
        fwrite(sound, sizeof *sound, command.sound_count ? command.sound_count : 22050 * 33 / 1000, stdout);
        while (critter_robot_next_event(robot, &event)) {
            if (!strcmp(event.name, "TOUCHED")) critter_robot_say(robot, critter_robot_why(robot));
            if (!strcmp(event.name, "WORD") || !strcmp(event.name, "TOUCHED"))
                fprintf(stderr, "%6.2f s  %-8s head %3.0f degrees, light %02x%02x%02x\n", tick * 0.033,
                        event.name, (double)command.joints_rad[CRITTER_HEAD] * 57.3, command.lights[0].r,
                        command.lights[0].g, command.lights[0].b);
        }
    }
    critter_robot_free(robot);
    return 0;
}
