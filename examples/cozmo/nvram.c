// What the robot keeps in one of its entries: nvram ADDRESS [TAG]
#include <critter/cozmo.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    static unsigned char data[65536];
    size_t size = sizeof data;
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    int failed = critter_cozmo_nv_read_wait(
        cozmo, argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 0) : 0x80000001u, data, &size, 10000);
    if (failed) fprintf(stderr, "%s\n", critter_cozmo_error(cozmo));
    for (size_t i = 0; !failed && i < size; i++)
        printf("%02x%s", data[i], i % 16 == 15 || i + 1 == size ? "\n" : " ");
    critter_cozmo_disconnect(cozmo);
    return failed;
}
