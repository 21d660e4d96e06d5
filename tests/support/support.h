// What every test begins with: cmocka in the order it wants, and helpers.
//
//     #include "support/support.h"
//     static void a_reader_never_leaves_its_bounds(void **state) { … }
//     TESTS(cmocka_unit_test(a_reader_never_leaves_its_bounds))
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TESTS(...)                                                                                           \
    int main(void) {                                                                                         \
        const struct CMUnitTest tests[] = {__VA_ARGS__};                                                     \
        return cmocka_run_group_tests(tests, NULL, NULL);                                                    \
    }
