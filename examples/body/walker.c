// A walker with named joints: six legs that swing, a tail that wags, antennae that go by its eyes. It prints
// what its servos would be told; put yours in their place.
//
//     cc walker.c -o walker $(pkg-config --cflags --libs critter) && ./walker
#include <critter/robot.h>
#include <stdio.h>

static const char BODY[] =
    "{\"name\": \"Hexa\", \"touch\": true, \"display\": {\"width\": 32, \"height\": 16, \"colours\": "
    "\"mono\"},"
    " \"legs\": {\"track_m\": 0.12, \"speed_max_mps\": 0.08, \"stride_m\": 0.05}, \"joints\": ["
    "  {\"name\": \"front left\", \"follows\": \"stride_left\", \"low_deg\": -30, \"high_deg\": 30},"
    "  {\"name\": \"middle left\", \"follows\": \"stride_left\", \"phase_deg\": 120},"
    "  {\"name\": \"rear left\", \"follows\": \"stride_left\", \"phase_deg\": 240},"
    "  {\"name\": \"front right\", \"follows\": \"stride_right\", \"phase_deg\": 180},"
    "  {\"name\": \"middle right\", \"follows\": \"stride_right\", \"phase_deg\": 300},"
    "  {\"name\": \"rear right\", \"follows\": \"stride_right\", \"phase_deg\": 60},"
    "  {\"name\": \"tail\", \"follows\": \"happy\", \"low_deg\": -60, \"high_deg\": 60},"
    "  {\"name\": \"antennae\", \"follows\": \"lids\", \"low_deg\": 0, \"high_deg\": 90, \"rest_deg\": 45}]}";

int main(void) {
    char why[256];
    const char *names[] = {"front left", "front right", "tail", "antennae"};
    struct critter_robot_config config = {.size = sizeof config};
    config.body_text = BODY;
    struct critter_robot *robot = critter_robot_new(&config, why, sizeof why);
    if (!robot) return fprintf(stderr, "%s\n", why), 1;
    struct critter_senses senses = {.size = sizeof senses};
    struct critter_command command = {.size = sizeof command};
    for (int step = 1; step <= 20 * 50; step++) { // twenty seconds, a servo's 20 ms each
        senses.time_us = step * 20000ull;
        senses.touched = step > 500 && step < 650; // a stroke: the tail begins to wag
        if (step == 50) critter_robot_drive(robot, 0.05f, 0.05f, 4);
        if (critter_robot_step(robot, &senses, &command)) break;
        if (step % 10) continue;
        for (int i = 0; i < 4; i++) {
            int joint = critter_robot_joint(robot, names[i]);
            printf("%s %4.0f   ", names[i], (double)command.joints_rad[joint] * 57.3);
        }
        printf("\n");
    }
    printf("%s\n", critter_robot_why(robot));
    critter_robot_free(robot);
    return 0;
}
