// Pictures are found in every place and case and drawn where they belong; screens are put together, come in their order and end in time.
#include "support/support.h"

#include "base/file.h"
#include "codec/png.h"
#include "stage/easel.h"
#include "stage/library.h"

static struct arena *arena;
static struct fault fault;
static uint16_t memory[184 * 96];
static struct raster raster;
static struct screen screen;
static struct library *library;

static struct json *document(const char *text) {
    struct json *out;
    arena = arena ? arena : arena_new(1 << 16);
    fault = (struct fault){0};
    assert_int_equal(json_parse(text_of(text), "file.json", arena, NULL, &out, &fault), ERR_NONE);
    return out;
}

static void told(enum err err, enum err want, unsigned line, const char *said) {
    char whole[700];
    assert_int_equal(err, want);
    assert_int_equal(fault.err, want);
    fault_text(&fault, whole, sizeof whole);
    assert_string_equal(fault.file, "file.json");
    if (line) assert_int_equal(fault.line, line);
    if (!strstr(whole, said)) fail_msg("\"%s\" does not say \"%s\"", whole, said);
    fault = (struct fault){0};
}

static void begin(const char *creature, const char *resources, struct buf *notes) {
    library_free(library);
    struct library_config config = {.creature = creature, .resources = resources, .notes = notes};
    fault = (struct fault){0};
    library = library_open(&config, &fault);
    if (!library) fail_msg("%s: %s", fault.file, fault.said);
    bool cozmo = !strcmp(creature, "cozmo");
    screen_start(&screen, &(struct screen_config){cozmo ? &FACE_COZMO : &FACE_VECTOR, &library->sprites,
                                                  &library->layouts});
    raster = raster_over(memory, cozmo ? 128 : 184, cozmo ? 64 : 96);
}

static void draw(struct easel *easel) {
    struct face face;
    const struct face_style *style = screen.config.style;
    face_neutral(&face, style);
    easel_draw(easel, &screen, &(struct easel_eyes){&face, style, 0, 0.42f, 1}, NULL, &raster);
}

static int lit(int x, int y, int width, int height) {
    int count = 0;
    for (int row = y; row < y + height; row++)
        for (int i = x; i < x + width; i++) count += memory[row * raster.width + i] != 0;
    return count;
}

static struct rgb at(int x, int y) { return rgb_of_565(memory[y * raster.width + x]); }

// ------------------------------------------------------------------------------------------------ sketches

static void sketches_move_and_are_seen_through(void **state) {
    struct sketches s;
    document("{}"); // makes the arena
    assert_int_equal(
        sketches_read(
            document(
                "{\"pictures\": {\"dot\": {\"size\": [20, 10], \"frames\": 3, \"end\": \"loop\", "
                "\"draw\": [[\"disc\", [2, 14], 5, 2]]},"
                "\"two\": {\"size\": [40, 10], \"ground\": \"0000ff\", \"draw\": [[\"use\", \"Dot\", 0, 0], "
                "[\"box\", 30, 0, 10, 10, 0, {\"colour\": \"ff0000\", \"alpha\": 0.5}], [\"box\", 20, 0, 5, "
                "10, 0, {\"cut\": true}]]},"
                "\"n_{a}{b}\": {\"each\": {\"a\": [\"x\", \"y\"], \"b\": [\"1\", \"2\", \"3\"]}, \"size\": "
                "[8, 8], "
                "\"draw\": [[\"text\", 0, 0, 1, \"{b}\"]]}}}"),
            arena, &s, &fault),
        ERR_NONE);
    assert_int_equal(s.count, 8);
    const struct sketch *dot = sketches_find(&s, TEXT("DOT"));
    struct pixels p;
    for (uint32_t frame = 0; frame < 4; frame++) { // goes on from the last to the first
        assert_int_equal(sketch_draw(dot, frame, 20, 10, &p), ERR_NONE);
        assert_int_equal(p.channels, 2);
        unsigned x = (unsigned)(2 + 4 * (frame % 3));
        assert_int_equal(pixels_at(&p, x, 5)[1], 255);
        assert_int_equal(pixels_at(&p, x, 5)[0], 255);
        assert_int_equal(pixels_at(&p, (x + 8) % 20, 5)[1], 0);
        pixels_free(&p);
    }
    assert_int_equal(sketch_draw(dot, 0, 200, 100, &p), ERR_NONE); // ten times as large
    assert_int_equal(pixels_at(&p, 35, 50)[1], 255);
    assert_int_equal(pixels_at(&p, 45, 50)[1], 0);
    pixels_free(&p);
    assert_int_equal(sketch_draw(sketches_find(&s, TEXT("two")), 0, 40, 10, &p), ERR_NONE);
    assert_int_equal(p.channels, 4);
    assert_memory_equal(pixels_at(&p, 2, 5), "\xff\xff\xff\xff", 4);
    assert_memory_equal(pixels_at(&p, 12, 5), "\x00\x00\xff\xff", 4);
    assert_in_range(pixels_at(&p, 35, 5)[0], 126, 129);
    assert_in_range(pixels_at(&p, 35, 5)[2], 126, 129);
    assert_int_equal(pixels_at(&p, 22, 5)[3], 0);
    pixels_free(&p);
    assert_non_null(sketches_find(&s, TEXT("n_y3")));
}

