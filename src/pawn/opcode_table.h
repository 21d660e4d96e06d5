// The instructions of the abstract machine, one row each: the only place where they stand.
//
// Number, name in C, mnemonic, operands, level, what a packed form stands for, cells pushed (negative: popped),
// registers, meaning. The letters are explained in opcode.h; docs/pawn-machine.md is drawn from these rows.
OPCODE(0, OP_INVALID, "invalid", "-", NONE, 0, 0, "", "invalid")
OPCODE(1, OP_LOAD_PRI, "load.pri", "a", CORE, 0, 0, "P", "PRI = [address]")
OPCODE(2, OP_LOAD_ALT, "load.alt", "a", CORE, 0, 0, "A", "ALT = [address]")
OPCODE(3, OP_LOAD_S_PRI, "load.s.pri", "f", CORE, 0, 0, "P", "PRI = [FRM+offset]")
OPCODE(4, OP_LOAD_S_ALT, "load.s.alt", "f", CORE, 0, 0, "A", "ALT = [FRM+offset]")
OPCODE(5, OP_LREF_PRI, "lref.pri", "a", CORE, 0, 0, "P", "PRI = [[address]]")
OPCODE(6, OP_LREF_ALT, "lref.alt", "a", CORE, 0, 0, "A", "ALT = [[address]]")
OPCODE(7, OP_LREF_S_PRI, "lref.s.pri", "f", CORE, 0, 0, "P", "PRI = [[FRM+offset]]")
OPCODE(8, OP_LREF_S_ALT, "lref.s.alt", "f", CORE, 0, 0, "A", "ALT = [[FRM+offset]]")
OPCODE(9, OP_LOAD_I, "load.i", "", CORE, 0, 0, "pP", "PRI = [PRI]")
OPCODE(10, OP_LODB_I, "lodb.i", "w", CORE, 0, 0, "pP", "PRI = zero-extended width bytes at PRI")
OPCODE(11, OP_CONST_PRI, "const.pri", "v", CORE, 0, 0, "P", "PRI = value")
OPCODE(12, OP_CONST_ALT, "const.alt", "v", CORE, 0, 0, "A", "ALT = value")
OPCODE(13, OP_ADDR_PRI, "addr.pri", "f", CORE, 0, 0, "P", "PRI = FRM+offset")
OPCODE(14, OP_ADDR_ALT, "addr.alt", "f", CORE, 0, 0, "A", "ALT = FRM+offset")
OPCODE(15, OP_STOR_PRI, "stor.pri", "a", CORE, 0, 0, "pM", "[address] = PRI")
OPCODE(16, OP_STOR_ALT, "stor.alt", "a", CORE, 0, 0, "aM", "[address] = ALT")
OPCODE(17, OP_STOR_S_PRI, "stor.s.pri", "f", CORE, 0, 0, "pM", "[FRM+offset] = PRI")
OPCODE(18, OP_STOR_S_ALT, "stor.s.alt", "f", CORE, 0, 0, "aM", "[FRM+offset] = ALT")
OPCODE(19, OP_SREF_PRI, "sref.pri", "a", CORE, 0, 0, "pM", "[[address]] = PRI")
OPCODE(20, OP_SREF_ALT, "sref.alt", "a", CORE, 0, 0, "aM", "[[address]] = ALT")
OPCODE(21, OP_SREF_S_PRI, "sref.s.pri", "f", CORE, 0, 0, "pM", "[[FRM+offset]] = PRI")
OPCODE(22, OP_SREF_S_ALT, "sref.s.alt", "f", CORE, 0, 0, "aM", "[[FRM+offset]] = ALT")
OPCODE(23, OP_STOR_I, "stor.i", "", CORE, 0, 0, "paM", "[ALT] = PRI")
OPCODE(24, OP_STRB_I, "strb.i", "w", CORE, 0, 0, "paM", "low width bytes of PRI to address ALT")
OPCODE(25, OP_LIDX, "lidx", "", CORE, 0, 0, "paP", "PRI = [ALT + PRI*cellsize]")
OPCODE(26, OP_LIDX_B, "lidx.b", "s", CORE, 0, 0, "paP", "PRI = [ALT + (PRI<<shift)]")
OPCODE(27, OP_IDXADDR, "idxaddr", "", CORE, 0, 0, "paP", "PRI = ALT + PRI*cellsize")
OPCODE(28, OP_IDXADDR_B, "idxaddr.b", "s", CORE, 0, 0, "paP", "PRI = ALT + (PRI<<shift)")
OPCODE(29, OP_ALIGN_PRI, "align.pri", "w", CORE, 0, 0, "pP",
       "PRI ^= cellsize-width when width<cellsize (byte inside a packed cell)")
