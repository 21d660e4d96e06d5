// Sketches, layouts and pictures are found in every place and case and drawn where they belong.
#include "stage/screen_rig.h"

#include "codec/picture/png.h"

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

// ------------------------------------------------------------------------------------------- files of a tree

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
    if (!strstr((char *)notes.at, "1 sequence of pictures ends at a missing picture; the first: gap"))
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

// Everything that our clips show is there, and what is written as files of a tree and read again looks the
// same to the pixel.
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

TESTS(cmocka_unit_test(sketches_move_and_are_seen_through),
      cmocka_unit_test(wrong_sketches_are_told_with_their_place), cmocka_unit_test(layouts_have_either_key),
      cmocka_unit_test(a_tree_lies_over_ours), cmocka_unit_test(files_of_ours_look_as_ours),
      cmocka_unit_test(a_boot_movie_is_raw_pictures))
