// The debug block, field by field, from bytes written here; then the debugger and the disassembler on a
// script compiled here.
#include "pawn/assemble.h"
#include "support/support.h"

#include "pawn/compiler/compiler.h"
#include "pawn/debug/debugger.h"
#include "pawn/debug/disasm.h"
#include "pawn/machine/amx.h"
#include "pawn/machine/dbg.h"

// Two files, three lines, a global array, a function with an argument, a tag, an automaton with a state.
#define BLOCK                                                                                                \
    "c0 00 00 00  f1 ef                       # size, mark: mended below\n"                                  \
    "0a 0a 00 00  02 00 03 00 03 00 02 00 01 00 02 00\n"                                                     \
    "00 00 00 00 6d 61 69 6e 2e 70 00         # 0: main.p\n"                                                 \
    "20 00 00 00 61 2e 69 6e 63 00            # 32: a.inc\n"                                                 \
    "08 00 00 00 04 00 00 00                  # 8: line 5\n"                                                 \
    "10 00 00 00 06 00 00 00                  # 16: line 7\n"                                                \
    "20 00 00 00 00 00 00 00                  # 32: line 1\n"                                                \
    "0c 00 00 00 00 00 08 00 00 00 20 00 00 00 01 01 00 00 6e 00           # local n\n"                      \
    "04 00 00 00 02 00 00 00 00 00 40 00 00 00 03 00 01 00 6c 69 73 74 00 00 00 05 00 00 00   # list[5]\n"   \
    "08 00 00 00 00 00 08 00 00 00 20 00 00 00 09 00 00 00 66 00           # function f\n"                   \
    "00 00 5f 00   02 00 46 6c 6f 61 74 00    # tags _, Float\n"                                             \
    "01 00 18 00 00 00 77 61 6c 6b 00         # automaton walk\n"                                            \
    "01 00 01 00 69 64 6c 65 00               # state idle\n"                                                \
    "02 00 01 00 72 75 6e 00                  # state run\n"

static struct bytes block(void) {
    struct bytes bytes = hex(BLOCK);
    uint8_t *copy = kept(bytes.len);
    memcpy(copy, bytes.at, bytes.len);
    copy[0] = (uint8_t)bytes.len, copy[4] = 0xef, copy[5] = 0xf1;
    return (struct bytes){copy, bytes.len};
}

static struct bytes file_with(struct bytes debug) {
    struct script script = {
        .code = "halt 0\n main: proc\n retn\n", .main = "main", .debug = debug.at, .debug_len = debug.len};
    return assemble(&script);
}

static void every_field_is_where_it_belongs(void **state) {
    struct bytes file = file_with(block());
    struct fault fault = {0};
    struct dbg dbg;
    if (dbg_open(&dbg, file.at, file.len, &fault)) fail_msg("%s", fault.said);
    uint32_t address;
    unsigned line;
    const char *name;
    assert_true(dbg_file_at(&dbg, 0, &address, &name) && address == 0 && !strcmp(name, "main.p"));
    assert_true(dbg_file_at(&dbg, 1, &address, &name) && address == 32 && !strcmp(name, "a.inc"));
    assert_false(dbg_file_at(&dbg, 2, &address, &name));
    assert_true(dbg_line_at(&dbg, 1, &address, &line) && address == 16 && line == 7);
    assert_false(dbg_line_at(&dbg, 3, &address, &line));

    struct dbg_symbol s;
    uint32_t at = 0;
    assert_true(dbg_symbol(&dbg, &at, &s));
    assert_string_equal(s.name, "n");
    assert_true(s.address == 12 && s.tag == 0 && s.start == 8 && s.end == 32 && s.ident == SYMBOL_VARIABLE &&
                s.class == SYMBOL_LOCAL && s.dimensions == 0);
    assert_true(dbg_symbol(&dbg, &at, &s));
    assert_string_equal(s.name, "list");
    assert_true(s.address == 4 && s.tag == 2 && s.ident == SYMBOL_ARRAY && s.class == SYMBOL_GLOBAL &&
                s.dimensions == 1 && s.dimension[0].size == 5 && s.dimension[0].tag == 0);
    assert_true(dbg_symbol(&dbg, &at, &s) && s.ident == SYMBOL_FUNCTION && s.address == 8);
    assert_false(dbg_symbol(&dbg, &at, &s));
    assert_string_equal(dbg_tag(&dbg, 2), "Float");
    assert_null(dbg_tag(&dbg, 3));
    struct dbg_state row;
    assert_true(dbg_automaton_at(&dbg, 0, &row) && row.automaton == 1 && row.address == 24 &&
                !strcmp(row.name, "walk"));
    assert_true(dbg_state_at(&dbg, 1, &row) && row.state == 2 && row.automaton == 1 &&
                !strcmp(row.name, "run"));
    assert_false(dbg_state_at(&dbg, 2, &row));

    assert_true(dbg_line(&dbg, 12, &name, &line) && line == 5 && !strcmp(name, "main.p"));
    assert_true(dbg_line(&dbg, 40, &name, &line) && line == 1 && !strcmp(name, "a.inc"));
    assert_false(dbg_line(&dbg, 4, &name, &line));
    assert_string_equal(dbg_function(&dbg, 8), "f");
    assert_null(dbg_function(&dbg, 32));
    assert_true(dbg_address(&dbg, NULL, 6, &address) && address == 16); // the next line that has code
    assert_true(dbg_address(&dbg, "a.inc", 1, &address) && address == 32);
    assert_false(dbg_address(&dbg, "b.inc", 1, &address));
    assert_false(dbg_address(&dbg, NULL, 99, &address));
    assert_true(dbg_function_address(&dbg, "f", &address) && address == 8);
    assert_true(dbg_find(&dbg, "n", 16, &s) && s.class == SYMBOL_LOCAL);
    assert_false(dbg_find(&dbg, "n", 40, &s));
    assert_true(dbg_find(&dbg, "list", 40, &s));
}

