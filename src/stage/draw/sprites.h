// Pictures by name, single ones and sequences: our own sketches and the PNG files of a user's tree.
//
//     const struct sprite *sprite = sprites_find(&library->sprites, TEXT("Rain"));  // in either case
//     enum err err = sprite_pixels(sprite, 3, 184, 96, &pixels, fault);          // the caller frees
//
// A single picture is found by its file's name in four folders of a tree: assets/sprites/independentSprites,
// config/sprites/independentSprites, config/devOnlySprites/independentSprites, config/facePNGs. A sequence is
// a folder of assets/sprites/spriteSequences, or of that one below config/sprites or config/devOnlySprites
// (Cozmo: assets/faceAnimations): files NAME_0.png, NAME_1.png … in the order of their numbers, which end at
// a gap; or a definition.json in it says which files follow each other and what follows the last:
//     {"loop": "doNothing" | "hold" | "loop",
//      "sequence": [{"segmentType": "straightThrough", "fileList": ["a_0.png", …]}]}
// PNG files of 16 or 8 bits, with a palette, interlaced, or twice as large as their box can all be read.
// Pixels are made only when asked for.
//
// The arena owns what is collected. Several readers may use it at once.
#pragma once

#include "base/table.h"
#include "stage/draw/sketch.h"

enum {
    SPRITES_MAX = 16384,
    SPRITE_FILES_MAX = 4096,
    SPRITE_FILE_BYTES_MAX = 4 << 20,
    SPRITE_SIDE_MAX = 1024
};

struct sprite {
    struct text name;
    uint32_t frames;
    enum sprite_end end; // the sequence's own setting; a clip may override it
    bool end_told;
    bool whole;                  // without a size of its own: it fills its box
    const struct sketch *sketch; // one of ours
    const char *const *files;    // or one PNG file for each picture
    const char *movie;           // or one raw file with all pictures
};
struct sprites {
    struct sprite *at; // sorted by name, compared in lower case
    uint32_t count;
    uint32_t ours;
};

// Collects sprites; of two with the same name the first stays.
struct sprites_making {
    struct arena *arena;
    struct table by_name; // lower-case name → struct sprite
};
enum err sprites_add(struct sprites_making *making, const struct sprite *sprite); // ERR_LIMIT, ERR_MEMORY
enum err sprites_add_sketches(struct sprites_making *making, const struct sketches *sketches);
enum err sprites_settle(struct sprites_making *making, struct sprites *out); // and frees the table

const struct sprite *sprites_find(const struct sprites *sprites, struct text name);
// A picture as it is drawn into a box. A file keeps its own size, or half of it when it is twice the box. A
// sketch takes the box's size.
enum err sprite_pixels(const struct sprite *sprite, uint32_t frame, unsigned box_width, unsigned box_height,
                       struct pixels *out, struct fault *fault);
// Which picture is shown after that many steps; -1: none any more.
int sprite_frame(uint32_t step, enum sprite_end end, uint32_t count);

// A folder's definition.json: the names of its files, in the arena, and what follows the last.
struct sprite_definition {
    const struct text *files;
    uint32_t count;
    enum sprite_end end;
    bool end_told;
};
enum err sprite_definition_read(const struct json *document, struct arena *arena,
                                struct sprite_definition *out, struct fault *fault);
// "rain_0007.png" is picture 7 of "rain"; false: the name has no number.
bool sprite_file_number(struct text file, struct text *name, uint32_t *number);

// The boot movie: pictures of 184 by 96 pixels one after the other, two bytes each, low byte first, 24 a
// second.
enum { MOVIE_FRAME_BYTES = 184 * 96 * 2, MOVIE_PER_SECOND = 24, MOVIE_FRAMES_MAX = 4096 };
#define MOVIE_NAME "boot_anim"
enum err sprite_movie_open(const char *path, struct arena *arena, struct sprite *out, struct fault *fault);
