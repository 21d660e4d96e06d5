#include "support/support.h"
static void x(void **state) {}
TESTS(cmocka_unit_test(x))
