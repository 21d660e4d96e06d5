// What each instruction does, as pieces from which the loop is built: one per handler, or several. Only for
// run.c, whose names they use. k is the index of the step's first operand; N_… is the number of its operands.
// clang-format off
#pragma once

#define STEP_LOAD_PRI(k)   { pri = CELL(OPERAND(k)); }
#define STEP_LOAD_ALT(k)   { alt = CELL(OPERAND(k)); }
#define STEP_LOAD_S_PRI(k) { LOCAL(a, OPERAND(k)); pri = CELL(a); }
#define STEP_LOAD_S_ALT(k) { LOCAL(a, OPERAND(k)); alt = CELL(a); }
#define STEP_LREF_PRI(k)   { int32_t a = CELL(OPERAND(k)); NEED_ADDRESS(a); pri = CELL(a); }
#define STEP_LREF_ALT(k)   { int32_t a = CELL(OPERAND(k)); NEED_ADDRESS(a); alt = CELL(a); }
#define STEP_LREF_S_PRI(k) { LOCAL(a, OPERAND(k)); int32_t b = CELL(a); NEED_ADDRESS(b); pri = CELL(b); }
#define STEP_LREF_S_ALT(k) { LOCAL(a, OPERAND(k)); int32_t b = CELL(a); NEED_ADDRESS(b); alt = CELL(b); }
#define STEP_LOAD_I(k)     { NEED_ADDRESS(pri); pri = CELL(pri); }
#define STEP_LODB_I(k)                                                                                       \
    { if (OPERAND(k) == 1) { NEED_BYTES(pri, 1); pri = data[(uint32_t)pri]; }                                \
      else if (OPERAND(k) == 2) { NEED_BYTES(pri, 2); pri = ((struct half *)(data + (uint32_t)pri))->v; }    \
      else { NEED_ADDRESS(pri); pri = CELL(pri); } }
#define STEP_CONST_PRI(k)  { pri = OPERAND(k); }
#define STEP_CONST_ALT(k)  { alt = OPERAND(k); }
#define STEP_ADDR_PRI(k)   { pri = (int32_t)(frm + (uint32_t)OPERAND(k)); }
#define STEP_ADDR_ALT(k)   { alt = (int32_t)(frm + (uint32_t)OPERAND(k)); }
#define STEP_STOR_PRI(k)   { CELL(OPERAND(k)) = pri; }
#define STEP_STOR_ALT(k)   { CELL(OPERAND(k)) = alt; }
#define STEP_STOR_S_PRI(k) { LOCAL(a, OPERAND(k)); CELL(a) = pri; }
#define STEP_STOR_S_ALT(k) { LOCAL(a, OPERAND(k)); CELL(a) = alt; }
#define STEP_SREF_PRI(k)   { int32_t a = CELL(OPERAND(k)); NEED_ADDRESS(a); CELL(a) = pri; }
#define STEP_SREF_ALT(k)   { int32_t a = CELL(OPERAND(k)); NEED_ADDRESS(a); CELL(a) = alt; }
#define STEP_SREF_S_PRI(k) { LOCAL(a, OPERAND(k)); int32_t b = CELL(a); NEED_ADDRESS(b); CELL(b) = pri; }
#define STEP_SREF_S_ALT(k) { LOCAL(a, OPERAND(k)); int32_t b = CELL(a); NEED_ADDRESS(b); CELL(b) = alt; }
#define STEP_STOR_I(k)     { NEED_ADDRESS(alt); CELL(alt) = pri; }
#define STEP_STRB_I(k)                                                                                       \
    { if (OPERAND(k) == 1) { NEED_BYTES(alt, 1); data[(uint32_t)alt] = (uint8_t)pri; }                       \
      else if (OPERAND(k) == 2) { NEED_BYTES(alt, 2);                                                        \
        ((struct half *)(data + (uint32_t)alt))->v = (uint16_t)pri; }                                        \
      else { NEED_ADDRESS(alt); CELL(alt) = pri; } }
