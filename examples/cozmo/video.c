// What Cozmo sees, on his own face.
#include <critter/cozmo.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    int shown = 0, restless = 0, wanted = argc > 2 ? atoi(argv[2]) : 150;
    critter_cozmo_set_head_angle(cozmo, 0.3f);
    critter_cozmo_camera(cozmo, 1, 0);
    while (shown + restless < wanted && !critter_cozmo_wait(cozmo, "image", 3000, NULL)) {
        struct critter_cozmo_image image = {sizeof image};
        critter_cozmo_get_image(cozmo, &image);
        if (critter_cozmo_show_picture(cozmo, image.jpeg, image.jpeg_size))
            restless++; // more detail than a frame holds
        else
            shown++;
    }
    critter_cozmo_camera(cozmo, 0, 0);
    printf("%d pictures shown, %d too restless\n", shown, restless);
    critter_cozmo_disconnect(cozmo);
    return shown ? 0 : 1;
}
