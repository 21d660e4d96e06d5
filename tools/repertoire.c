// Makes a creature's scores into clips and packs them, while the program is built
// (stage/library/repertoire.h).
//
//     repertoire CREATURE OUT
#include "stage/library/repertoire.h"
#include "base/system/file.h"
#include "stage/library/library.h"

#include <stdio.h>

int main(int argc, char **argv) {
    if (argc != 3) {
        fputs("usage: repertoire CREATURE OUT\n", stderr);
        return 2;
    }
    struct arena *arena = arena_new(1 << 20);
    const struct json *about;
    struct repertoire made;
    struct buf out = {0};
    struct fault fault = {0};
    enum err err = arena ? library_about(argv[1], arena, &about, &fault) : ERR_MEMORY;
    if (!err) err = repertoire_read(about, arena, &made, &fault);
    if (!err) repertoire_pack(&made, &out);
    if (!err) err = out.err;
    if (!err) err = file_write(argv[2], out.at, out.len, &fault);
    if (err) fault_print(&fault, stderr);
    buf_free(&out);
    arena_free(arena);
    return err != ERR_NONE;
}
