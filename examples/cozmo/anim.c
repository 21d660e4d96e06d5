// An animation of one's own: key-frames in slots of a thirtieth of a second, played by the robot itself.
#include <critter/cozmo.h>
#include <stdio.h>

int main(int argc, char **argv) {
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    critter_cozmo_sleep(cozmo, 2000); // its motors find their stops first
    critter_cozmo_command(cozmo, "StartAnimation", "{\"anim_id\": 7}");
    for (int slot = 0; slot < 45; slot++) {
        critter_cozmo_command(cozmo, "OutputSilence", NULL);
        if (slot == 0) critter_cozmo_command(cozmo, "AnimHead", "{\"duration_ms\": 200, \"angle_deg\": 30}");
        if (slot == 10) critter_cozmo_command(cozmo, "AnimLift", "{\"duration_ms\": 200, \"height_mm\": 60}");
        if (slot == 20)
            critter_cozmo_command(cozmo, "AnimHead", "{\"duration_ms\": 200, \"angle_deg\": -10}");
        if (slot == 30) critter_cozmo_command(cozmo, "AnimLift", "{\"duration_ms\": 200, \"height_mm\": 32}");
    }
    critter_cozmo_command(cozmo, "EndAnimation", NULL);
    struct critter_cozmo_event event = {sizeof event};
    if (critter_cozmo_wait(cozmo, "animation_completed", 10000, &event))
        return fprintf(stderr, "it never ended\n"), 1;
    printf("animation %d is over\n", event.value);
    critter_cozmo_disconnect(cozmo);
    return 0;
}