static void wrong_sketches_are_told_with_their_place(void **state) {
    static const struct {
        const char *text, *said;
        enum err err;
        unsigned line;
    } WRONG[] = {
        {"{\"pictures\": {\n\"a\": {\"draw\": [\n[\"disk\", 1, 2, 3]]}}}", "expected disc, ring", ERR_UNKNOWN,
         3},
        {"{\"pictures\": {\n\"a\": {\"draw\": [\n[\"disc\", 1, 2]]}}}", "has 3 numbers, found 2", ERR_SHORT,
         3},
        {"{\"pictures\": {\n\"a\": {\"draw\": [\n[\"disc\", 1, 2, 3, 4]]}}}", "at most 3", ERR_RANGE, 3},
        {"{\"pictures\": {\n\"a\": {\"draw\": [\n[\"use\", \"a\", 1, 2]]}}}", "stands before", ERR_UNKNOWN,
         3},
        {"{\"pictures\": {\n\"a\": {\"draw\": [\n[\"text\", 1, 2, 3]]}}}", "expected words", ERR_SHORT, 3},
        {"{\"pictures\": {\n\"a\": {\"draw\": [\n[\"box\", 1, 2, 3, 4, {\"colour\": \"red\"}]]}}}",
         "colour like", ERR_SYNTAX, 3},
        {"{\"pictures\": {\n\"a\": {\"size\": [0, 5], \"draw\": []}}}", "from 1", ERR_RANGE, 2},
        {"{\"pictures\": {\n\"a\": {\"draw\": []},\n\"A\": {\"draw\": []}}}", "already", ERR_DUPLICATE, 3},
        {"{\"pictures\": {\n\"{x}\": {\"each\": {\"y\": [\"1\"]}, \"draw\": []}}}", "no list \"x\"",
         ERR_UNKNOWN, 2},
        {"{\"pictures\": {\n\"a\": {\"frames\": 601, \"draw\": []}}}", "600", ERR_RANGE, 2},
        {"{\"pictures\": {\n\"a\": {\"drew\": []}}}", "draw", ERR_UNKNOWN, 2},
        {"[]", "\"pictures\"", ERR_MISSING, 1},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        struct sketches s;
        enum err err = sketches_read(document(WRONG[i].text), arena, &s, &fault);
        told(err, WRONG[i].err, WRONG[i].line, WRONG[i].said);
    }
    // Pictures in pictures, each using the one before twice a hundred times: refused, not drawn for hours.
    struct buf bomb = {0};
    buf_printf(&bomb, "{\"pictures\": {\"p0\": {\"draw\": [[\"disc\", 1, 1, 1]]}");
    for (int i = 1; i < 5; i++) {
        buf_printf(&bomb, ", \"p%d\": {\"draw\": [", i);
        for (int k = 0; k < 100; k++) buf_printf(&bomb, "%s[\"use\", \"p%d\", 0, 0]", k ? ", " : "", i - 1);
        buf_printf(&bomb, "]}");
    }
    buf_printf(&bomb, "}}");
    buf_bytes(&bomb, "", 1);
    struct sketches s;
    enum err err = sketches_read(document((const char *)bomb.at), arena, &s, &fault);
    told(err, ERR_LIMIT, 1, "more than 4096 shapes");
    buf_free(&bomb);
}

// ------------------------------------------------------------------------------------------------ layouts

