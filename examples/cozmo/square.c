// A square, side by side: each call that ends in _wait returns when that side or that turn is done.
#include <critter/cozmo.h>
#include <stdio.h>

int main(int argc, char **argv) {
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    enum critter_err err = critter_cozmo_set_head_angle_wait(cozmo, 0.2f, 5000);
    for (int side = 0; side < 4 && !err; side++) {
        err = critter_cozmo_drive_wheels_wait(cozmo, 80, 80, 1500); // 80 mm/s for one and a half seconds
        if (!err) err = critter_cozmo_stop_wait(cozmo, 2000);
        if (!err) err = critter_cozmo_turn_in_place_wait(cozmo, 1.5708f, 2, 0, 10000);
        struct critter_cozmo_state at = {sizeof at};
        critter_cozmo_get_state(cozmo, &at);
        printf("corner %d: %.0f, %.0f mm, %.2f rad\n", side + 1, (double)at.x_mm, (double)at.y_mm,
               (double)at.angle_rad);
    }
    if (err) fprintf(stderr, "%s: %s\n", critter_err_text(err), critter_cozmo_error(cozmo));
    critter_cozmo_disconnect(cozmo);
    return err != CRITTER_OK;
}
