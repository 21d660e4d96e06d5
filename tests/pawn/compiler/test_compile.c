// The compiler by what it does: programs/ holds scripts that say in their first lines which messages they
// raise and what they print.
//
//     // options: -V2048 -d2
//     // says: 017@5 203@4-6          numbers and lines, in order
//     // prints: hello\n!2            what the machine prints; !2: it ends with halt 2
#include "support/support.h"

#include "base/hash.h"
#include "base/maths/chance.h"
#include "base/system/file.h"
#include "base/text.h"
#include "pawn/compiler/compiler.h"
#include "pawn/machine/amx.h"
#include "pawn/machine/file.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { TEXT_MAX = 1 << 16 };

struct heard {
    struct buf said; // "017@5 203@4-6"
    struct buf lines;
    struct pawn_sizes sizes;
};

static void hear(void *user, const struct pawn_message *message) {
    struct heard *heard = user;
    if (heard->said.len) buf_text(&heard->said, " ");
    buf_printf(&heard->said, "%03d@", message->number);
    if (message->first) buf_printf(&heard->said, "%d-", message->first);
    buf_printf(&heard->said, "%d", message->line);
    pawn_message_line(message, &heard->lines);
    buf_text(&heard->lines, "\n");
}

static void hear_sizes(void *user, const struct pawn_sizes *sizes, unsigned errors, unsigned warnings) {
    ((struct heard *)user)->sizes = *sizes;
}

static const char *text(const struct buf *buf) { return buf->at ? (const char *)buf->at : ""; }

static void forget(struct heard *heard, struct pawn_result *result) {
    buf_free(&heard->said);
    buf_free(&heard->lines);
    pawn_result_free(result);
}

// ---- sources in memory

struct memory_file {
    const char *path, *text;
};
struct memory {
    struct heard heard; // first: messages are heard through the same pointer
    const struct memory_file *files;
    size_t count;
};

static enum err read_memory(void *user, const char *path, struct buf *out) {
    const struct memory *memory = user;
    for (size_t i = 0; i < memory->count; i++) {
        if (strcmp(memory->files[i].path, path) != 0) continue;
        buf_text(out, memory->files[i].text);
        return out->err;
    }
    return ERR_MISSING;
}

static enum err compile_files(struct memory *memory, const struct memory_file *files, size_t count,
                              struct pawn_config *config, struct pawn_result *result, struct fault *fault) {
    *memory = (struct memory){.files = files, .count = count};
    config->sources[0] = files[0].path;
    config->source_count = 1;
    config->read = read_memory;
    config->say = hear;
    config->sized = hear_sizes;
    config->user = memory;
    return pawn_compile(config, result, fault);
}

static enum err compile_text(struct memory *memory, const char *source, struct pawn_result *result) {
    static struct memory_file file = {"t.p", NULL};
    struct pawn_config config;
    file.text = source;
    pawn_defaults(&config);
    return compile_files(memory, &file, 1, &config, result, NULL);
}

static void assert_says(const char *source, const char *expected) {
    struct memory memory;
    struct pawn_result result;
    compile_text(&memory, source, &result);
    assert_string_equal(text(&memory.heard.said), expected);
    forget(&memory.heard, &result);
}

// ---- running

static void put_text(void *user, const char *bytes, size_t len) { buf_bytes(user, bytes, len); }

static void run_script(const struct buf *image, size_t pool_size, struct buf *out) {
    struct amx_config config;
    struct fault fault = {0};
    amx_defaults(&config);
    config.libraries = AMX_STANDARD;
    config.library_count = AMX_STANDARD_COUNT;
    config.natives_missing_ok = true;
    config.console.put = put_text;
    config.console.user = out;
    struct amx_pool *pool = pool_size ? amx_pool_new(pool_size) : NULL;
    config.pool = pool;
    struct amx *script = amx_new(&config, image->at, image->len, &fault);
    if (!script) fail_msg("not a script: %s", fault.said);
    if (amx_find(script, "main") == AMX_MAIN) {
        int32_t value;
        enum halt end = amx_call(script, "main", NULL, 0, &value);
        if (end) buf_printf(out, "!%d", end);
    }
    amx_free(script);
    amx_pool_free(pool);
}