static void layouts_have_either_key(void **state) {
    struct layout layout;
    struct image_map map;
    assert_int_equal(
        layout_read(
            document(
                "[{\"layerName\": \"Layer_7\", \"images\": [{\"spriteBoxName\": \"B\", \"x\": -5, \"y\": 7, "
                "\"width\": 30, \"height\": 20, \"spriteRenderMethod\": \"CustomHue\"}]},"
                "{\"layerName\": \"Layer_2\", \"spriteBoxLayout\": [{\"spriteBoxName\": \"A\", \"x\": 0, "
                "\"y\": 0, \"width\": 4, \"height\": 4, \"spriteRenderMethod\": \"RGBA\"}]}]"),
            TEXT("l"), arena, &layout, &fault),
        ERR_NONE);
    assert_int_equal(layout.count, 2);
    assert_true(text_is(layout.boxes[0].name, "A")); // from back to front
    assert_true(layout.boxes[0].layer < 0 && layout.boxes[1].layer > 0);
    assert_true(layout.boxes[1].inked && !layout.boxes[0].inked);
    assert_int_equal(layout.boxes[1].x, -5);
    assert_int_equal(
        image_map_read(document("[{\"layerName\": \"Layer_7\", \"images\": [{\"spriteBoxName\": \"B\", "
                                "\"spriteName\": \"heart\"}]}]"),
                       TEXT("m"), arena, &map, &fault),
        ERR_NONE);
    assert_int_equal(map.count, 1);
    static const struct {
        const char *text, *said;
        enum err err;
    } WRONG[] = {
        {"{}", "list of layers", ERR_TYPE},
        {"[\n{\"layerName\": \"x\"}]", "spriteBoxLayout", ERR_MISSING},
        {"[\n{\"layerName\": \"x\", \"images\": [{\"spriteBoxName\": \"B\", \"x\": 0, \"y\": 0, \"width\": "
         "0, \"height\": 1}]}]",
         "from 1", ERR_RANGE},
        {"[\n{\"layerName\": \"x\", \"images\": [{\"spriteBoxName\": \"B\", \"x\": 0, \"y\": 0, \"width\": "
         "1, \"height\": 1, "
         "\"spriteRenderMethod\": \"Grey\"}]}]",
         "RGBA", ERR_UNKNOWN},
        {"[\n{\"layerName\": \"x\", \"images\": [{\"spriteBoxName\": \"B\", \"x\": 0, \"y\": 0, \"width\": "
         "1, \"height\": 1},"
         "{\"spriteBoxName\": \"B\", \"x\": 0, \"y\": 0, \"width\": 1, \"height\": 1}]}]",
         "already", ERR_DUPLICATE},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        enum err err = layout_read(document(WRONG[i].text), TEXT("l"), arena, &layout, &fault);
        told(err, WRONG[i].err, i ? 2 : 1, WRONG[i].said);
    }
    enum err err = image_map_read(document("[\n{\"layerName\": \"x\", \"images\": [7]}]"), TEXT("m"), arena,
                                  &map, &fault);
    told(err, ERR_TYPE, 2, "box and its picture");
    struct layout_trigger *at = NULL;
    uint32_t count = 0;
    assert_int_equal(layout_triggers_read(document("[{\"CladEvent\": \"T\", \"LayoutName\": \"a\"}, "
                                                   "{\"CladEvent\": \"T\", \"LayoutName\": \"b\"}]"),
                                          "LayoutName", arena, &at, &count, &fault),
                     ERR_NONE);
    assert_int_equal(count, 1); // the first wins
    assert_true(text_is(at[0].target, "a"));
}

// ------------------------------------------------------------------------------------------------ files of a tree

static void put_png(const char *folder, const char *name, unsigned width, unsigned height, unsigned channels,
                    const uint8_t *colour) {
    struct pixels p;
    struct buf png = {0};
    char path[600];
    assert_int_equal(pixels_new(&p, width, height, channels), ERR_NONE);
    for (unsigned i = 0; i < width * height; i++) memcpy(p.at + (size_t)i * channels, colour, channels);
    assert_int_equal(png_encode(&p, &png, NULL), ERR_NONE);
    assert_int_equal(folder_make(folder, NULL), ERR_NONE);
    assert_true(path_join(path, sizeof path, folder, name));
    assert_int_equal(file_write(path, png.at, png.len, NULL), ERR_NONE);
    buf_free(&png);
    pixels_free(&p);
}

static void put_text(const char *root, const char *name, const char *text) {
    char path[600], folder[600];
    assert_true(path_join(path, sizeof path, root, name));
    snprintf(folder, sizeof folder, "%.*s", (int)(path_name(path) - path - 1), path);
    assert_int_equal(folder_make(folder, NULL), ERR_NONE);
    assert_int_equal(file_write(path, text, strlen(text), NULL), ERR_NONE);
}

static const char *below(const char *root, const char *name) {
    static char path[4][600];
    static int turn;
    char *out = path[turn++ % 4];
    assert_true(path_join(out, 600, root, name));
    return out;
}

static const uint8_t RED[4] = {255, 0, 0, 255}, GREEN[4] = {0, 255, 0, 255}, GREY[2] = {255, 255};