#define STEP_IDXADDR(k)    { pri = (int32_t)((uint32_t)alt + ((uint32_t)pri << 2)); }
#define STEP_IDXADDR_B(k)  { pri = (int32_t)((uint32_t)alt + ((uint32_t)pri << (OPERAND(k) & 31))); }
#define STEP_LIDX(k)       STEP_IDXADDR(k) STEP_LOAD_I(k)
#define STEP_LIDX_B(k)     STEP_IDXADDR_B(k) STEP_LOAD_I(k)
#define STEP_ALIGN_PRI(k)  { pri ^= 4 - OPERAND(k); }
#define STEP_ALIGN_ALT(k)  { alt ^= 4 - OPERAND(k); }
#define STEP_MOVE_PRI(k)   { pri = alt; }
#define STEP_MOVE_ALT(k)   { alt = pri; }
#define STEP_XCHG(k)       { int32_t keep = pri; pri = alt, alt = keep; }
#define STEP_PUSH_PRI(k)   { PUSH(pri); }
#define STEP_PUSH_ALT(k)   { PUSH(alt); }
#define STEP_PICK(k)       { LOCAL(a, (uint32_t)OPERAND(k) + stk - frm); pri = CELL(a); }
#define STEP_PUSH_C(k)     { PUSH(OPERAND(k)); }
#define STEP_PUSH(k)       { PUSH(CELL(OPERAND(k))); }
#define STEP_PUSH_S(k)     { LOCAL(a, OPERAND(k)); PUSH(CELL(a)); }
#define STEP_PUSH_ADR(k)   { PUSH((int32_t)(frm + (uint32_t)OPERAND(k))); }
#define PUSH_MANY(k, n, value)                                                                               \
    { NEED_ROOM(n);                                                                                          \
      for (int i = 0; i < (n); i++) { int32_t v_ = value(OPERAND((k) + i)); stk -= 4; CELL(stk) = v_; } }
#define PUSH_LOCALS(k, n)                                                                                    \
    { NEED_ROOM(n);                                                                                          \
      for (int i = 0; i < (n); i++) {                                                                        \
          LOCAL(a, OPERAND((k) + i)); int32_t v_ = CELL(a); stk -= 4; CELL(stk) = v_; } }
#define AS_IT_IS(x)        (x)
#define AS_FRAME(x)        ((int32_t)(frm + (uint32_t)(x)))
#define STEP_PUSH2_C(k)    PUSH_MANY(k, 2, AS_IT_IS)
#define STEP_PUSH3_C(k)    PUSH_MANY(k, 3, AS_IT_IS)
#define STEP_PUSH4_C(k)    PUSH_MANY(k, 4, AS_IT_IS)
#define STEP_PUSH5_C(k)    PUSH_MANY(k, 5, AS_IT_IS)
#define STEP_PUSH2(k)      PUSH_MANY(k, 2, CELL)
#define STEP_PUSH3(k)      PUSH_MANY(k, 3, CELL)
#define STEP_PUSH4(k)      PUSH_MANY(k, 4, CELL)
#define STEP_PUSH5(k)      PUSH_MANY(k, 5, CELL)
#define STEP_PUSH2_S(k)    PUSH_LOCALS(k, 2)
#define STEP_PUSH3_S(k)    PUSH_LOCALS(k, 3)
#define STEP_PUSH4_S(k)    PUSH_LOCALS(k, 4)
#define STEP_PUSH5_S(k)    PUSH_LOCALS(k, 5)
#define STEP_PUSH2_ADR(k)  PUSH_MANY(k, 2, AS_FRAME)
#define STEP_PUSH3_ADR(k)  PUSH_MANY(k, 3, AS_FRAME)
#define STEP_PUSH4_ADR(k)  PUSH_MANY(k, 4, AS_FRAME)
#define STEP_PUSH5_ADR(k)  PUSH_MANY(k, 5, AS_FRAME)
#define STEP_POP_PRI(k)    { NEED_POP(1); pri = CELL(stk); stk += 4; }
#define STEP_POP_ALT(k)    { NEED_POP(1); alt = CELL(stk); stk += 4; }
#define STEP_SWAP_PRI(k)   { NEED_POP(1); int32_t keep = CELL(stk); CELL(stk) = pri; pri = keep; }
#define STEP_SWAP_ALT(k)   { NEED_POP(1); int32_t keep = CELL(stk); CELL(stk) = alt; alt = keep; }
#define STEP_STACK(k)                                                                                        \
    { int64_t next = (int64_t)stk + OPERAND(k);                                                              \
      alt = (int32_t)stk;                                                                                    \
      if (unlikely(next < (int64_t)HEA + 4 * AMX_STACK_MARGIN)) goto collision;                              \
      if (unlikely(next > top)) goto stack_low;                                                              \
      stk = (uint32_t)next; }
#define STEP_HEAP(k)                                                                                         \
    { int64_t next = (int64_t)HEA + OPERAND(k);                                                              \
      alt = (int32_t)HEA;                                                                                    \
      if (unlikely(next + 4 * AMX_STACK_MARGIN > stk)) goto collision;                                       \
      if (unlikely(next < amx->low)) STOP(HALT_HEAP_LOW);                                                    \
      edge = (uint32_t)next - 3; }
