// Faces of the simulated people, found by a net that saw real ones. The net is no part of the project:
// without it (tools/models) there is nothing to test.
#include "support/support.h"

#include "base/maths/chance.h"
#include "base/system/file.h"
#include "sense/see/faces.h"
#include "world/camera/lens.h"

#include <stdlib.h>
#include <string.h>

static struct net *net;
static struct scene_art *art;
static struct scene *scene;

static int begin(void **state) {
    char path[512];
    struct buf file = {0};
    const char *own = getenv("CRITTER_MODELS"), *home = getenv("HOME");
    snprintf(path, sizeof path, "%s%s/face_detection_short_range.tflite",
             own    ? own
             : home ? home
                    : "",
             own ? "" : "/.local/share/critter/models");
    struct fault fault = {0};
    if (file_exists(path) && !file_read(path, NET_FILE_MOST, &file, &fault))
        net = net_open((struct bytes){file.at, file.len}, &fault);
    if (fault.err) fault_print(&fault, stderr);
    buf_free(&file);
    struct scene_config config = scene_defaults();
    art = scene_art_new(), scene = scene_new(&config, art);
    return art && scene && !fault.err ? 0 : -1;
}
static int end(void **state) {
    net_free(net), scene_free(scene), scene_art_free(art);
    return 0;
}

static struct pose eye(void) {
    static const struct quat AXES = {0.5f, -0.5f, 0.5f, -0.5f};
    return (struct pose){vec3(0, 0, 0.05f), quat_times(quat_euler(0, -0.2f, 0), AXES)};
}

static void people_are_found_whatever_their_skin(void **state) {
    static const char *const NAMES[] = {"Ann", "Ada", "Bob", "Eve", "Mia", "Tom"};
    if (!net) skip();
    struct lens_config config = lens_defaults();
    struct lens *lens = lens_new(&config, NULL);
    struct chance dice = chance_of(3, 1, 4);
    uint32_t found = 0, strays = 0, off = 0;
    enum { PICTURES = 24 };
    for (uint32_t i = 0; i < PICTURES; i++) {
        scene_begin(scene, NULL);
        scene_ground(scene, 0, 3, (struct scene_look){{170, 140, 100}, SCENE_WOOD, 0, 0});
        scene_room(scene, (struct pose2){{0, 0}, 0}, 4, 4, 2.2f,
                   (struct scene_look){{205, 205, 195}, 0, 0, 0});
        float far = chance_range(&dice, 0.4f, 1.2f), side = chance_range(&dice, -0.3f, 0.3f);
        struct scene_person who = {.name = NAMES[i % 6], .eyes_open = 1};
        who.head.at = vec3(far * m_cos(side), far * m_sin(side), 0.05f + 0.2f * far);
        who.head.turn = quat_yaw(M_PI_F + side + chance_range(&dice, -0.5f, 0.5f));
        scene_person(scene, 5, &who);
        struct lens_shot shot = {.start = eye(), .end = eye(), .exposure_ms = 16, .gain = 1};
        struct lens_sight sight;
        uint32_t shows = 1;
        struct frame *frame = lens_take(lens, scene, &shot, &sight, &shows);
        assert_non_null(frame);
        struct see_picture p = {frame->bytes, frame->width, frame->height};
        struct faces_config c = faces_defaults();
        struct faces_seen seen;
        assert_int_equal(faces_find(net, &p, &c, &seen), 0);
        bool there = false;
        for (uint32_t k = 0; k < seen.count; k++) {
            const struct face_seen *f = &seen.list[k];
            bool is = f->low.x < sight.px[2].x && f->high.x > sight.px[2].x && f->low.y < sight.px[2].y &&
                      f->high.y > sight.px[2].y;
            there |= is, strays += !is;
            // His right eye is on the left of the picture.
            if (is) off += vec2_length(vec2_sub(f->points[0], sight.px[1])) > 0.15f * (f->high.x - f->low.x);
        }
        found += there;
        frame_drop(frame);
    }
    lens_free(lens);
    print_message("# %u of %u found, %u strays, %u eyes elsewhere\n", found, PICTURES, strays, off);
    assert_true(found * 10 >= PICTURES * 9);
    assert_true(strays == 0 && off <= 2);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(people_are_found_whatever_their_skin)};
    return support_run(argc, argv, tests, begin, end);
}