static void a_block_that_is_cut_or_lies_is_refused(void **state) {
    struct bytes whole = block();
    struct dbg dbg;
    for (size_t len = 0; len < whole.len; len++) {
        uint8_t *copy = malloc(whole.len);
        memcpy(copy, whole.at, whole.len);
        struct bytes file = file_with((struct bytes){copy, len});
        struct fault fault = {0};
        assert_int_not_equal(dbg_open(&dbg, file.at, file.len, &fault), ERR_NONE);
        assert_true(fault.said[0]);
        if (len >= 22) { // a size that agrees with what is there
            copy[0] = (uint8_t)len;
            file = file_with((struct bytes){copy, len});
            assert_int_not_equal(dbg_open(&dbg, file.at, file.len, NULL), ERR_NONE);
        }
        free(copy);
    }
    struct script without = {.code = "halt 0\n"};
    struct bytes file = assemble(&without);
    assert_int_equal(dbg_open(&dbg, file.at, file.len, NULL), ERR_MISSING);
}

// ---- with a script ----------------------------------------------------------------------------------------

static const char SOURCE[] = "new total = 5\n" // 1
                             "new table[2][3] = { {1, 2, 3}, {4, 5, 6} }\n"
                             "add(a, const name[])\n" // 3
                             "    {\n"
                             "    new twice = 2 * a\n"              // 5
                             "    total += twice + name[0] - 'x'\n" // 6
                             "    return total\n"                   // 7
                             "    }\n"
                             "main()\n" // 9
                             "    {\n"
                             "    new bool: yes = true\n"        // 11
                             "    for (new i = 0; i < 3; i++)\n" // 12
                             "        add(i, \"xyz\")\n"         // 13
                             "    return table[1][2] + yes\n"    // 14
                             "    }\n";

static enum err read_source(void *user, const char *path, struct buf *out) {
    if (strcmp(path, "script.p")) return ERR_MISSING;
    buf_text(out, SOURCE);
    return out->err;
}

static struct buf compile(int overlays) {
    struct pawn_config config;
    pawn_defaults(&config);
    config.sources[config.source_count++] = "script.p";
    config.read = read_source, config.debug = 2, config.optimize = 1, config.overlays = overlays;
    config.compact = false;
    struct pawn_result result = {0};
    struct fault fault = {0};
    if (pawn_compile(&config, &result, &fault)) fail_msg("%s", fault.said);
    return result.image;
}

struct session {
    const char *const *commands;
    struct buf out;
};
static void ask(void *user, struct debugger *debugger) {
    struct session *session = user;
    debugger_command(debugger, "where", &session->out);
    while (!debugger_command(debugger, *session->commands ? *session->commands++ : "quit", &session->out)) {
    }
}