OPCODE(30, OP_ALIGN_ALT, "align.alt", "w", CORE, 0, 0, "aA",
       "ALT ^= cellsize-width when width<cellsize (byte inside a packed cell)")
OPCODE(31, OP_LCTRL, "lctrl", "x", CORE, 0, 0, "P",
       "PRI = register: 0 COD,1 DAT,2 HEA,3 STP,4 STK,5 FRM,6 CIP of next instruction")
OPCODE(32, OP_SCTRL, "sctrl", "x", CORE, 0, STACK_VARIES, "pJ",
       "register = PRI: 2 HEA,4 STK,5 FRM,6 CIP; other indices ignored")
OPCODE(33, OP_MOVE_PRI, "move.pri", "", CORE, 0, 0, "aP", "PRI = ALT")
OPCODE(34, OP_MOVE_ALT, "move.alt", "", CORE, 0, 0, "pA", "ALT = PRI")
OPCODE(35, OP_XCHG, "xchg", "", CORE, 0, 0, "paPA", "swap PRI and ALT")
OPCODE(36, OP_PUSH_PRI, "push.pri", "", CORE, 0, 1, "p", "STK -= cell; [STK] = PRI")
OPCODE(37, OP_PUSH_ALT, "push.alt", "", CORE, 0, 1, "a", "STK -= cell; [STK] = ALT")
OPCODE(38, OP_PICK, "pick", "k", CORE, 0, 0, "P", "PRI = [STK+offset]")
OPCODE(39, OP_PUSH_C, "push.c", "v", CORE, 0, 1, "", "push value")
OPCODE(40, OP_PUSH, "push", "a", CORE, 0, 1, "", "push [address]")
OPCODE(41, OP_PUSH_S, "push.s", "f", CORE, 0, 1, "", "push [FRM+offset]")
OPCODE(42, OP_POP_PRI, "pop.pri", "", CORE, 0, -1, "P", "PRI = [STK]; STK += cell")
OPCODE(43, OP_POP_ALT, "pop.alt", "", CORE, 0, -1, "A", "ALT = [STK]; STK += cell")
OPCODE(44, OP_STACK, "stack", "b", CORE, 0, STACK_VARIES, "A",
       "ALT = STK; STK += value; margin and underflow checks")
OPCODE(45, OP_HEAP, "heap", "b", CORE, 0, 0, "A", "ALT = HEA; HEA += value; margin and underflow checks")
OPCODE(46, OP_PROC, "proc", "", CORE, 0, 1, "", "push FRM; FRM = STK; margin check")
OPCODE(47, OP_RET, "ret", "", CORE, 0, STACK_VARIES, "J",
       "pop FRM; pop CIP (absolute in code; must be below code size)")
OPCODE(48, OP_RETN, "retn", "", CORE, 0, STACK_VARIES, "J",
       "as ret, then STK += [STK] + cell (drops the arguments and their count)")
OPCODE(49, OP_CALL, "call", "r", CORE, 0, 1, "JPA",
       "push address of next instruction (absolute); CIP += rel (measured from this opcode)")
