// A user's own copy of a robot's tree lies over ours by the names that the robot's own pictures have.
#include "support/support.h"

#include "base/system/file.h"
#include "codec/picture/png.h"
#include "stage/library/library.h"
#include "stage/screen/screen.h"

#include <stdio.h>
#include <string.h>

static struct library *library;
static struct screen screen;
static char tree[512];

static void put(const char *path, const void *bytes, size_t len) {
    char whole[1024];
    snprintf(whole, sizeof whole, "%s/%s", tree, path);
    char *file = strrchr(whole, '/');
    *file = 0;
    assert_int_equal(folder_make(whole, NULL), ERR_NONE);
    *file = '/';
    assert_int_equal(file_write(whole, bytes, len, NULL), ERR_NONE);
}

static void put_picture(const char *path, unsigned width, unsigned height) {
    struct pixels p;
    struct buf png = {0};
    assert_int_equal(pixels_new(&p, width, height, 3), ERR_NONE);
    assert_int_equal(png_encode(&p, &png, NULL), ERR_NONE);
    put(path, png.at, png.len);
    pixels_free(&p);
    buf_free(&png);
}

static void begin(bool own) {
    struct buf notes = {0};
    struct fault fault = {0};
    library_free(library);
    library = library_open(
        &(struct library_config){.creature = "vector", .resources = own ? tree : NULL, .notes = &notes},
        &fault);
    if (!library) fail_msg("%s: %s", fault.file, fault.said);
    screen_start(&screen, &(struct screen_config){&FACE_VECTOR, &library->sprites, &library->layouts});
    buf_free(&notes);
}

static bool is_shown(const char *name) {
    for (uint32_t i = 0; i < screen.scene.count; i++)
        if (!strcmp(screen.scene.parts[i].asset, name)) return true;
    return false;
}

static int make_tree(void **state) {
    snprintf(tree, sizeof tree, "%s", temp_folder());
    put_picture("config/sprites/independentSprites/weather_temp_1.png", 45, 69);
    put_picture("config/sprites/independentSprites/weather_negative_indicator.png", 29, 69);
    put_picture("config/sprites/independentSprites/weather_celsius_indicator.png", 29, 69);
    put_picture("assets/sprites/independentSprites/blackjack_player_clubsace.png", 59, 108);
    put_picture("assets/sprites/independentSprites/blackjack_player_heart10.png", 59, 108);
    put_picture("assets/sprites/independentSprites/blackjack_vector_back.png", 59, 108);
    static const char LAYOUT[] = "[{\"layerName\": \"Player_1\", \"spriteBoxLayout\": ["
                                 "{\"spriteBoxName\": \"PlayerCardSlot_1\", \"spriteRenderMethod\": "
                                 "\"RGBA\", \"x\": 2, \"y\": 0, \"width\": 59, \"height\": 108},"
                                 "{\"spriteBoxName\": \"PlayerCardSlot_2\", \"spriteRenderMethod\": "
                                 "\"RGBA\", \"x\": 62, \"y\": 0, \"width\": 59, \"height\": 108},"
                                 "{\"spriteBoxName\": \"PlayerCardSlot_3\", \"spriteRenderMethod\": "
                                 "\"RGBA\", \"x\": 122, \"y\": 0, \"width\": 59, \"height\": 108}]}]";
    static const char TRIGGERS[] =
        "[{\"CladEvent\": \"PlayerCardLayout\", \"LayoutName\": \"player_cards\"}]";
    put("assets/compositeImageResources/imageLayouts/player_cards.json", LAYOUT, sizeof LAYOUT - 1);
    put("assets/cladToFileMaps/CompositeImageLayoutMap.json", TRIGGERS, sizeof TRIGGERS - 1);
    return 0;
}