static void a_tree_lies_over_ours(void **state) {
    const char *root = temp_folder();
    struct buf notes = {0};
    char path[64];
    put_png(below(root, "assets/sprites/independentSprites"), "One.png", 20, 10, 4, RED);
    put_png(below(root, "config/sprites/independentSprites/deeper"), "TWO.PNG", 20, 10, 4, RED);
    put_png(below(root, "config/devOnlySprites/independentsprites"), "three.png", 20, 10, 4,
            RED); // folder in small letters: not this one
    put_png(below(root, "config/devonlysprites/independentsprites"), "three.png", 20, 10, 4, RED);
    put_png(below(root, "config/facepngs"), "four.png", 20, 10, 4, RED);
    for (int i = 0; i < 12; i++) { // numbers of different length, in the order of the numbers
        snprintf(path, sizeof path, i < 6 ? "Face_Test_%d.png" : "Face_Test_%05d.png", i);
        put_png(below(root, "assets/sprites/spriteSequences/Face_Test"), path, 184, 96, 4,
                i == 11 ? GREEN : RED);
    }
    put_png(below(root, "assets/sprites/spriteSequences/gap"), "gap_00.png", 4, 4, 2, GREY);
    put_png(below(root, "assets/sprites/spriteSequences/gap"), "gap_01.png", 4, 4, 2, GREY);
    put_png(below(root, "assets/sprites/spriteSequences/gap"), "gap_03.png", 4, 4, 2, GREY);
    put_png(below(root, "config/sprites/spriteSequences/Told"), "z_9.png", 20, 20, 4, RED);
    put_png(below(root, "config/sprites/spriteSequences/Told"), "a_1.png", 20, 20, 4, GREEN);
    put_text(root, "config/sprites/spriteSequences/Told/definition.json",
             "{\"loop\": \"hold\", \"sequence\": [{\"segmentType\": \"straightThrough\", \"fileList\": "
             "[\"Z_9.png\", \"a_1.png\", \"z_9.png\"]}]}");
    put_text(root, "config/sprites/spriteSequences/bad/definition.json",
             "{\"sequence\": [{\"segmentType\": \"loopy\", \"fileList\": []}]}");
    put_png(below(root, "config/sprites/spriteSequences/bad"), "bad_0.png", 20, 20, 4, RED);
    put_png(below(root, "assets/sprites/spriteSequences/face_weather_rain"), "face_weather_rain_0.png", 184,
            96, 4, GREEN);
    put_text(root, "assets/compositeImageResources/imageLayouts/mine.json",
             "[{\"layerName\": \"Layer_8\", \"images\": [{\"spriteBoxName\": \"B\", \"spriteRenderMethod\": "
             "\"RGBA\", \"x\": 10, \"y\": 20, "
             "\"width\": 20, \"height\": 10}]}]");
    put_text(
        root, "assets/compositeImageResources/imageMaps/deeper/mine.json",
        "[{\"layerName\": \"Layer_8\", \"images\": [{\"spriteBoxName\": \"B\", \"spriteName\": \"ONE\"}]}]");
    put_text(root, "assets/cladToFileMaps/CompositeImageLayoutMap.json",
             "[{\"CladEvent\": \"Mine\", \"LayoutName\": \"mine\"}]");
    put_text(root, "assets/cladToFileMaps/CompositeImageMapMap.json",
             "[{\"CladEvent\": \"Mine\", \"MapName\": \"mine\"}]");
    begin("vector", root, &notes);
    static const char *const FOUND[] = {"one", "two", "three", "four", "face_test", "TOLD", "temperature_3"};
    for (size_t i = 0; i < sizeof FOUND / sizeof *FOUND; i++)
        if (!sprites_find(&library->sprites, text_of(FOUND[i]))) fail_msg("%s is not found", FOUND[i]);
    const struct sprite *test = sprites_find(&library->sprites, TEXT("FACE_TEST"));
    assert_int_equal(test->frames, 12);
    struct pixels p;
    assert_int_equal(sprite_pixels(test, 11, 184, 96, &p, &fault), ERR_NONE);
    assert_memory_equal(p.at, GREEN, 4);
    pixels_free(&p);
    assert_int_equal(sprite_pixels(test, 11, 92, 48, &p, &fault), ERR_NONE); // twice its box: made smaller
    assert_int_equal(p.width, 92);
    pixels_free(&p);
    assert_int_equal(sprites_find(&library->sprites, TEXT("gap"))->frames, 2);
    const struct sprite *as_told = sprites_find(&library->sprites, TEXT("told"));
    assert_int_equal(as_told->frames, 3);
    assert_int_equal(as_told->end, SPRITE_HOLD);
    assert_string_equal(path_name(as_told->files[1]), "a_1.png");
    assert_int_equal(sprites_find(&library->sprites, TEXT("bad"))->frames, 1); // by its numbers, then
    assert_null(sprites_find(&library->sprites, TEXT("face_weather_rain"))->sketch);
    buf_bytes(&notes, "", 1);
    if (!strstr((char *)notes.at, "1 sequences of pictures end at a missing picture; the first: gap"))
        fail_msg("the gap is not told: %s", (char *)notes.at);
    if (!strstr((char *)notes.at,
                "definition.json:1:31: $.sequence[0].segmentType: expected \"straightThrough\""))
        fail_msg("the broken definition is not told: %s", (char *)notes.at);
    struct easel *easel = easel_new(0);
    assert_int_equal(screen_compose(&screen, TEXT("Mine"), 0, 0), ERR_NONE);
    screen_step(&screen, 0, NULL, 1);
    draw(easel);
    assert_int_equal(at(10, 20).r, 255);
    assert_int_equal(at(29, 29).r, 255);
    assert_int_equal(at(9, 20).r, 0);
    assert_int_equal(at(30, 30).r, 0);
    assert_int_equal(screen_weather(&screen, TEXT("rain"), NULL, 1, 0),
                     ERR_NONE); // ours leads to the user's picture
    screen_step(&screen, 1, NULL, 1);
    draw(easel);
    assert_int_equal(at(0, 0).g, 255);
    // Missing: a file that is gone, and a name nobody knows. A marker, the rest is there.
    char gone[700];
    snprintf(gone, sizeof gone, "%s/assets/sprites/independentSprites/One.png", root);
    assert_int_equal(remove(gone), 0);
    easel_free(easel);
    easel = easel_new(0);
    screen_compose(&screen, TEXT("Mine"), 2, 0);
    screen_step(&screen, 2, NULL, 1);
    draw(easel);
    assert_int_equal(at(20, 22).r, 255);
    assert_int_equal(at(20, 22).g, 0);
    assert_int_equal(at(12, 22).r, 0); // a square in the middle of its box
    easel_free(easel);
    buf_free(&notes);
}