// ---- programs

static bool header_line(const char *program, const char *key, char *out) {
    const char *at = strstr(program, key), *end;
    if (!at) return false;
    at += strlen(key);
    while (*at == ' ') at++;
    end = strchr(at, '\n');
    size_t len = 0;
    for (; at < end && len < TEXT_MAX - 1; at++) {
        if (at[0] == '\\' && at[1] == 'n')
            out[len++] = '\n', at++;
        else if (at[0] == '\\' && at[1] == '\\')
            out[len++] = '\\', at++;
        else
            out[len++] = *at;
    }
    out[len] = 0;
    return true;
}

static size_t split(char *line, char **words, size_t room) {
    size_t count = 0;
    for (char *word = strtok(line, " "); word && count < room; word = strtok(NULL, " "))
        words[count++] = word;
    return count;
}

static char expected_says[TEXT_MAX], expected_prints[TEXT_MAX], options_line[TEXT_MAX];

static enum err compile_program(const char *path, const char *program, const char *more, struct heard *heard,
                                struct pawn_result *result) {
    static struct pawn_options options;
    char *words[40];
    *heard = (struct heard){0};
    pawn_options_init(&options);
    assert_true(header_line(program, "// options:", options_line));
    strcat(strcat(options_line, " -p "), more);
    size_t count = split(options_line, words, 39);
    words[count++] = (char *)(uintptr_t)path;
    struct fault fault = {0};
    if (pawn_options_parse(&options, (int)count, words, &fault)) fail_msg("%s: %s", path, fault.said);
    options.config.say = hear;
    options.config.sized = hear_sizes;
    options.config.user = heard;
    enum err err = pawn_compile(&options.config, result, NULL);
    pawn_options_free(&options);
    return err;
}

static unsigned programs, runs;

static void check_program(const char *path, const char *program) {
    struct heard heard;
    struct pawn_result result;
    assert_true(header_line(program, "// says:", expected_says));
    assert_true(header_line(program, "// prints:", expected_prints));
    enum err err = compile_program(path, program, "", &heard, &result);
    if (strcmp(text(&heard.said), expected_says) != 0)
        fail_msg("%s\n  expected %s\n  said     %s\n%s", path, expected_says, text(&heard.said),
                 text(&heard.lines));
    if (!err && expected_prints[0]) {
        struct buf out = {0};
        run_script(&result.image, 0, &out);
        if (strcmp(text(&out), expected_prints) != 0)
            fail_msg("%s\n  expected %s\n  printed  %s", path, expected_prints, text(&out));
        buf_free(&out);
    }
    forget(&heard, &result);
    programs++;
}

// However it is compiled, it does the same.
static void check_variants(const char *path, const char *program) {
    static const char *const VARIANTS[] = {"-O0 -C-", "-O0",        "-O1",    "-O2",        "-O2 -C-",
                                           "-d2 -O2", "-V8192 -O2", "-V -O0", "-V -d2 -O1", "-A16"};
    if (!header_line(program, "// prints:", expected_prints) || !expected_prints[0]) return;
    for (size_t i = 0; i < sizeof VARIANTS / sizeof *VARIANTS; i++) {
        struct heard heard;
        struct pawn_result result;
        if (compile_program(path, program, VARIANTS[i], &heard, &result))
            fail_msg("%s %s: %s", path, VARIANTS[i], text(&heard.lines));
        struct buf out = {0};
        run_script(&result.image, 8192, &out);
        if (strcmp(text(&out), expected_prints) != 0)
            fail_msg("%s with %s\n  expected %s\n  printed  %s", path, VARIANTS[i], expected_prints,
                     text(&out));
        buf_free(&out);
        forget(&heard, &result);
        runs++;
    }
}

static void (*check)(const char *path, const char *program);

static enum err visit(void *user, const char *path, const char *relative, struct fault *fault) {
    struct buf program = {0};
    if (strcmp(path_extension(path), ".p") != 0) return ERR_NONE;
    enum err err = file_read(path, TEXT_MAX, &program, fault);
    if (err) return err;
    check(path, text(&program));
    buf_free(&program);
    return ERR_NONE;
}

