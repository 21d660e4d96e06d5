#include "support/support.h"

#include "base/system/embedded.h"

#include <string.h>

static const struct embedded FILES[] = {
    {"/index.html", "index", "text/html; charset=utf-8", (const unsigned char *)"<p>hello</p>", 12},
    {"/index.html.bak", "index.html", "application/octet-stream", (const unsigned char *)"", 0},
    {"/face/eyes.js", "eyes", "text/javascript; charset=utf-8", (const unsigned char *)"draw()", 6},
    {0},
};

static const struct embedded *find(const char *path) { return embedded_find(FILES, path, strlen(path)); }

static void a_file_is_found_by_its_whole_path(void **state) {
    assert_ptr_equal(find("/index.html"), &FILES[0]);
    assert_ptr_equal(find("/index.html.bak"), &FILES[1]);
    assert_ptr_equal(find("/face/eyes.js"), &FILES[2]);
    assert_memory_equal(find("/face/eyes.js")->bytes, "draw()", find("/face/eyes.js")->len);
}

static void nothing_else_is(void **state) {
    static const char *const STRANGERS[] = {"",
                                            "/",
                                            "/index.htm",
                                            "index.html",
                                            "/index.html.ba",
                                            "/INDEX.HTML",
                                            "/face/../index.html",
                                            "/face/eyes.js/"};
    for (size_t i = 0; i < sizeof STRANGERS / sizeof *STRANGERS; i++)
        if (find(STRANGERS[i])) fail_msg("found \"%s\"", STRANGERS[i]);
    assert_null(embedded_find(FILES + 3, "/index.html", 11));
}

static void the_path_need_not_end_in_a_zero(void **state) {
    assert_ptr_equal(embedded_find(FILES, "/index.html?page=2", 11), &FILES[0]);
    assert_null(embedded_find(FILES, "/index.html", 10));
}

TESTS(cmocka_unit_test(a_file_is_found_by_its_whole_path), cmocka_unit_test(nothing_else_is),
      cmocka_unit_test(the_path_need_not_end_in_a_zero))