// Everything that our clips show is there, and what is written as files of a tree and read again looks the same to the pixel.
static void files_of_ours_look_as_ours(void **state) {
    static uint16_t first[10][184 * 96];
    char command[800], root[600];
    const char *folder = temp_folder();
    snprintf(command, sizeof command, "'%s' clip make --robot vector -o '%s' > '%s/said'", getenv("CRITTER"),
             folder, folder);
    assert_int_equal(system(command), 0);
    for (int turn = 0; turn < 2; turn++) {
        snprintf(root, sizeof root, "%s/vector", folder);
        struct buf notes = {0};
        begin("vector", turn ? root : NULL, &notes);
        assert_int_equal(notes.len, 0);
        struct easel *easel = easel_new(0);
        for (uint32_t i = 0; i < 10; i++) {
            const struct text hand[SCREEN_CARDS] = {TEXT("7_clubs"), TEXT("back")};
            if (i < 8)
                assert_int_equal(
                    screen_weather(&screen, text_of(screen_condition(i)), i & 1 ? &(int){-18} : NULL, 0, 0),
                    ERR_NONE);
            if (i == 8) assert_int_equal(screen_cards(&screen, hand, hand, 0, 0), ERR_NONE);
            if (i == 9) screen_clear(&screen), screen_boot(&screen, 0);
            screen_step(&screen, 40, NULL, 1);
            assert_int_equal(screen.missing, 0);
            assert_true(screen.boxes[0].sprite->sketch ? !turn : turn); // really the files
            draw(easel);
            if (turn) assert_memory_equal(first[i], memory, sizeof memory);
            memcpy(first[i], memory, sizeof memory);
        }
        assert_true(library->sprites.count > 80 &&
                    library->sprites.ours == (turn ? 0 : library->sprites.count));
        easel_free(easel);
        buf_free(&notes);
    }
    for (int c = 0; c < 2; c++) {
        begin(c ? "cozmo" : "vector", NULL, NULL);
        uint32_t shown = 0;
        for (uint32_t i = 0; i < library->clip_count; i++) {
            const struct clip_keys *keys = &library->clips[i].clip->keys;
            for (size_t k = 0; k < keys->sprites.count; k++, shown++)
                if (!sprites_find(&library->sprites, keys->sprites.at[k].sequence))
                    fail_msg("%s shows what is not there", library->clips[i].name.at);
            for (size_t k = 0; k < keys->box.count; k++, shown++)
                if (!sprites_find(&library->sprites, keys->box.at[k].asset))
                    fail_msg("%s shows what is not there", library->clips[i].name.at);
        }
        assert_true(shown >= 12);
    }
}

