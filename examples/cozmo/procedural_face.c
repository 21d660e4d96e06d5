// A face of numbers that looks about and blinks: procedural_face ADDRESS [LOOKS]
#include <critter/cozmo.h>
#include <critter/face.h>
#include <stdio.h>
#include <stdlib.h>

static void show(struct critter_cozmo *cozmo, const struct critter_face *face) {
    uint8_t bits[512];
    critter_face_draw(face, bits);
    critter_cozmo_show(cozmo, bits);
    critter_cozmo_sleep(cozmo, 33);
}

int main(int argc, char **argv) {
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    struct critter_face at = {sizeof at}, next = {sizeof next}, between = {sizeof between};
    critter_face_neutral(&at);
    critter_cozmo_set_head_angle(cozmo, 0.3f);
    for (int left = argc > 2 ? atoi(argv[2]) : 20; left > 0 && critter_cozmo_connected(cozmo); left--) {
        next = at;
        next.numbers[0] = (float)(rand() % 41 - 20); // x
        next.numbers[1] = (float)(rand() % 17 - 8);  // y
        next.numbers[3] = left % 3 ? 1.0f : 0.05f;   // scale down: shut now and then
        for (int step = 1; step <= 6; step++) {
            critter_face_blend(&at, &next, (float)step / 6, &between);
            show(cozmo, &between);
        }
        at = next;
    }
    critter_cozmo_disconnect(cozmo);
    return 0;
}