static void walk_programs(void (*with)(const char *path, const char *program)) {
    char folder[1024];
    struct fault fault = {0};
    snprintf(folder, sizeof folder, "%s/tests/pawn/programs", getenv("SOURCE"));
    check = with;
    if (folder_walk(folder, visit, NULL, &fault)) fail_msg("%s", fault.said);
}

static void programs_say_and_print_what_they_promise(void **state) {
    walk_programs(check_program);
    assert_true(programs >= 150);
}

static void programs_do_the_same_however_they_are_compiled(void **state) {
    walk_programs(check_variants);
    assert_true(runs >= 500);
}

// Every message that can come up comes up in some program.
static char seen[300];
static void collect(const char *path, const char *program) {
    header_line(program, "// says:", expected_says);
    for (char *word = strtok(expected_says, " "); word; word = strtok(NULL, " ")) seen[atoi(word)] = 1;
}

static void every_message_is_shown_by_a_program(void **state) {
    // Those that never come up, there as here (docs/pawn.md says why); 45, 77, 103 and 232 are tested below,
    // 101 with the program.
    static const int NEVER[] = {11, 81, 104, 105, 109, 210, 214, 45, 77, 103, 232, 101};
    walk_programs(collect);
    for (size_t i = 0; i < sizeof NEVER / sizeof *NEVER; i++) seen[NEVER[i]] = 1;
    for (int number = 1; number < 300; number++) {
        if (pawn_message_text(number) && !seen[number])
            fail_msg("no program raises %03d: %s", number, pawn_message_text(number));
        if (!pawn_message_text(number) && seen[number]) fail_msg("%03d has no words", number);
    }
}

// ---- the record: what comes of each program, to the byte

static struct buf record;

static void sum_of(const char *name, const struct buf *bytes) {
    if (bytes->len)
        buf_printf(&record, "  %s %zu %016llx", name, bytes->len,
                   (unsigned long long)hash64(0, bytes->at, bytes->len));
}

static void record_program(const char *path, const char *program) {
    static const char *const VARIANTS[] = {"", "-d2 -O0", "-O2 -C- -d0", "-V -d2", "-a", "-l", "-rreport"};
    const char *name = path_name(path);
    buf_printf(&record, "%s\n", name);
    for (size_t i = 0; i < sizeof VARIANTS / sizeof *VARIANTS; i++) {
        struct heard heard;
        struct pawn_result result;
        compile_program(name, program, VARIANTS[i], &heard, &result);
        if (i == 0) {
            const struct pawn_sizes *s = &heard.sizes;
            buf_text(&record, text(&heard.lines));
            buf_printf(&record, "  sizes %u %u %u %u, %u %u, %u %u, %u%s%s%s\n", s->header, s->code, s->data,
                       s->stack, s->overlay_limit, s->largest_overlay, s->total, s->apart, s->estimate,
                       s->recursive ? " recursive" : "", s->sleeps ? " sleeps" : "",
                       s->exceeded ? " exceeded" : "");
        }
        buf_printf(&record, " %s%s", VARIANTS[i], i == 0 ? "as it says" : "");
        sum_of("script", &result.image), sum_of("text", &result.text), sum_of("report", &result.report);
        buf_text(&record, "\n");
        forget(&heard, &result);
    }
}

// Words that went, came twice, or changed places: what is said of such a program, and what becomes of it.
enum { SLIPS = 40, WORDS_MAX = 2000 };

static size_t words_of(const char *program, struct text words[WORDS_MAX]) {
    size_t count = 0;
    for (const char *at = program; *at && count < WORDS_MAX;) {
        size_t len = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@");
        if (!len) len = strspn(at, " \t");
        words[count++] = (struct text){at, len ? len : 1};
        at += len ? len : 1;
    }
    return count;
}