static void a_boot_movie_is_raw_pictures(void **state) {
    const char *root = temp_folder();
    uint8_t *bytes = calloc(3, MOVIE_FRAME_BYTES);
    assert_int_equal(folder_make(below(root, "config/engine/animations"), NULL), ERR_NONE);
    assert_int_equal(folder_make(below(root, "assets/sprites"), NULL), ERR_NONE);
    const char *path = below(root, "config/engine/animations/boot_anim.raw");
    bytes[MOVIE_FRAME_BYTES] = 0x1f; // the low byte first: blue
    bytes[2 * MOVIE_FRAME_BYTES + 1] = 0xf8;
    assert_int_equal(file_write(path, bytes, 3 * MOVIE_FRAME_BYTES, NULL), ERR_NONE);
    struct buf notes = {0};
    begin("vector", root, &notes);
    const struct sprite *movie = sprites_find(&library->sprites, TEXT(MOVIE_NAME));
    assert_non_null(movie->movie);
    assert_int_equal(movie->frames, 3);
    screen_boot(&screen, 100);
    struct easel *easel = easel_new(0);
    screen_step(&screen, 100, NULL, 1);
    assert_int_equal(screen.shows, SCREEN_BOOT);
    draw(easel);
    assert_int_equal(memory[0], 0);
    screen_step(&screen, 102, NULL, 1); // 66 ms: the second of 24 a second
    draw(easel);
    assert_int_equal(memory[0], 0x001f);
    screen_step(&screen, 103, NULL, 1);
    draw(easel);
    assert_int_equal(memory[0], 0xf800);
    screen_step(&screen, 104, NULL, 1); // over
    assert_int_equal(screen.shows, SCREEN_EYES);
    easel_free(easel);
    assert_int_equal(file_write(path, bytes, 3 * MOVIE_FRAME_BYTES - 1, NULL), ERR_NONE);
    buf_clear(&notes);
    begin("vector", root, &notes); // ours, with one warning
    assert_non_null(sprites_find(&library->sprites, TEXT(MOVIE_NAME))->sketch);
    buf_bytes(&notes, "", 1);
    assert_non_null(strstr((char *)notes.at, "pictures of 35328 bytes each"));
    buf_free(&notes);
    free(bytes);
}

// ------------------------------------------------------------------------------------------------ screens

static void layers_lie_before_and_behind_the_eyes(void **state) {
    begin("vector", NULL, NULL);
    struct easel *easel = easel_new(0);
    struct player_out out = {.box_count = 2};
    out.boxes[0] = (struct player_box){.asset = TEXT("nobody_knows_it"),
                                       .layer = TEXT("Layer_2"),
                                       .width = 40,
                                       .height = 40,
                                       .x = 26,
                                       .y = 30,
                                       .alpha = 1};
    out.boxes[1] = (struct player_box){.asset = TEXT("card_back"),
                                       .layer = TEXT("Layer_9"),
                                       .width = 34,
                                       .height = 46,
                                       .x = 120,
                                       .y = 24,
                                       .alpha = 1,
                                       .end = SPRITE_HOLD};
    screen_step(&screen, 1, &out, 1);
    assert_int_equal(screen.shows, SCREEN_PICTURES);
    assert_int_equal(screen.missing, 1);
    draw(easel);
    struct rgb eye = at(46, 42); // the marker behind the eye: red and the eye's green together
    assert_true(eye.r > 200 && eye.g > 100);
    assert_in_range(at(123, 48).r, 16, 32); // the card's blue covers the other eye
    out.boxes[0].layer = TEXT("Layer_7");
    screen_step(&screen, 2, &out, 1);
    draw(easel);
    eye = at(46, 42); // now it stands before it
    assert_true(eye.r > 200 && eye.g == 0);
    uint32_t number = screen.number;
    screen_step(&screen, 3, &out, 1); // nothing new
    assert_int_equal(screen.number, number);
    out.boxes[1].alpha = 0.5f;
    screen_step(&screen, 4, &out, 1);
    assert_int_equal(screen.number, number + 1);
    screen_step(&screen, 5, &out, 2); // the eyes moved
    assert_int_equal(screen.number, number + 2);
    out.box_count = 0;
    screen_step(&screen, 6, &out, 2);
    assert_int_equal(screen.shows, SCREEN_EYES);
    assert_int_equal(screen.number, number + 3);
    easel_free(easel);
}

static void sequences_end_as_their_boxes_say(void **state) {
    begin("vector", NULL, NULL);
    uint32_t count = sprites_find(&library->sprites, TEXT("face_asleep"))->frames;
    assert_int_equal(count, 75);
    struct player_out out = {.box_count = 1};
    out.boxes[0] = (struct player_box){
        .asset = TEXT("face_asleep"), .layer = TEXT("Layer_10"), .width = 184, .height = 96, .alpha = 1};
    static const struct {
        enum sprite_end end;
        uint32_t step;
        int frame;
    } WANT[] = {{SPRITE_CLEAR, 74, 74},
                {SPRITE_CLEAR, 75, -1},
                {SPRITE_LOOP, 75, 0},
                {SPRITE_LOOP, 151, 1},
                {SPRITE_HOLD, 9000, 74}};
    for (size_t i = 0; i < sizeof WANT / sizeof *WANT; i++) {
        out.boxes[0].end = WANT[i].end, out.boxes[0].picture = WANT[i].step;
        screen_step(&screen, (uint32_t)i, &out, 1);
        assert_int_equal(screen.count, WANT[i].frame >= 0);
        if (WANT[i].frame >= 0) assert_int_equal(screen.boxes[0].frame, WANT[i].frame);
    }
}

