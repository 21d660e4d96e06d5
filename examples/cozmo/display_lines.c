// Three points wander over Cozmo's face, with lines between them: display_lines ADDRESS [PICTURES]
#include <critter/cozmo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void line(uint8_t bits[512], int x, int y, int to_x, int to_y) {
    int steps = abs(to_x - x) > abs(to_y - y) ? abs(to_x - x) : abs(to_y - y);
    for (int i = 0; i <= steps; i++) {
        int at_x = x + (steps ? (to_x - x) * i / steps : 0), at_y = y + (steps ? (to_y - y) * i / steps : 0);
        bits[at_y * 16 + at_x / 8] |= (uint8_t)(0x80 >> at_x % 8);
    }
}

int main(int argc, char **argv) {
    int at[3][2] = {{20, 5}, {100, 12}, {60, 28}}, by[3][2] = {{2, 1}, {-1, 2}, {1, -1}};
    static const int END[2] = {128, 32};
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    for (int left = argc > 2 ? atoi(argv[2]) : 300; left > 0; left--) {
        uint8_t bits[512];
        memset(bits, 0, sizeof bits);
        for (int i = 0; i < 3; i++) line(bits, at[i][0], at[i][1], at[(i + 1) % 3][0], at[(i + 1) % 3][1]);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 2; k++) {
                if (at[i][k] + by[i][k] < 0 || at[i][k] + by[i][k] >= END[k]) by[i][k] = -by[i][k];
                at[i][k] += by[i][k];
            }
        critter_cozmo_show(cozmo, bits);
        if (critter_cozmo_sleep(cozmo, 33)) break;
    }
    critter_cozmo_disconnect(cozmo);
    return 0;
}