OPCODE(50, OP_CALL_PRI, "call.pri", "", CORE, 0, 1, "pJPA", "push address of next instruction; CIP = PRI")
OPCODE(51, OP_JUMP, "jump", "r", CORE, 0, 0, "J", "CIP += rel")
OPCODE(52, OP_JREL, "jrel", "r", CORE, 0, 0, "J", "CIP += rel, the oldest form of jump")
OPCODE(53, OP_JZER, "jzer", "r", CORE, 0, 0, "pJ", "CIP += rel if PRI == 0")
OPCODE(54, OP_JNZ, "jnz", "r", CORE, 0, 0, "pJ", "CIP += rel if PRI != 0")
OPCODE(55, OP_JEQ, "jeq", "r", CORE, 0, 0, "paJ", "CIP += rel if PRI == ALT")
OPCODE(56, OP_JNEQ, "jneq", "r", CORE, 0, 0, "paJ", "CIP += rel if PRI != ALT")
OPCODE(57, OP_JLESS, "jless", "r", CORE, 0, 0, "paJ", "CIP += rel if PRI < ALT unsigned")
OPCODE(58, OP_JLEQ, "jleq", "r", CORE, 0, 0, "paJ", "CIP += rel if PRI <= ALT unsigned")
OPCODE(59, OP_JGRTR, "jgrtr", "r", CORE, 0, 0, "paJ", "CIP += rel if PRI > ALT unsigned")
OPCODE(60, OP_JGEQ, "jgeq", "r", CORE, 0, 0, "paJ", "CIP += rel if PRI >= ALT unsigned")
OPCODE(61, OP_JSLESS, "jsless", "r", CORE, 0, 0, "paJ", "CIP += rel if PRI < ALT signed")
OPCODE(62, OP_JSLEQ, "jsleq", "r", CORE, 0, 0, "paJ", "CIP += rel if PRI <= ALT signed")
OPCODE(63, OP_JSGRTR, "jsgrtr", "r", CORE, 0, 0, "paJ", "CIP += rel if PRI > ALT signed")
OPCODE(64, OP_JSGEQ, "jsgeq", "r", CORE, 0, 0, "paJ", "CIP += rel if PRI >= ALT signed")
OPCODE(65, OP_SHL, "shl", "", CORE, 0, 0, "paP", "PRI <<= ALT")
OPCODE(66, OP_SHR, "shr", "", CORE, 0, 0, "paP", "PRI >>= ALT, zero fill")
OPCODE(67, OP_SSHR, "sshr", "", CORE, 0, 0, "paP", "PRI >>= ALT, sign fill")
OPCODE(68, OP_SHL_C_PRI, "shl.c.pri", "v", CORE, 0, 0, "pP", "PRI <<= value")
OPCODE(69, OP_SHL_C_ALT, "shl.c.alt", "v", CORE, 0, 0, "aA", "ALT <<= value")
OPCODE(70, OP_SHR_C_PRI, "shr.c.pri", "v", CORE, 0, 0, "pP", "PRI >>= value, zero fill")
OPCODE(71, OP_SHR_C_ALT, "shr.c.alt", "v", CORE, 0, 0, "aA", "ALT >>= value, zero fill")
OPCODE(72, OP_SMUL, "smul", "", CORE, 0, 0, "paP", "PRI *= ALT")
OPCODE(73, OP_SDIV, "sdiv", "", CORE, 0, 0, "paPA",
       "floored: PRI = PRI/ALT, ALT = matching remainder (sign of divisor); error 11 if ALT == 0")
OPCODE(74, OP_SDIV_ALT, "sdiv.alt", "", CORE, 0, 0, "paPA",
       "floored: PRI = ALT/PRI, ALT = matching remainder; error 11 if PRI == 0")
OPCODE(75, OP_UMUL, "umul", "", CORE, 0, 0, "paP", "PRI = PRI*ALT unsigned")
OPCODE(76, OP_UDIV, "udiv", "", CORE, 0, 0, "paPA",
       "unsigned PRI = PRI/ALT, ALT = remainder; error 11 on zero")
OPCODE(77, OP_UDIV_ALT, "udiv.alt", "", CORE, 0, 0, "paPA",
       "unsigned PRI = ALT/PRI, ALT = remainder; error 11 on zero")