static void weather_is_put_together_from_triggers(void **state) {
    begin("vector", NULL, NULL);
    struct easel *easel = easel_new(0);
    for (uint32_t i = 0; screen_condition(i); i++) {
        assert_int_equal(screen_weather(&screen, text_of(screen_condition(i)), NULL, i, 0), ERR_NONE);
        screen_step(&screen, i + 3, NULL, 1);
        assert_int_equal(screen.missing, 0);
        draw(easel);
        assert_true(lit(26, 20, 40, 56) > 1500); // the eyes are there
    }
    static const int DEGREES[] = {7, -4, 21, -12, 104, -104};
    static const int PARTS[] = {2, 3, 3, 4, 4, 5};
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(screen_weather(&screen, (struct text){0}, &DEGREES[i], 50, 0), ERR_NONE);
        screen_step(&screen, 50, NULL, 1);
        assert_int_equal(screen.count, PARTS[i]);
        assert_int_equal(screen.missing, 0);
        assert_false(screen.eyes);
        draw(easel);
        assert_int_equal(lit(0, 0, 184, 27), 0);
        assert_true(lit(0, 27, 184, 69) > 500);
    }
    uint32_t number = screen.number;
    assert_int_equal(screen_weather(&screen, TEXT("hail"), NULL, 51, 0), ERR_UNKNOWN);
    assert_int_equal(screen_weather(&screen, TEXT("rain"), &(int){1000}, 51, 0), ERR_RANGE);
    screen_step(&screen, 51, NULL, 1);
    assert_int_equal(screen.number, number); // what was there stays
    assert_int_equal(screen_weather(&screen, TEXT("WeatherCondSnow_01"), &(int){-3}, 60, 10), ERR_NONE);
    screen_step(&screen, 69, NULL, 1);
    assert_int_equal(screen.shows, SCREEN_PICTURES);
    screen_step(&screen, 70, NULL, 1); // its time is over
    assert_int_equal(screen.shows, SCREEN_EYES);
    easel_free(easel);
}

static void cards_lie_on_a_table(void **state) {
    begin("vector", NULL, NULL);
    struct easel *easel = easel_new(0);
    const struct text dealer[SCREEN_CARDS] = {TEXT("ace_spades"), TEXT("back")},
                      player[SCREEN_CARDS] = {TEXT("10_hearts"), TEXT("king_diamonds"), TEXT("2_clubs")};
    assert_int_equal(screen_cards(&screen, dealer, player, 0, 0), ERR_NONE);
    screen_step(&screen, 0, NULL, 1);
    assert_int_equal(screen.count, 5);
    assert_int_equal(screen.missing, 0);
    draw(easel);
    assert_true(lit(3, 1, 34, 46) > 1500);    // the dealer's first
    assert_int_equal(lit(75, 1, 100, 46), 0); // has no third
    assert_true(lit(75, 49, 34, 46) > 1500);  // the player has
    const struct text wrong[SCREEN_CARDS] = {TEXT("11_hearts")};
    assert_int_equal(screen_cards(&screen, wrong, player, 1, 0), ERR_UNKNOWN);
    const struct text none[SCREEN_CARDS] = {{0}};
    static const char *const RANKS[] = {"2", "3",  "4",    "5",     "6",    "7",  "8",
                                        "9", "10", "jack", "queen", "king", "ace"};
    static const char *const SUITS[] = {"hearts", "diamonds", "clubs", "spades"};
    for (int i = 0; i < 52; i++) {
        char card[24];
        snprintf(card, sizeof card, "%s_%s", RANKS[i / 4], SUITS[i % 4]);
        const struct text one[SCREEN_CARDS] = {text_of(card)};
        assert_int_equal(screen_cards(&screen, one, none, 1, 0), ERR_NONE);
    }
    easel_free(easel);
}