static void record_slips(const char *path, const char *program) {
    static struct text words[WORDS_MAX];
    const char *body = strstr(program, "// prints:");
    body = body ? strchr(body, '\n') : program;
    size_t count = words_of(body, words);
    struct chance dice = chance_of(2026, chance_stream(path_name(path)), 0);
    uint64_t sum = 0, said = 0;
    for (int i = 0; i < SLIPS && count > 4; i++) {
        size_t at = chance_below(&dice, (uint32_t)count - 1),
               other = chance_below(&dice, (uint32_t)count - 1);
        struct buf source = {0};
        for (size_t k = 0; k < count; k++) {
            struct text word = words[k == at && i % 4 >= 2 ? other : k == other && i % 4 == 3 ? at : k];
            if (k == at && i % 4 == 0) continue;
            buf_bytes(&source, word.at, word.len);
            if (k == at && i % 4 == 1) buf_text(&source, " "), buf_bytes(&source, word.at, word.len);
        }
        struct memory memory;
        struct pawn_result result;
        compile_text(&memory, text(&source), &result);
        sum = hash64(sum, result.image.at, result.image.len);
        said = hash64(said, memory.heard.lines.at, memory.heard.lines.len);
        forget(&memory.heard, &result);
        buf_free(&source);
    }
    buf_printf(&record, "%s %016llx %016llx\n", path_name(path), (unsigned long long)said,
               (unsigned long long)sum);
}

static void slips_of_the_pen_are_told_as_recorded(void **state) {
    record = (struct buf){0};
    walk_programs(record_slips);
    assert_golden("pawn/compiler/slips.golden", record.at, record.len);
    buf_free(&record);
}

// In their folder: reports and debug data name a source by its path.
static void programs_become_what_is_recorded(void **state) {
    char folder[1024], before[1024];
    snprintf(folder, sizeof folder, "%s/tests/pawn/programs", getenv("SOURCE"));
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(folder), 0);
    for (int number = 1; number < 300; number++)
        if (pawn_message_text(number)) buf_printf(&record, "%03d %s\n", number, pawn_message_text(number));
    walk_programs(record_program);
    assert_int_equal(chdir(before), 0);
    assert_golden("pawn/compiler/programs.golden", record.at, record.len);
    buf_free(&record);
}

// ---- single facts

static void the_form_of_a_message_is_the_toolkits(void **state) {
    struct memory memory;
    struct pawn_result result;
    assert_int_equal(
        compile_text(&memory, "main() {\n    new a = b\n    return a +\n        c\n}\n", &result),
        ERR_SYNTAX);
    assert_string_equal(text(&memory.heard.lines), "t.p(2) : error 017: unknown symbol \"b\"\n"
                                                   "t.p(3 -- 4) : error 017: unknown symbol \"c\"\n");
    assert_int_equal(result.errors, 2);
    forget(&memory.heard, &result);
}

// A token that is not what was expected is shown as it is written, or as its kind.
static void tokens_have_names(void **state) {
    static const char *const FOUND[][2] = {{"5", "-integer value-"},
                                           {"\"s\"", "-string-"},
                                           {"lab:", "-label-"},
                                           {"x", "-identifier-"},
                                           {"}", "}"},
                                           {"<<=", "<<="},
                                           {">>>=", ">>>="},
                                           {"*=", "*="},
                                           {"::", "::"},
                                           {"..", ".."},
                                           {"...", "..."},
                                           {"&&", "&&"},
                                           {"assert", "assert"},
                                           {"return", "return"},
                                           {"sizeof", "sizeof"},
                                           {"", "-end of file-"}};
    for (size_t i = 0; i < sizeof FOUND / sizeof *FOUND; i++) {
        char source[80], wanted[160];
        struct memory memory;
        struct pawn_result result;
        snprintf(source, sizeof source, "main() { do {} %s", FOUND[i][0]);
        snprintf(wanted, sizeof wanted, "expected \"while\" here, found \"%s\"\n", FOUND[i][1]);
        assert_int_equal(compile_text(&memory, source, &result), ERR_SYNTAX);
        if (!strstr(text(&memory.heard.lines), wanted))
            fail_msg("%s\n%s instead of %s", source, text(&memory.heard.lines), wanted);
        forget(&memory.heard, &result);
    }
}

