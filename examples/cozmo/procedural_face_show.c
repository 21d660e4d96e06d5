// An expression as text, without a robot: procedural_face_show [NAME]
#include <critter/face.h>
#include <stdio.h>

int main(int argc, char **argv) {
    struct critter_face face = {sizeof face};
    uint8_t bits[512];
    critter_face_neutral(&face);
    if (argc > 1 && critter_face_named(&face, argv[1])) {
        fprintf(stderr, "there is no \"%s\"; there are", argv[1]);
        for (size_t i = 0; critter_face_name(i); i++) fprintf(stderr, " %s", critter_face_name(i));
        return fputs("\n", stderr), 1;
    }
    critter_face_draw(&face, bits);
    for (int y = 0; y < 32; y++, putchar('\n'))
        for (int x = 0; x < 128; x++) putchar(bits[y * 16 + x / 8] >> (7 - x % 8) & 1 ? '#' : ' ');
    return 0;
}