OPCODE(78, OP_ADD, "add", "", CORE, 0, 0, "paP", "PRI += ALT")
OPCODE(79, OP_SUB, "sub", "", CORE, 0, 0, "paP", "PRI -= ALT")
OPCODE(80, OP_SUB_ALT, "sub.alt", "", CORE, 0, 0, "paP", "PRI = ALT-PRI")
OPCODE(81, OP_AND, "and", "", CORE, 0, 0, "paP", "PRI &= ALT")
OPCODE(82, OP_OR, "or", "", CORE, 0, 0, "paP", "PRI |= ALT")
OPCODE(83, OP_XOR, "xor", "", CORE, 0, 0, "paP", "PRI ^= ALT")
OPCODE(84, OP_NOT, "not", "", CORE, 0, 0, "pP", "PRI = PRI==0")
OPCODE(85, OP_NEG, "neg", "", CORE, 0, 0, "pP", "PRI = -PRI")
OPCODE(86, OP_INVERT, "invert", "", CORE, 0, 0, "pP", "PRI = ~PRI")
OPCODE(87, OP_ADD_C, "add.c", "v", CORE, 0, 0, "pP", "PRI += value")
OPCODE(88, OP_SMUL_C, "smul.c", "v", CORE, 0, 0, "pP", "PRI *= value")
OPCODE(89, OP_ZERO_PRI, "zero.pri", "", CORE, 0, 0, "P", "PRI = 0")
OPCODE(90, OP_ZERO_ALT, "zero.alt", "", CORE, 0, 0, "A", "ALT = 0")
OPCODE(91, OP_ZERO, "zero", "a", CORE, 0, 0, "M", "[address] = 0")
OPCODE(92, OP_ZERO_S, "zero.s", "f", CORE, 0, 0, "M", "[FRM+offset] = 0")
OPCODE(93, OP_SIGN_PRI, "sign.pri", "", CORE, 0, 0, "pP", "sign-extend low byte of PRI")
OPCODE(94, OP_SIGN_ALT, "sign.alt", "", CORE, 0, 0, "aA", "sign-extend low byte of ALT")
OPCODE(95, OP_EQ, "eq", "", CORE, 0, 0, "paP", "PRI = 1 if PRI == ALT else 0")
OPCODE(96, OP_NEQ, "neq", "", CORE, 0, 0, "paP", "PRI = 1 if PRI != ALT else 0")
OPCODE(97, OP_LESS, "less", "", CORE, 0, 0, "paP", "PRI = 1 if PRI < unsigned ALT else 0")
OPCODE(98, OP_LEQ, "leq", "", CORE, 0, 0, "paP", "PRI = 1 if PRI <= unsigned ALT else 0")
OPCODE(99, OP_GRTR, "grtr", "", CORE, 0, 0, "paP", "PRI = 1 if PRI > unsigned ALT else 0")
OPCODE(100, OP_GEQ, "geq", "", CORE, 0, 0, "paP", "PRI = 1 if PRI >= unsigned ALT else 0")
OPCODE(101, OP_SLESS, "sless", "", CORE, 0, 0, "paP", "PRI = 1 if PRI < signed ALT else 0")
OPCODE(102, OP_SLEQ, "sleq", "", CORE, 0, 0, "paP", "PRI = 1 if PRI <= signed ALT else 0")
OPCODE(103, OP_SGRTR, "sgrtr", "", CORE, 0, 0, "paP", "PRI = 1 if PRI > signed ALT else 0")
OPCODE(104, OP_SGEQ, "sgeq", "", CORE, 0, 0, "paP", "PRI = 1 if PRI >= signed ALT else 0")
OPCODE(105, OP_EQ_C_PRI, "eq.c.pri", "v", CORE, 0, 0, "pP", "PRI = PRI==value")
OPCODE(106, OP_EQ_C_ALT, "eq.c.alt", "v", CORE, 0, 0, "aP", "PRI = ALT==value")
OPCODE(107, OP_INC_PRI, "inc.pri", "", CORE, 0, 0, "pP", "PRI += 1")
OPCODE(108, OP_INC_ALT, "inc.alt", "", CORE, 0, 0, "aA", "ALT += 1")
OPCODE(109, OP_INC, "inc", "a", CORE, 0, 0, "M", "[address] += 1")
OPCODE(110, OP_INC_S, "inc.s", "f", CORE, 0, 0, "M", "[FRM+offset] += 1")
OPCODE(111, OP_INC_I, "inc.i", "", CORE, 0, 0, "pM", "[PRI] += 1")
OPCODE(112, OP_DEC_PRI, "dec.pri", "", CORE, 0, 0, "pP", "PRI -= 1")
OPCODE(113, OP_DEC_ALT, "dec.alt", "", CORE, 0, 0, "aA", "ALT -= 1")
OPCODE(114, OP_DEC, "dec", "a", CORE, 0, 0, "M", "[address] -= 1")
OPCODE(115, OP_DEC_S, "dec.s", "f", CORE, 0, 0, "M", "[FRM+offset] -= 1")
OPCODE(116, OP_DEC_I, "dec.i", "", CORE, 0, 0, "pM", "[PRI] -= 1")
OPCODE(117, OP_MOVS, "movs", "b", CORE, 0, 0, "paM", "copy bytes from PRI to ALT")
OPCODE(118, OP_CMPS, "cmps", "b", CORE, 0, 0, "paP",
       "PRI = byte compare of block at ALT with block at PRI (zero if equal, else only the sign counts)")
