// A picture of what Cozmo sees: camera ADDRESS [FILE]
#include <critter/cozmo.h>
#include <stdio.h>

int main(int argc, char **argv) {
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL);
    if (!cozmo) return 1;
    critter_cozmo_set_head_angle(cozmo, 0.17f);
    critter_cozmo_sleep(cozmo, 1000);
    critter_cozmo_camera(cozmo, 1, 0);
    int failed = critter_cozmo_wait(cozmo, "image", 5000, NULL);
    struct critter_cozmo_image image = {sizeof image};
    if (!failed) failed = critter_cozmo_image(cozmo, &image);
    FILE *file = failed ? NULL : fopen(argc > 2 ? argv[2] : "camera.jpg", "wb");
    if (file) {
        fwrite(image.jpeg, 1, image.jpeg_size, file);
        fclose(file);
        printf("%d x %d\n", image.width, image.height);
    }
    critter_cozmo_disconnect(cozmo);
    return !file;
}