static void debug(int overlays, const char *const *commands, const char *expected) {
    struct buf file = compile(overlays);
    struct session session = {commands, {0}};
    struct fault fault = {0};
    struct debugger *debugger = debugger_new(file.at, file.len, ask, &session, &fault);
    if (!debugger) fail_msg("%s", fault.said);
    debugger_source(debugger, SOURCE);
    struct amx_config config;
    amx_defaults(&config);
    config.hook = debugger_hook, config.hook_user = debugger;
    struct amx *amx = amx_new(&config, file.at, file.len, &fault);
    if (!amx) fail_msg("%s", fault.said);
    int32_t value;
    enum halt end = amx_call(amx, "main", NULL, 0, &value);
    if (!end) buf_printf(&session.out, "returned %d\n", value);
    if (strcmp((char *)session.out.at, expected))
        fail_msg("got:\n%s\nexpected:\n%s", (char *)session.out.at, expected);
    amx_free(amx);
    debugger_free(debugger);
    buf_free(&session.out);
    buf_free(&file);
}

static void the_debugger_stops_steps_and_shows(void **state) {
    static const char *const commands[] = {
        "break add",  "b 14",      "breaks",  "c",          "print name",
        "p a",        "n",         "n",       "p twice",    "bt",
        "frame 1",    "locals",    "out",     "delete 1",   "set total = 100",
        "p total",    "c",         "p table", "p table[1]", "p table[1][0]",
        "p table[2]", "p nothing", "brake",   "c",          NULL};
    for (int overlays = 0; overlays < 2; overlays++)
        debug(overlays, commands,
              "main() at script.p:9\n    9  main()\n"
              "breakpoint 1: script.p:3 in add\n"
              "breakpoint 2: script.p:14 in main\n"
              "breakpoint 1: script.p:3 in add\nbreakpoint 2: script.p:14 in main\n"
              "add(a=0, name=\"xyz\") at script.p:3\n    3  add(a, const name[])\n"
              "name = \"xyz\"\na = 0\n"
              "add(a=0, name=\"xyz\") at script.p:5\n    5      new twice = 2 * a\n"
              "add(a=0, name=\"xyz\") at script.p:6\n    6      total += twice + name[0] - 'x'\n"
              "twice = 0\n"
              "*#0  add(a=0, name=\"xyz\") at script.p:6\n #1  main() at script.p:13\n"
              "main() at script.p:13\n   13          add(i, \"xyz\")\n"
              "i = 0\nyes = true\n"
              "main() at script.p:12\n   12      for (new i = 0; i < 3; i++)\n"
              "total = 100\n"
              "main() at script.p:14\n   14      return table[1][2] + yes\n"
              "table = {{1, 2, 3}, {4, 5, 6}}\ntable[1] = {4, 5, 6}\ntable[1][0] = 4\n"
              "index 2 is outside `table`\nnothing is called `nothing` here\n"
              "no command `brake`; did you mean `break`?\n"
              "returned 7\n");
}

static void the_disassembler_names_what_it_shows(void **state) {
    struct buf file = compile(0), out = {0};
    assert_int_equal(
        disasm(file.at, file.len, (struct disasm_wishes){.source = SOURCE, .data = true}, &out, NULL),
        ERR_NONE);
    static const char *const words[] = {
        "; file version 10", "\nadd:\n",
        "\nmain:\n",         "; script.p:6      total += twice + name[0] - 'x'\n",
        "load.s.pri  12\n",  "call        l.",
        "\n; data\n",        "00000000  halt        0\n"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strstr((char *)out.at, words[i])) fail_msg("no \"%s\" in:\n%s", words[i], (char *)out.at);
    assert_null(strstr((char *)out.at, "does not pass"));
    buf_clear(&out);
    file.at[file.at[12]] = 0xff; // no instruction
    assert_int_equal(disasm(file.at, file.len, (struct disasm_wishes){0}, &out, NULL), ERR_NONE);
    assert_non_null(
        strstr((char *)out.at, "does not pass verification: code at 00000000: 000000ff is no instruction"));
    buf_free(&file);
    buf_free(&out);
}

TESTS(cmocka_unit_test(the_disassembler_names_what_it_shows),
      cmocka_unit_test(every_field_is_where_it_belongs),
      cmocka_unit_test(a_block_that_is_cut_or_lies_is_refused),
      cmocka_unit_test(the_debugger_stops_steps_and_shows))
