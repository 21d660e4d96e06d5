#include "support/support.h"

#include "pawn/machine/opcode.h"

static void every_number_has_a_row_and_a_name_of_its_own(void **state) {
    assert_int_equal(OP_COUNT, 215);
    for (uint32_t i = 0; i < OP_COUNT; i++) {
        const struct opcode *op = opcode_of(i);
        assert_non_null(op->name);
        if (i) assert_int_equal(opcode_named(op->name), i);
    }
    assert_null(opcode_of(OP_COUNT));
    assert_int_equal(opcode_named("fly"), 0);
}

static void numbers_are_those_of_the_format(void **state) {
    assert_int_equal(OP_PUSH_PRI, 36);
    assert_int_equal(OP_PROC, 46);
    assert_int_equal(OP_SMUL, 72);
    assert_int_equal(OP_MOVS, 117);
    assert_int_equal(OP_LOAD_BOTH, 154);
    assert_int_equal(OP_ICALL, 158);
    assert_int_equal(OP_LOAD_P_PRI, 162);
    assert_int_equal(OP_PUSH_P_ADR, 212);
}

static void a_packed_row_is_its_plain_row_again(void **state) {
    unsigned packed = 0;
    for (uint32_t i = 1; i < OP_COUNT; i++) {
        const struct opcode *op = opcode_of(i);
        assert_int_equal(op->level == OPCODE_PACKED, op->plain != 0);
        if (!op->plain) continue;
        packed++;
        const struct opcode *plain = opcode_of(op->plain);
        assert_string_equal(op->operands, plain->operands);
        assert_int_equal(strlen(op->operands), 1);
        assert_string_equal(op->registers, plain->registers);
        assert_int_equal(op->stack, plain->stack);
        assert_int_equal(opcode_packed(op->plain), i);
    }
    assert_int_equal(packed, 51);
    assert_int_equal(opcode_packed(OP_CALL), 0);
    assert_int_equal(opcode_packed(0), 0);
}

static void lengths_follow_the_operands(void **state) {
    uint32_t more[8] = {1, 2, 3, 4};
    assert_int_equal(opcode_cells(OP_NOP, more, 0), 1);
    assert_int_equal(opcode_cells(OP_PUSH5_C, more, 5), 6);
    assert_int_equal(opcode_cells(OP_PUSH5_C, more, 4), 0);
    assert_int_equal(opcode_cells(OP_CASETBL, more, 8), 5); // one pair behind the default
    assert_int_equal(opcode_cells(OP_CASETBL, more, 3), 0);
    more[0] = 0x7fffffff;
    assert_int_equal(opcode_cells(OP_CASETBL, more, 8), 0);
    assert_int_equal(opcode_cells(OP_LOAD_P_PRI | 0x00040000, more, 0), 1);
    assert_int_equal(opcode_cells(OP_LOAD_PRI | 0x00040000, more, 8),
                     0); // only packed ones use the upper half
    assert_int_equal(opcode_cells(OP_INVALID, more, 8), 0);
    assert_int_equal(opcode_cells(OP_LINE, more, 8), 0);
    assert_int_equal(opcode_cells(OP_SYSREQ_D, more, 8), 0);
}

TESTS(cmocka_unit_test(every_number_has_a_row_and_a_name_of_its_own),
      cmocka_unit_test(numbers_are_those_of_the_format),
      cmocka_unit_test(a_packed_row_is_its_plain_row_again), cmocka_unit_test(lengths_follow_the_operands))