static void a_report_names_its_source(void **state) {
    static const struct memory_file file = {"some/where/t.p", "/** all is said */\nmain() return 1\n"};
    struct memory memory;
    struct pawn_config config;
    struct pawn_result result;
    pawn_defaults(&config);
    config.report = true;
    assert_int_equal(compile_files(&memory, &file, 1, &config, &result, NULL), ERR_NONE);
    static const char BEGIN[] = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n"
                                "<doc source=\"some/where/t.p\">\n"
                                "\t<assembly>\n\t\t<name>t.p</name>\n\t</assembly>\n";
    assert_true(result.report.len > sizeof BEGIN);
    assert_memory_equal(result.report.at, BEGIN, sizeof BEGIN - 1);
    static const char END[] = "\t</members>\n</doc>\n";
    assert_memory_equal(result.report.at + result.report.len - (sizeof END - 1), END, sizeof END - 1);
    forget(&memory.heard, &result);
}

// What stands behind the name of a file is named, and left out.
static void behind_an_include_stands_nothing(void **state) {
    static const struct memory_file files[] = {{"t.p", "#include \"a.inc\" new y\nmain() return a()\n"},
                                               {"a.inc", "a() return 1\n"}};
    struct memory memory;
    struct pawn_config config;
    struct pawn_result result;
    pawn_defaults(&config);
    assert_int_equal(compile_files(&memory, files, 2, &config, &result, NULL), ERR_SYNTAX);
    assert_string_equal(text(&memory.heard.said), "038@1");
    forget(&memory.heard, &result);
}

static void the_fault_names_the_first_error(void **state) {
    static const struct memory_file file = {"t.p", "main() return nothing_known\n"};
    struct memory memory;
    struct pawn_config config;
    struct pawn_result result;
    struct fault fault = {0};
    pawn_defaults(&config);
    assert_int_equal(compile_files(&memory, &file, 1, &config, &result, &fault), ERR_SYNTAX);
    assert_int_equal(fault.line, 1);
    assert_int_equal(fault.column, 15);
    assert_string_equal(fault.file, "t.p");
    forget(&memory.heard, &result);
}

// A handler of events with a 32-cell text: 32 locals, a frame, four arguments and their count; one cell of
// guard; the most arguments of a public function and their count.
static void the_stack_of_an_event_handler_is_estimated_at_43_cells(void **state) {
    static const struct memory_file file = {"sensors.p",
                                            "native show(const format[], {_, Float}: ...)\n"
                                            "native name_of(sensor, name[], size = sizeof name)\n"
                                            "forward public init()\n"
                                            "forward public on_sensor(time, sensor, value)\n"
                                            "forward public close()\n"
                                            "public init() {}\n"
                                            "public on_sensor(time, sensor, value) {\n"
                                            "    new name[32]\n"
                                            "    name_of(sensor, name)\n"
                                            "    show(\"sensor %s (%d) is %d\", name, sensor, value)\n"
                                            "    switch (sensor) {\n"
                                            "    }\n"
                                            "    return 1\n"
                                            "}\n"
                                            "public close() {}\n"};
    struct memory memory;
    struct pawn_config config;
    struct pawn_result result;
    pawn_defaults(&config);
    config.overlays = 2048;
    config.optimize = 2;
    config.stack = 64;
    assert_int_equal(compile_files(&memory, &file, 1, &config, &result, NULL), ERR_NONE);
    assert_int_equal(memory.heard.sizes.estimate, 43);
    assert_int_equal(memory.heard.sizes.stack, 256);
    assert_int_equal(memory.heard.sizes.overlay_limit, 2048);
    forget(&memory.heard, &result);
}

static void included_files_are_found_beside_and_along_the_path(void **state) {
    static const struct memory_file files[] = {
        {"src/main.p",
         "#include \"near\"\n#include <far>\n#include \"near\"\nmain() return near() + far()\n"},
        {"src/near.inc", "near() return 1\n#include \"deep/one.inc\"\n"},
        {"src/deep/one.inc", "#include \"two.inc\"\n"},
        {"src/deep/two.inc", "stock two() return 2\n"},
        {"lib/far.inc", "far() return 3\n"},
    };
    struct memory memory;
    struct pawn_config config;
    struct pawn_result result;
    pawn_defaults(&config);
    config.includes[config.include_count++] = "lib";
    compile_files(&memory, files, 5, &config, &result, NULL);
    assert_string_equal(text(&memory.heard.lines), "");
    forget(&memory.heard, &result);
}