static void digits_of_the_tree_are_shown_where_it_has_them(void **state) {
    int cold = -12;
    for (int own = 0; own < 2; own++) {
        begin(own);
        assert_int_equal(screen_weather(&screen, (struct text){0}, &cold, 0, 0), ERR_NONE);
        assert_int_equal(screen.scene.count, 4);
        assert_true(is_shown(own ? "weather_temp_1" : "temperature_1"));
        assert_true(is_shown(own ? "weather_negative_indicator" : "temperature_minus"));
        assert_true(is_shown(own ? "weather_celsius_indicator" : "temperature_degree"));
        assert_true(is_shown("temperature_2")); // the tree has none: ours
    }
}

// Cozmo's sequences are folders; what somebody packed is named, once, with what to do, and ours are shown.
static void packed_sequences_are_told_of(void **state) {
    static const char GARBAGE[] = "\x1f\x8b\x08 no archive either";
    struct buf notes = {0};
    struct fault fault = {0};
    put("cozmo/assets/animationGroups/ag_none.json", "{\"Animations\": []}", 18);
    put("cozmo/assets/faceAnimations/face_one.tar.gz", GARBAGE, sizeof GARBAGE);
    put("cozmo/assets/faceAnimations/face_two.ZIP", GARBAGE, sizeof GARBAGE);
    put_picture("cozmo/assets/faceAnimations/face_mine/face_mine_00.png", 128, 64);
    put_picture("cozmo/assets/faceAnimations/face_mine/face_mine_01.png", 128, 64);
    char folder[600];
    snprintf(folder, sizeof folder, "%s/cozmo", tree);
    struct library *cozmo = library_open(
        &(struct library_config){.creature = "cozmo", .resources = folder, .notes = &notes}, &fault);
    if (!cozmo) fail_msg("%s: %s", fault.file, fault.said);
    buf_byte(&notes, 0);
    const char *said = strstr((const char *)notes.at, "2 archives among the sequences");
    assert_non_null(said);
    assert_non_null(strstr(said, "unpack each"));
    assert_null(strstr(said + 10, "archives among"));
    assert_int_equal(sprites_find(&cozmo->sprites, TEXT("FACE_MINE"))->frames, 2);
    library_free(cozmo);
    buf_free(&notes);
}

static void cards_of_the_tree_lie_in_its_own_layout(void **state) {
    struct text none[SCREEN_CARDS] = {0},
                hand[SCREEN_CARDS] = {TEXT("ace_clubs"), TEXT("10_HEARTS"), TEXT("2_spades")};
    begin(true);
    assert_int_equal(screen_cards(&screen, none, hand, 0, 0), ERR_NONE);
    assert_int_equal(screen.scene.count, 3);
    assert_true(is_shown("blackjack_player_clubsace") && is_shown("card_2_spades"));
    assert_int_equal(screen.scene.parts[0].width, 59);
    // Both hands: our table. The dealer's alone has no layout in this tree: our table as well.
    assert_int_equal(screen_cards(&screen, hand, hand, 0, 0), ERR_NONE);
    assert_int_equal(screen.scene.count, 6);
    assert_true(is_shown("card_ace_clubs") && screen.scene.parts[0].width == 34);
    assert_int_equal(screen_cards(&screen, hand, none, 0, 0), ERR_NONE);
    assert_true(is_shown("card_ace_clubs"));
    struct text wrong[SCREEN_CARDS] = {TEXT("11_clubs")}, odd[SCREEN_CARDS] = {TEXT("_clubs")};
    assert_int_equal(screen_cards(&screen, none, wrong, 0, 0), ERR_UNKNOWN);
    assert_int_equal(screen_cards(&screen, none, odd, 0, 0), ERR_UNKNOWN);
    begin(false);
    assert_int_equal(screen_cards(&screen, none, hand, 0, 0), ERR_NONE);
    assert_true(is_shown("card_ace_clubs") && screen.scene.parts[0].width == 34);
    library_free(library);
}

TESTS(cmocka_unit_test_setup(digits_of_the_tree_are_shown_where_it_has_them, make_tree),
      cmocka_unit_test(packed_sequences_are_told_of),
      cmocka_unit_test(cards_of_the_tree_lie_in_its_own_layout))