OPCODE(119, OP_FILL, "fill", "b", CORE, 0, 0, "paM", "store PRI in every whole cell of the block at ALT")
OPCODE(120, OP_HALT, "halt", "v", CORE, 0, 0, "paJ",
       "stop: result value PRI, code = run-time error number (0 normal, 1 exit, 2 assert, 12 sleep: state "
       "kept, 13 no state)")
OPCODE(121, OP_BOUNDS, "bounds", "v", CORE, 0, 0, "p", "error 4 if PRI > limit as unsigned")
OPCODE(122, OP_SYSREQ_PRI, "sysreq.pri", "", CORE, 0, 0, "pP",
       "call native whose index is in PRI; arguments on the stack")
OPCODE(123, OP_SYSREQ_C, "sysreq.c", "n", CORE, 0, 0, "P",
       "call native by table index; result to PRI; the caller removes the arguments")
OPCODE(124, OP_FILE, "file", "-", OLD, 0, 0, "",
       "debug mark of file versions before 8; refused by the verifier")
OPCODE(125, OP_LINE, "line", "-", OLD, 0, 0, "",
       "debug mark of file versions before 8; refused by the verifier")
OPCODE(126, OP_SYMBOL, "symbol", "-", OLD, 0, 0, "",
       "debug mark of file versions before 8; refused by the verifier")
OPCODE(127, OP_SRANGE, "srange", "-", OLD, 0, 0, "",
       "debug mark of file versions before 8; refused by the verifier")
OPCODE(128, OP_JUMP_PRI, "jump.pri", "", CORE, 0, 0, "pJ", "CIP = PRI")
OPCODE(129, OP_SWITCH, "switch", "r", CORE, 0, 0, "pJ", "look PRI up in the casetbl at opcode+rel and jump")
OPCODE(130, OP_CASETBL, "casetbl", "T", CORE, 0, 0, "",
       "data for switch: first pair is the record count and the default; each rel is measured from the cell "
       "before it")
OPCODE(131, OP_SWAP_PRI, "swap.pri", "", CORE, 0, 0, "pP", "swap PRI with [STK]")
OPCODE(132, OP_SWAP_ALT, "swap.alt", "", CORE, 0, 0, "aA", "swap ALT with [STK]")
OPCODE(133, OP_PUSH_ADR, "push.adr", "f", CORE, 0, 1, "", "push FRM+offset")
OPCODE(134, OP_NOP, "nop", "", CORE, 0, 0, "", "padding")
OPCODE(135, OP_SYSREQ_N, "sysreq.n", "nb", MACRO, 0, 0, "P", "push bytes; call native; STK += bytes+cell")
OPCODE(136, OP_SYMTAG, "symtag", "-", OLD, 0, 0, "",
       "debug mark of file versions before 8; refused by the verifier")