#define STEP_PROC(k)       { NEED_ROOM(1 + AMX_STACK_MARGIN); stk -= 4; CELL(stk) = (int32_t)frm; frm = stk; }
#define STEP_SHL(k)        { pri = (int32_t)((uint32_t)pri << (alt & 31)); }
#define STEP_SHR(k)        { pri = (int32_t)((uint32_t)pri >> (alt & 31)); }
#define STEP_SSHR(k)       { pri >>= alt & 31; }
#define STEP_SHL_C_PRI(k)  { pri = (int32_t)((uint32_t)pri << (OPERAND(k) & 31)); }
#define STEP_SHL_C_ALT(k)  { alt = (int32_t)((uint32_t)alt << (OPERAND(k) & 31)); }
#define STEP_SHR_C_PRI(k)  { pri = (int32_t)((uint32_t)pri >> (OPERAND(k) & 31)); }
#define STEP_SHR_C_ALT(k)  { alt = (int32_t)((uint32_t)alt >> (OPERAND(k) & 31)); }
#define STEP_SMUL(k)       { pri = (int32_t)((uint32_t)pri * (uint32_t)alt); }
#define STEP_UMUL(k)       STEP_SMUL(k)
#define STEP_SDIV(k)       { if (unlikely(!alt)) goto divided; pri = divide(pri, alt, &rest); alt = rest; }
#define STEP_SDIV_ALT(k)   { if (unlikely(!pri)) goto divided; pri = divide(alt, pri, &rest); alt = rest; }
#define STEP_UDIV(k)                                                                                         \
    { if (unlikely(!alt)) goto divided;                                                                      \
      rest = (int32_t)((uint32_t)pri % (uint32_t)alt);                                                       \
      pri = (int32_t)((uint32_t)pri / (uint32_t)alt); alt = rest; }
#define STEP_UDIV_ALT(k)                                                                                     \
    { if (unlikely(!pri)) goto divided;                                                                      \
      rest = (int32_t)((uint32_t)alt % (uint32_t)pri);                                                       \
      pri = (int32_t)((uint32_t)alt / (uint32_t)pri); alt = rest; }
#define STEP_ADD(k)        { pri = (int32_t)((uint32_t)pri + (uint32_t)alt); }
#define STEP_SUB(k)        { pri = (int32_t)((uint32_t)pri - (uint32_t)alt); }
#define STEP_SUB_ALT(k)    { pri = (int32_t)((uint32_t)alt - (uint32_t)pri); }
#define STEP_AND(k)        { pri &= alt; }
#define STEP_OR(k)         { pri |= alt; }
#define STEP_XOR(k)        { pri ^= alt; }
#define STEP_NOT(k)        { pri = !pri; }
#define STEP_NEG(k)        { pri = (int32_t)(0u - (uint32_t)pri); }
#define STEP_INVERT(k)     { pri = ~pri; }
#define STEP_ADD_C(k)      { pri = (int32_t)((uint32_t)pri + (uint32_t)OPERAND(k)); }
#define STEP_SMUL_C(k)     { pri = (int32_t)((uint32_t)pri * (uint32_t)OPERAND(k)); }
#define STEP_ZERO_PRI(k)   { pri = 0; }
#define STEP_ZERO_ALT(k)   { alt = 0; }
#define STEP_ZERO(k)       { CELL(OPERAND(k)) = 0; }
#define STEP_ZERO_S(k)     { LOCAL(a, OPERAND(k)); CELL(a) = 0; }
#define STEP_SIGN_PRI(k)   { pri = (int8_t)pri; }
#define STEP_SIGN_ALT(k)   { alt = (int8_t)alt; }
#define STEP_EQ(k)         { pri = pri == alt; }
#define STEP_NEQ(k)        { pri = pri != alt; }
#define STEP_LESS(k)       { pri = (uint32_t)pri < (uint32_t)alt; }
#define STEP_LEQ(k)        { pri = (uint32_t)pri <= (uint32_t)alt; }
#define STEP_GRTR(k)       { pri = (uint32_t)pri > (uint32_t)alt; }
#define STEP_GEQ(k)        { pri = (uint32_t)pri >= (uint32_t)alt; }
#define STEP_SLESS(k)      { pri = pri < alt; }
#define STEP_SLEQ(k)       { pri = pri <= alt; }
#define STEP_SGRTR(k)      { pri = pri > alt; }
#define STEP_SGEQ(k)       { pri = pri >= alt; }
#define STEP_EQ_C_PRI(k)   { pri = pri == OPERAND(k); }
#define STEP_EQ_C_ALT(k)   { pri = alt == OPERAND(k); }
#define ADD_TO(cell, n)    { int32_t v_ = (cell); (cell) = (int32_t)((uint32_t)v_ + (uint32_t)(n)); }
#define STEP_INC_PRI(k)    ADD_TO(pri, 1)
#define STEP_INC_ALT(k)    ADD_TO(alt, 1)
#define STEP_INC(k)        ADD_TO(CELL(OPERAND(k)), 1)
#define STEP_INC_S(k)      { LOCAL(a, OPERAND(k)); ADD_TO(CELL(a), 1) }
#define STEP_INC_I(k)      { NEED_ADDRESS(pri); ADD_TO(CELL(pri), 1) }
#define STEP_DEC_PRI(k)    ADD_TO(pri, -1)
#define STEP_DEC_ALT(k)    ADD_TO(alt, -1)
#define STEP_DEC(k)        ADD_TO(CELL(OPERAND(k)), -1)
#define STEP_DEC_S(k)      { LOCAL(a, OPERAND(k)); ADD_TO(CELL(a), -1) }
#define STEP_DEC_I(k)      { NEED_ADDRESS(pri); ADD_TO(CELL(pri), -1) }
#define STEP_MOVS(k)                                                                                         \
    { if (!block_inside(amx, HEA, stk, pri, OPERAND(k)) || !block_inside(amx, HEA, stk, alt, OPERAND(k)))    \
          goto no_memory;                                                                                    \
      memmove(data + (uint32_t)alt, data + (uint32_t)pri, (uint32_t)OPERAND(k)); }
