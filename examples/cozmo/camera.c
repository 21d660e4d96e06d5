// A picture of what Cozmo sees: camera ADDRESS [FILE]
#include <critter/cozmo.h>
#include <stdio.h>

int main(int argc, char **argv) {
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    critter_cozmo_set_head_angle_wait(cozmo, 0.17f, 5000);
    critter_cozmo_camera(cozmo, 1, 0);
    struct critter_cozmo_image image = {sizeof image};
    int failed = critter_cozmo_get_image_wait(cozmo, &image, 5000) != CRITTER_OK;
    FILE *file = failed ? NULL : fopen(argc > 2 ? argv[2] : "camera.jpg", "wb");
    if (file) {
        fwrite(image.jpeg, 1, image.jpeg_size, file);
        fclose(file);
        printf("%d x %d\n", image.width, image.height);
    }
    critter_cozmo_disconnect(cozmo);
    return !file;
}