OPCODE(137, OP_BREAK, "break", "", CORE, 0, 0, "", "statement mark: calls the debug hook if one is set")
OPCODE(138, OP_PUSH2_C, "push2.c", "vv", MACRO, 0, 2, "", "push 2 constants in operand order")
OPCODE(139, OP_PUSH2, "push2", "aa", MACRO, 0, 2, "", "push 2 global cells in operand order")
OPCODE(140, OP_PUSH2_S, "push2.s", "ff", MACRO, 0, 2, "", "push 2 frame cells in operand order")
OPCODE(141, OP_PUSH2_ADR, "push2.adr", "ff", MACRO, 0, 2, "", "push 2 frame addresses in operand order")
OPCODE(142, OP_PUSH3_C, "push3.c", "vvv", MACRO, 0, 3, "", "push 3 constants in operand order")
OPCODE(143, OP_PUSH3, "push3", "aaa", MACRO, 0, 3, "", "push 3 global cells in operand order")
OPCODE(144, OP_PUSH3_S, "push3.s", "fff", MACRO, 0, 3, "", "push 3 frame cells in operand order")
OPCODE(145, OP_PUSH3_ADR, "push3.adr", "fff", MACRO, 0, 3, "", "push 3 frame addresses in operand order")
OPCODE(146, OP_PUSH4_C, "push4.c", "vvvv", MACRO, 0, 4, "", "push 4 constants in operand order")
OPCODE(147, OP_PUSH4, "push4", "aaaa", MACRO, 0, 4, "", "push 4 global cells in operand order")
OPCODE(148, OP_PUSH4_S, "push4.s", "ffff", MACRO, 0, 4, "", "push 4 frame cells in operand order")
OPCODE(149, OP_PUSH4_ADR, "push4.adr", "ffff", MACRO, 0, 4, "", "push 4 frame addresses in operand order")
OPCODE(150, OP_PUSH5_C, "push5.c", "vvvvv", MACRO, 0, 5, "", "push 5 constants in operand order")
OPCODE(151, OP_PUSH5, "push5", "aaaaa", MACRO, 0, 5, "", "push 5 global cells in operand order")
OPCODE(152, OP_PUSH5_S, "push5.s", "fffff", MACRO, 0, 5, "", "push 5 frame cells in operand order")
OPCODE(153, OP_PUSH5_ADR, "push5.adr", "fffff", MACRO, 0, 5, "", "push 5 frame addresses in operand order")
OPCODE(154, OP_LOAD_BOTH, "load.both", "aa", MACRO, 0, 0, "PA", "PRI = [first], ALT = [second]")
OPCODE(155, OP_LOAD_S_BOTH, "load.s.both", "ff", MACRO, 0, 0, "PA", "PRI = [FRM+first], ALT = [FRM+second]")
OPCODE(156, OP_CONST, "const", "av", MACRO, 0, 0, "M", "[address] = value")
OPCODE(157, OP_CONST_S, "const.s", "fv", MACRO, 0, 0, "M", "[FRM+offset] = value")
OPCODE(
    158, OP_ICALL, "icall", "o", CORE, 0, 1, "JPA",
    "push ((offset of next instruction << half cell bits) | current overlay); load overlay; CIP = its start")
OPCODE(159, OP_IRETN, "iretn", "", CORE, 0, STACK_VARIES, "J",
       "pop FRM; pop return word; STK += [STK]+cell; reload the overlay in the low half, continue at the "
       "offset in the high half")
OPCODE(160, OP_ISWITCH, "iswitch", "r", CORE, 0, 0, "pJ", "as switch, but the table holds overlay numbers")
OPCODE(161, OP_ICASETBL, "icasetbl", "O", CORE, 0, 0, "", "data for iswitch")
OPCODE(162, OP_LOAD_P_PRI, "load.p.pri", "a", PACKED, OP_LOAD_PRI, 0, "P",
       "same as load.pri, with the operand in the upper half of the cell")
OPCODE(163, OP_LOAD_P_ALT, "load.p.alt", "a", PACKED, OP_LOAD_ALT, 0, "A",
       "same as load.alt, with the operand in the upper half of the cell")
OPCODE(164, OP_LOAD_P_S_PRI, "load.p.s.pri", "f", PACKED, OP_LOAD_S_PRI, 0, "P",
       "same as load.s.pri, with the operand in the upper half of the cell")
OPCODE(165, OP_LOAD_P_S_ALT, "load.p.s.alt", "f", PACKED, OP_LOAD_S_ALT, 0, "A",
       "same as load.s.alt, with the operand in the upper half of the cell")
OPCODE(166, OP_LREF_P_PRI, "lref.p.pri", "a", PACKED, OP_LREF_PRI, 0, "P",
       "same as lref.pri, with the operand in the upper half of the cell")
OPCODE(167, OP_LREF_P_ALT, "lref.p.alt", "a", PACKED, OP_LREF_ALT, 0, "A",
       "same as lref.alt, with the operand in the upper half of the cell")
OPCODE(168, OP_LREF_P_S_PRI, "lref.p.s.pri", "f", PACKED, OP_LREF_S_PRI, 0, "P",
       "same as lref.s.pri, with the operand in the upper half of the cell")
OPCODE(169, OP_LREF_P_S_ALT, "lref.p.s.alt", "f", PACKED, OP_LREF_S_ALT, 0, "A",
       "same as lref.s.alt, with the operand in the upper half of the cell")
OPCODE(170, OP_LODB_P_I, "lodb.p.i", "w", PACKED, OP_LODB_I, 0, "pP",
       "same as lodb.i, with the operand in the upper half of the cell")