static void files_that_include_each_other_end(void **state) {
    static const struct memory_file files[] = {{"a.p", "#include \"b.inc\"\nmain() return 0\n"},
                                               {"b.inc", "#include \"c.inc\"\n"},
                                               {"c.inc", "#include \"b.inc\"\n"}};
    struct memory memory;
    struct pawn_config config;
    struct pawn_result result;
    pawn_defaults(&config);
    compile_files(&memory, files, 3, &config, &result, NULL);
    assert_int_equal(result.errors, 0); // each is read once
    forget(&memory.heard, &result);

    static const struct memory_file insist[] = {{"a.p", "#include \"b.inc\"\nmain() return 0\n"},
                                                {"b.inc", "#undef _inc_b_inc\n#include \"b.inc\"\n"}};
    compile_files(&memory, insist, 2, &config, &result, NULL);
    assert_int_equal(result.errors, 1);
    assert_non_null(strstr(text(&memory.heard.lines), "fatal error 102"));
    forget(&memory.heard, &result);
}

static char *repeated(const char *head, const char *part, size_t times, const char *tail) {
    size_t len = strlen(part);
    char *all = malloc(strlen(head) + len * times + strlen(tail) + 1), *at = all;
    at += sprintf(at, "%s", head);
    for (size_t i = 0; i < times; i++, at += len) memcpy(at, part, len);
    strcpy(at, tail);
    return all;
}

static void check_monster(const char *head, const char *part, size_t times, const char *tail, int number) {
    char *source = repeated(head, part, times, tail), wanted[8];
    struct memory memory;
    struct pawn_result result;
    assert_int_not_equal(compile_text(&memory, source, &result), ERR_NONE);
    snprintf(wanted, sizeof wanted, "%03d@", number);
    if (!strstr(text(&memory.heard.said), wanted))
        fail_msg("expected %s, said %.200s", wanted, text(&memory.heard.said));
    forget(&memory.heard, &result);
    free(source);
}

static void monsters_get_an_error_and_a_place(void **state) {
    check_monster("main() return 1 + ", "1 + ", 3000000, "1\n", 75);
    check_monster("main() {\n", "{\n", 10000, "\n}", 102);
    check_monster("main() {\n", "if (f())\n", 10000, "return 1\n}", 102);
    check_monster("main() return ", "(\n", 10000, "\n", 102);
    check_monster("main() return ", "-\n", 10000, "1\n", 102);
    check_monster("main() return 1\n", " ? 1\n", 10000, "\n", 102);
    check_monster("main() { new a\n a = ", "a =\n", 10000, "1\n}\n", 102);
    check_monster("f(n) return n\nmain() return ", "f(\n", 10000, "1)\n", 102);
    check_monster("", "#if 1\n", 10000, "", 102);
    check_monster("#define A(%0) A(%0 %0)\nmain() return A(1)\n", "", 0, "", 75);
    check_monster("#define A A\nmain() return A\n", "", 0, "", 75);
    check_monster("new a[4000][4000][4000]\nmain() return a[0][0][0]\n", "", 0, "", 9);
    check_monster("main() {\n switch (main()) { case 0 .. cellmax: return 1 }\n return 0\n}\n", "", 0, "",
                  102);
    char many[4000] = "f(";
    for (int i = 0; i < 200; i++) sprintf(many + strlen(many), "a%d,\n", i);
    check_monster(many, "", 0, "b) return b\nmain() return 0\n", 45);
    check_monster("/*", "x\n", 100000, "", 1);
    check_monster("f(const s[]) return s[0]\nmain() f(\"", "x", 1000, "\n", 37);
}

static void a_byte_order_mark_promises_utf8(void **state) {
    assert_says("\xef\xbb\xbfmain() return 0\n", "");
    // A file that breaks its promise.
    static const struct memory_file files[] = {{"t.p", "#include \"u.inc\"\nmain() return u()\n"},
                                               {"u.inc", "\xef\xbb\xbfu() return '\xff'\n"}};
    struct memory memory;
    struct pawn_config config;
    struct pawn_result result;
    pawn_defaults(&config);
    compile_files(&memory, files, 2, &config, &result, NULL);
    assert_string_equal(text(&memory.heard.said), "077@1");
    forget(&memory.heard, &result);
}

