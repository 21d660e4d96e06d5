// Every expression, one after the other: procedural_face_expressions ADDRESS [MILLISECONDS]
#include <critter/cozmo.h>
#include <critter/face.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    critter_cozmo_set_head_angle(cozmo, 0.3f);
    const char *name;
    for (size_t i = 0; (name = critter_face_name(i)) && critter_cozmo_connected(cozmo); i++) {
        struct critter_face face = {sizeof face};
        uint8_t bits[512];
        critter_face_named(&face, name);
        critter_face_draw(&face, bits);
        printf("%s\n", name);
        critter_cozmo_show(cozmo, bits);
        critter_cozmo_sleep(cozmo, argc > 2 ? atoi(argv[2]) : 1000);
    }
    critter_cozmo_disconnect(cozmo);
    return 0;
}