OPCODE(171, OP_CONST_P_PRI, "const.p.pri", "v", PACKED, OP_CONST_PRI, 0, "P",
       "same as const.pri, with the operand in the upper half of the cell")
OPCODE(172, OP_CONST_P_ALT, "const.p.alt", "v", PACKED, OP_CONST_ALT, 0, "A",
       "same as const.alt, with the operand in the upper half of the cell")
OPCODE(173, OP_ADDR_P_PRI, "addr.p.pri", "f", PACKED, OP_ADDR_PRI, 0, "P",
       "same as addr.pri, with the operand in the upper half of the cell")
OPCODE(174, OP_ADDR_P_ALT, "addr.p.alt", "f", PACKED, OP_ADDR_ALT, 0, "A",
       "same as addr.alt, with the operand in the upper half of the cell")
OPCODE(175, OP_STOR_P_PRI, "stor.p.pri", "a", PACKED, OP_STOR_PRI, 0, "pM",
       "same as stor.pri, with the operand in the upper half of the cell")
OPCODE(176, OP_STOR_P_ALT, "stor.p.alt", "a", PACKED, OP_STOR_ALT, 0, "aM",
       "same as stor.alt, with the operand in the upper half of the cell")
OPCODE(177, OP_STOR_P_S_PRI, "stor.p.s.pri", "f", PACKED, OP_STOR_S_PRI, 0, "pM",
       "same as stor.s.pri, with the operand in the upper half of the cell")
OPCODE(178, OP_STOR_P_S_ALT, "stor.p.s.alt", "f", PACKED, OP_STOR_S_ALT, 0, "aM",
       "same as stor.s.alt, with the operand in the upper half of the cell")
OPCODE(179, OP_SREF_P_PRI, "sref.p.pri", "a", PACKED, OP_SREF_PRI, 0, "pM",
       "same as sref.pri, with the operand in the upper half of the cell")
OPCODE(180, OP_SREF_P_ALT, "sref.p.alt", "a", PACKED, OP_SREF_ALT, 0, "aM",
       "same as sref.alt, with the operand in the upper half of the cell")
OPCODE(181, OP_SREF_P_S_PRI, "sref.p.s.pri", "f", PACKED, OP_SREF_S_PRI, 0, "pM",
       "same as sref.s.pri, with the operand in the upper half of the cell")
OPCODE(182, OP_SREF_P_S_ALT, "sref.p.s.alt", "f", PACKED, OP_SREF_S_ALT, 0, "aM",
       "same as sref.s.alt, with the operand in the upper half of the cell")
OPCODE(183, OP_STRB_P_I, "strb.p.i", "w", PACKED, OP_STRB_I, 0, "paM",
       "same as strb.i, with the operand in the upper half of the cell")
OPCODE(184, OP_LIDX_P_B, "lidx.p.b", "s", PACKED, OP_LIDX_B, 0, "paP",
       "same as lidx.b, with the operand in the upper half of the cell")
OPCODE(185, OP_IDXADDR_P_B, "idxaddr.p.b", "s", PACKED, OP_IDXADDR_B, 0, "paP",
       "same as idxaddr.b, with the operand in the upper half of the cell")
OPCODE(186, OP_ALIGN_P_PRI, "align.p.pri", "w", PACKED, OP_ALIGN_PRI, 0, "pP",
       "same as align.pri, with the operand in the upper half of the cell")
OPCODE(187, OP_ALIGN_P_ALT, "align.p.alt", "w", PACKED, OP_ALIGN_ALT, 0, "aA",
       "same as align.alt, with the operand in the upper half of the cell")
OPCODE(188, OP_PUSH_P_C, "push.p.c", "v", PACKED, OP_PUSH_C, 1, "",
       "same as push.c, with the operand in the upper half of the cell")
OPCODE(189, OP_PUSH_P, "push.p", "a", PACKED, OP_PUSH, 1, "",
       "same as push, with the operand in the upper half of the cell")
OPCODE(190, OP_PUSH_P_S, "push.p.s", "f", PACKED, OP_PUSH_S, 1, "",
       "same as push.s, with the operand in the upper half of the cell")
OPCODE(191, OP_STACK_P, "stack.p", "b", PACKED, OP_STACK, STACK_VARIES, "A",
       "same as stack, with the operand in the upper half of the cell")
OPCODE(192, OP_HEAP_P, "heap.p", "b", PACKED, OP_HEAP, 0, "A",
       "same as heap, with the operand in the upper half of the cell")