static int32_t value_of_main(const struct pawn_result *result) {
    struct amx_config machine;
    int32_t value = 0;
    amx_defaults(&machine);
    struct amx *script = amx_new(&machine, result->image.at, result->image.len, NULL);
    assert_non_null(script);
    assert_int_equal(amx_call(script, "main", NULL, 0, &value), HALT_NONE);
    amx_free(script);
    return value;
}

static void a_code_page_translates_what_is_not_utf8(void **state) {
    static const struct memory_file files[] = {
        {"t.p", "main() return '\x80"
                "A' + '\x90'\n"},
        {"./cp77.txt",
         "# a lead byte, a pair and a single one\n0x80\n0x8041 0x4e00\n0x41 0x41\n0x90 0x0391\n"}};
    struct memory memory;
    struct pawn_config config;
    struct pawn_result result;
    pawn_defaults(&config);
    config.codepage = "77";
    assert_int_equal(compile_files(&memory, files, 2, &config, &result, NULL), ERR_NONE);
    assert_int_equal(value_of_main(&result), 0x4e00 + 0x391);
    forget(&memory.heard, &result);
}

static void a_compact_file_that_would_be_larger_is_plain(void **state) {
    char *source = repeated("main() return a[0]\nnew a[] = {", "0x12345678 + 0,\n", 400, "1 }\n");
    char *sorted = repeated("new a[] = {", "0x72345678,\n", 400, "1 }\nmain() return a[0]\n");
    struct memory memory;
    struct pawn_result result;
    assert_int_equal(compile_text(&memory, sorted, &result), ERR_NONE);
    assert_string_equal(text(&memory.heard.said), "232@403");
    assert_int_equal(result.image.at[8] & AMX_COMPACT, 0);
    forget(&memory.heard, &result);
    free(source);
    free(sorted);
}

static void memory_has_a_limit(void **state) {
    char *source = repeated("main() {\n", "new a; a = 1;\n", 1, "}\n"),
         *big = repeated("new a[] = {", "1,\n", 300000, "1}\nmain() return a[0]\n");
    static struct memory_file file = {"t.p", NULL};
    struct memory memory;
    struct pawn_config config;
    struct pawn_result result;
    pawn_defaults(&config);
    config.memory_limit = 1 << 20;
    file.text = big;
    assert_int_not_equal(compile_files(&memory, &file, 1, &config, &result, NULL), ERR_NONE);
    assert_non_null(strstr(text(&memory.heard.said), "103@"));
    forget(&memory.heard, &result);
    free(source);
    free(big);
}

static const char CROWD[] = "enum { a, b, c }\n"
                            "#define twice(%0) ((%0) * 2)\n"
                            "main() {\n"
                            "    new x = twice(b + c)\n"
                            "    state one\n"
                            "    return f(x, .more = 3)\n"
                            "}\n"
                            "f(n, more = 2) <one> return n + more\n"
                            "f(n, more = 2) <> return n\n";

static void *compile_crowd(void *user) {
    struct buf *out = user;
    for (int i = 0; i < 50; i++) {
        static const struct memory_file file = {"t.p", CROWD};
        struct memory memory;
        struct pawn_config config;
        struct pawn_result result;
        pawn_defaults(&config);
        config.optimize = 2;
        compile_files(&memory, &file, 1, &config, &result, NULL);
        buf_clear(out);
        buf_bytes(out, result.image.at, result.image.len);
        forget(&memory.heard, &result);
    }
    return NULL;
}

static void several_compiles_run_at_the_same_time(void **state) {
    enum { CREW = 4 };
    pthread_t threads[CREW];
    struct buf out[CREW] = {0};
    for (int i = 0; i < CREW; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, compile_crowd, &out[i]), 0);
    for (int i = 0; i < CREW; i++) pthread_join(threads[i], NULL);
    assert_true(out[0].len > 100);
    for (int i = 1; i < CREW; i++) {
        assert_int_equal(out[i].len, out[0].len);
        assert_memory_equal(out[i].at, out[0].at, out[0].len);
    }
    for (int i = 0; i < CREW; i++) buf_free(&out[i]);
}

