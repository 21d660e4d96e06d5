// docs/pawn-machine.md shows the tables of the machine as they are. UPDATE_GOLDEN=1 writes them anew.
#include "support/support.h"

#include "base/system/file.h"
#include "pawn/machine/amx.h"
#include "pawn/machine/opcode.h"

#include <stdlib.h>

static void put_instructions(struct buf *out) {
    static const char *const LEVELS[] = {"", "core", "macro", "packed", "old", ""};
    buf_text(
        out,
        "| number | instruction | operands | level | stack | what it does |\n|---|---|---|---|---|---|\n");
    for (uint32_t i = 1; i < OP_COUNT; i++) {
        const struct opcode *op = opcode_of(i);
        if (op->level == OPCODE_INTERNAL) continue;
        buf_printf(out, "| %u | `%s` | %s | %s | ", i, op->name, op->operands, LEVELS[op->level]);
        if (op->stack == STACK_VARIES)
            buf_text(out, "varies");
        else if (op->stack)
            buf_printf(out, "%+d", op->stack);
        buf_text(out, " | ");
        for (const char *c = op->meaning; *c; c++) {
            if (*c == '|') buf_byte(out, '\\');
            buf_byte(out, (uint8_t)*c);
        }
        buf_text(out, " |\n");
    }
}

static void put_errors(struct buf *out) {
    buf_text(out, "| number | what it says |\n|---|---|\n");
    for (int i = 0; i < HALT_COUNT; i++)
        if (strcmp(halt_text((enum halt)i), "an unknown error"))
            buf_printf(out, "| %d | %s |\n", i, halt_text((enum halt)i));
}

static void check(const char *name, void (*put)(struct buf *out)) {
    char path[600], begin[100], end[100];
    snprintf(path, sizeof path, "%s/docs/pawn-machine.md", getenv("SOURCE"));
    snprintf(begin, sizeof begin, "<!-- %s: checked by tests/pawn/compiler/test_page.c -->\n", name);
    snprintf(end, sizeof end, "<!-- end of %s -->\n", name);
    struct buf page = {0}, wanted = {0};
    struct fault fault = {0};
    if (file_read(path, 1 << 20, &page, &fault)) fail_msg("%s", fault.said);
    char *from = strstr((char *)page.at, begin), *to = strstr((char *)page.at, end);
    assert_true(from && to && from < to);
    from += strlen(begin);
    put(&wanted);
    bool same = (size_t)(to - from) == wanted.len && !memcmp(from, wanted.at, wanted.len);
    if (!same && getenv("UPDATE_GOLDEN")) {
        struct buf whole = {0};
        buf_bytes(&whole, page.at, (size_t)(from - (char *)page.at));
        buf_bytes(&whole, wanted.at, wanted.len);
        buf_text(&whole, to);
        assert_int_equal(file_write(path, whole.at, whole.len, &fault), ERR_NONE);
        buf_free(&whole);
    } else if (!same) {
        fail_msg("the table of %s in docs/pawn-machine.md is not the machine's; UPDATE_GOLDEN=1 %s writes it",
                 name, "tests/pawn/compiler/test_page");
    }
    buf_free(&page);
    buf_free(&wanted);
}

static void the_page_has_the_instructions(void **state) { check("instructions", put_instructions); }
static void the_page_has_the_errors(void **state) { check("errors", put_errors); }

TESTS(cmocka_unit_test(the_page_has_the_instructions), cmocka_unit_test(the_page_has_the_errors))