OPCODE(193, OP_SHL_P_C_PRI, "shl.p.c.pri", "v", PACKED, OP_SHL_C_PRI, 0, "pP",
       "same as shl.c.pri, with the operand in the upper half of the cell")
OPCODE(194, OP_SHL_P_C_ALT, "shl.p.c.alt", "v", PACKED, OP_SHL_C_ALT, 0, "aA",
       "same as shl.c.alt, with the operand in the upper half of the cell")
OPCODE(195, OP_SHR_P_C_PRI, "shr.p.c.pri", "v", PACKED, OP_SHR_C_PRI, 0, "pP",
       "same as shr.c.pri, with the operand in the upper half of the cell")
OPCODE(196, OP_SHR_P_C_ALT, "shr.p.c.alt", "v", PACKED, OP_SHR_C_ALT, 0, "aA",
       "same as shr.c.alt, with the operand in the upper half of the cell")
OPCODE(197, OP_ADD_P_C, "add.p.c", "v", PACKED, OP_ADD_C, 0, "pP",
       "same as add.c, with the operand in the upper half of the cell")
OPCODE(198, OP_SMUL_P_C, "smul.p.c", "v", PACKED, OP_SMUL_C, 0, "pP",
       "same as smul.c, with the operand in the upper half of the cell")
OPCODE(199, OP_ZERO_P, "zero.p", "a", PACKED, OP_ZERO, 0, "M",
       "same as zero, with the operand in the upper half of the cell")
OPCODE(200, OP_ZERO_P_S, "zero.p.s", "f", PACKED, OP_ZERO_S, 0, "M",
       "same as zero.s, with the operand in the upper half of the cell")
OPCODE(201, OP_EQ_P_C_PRI, "eq.p.c.pri", "v", PACKED, OP_EQ_C_PRI, 0, "pP",
       "same as eq.c.pri, with the operand in the upper half of the cell")
OPCODE(202, OP_EQ_P_C_ALT, "eq.p.c.alt", "v", PACKED, OP_EQ_C_ALT, 0, "aP",
       "same as eq.c.alt, with the operand in the upper half of the cell")
OPCODE(203, OP_INC_P, "inc.p", "a", PACKED, OP_INC, 0, "M",
       "same as inc, with the operand in the upper half of the cell")
OPCODE(204, OP_INC_P_S, "inc.p.s", "f", PACKED, OP_INC_S, 0, "M",
       "same as inc.s, with the operand in the upper half of the cell")
OPCODE(205, OP_DEC_P, "dec.p", "a", PACKED, OP_DEC, 0, "M",
       "same as dec, with the operand in the upper half of the cell")
OPCODE(206, OP_DEC_P_S, "dec.p.s", "f", PACKED, OP_DEC_S, 0, "M",
       "same as dec.s, with the operand in the upper half of the cell")
OPCODE(207, OP_MOVS_P, "movs.p", "b", PACKED, OP_MOVS, 0, "paM",
       "same as movs, with the operand in the upper half of the cell")
OPCODE(208, OP_CMPS_P, "cmps.p", "b", PACKED, OP_CMPS, 0, "paP",
       "same as cmps, with the operand in the upper half of the cell")
OPCODE(209, OP_FILL_P, "fill.p", "b", PACKED, OP_FILL, 0, "paM",
       "same as fill, with the operand in the upper half of the cell")
OPCODE(210, OP_HALT_P, "halt.p", "v", PACKED, OP_HALT, 0, "paJ",
       "same as halt, with the operand in the upper half of the cell")
OPCODE(211, OP_BOUNDS_P, "bounds.p", "v", PACKED, OP_BOUNDS, 0, "p",
       "same as bounds, with the operand in the upper half of the cell")
OPCODE(212, OP_PUSH_P_ADR, "push.p.adr", "f", PACKED, OP_PUSH_ADR, 1, "",
       "same as push.adr, with the operand in the upper half of the cell")
OPCODE(213, OP_SYSREQ_D, "sysreq.d", "n", INTERNAL, 0, 0, "P",
       "internal: sysreq.c after the native is found; never in a file")
OPCODE(214, OP_SYSREQ_ND, "sysreq.nd", "nb", INTERNAL, 0, 0, "P",
       "internal: sysreq.n after the native is found; never in a file")