#define STEP_CMPS(k)                                                                                         \
    { if (!block_inside(amx, HEA, stk, pri, OPERAND(k)) || !block_inside(amx, HEA, stk, alt, OPERAND(k)))    \
          goto no_memory;                                                                                    \
      pri = memcmp(data + (uint32_t)alt, data + (uint32_t)pri, (uint32_t)OPERAND(k));                        \
      pri = (pri > 0) - (pri < 0); }
#define STEP_FILL(k)                                                                                         \
    { if (!block_inside(amx, HEA, stk, alt, OPERAND(k))) goto no_memory;                                     \
      for (uint32_t i = 0; i + 4 <= (uint32_t)OPERAND(k); i += 4) CELL((uint32_t)alt + i) = pri; }
#define STEP_CONST(k)      { CELL(OPERAND(k)) = OPERAND((k) + 1); }
#define STEP_CONST_S(k)    { LOCAL(a, OPERAND(k)); CELL(a) = OPERAND((k) + 1); }
#define STEP_LOAD_BOTH(k)  { pri = CELL(OPERAND(k)); alt = CELL(OPERAND((k) + 1)); }
#define STEP_LOAD_S_BOTH(k)                                                                                  \
    { LOCAL(a, OPERAND(k)); LOCAL(b, OPERAND((k) + 1)); pri = CELL(a); alt = CELL(b); }
#define STEP_BOUNDS(k)     { if (unlikely((uint32_t)pri > (uint32_t)OPERAND(k))) STOP(HALT_BOUNDS); }
#define STEP_NOP(k)        {}
#define STEP_NONE(k)       {}

// Steps that go elsewhere stand last in a handler; their target is the first pair of operands.
#define GO_JUMP(k)   TAKE(OPERAND(0), OPERAND(1));
#define GO_CALL(k)   PUSH(OPERAND(2)); TAKE(OPERAND(0), OPERAND(1));
#define GO_JZER(k)   if (pri == 0) TAKE(OPERAND(0), OPERAND(1));
#define GO_JNZ(k)    if (pri != 0) TAKE(OPERAND(0), OPERAND(1));
#define GO_JEQ(k)    if (pri == alt) TAKE(OPERAND(0), OPERAND(1));
#define GO_JNEQ(k)   if (pri != alt) TAKE(OPERAND(0), OPERAND(1));
#define GO_JLESS(k)  if ((uint32_t)pri < (uint32_t)alt) TAKE(OPERAND(0), OPERAND(1));
#define GO_JLEQ(k)   if ((uint32_t)pri <= (uint32_t)alt) TAKE(OPERAND(0), OPERAND(1));
#define GO_JGRTR(k)  if ((uint32_t)pri > (uint32_t)alt) TAKE(OPERAND(0), OPERAND(1));
#define GO_JGEQ(k)   if ((uint32_t)pri >= (uint32_t)alt) TAKE(OPERAND(0), OPERAND(1));
#define GO_JSLESS(k) if (pri < alt) TAKE(OPERAND(0), OPERAND(1));
#define GO_JSLEQ(k)  if (pri <= alt) TAKE(OPERAND(0), OPERAND(1));
#define GO_JSGRTR(k) if (pri > alt) TAKE(OPERAND(0), OPERAND(1));
#define GO_JSGEQ(k)  if (pri >= alt) TAKE(OPERAND(0), OPERAND(1));
#define GO_RET(k)    goto do_ret;
#define GO_RETN(k)                                                                                           \
    { NEED_POP(3);                                                                                           \
      frm = (uint32_t)CELL(stk), to = (uint32_t)CELL(stk + 4);                                               \
      uint32_t drop = (uint32_t)CELL(stk + 8);                                                               \
      if (unlikely(drop > top - stk - 12)) goto stack_low;                                                   \
      stk += 12 + drop; ARRIVE(); }