static void an_operand_is_packed_only_if_it_fits(void **state) {
    struct memory memory;
    struct pawn_result result;
    static struct memory_file file = {"t.p",
                                      "main() {\n    new a[8200]\n    a[8199] = 7\n    return a[8199]\n}\n"};
    struct pawn_config config;
    pawn_defaults(&config);
    config.optimize = 2;
    config.stack = 10000;
    assert_int_equal(compile_files(&memory, &file, 1, &config, &result, NULL), ERR_NONE);
    assert_int_equal(value_of_main(&result), 7);
    forget(&memory.heard, &result);
}

static void a_script_that_sleeps_says_so_and_wakes(void **state) {
    struct memory memory;
    struct pawn_result result;
    assert_int_equal(compile_text(&memory, "stock idle() sleep 1\nmain() return 0\n", &result), ERR_NONE);
    assert_int_equal(result.image.at[8] & AMX_SLEEPS, AMX_SLEEPS); // as the reference compiler says it
    forget(&memory.heard, &result);
    assert_int_equal(compile_text(&memory, "main() return 0\n", &result), ERR_NONE);
    assert_int_equal(result.image.at[8] & AMX_SLEEPS, 0);
    forget(&memory.heard, &result);
    assert_int_equal(
        compile_text(&memory, "main() {\n    new a = 3\n    sleep 5\n    return a + 4\n}\n", &result),
        ERR_NONE);
    assert_int_equal(result.image.at[8] & AMX_SLEEPS, AMX_SLEEPS);
    assert_true(memory.heard.sizes.sleeps);
    struct amx_config machine;
    int32_t value = 0;
    amx_defaults(&machine);
    struct amx *script = amx_new(&machine, result.image.at, result.image.len, NULL);
    assert_int_equal(amx_call(script, "main", NULL, 0, &value), HALT_SLEEP);
    assert_int_equal(value, 5);
    assert_int_equal(amx_resume(script, &value), HALT_NONE);
    assert_int_equal(value, 7);
    amx_free(script);
    forget(&memory.heard, &result);
}

static void a_public_handler_may_say_that_its_result_is_a_truth(void **state) {
    assert_says("forward public on_sensor(time, sensor, value)\n"
                "public bool: on_sensor(time, sensor, value) return true\n",
                "");
    assert_says("forward plain(time)\nbool: plain(time) return true\nmain() plain(1)\n", "025@1 025@2 203@2");
}

TESTS(cmocka_unit_test(programs_say_and_print_what_they_promise),
      cmocka_unit_test(programs_do_the_same_however_they_are_compiled),
      cmocka_unit_test(every_message_is_shown_by_a_program),
      cmocka_unit_test(programs_become_what_is_recorded),
      cmocka_unit_test(slips_of_the_pen_are_told_as_recorded),
      cmocka_unit_test(the_form_of_a_message_is_the_toolkits), cmocka_unit_test(tokens_have_names),
      cmocka_unit_test(a_report_names_its_source), cmocka_unit_test(behind_an_include_stands_nothing),
      cmocka_unit_test(the_fault_names_the_first_error),
      cmocka_unit_test(the_stack_of_an_event_handler_is_estimated_at_43_cells),
      cmocka_unit_test(included_files_are_found_beside_and_along_the_path),
      cmocka_unit_test(files_that_include_each_other_end),
      cmocka_unit_test(monsters_get_an_error_and_a_place), cmocka_unit_test(a_byte_order_mark_promises_utf8),
      cmocka_unit_test(a_code_page_translates_what_is_not_utf8),
      cmocka_unit_test(a_compact_file_that_would_be_larger_is_plain), cmocka_unit_test(memory_has_a_limit),
      cmocka_unit_test(several_compiles_run_at_the_same_time),
      cmocka_unit_test(an_operand_is_packed_only_if_it_fits),
      cmocka_unit_test(a_script_that_sleeps_says_so_and_wakes),
      cmocka_unit_test(a_public_handler_may_say_that_its_result_is_a_truth))
