// Whatever a program puts into its senses is refused by name, or a step; and no order is ever a number that
// is none. One robot lives through all inputs.
#include <critter/robot.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char BODY[] =
    "{\"wheels\": true, \"head\": true, \"lift\": true, \"cliffs\": {\"count\": 4}, \"imu\": true,"
    " \"range\": true, \"touch\": true, \"battery\": true, \"camera\": true, \"microphones\": true,"
    " \"joints\": [{\"name\": \"tail\", \"follows\": \"happy\"}]}";

static struct critter_robot *born(void) {
    struct critter_robot_config config = {.size = sizeof config, .body_text = BODY, .silent = 1};
    return critter_robot_new(&config, NULL, 0);
}

static void must(int so) {
    if (!so) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct critter_robot *robot;
    static struct critter_senses senses;
    static struct critter_command command;
    static uint64_t time_us;
    static uint8_t pixels[64];
    static int16_t samples[64];
    if (!robot && !(robot = born())) return 0;
    memset(&senses, 0, sizeof senses);
    memcpy(&senses, data, size < sizeof senses ? size : sizeof senses);
    senses.size = sizeof senses, command.size = sizeof command;
    senses.time_us = time_us + 1 + senses.time_us % 100000;
    senses.picture.bytes = pixels;
    senses.picture.size = senses.picture.size % (sizeof pixels + 1);
    senses.sound.samples = samples;
    senses.sound.channels = 1, senses.sound.count = (uint16_t)(senses.sound.count % 64);
    enum critter_err err = critter_robot_step(robot, &senses, &command);
    must(!err || critter_robot_error(robot)[0]);
    must(!err || err == CRITTER_ERR_ARGUMENT || err == CRITTER_ERR_LIMIT);
    if (err) return 0;
    time_us = senses.time_us;
    must(isfinite(command.left_mps) && isfinite(command.right_mps));
    for (int i = 0; i < CRITTER_JOINTS; i++) must(isfinite(command.joints_rad[i]));
    return 0;
}