static void whole_screens_come_in_their_order(void **state) {
    begin("vector", NULL, NULL);
    struct easel *easel = easel_new(0);
    static uint16_t picture[184 * 96];
    for (int i = 0; i < 184 * 96; i++) picture[i] = 0x07e0;
    assert_int_equal(screen_piece(&screen, 184 * 96 - 1, picture, 2), ERR_RANGE);
    for (uint32_t from = 0; from < 184 * 96; from += 512)
        assert_int_equal(screen_piece(&screen, from, picture, from + 512 < 184 * 96 ? 512 : 184 * 96 - from),
                         ERR_NONE);
    screen_set_mirror(&screen, true);
    screen_step(&screen, 0, NULL, 1);
    assert_int_equal(screen.shows, SCREEN_MIRROR);
    screen_show_picture(&screen, 0, 100);
    screen_step(&screen, 1, NULL, 1);
    assert_int_equal(screen.shows, SCREEN_CLIENT);
    draw(easel);
    assert_memory_equal(memory, picture, sizeof memory);
    screen_say(&screen, TEXT("a line\nand one that is far too long for the display it is on"), 1, 50);
    screen_step(&screen, 2, NULL, 1);
    assert_int_equal(screen.shows, SCREEN_TEXT);
    assert_int_equal(screen.lines.count, 3);
    assert_string_equal(screen.lines.at[1], "and one that is far too long");
    assert_string_equal(screen.lines.at[2], "for the display it is on");
    draw(easel);
    assert_true(lit(0, 0, 184, 96) > 200);
    screen_show_fault(&screen, 890);
    screen_show_fault(&screen, 915);
    screen_show_fault(&screen, 702); // lower: the higher one stays
    screen_step(&screen, 3, NULL, 1);
    assert_int_equal(screen.shows, SCREEN_FAULT);
    assert_int_equal(screen.fault, 915);
    draw(easel);
    assert_true(lit(0, 10, 184, 42) > 1000); // the number
    assert_true(lit(0, 74, 184, 8) > 100);   // it will start again
    screen_show_fault(&screen, 702);
    screen_show_fault(&screen, 0);
    screen_step(&screen, 4, NULL, 1);
    assert_int_equal(screen.shows, SCREEN_TEXT);
    screen_step(&screen, 51, NULL, 1);
    assert_int_equal(screen.shows, SCREEN_CLIENT);
    screen_step(&screen, 100, NULL, 1);
    assert_int_equal(screen.shows, SCREEN_MIRROR);
    uint32_t number = screen.number;
    screen_step(&screen, 101, NULL, 1);
    assert_int_equal(screen.number, number);
    screen_mirrored(&screen);
    screen_step(&screen, 102, NULL, 7); // eyes below do not matter
    assert_int_equal(screen.number, number + 1);
    uint8_t camera[4 * 2] = {10, 10, 10, 250, 10, 10, 10, 10};
    struct easel_mirror seen = {.pixels = pixels_view(camera, 4, 2, 1), .count = 1, .width = 400};
    static const float CORNERS[4][2] = {{150, 50}, {250, 50}, {250, 150}, {150, 150}};
    memcpy(seen.found[0].corners, CORNERS, sizeof CORNERS);
    struct face face;
    face_neutral(&face, &FACE_VECTOR);
    easel_draw(easel, &screen, &(struct easel_eyes){&face, &FACE_VECTOR, 0, 0.4f, 1}, &seen, &raster);
    assert_true(at(3, 3).r > 200); // what is on the camera's right is on the left, as in a mirror
    assert_true(at(180, 3).r < 30);
    assert_true(at(92, 24).r > 200 && at(92, 24).b < 100); // a thing that was found has a frame
    assert_true(at(92, 48).r < 30);                        // and nothing in it
    screen_clear(&screen);
    screen_step(&screen, 103, NULL, 7);
    assert_int_equal(screen.shows, SCREEN_EYES);
    easel_free(easel);
}

static void a_small_store_draws_the_same(void **state) {
    begin("vector", NULL, NULL);
    struct easel *small = easel_new(1), *large = easel_new(0);
    static uint16_t once[184 * 96];
    assert_int_equal(screen_weather(&screen, TEXT("snow"), &(int){-12}, 0, 0), ERR_NONE);
    for (uint32_t tick = 0; tick < 130; tick++) {
        screen_step(&screen, tick, NULL, 1);
        uint64_t hash = screen_hash(&screen);
        draw(small);
        memcpy(once, memory, sizeof once);
        draw(large);
        assert_memory_equal(once, memory, sizeof once);
        assert_int_equal(screen_hash(&screen), hash); // drawing changes nothing
    }
    easel_free(small);
    easel_free(large);
}

static void cozmo_has_them_too(void **state) {
    begin("cozmo", NULL, NULL);
    struct easel *easel = easel_new(0);
    assert_int_equal(screen_weather(&screen, TEXT("cloudy"), &(int){21}, 0, 0), ERR_NONE);
    screen_step(&screen, 20, NULL, 1);
    assert_int_equal(screen.count, 4);
    draw(easel);
    assert_true(lit(20, 18, 88, 46) > 400);
    screen_show_fault(&screen, 914);
    screen_step(&screen, 21, NULL, 1);
    draw(easel);
    assert_true(lit(0, 0, 128, 34) > 300);
    easel_free(easel);
    library_free(library);
    library = NULL;
    arena_free(arena);
}

TESTS(cmocka_unit_test(sketches_move_and_are_seen_through),
      cmocka_unit_test(wrong_sketches_are_told_with_their_place), cmocka_unit_test(layouts_have_either_key),
      cmocka_unit_test(a_tree_lies_over_ours), cmocka_unit_test(files_of_ours_look_as_ours),
      cmocka_unit_test(a_boot_movie_is_raw_pictures), cmocka_unit_test(layers_lie_before_and_behind_the_eyes),
      cmocka_unit_test(sequences_end_as_their_boxes_say),
      cmocka_unit_test(weather_is_put_together_from_triggers), cmocka_unit_test(cards_lie_on_a_table),
      cmocka_unit_test(whole_screens_come_in_their_order), cmocka_unit_test(a_small_store_draws_the_same),
      cmocka_unit_test(cozmo_has_them_too))
