// Overlays: functions that are fetched into a pool, run there and make way. What a script does must not
// depend on the pool.
#include "support/support.h"

#include "base/buf.h"
#include "pawn/compiler/compiler.h"
#include "pawn/machine/amx.h"
#include "pawn/machine/file.h"

#include <stdio.h>
#include <stdlib.h>

// Recursion through four functions, a switch by states, natives that call back, texts: each function an
// overlay.
static const char SCRIPT[] = "native note(value);\n"
                             "native again(n);\n"
                             "native other(n);\n"
                             "native pause();\n"
                             "native leave();\n"
                             "new total\n"
                             "turn() <a> { total += 1; state b; }\n"
                             "turn() <b> { total += 10; state c; }\n"
                             "turn() <c> { total += 100; state a; }\n"
                             "entry() <b> { total += 1000; }\n"
                             "odd(n) { if (n == 0) return 0; return even(n - 1); }\n"
                             "even(n) { if (n == 0) return 1; return odd(n - 1); }\n"
                             "ack(m, n) {\n"
                             "    if (m == 0) return n + 1\n"
                             "    if (n == 0) return ack(m - 1, 1)\n"
                             "    return ack(m - 1, ack(m, n - 1)); }\n"
                             "length(const text[]) {\n"
                             "    new n = 0\n"
                             "    while (text[n]) n++\n"
                             "    return n; }\n"
                             "forward @back(n); @back(n) {\n"
                             "    note n\n"
                             "    return n <= 0 ? even(6) : 1 + again(n - 1); }\n"
                             "forward @other(n); @other(n) return ack(1, n) + length(\"four\")\n"
                             "forward @sleeps(); @sleeps() {\n"
                             "    note 7\n"
                             "    new got = pause()\n"
                             "    note got\n"
                             "    sleep 5\n"
                             "    note even(4)\n"
                             "    return length(\"awake\"); }\n"
                             "forward @leaves(); @leaves() { note 1; leave(); note even(2); return 3; }\n"
                             "forward @fails(n); @fails(n) { note n; return 5 / odd(n); }\n"
                             "main() {\n"
                             "    state a\n"
                             "    for (new i = 0; i < 7; i++) turn()\n"
                             "    note total\n"
                             "    note even(10) + odd(7)\n"
                             "    note ack(2, 3)\n"
                             "    note length(\"hello\")\n"
                             "    note again(3)\n"
                             "    note other(2)\n"
                             "    note again(1) + other(4)\n"
                             "    return total; }\n";

static enum err read_script(void *user, const char *path, struct buf *out) {
    if (strcmp(path, "script.p") != 0) return ERR_MISSING;
    buf_text(out, user);
    return out->err;
}

static struct buf compiled(const char *source, int overlays, int debug) {
    struct pawn_config config;
    pawn_defaults(&config);
    config.sources[config.source_count++] = "script.p";
    config.read = read_script, config.user = (void *)(uintptr_t)source;
    config.overlays = overlays, config.debug = debug, config.optimize = 2, config.compact = false;
    struct pawn_result result = {0};
    struct fault fault = {0};
    if (pawn_compile(&config, &result, &fault)) fail_msg("%s", fault.said);
    return result.image;
}

// ---- a world around the script: what it notes, another machine in the same pool, the file to fetch from

struct world {
    struct buf notes;
    const struct buf *file;
    struct amx *second;    // `other` calls this one
    bool second_each_time; // `other` makes one of its own
    const struct amx_config *config;
    unsigned fetches, bytes;
    unsigned spoil; // fetch number that goes wrong; 0: none
    enum { SPOIL_FAIL, SPOIL_RUBBISH, SPOIL_OTHER } how;
};

static struct world *world_of(struct amx *amx) { return amx_user(amx); }

static int32_t n_note(struct amx *amx, const int32_t *params) {
    buf_printf(&world_of(amx)->notes, "%d ", params[1]);
    return 0;
}
static int32_t n_again(struct amx *amx, const int32_t *params) {
    int32_t value = -1;
    struct amx_arg arg = {.kind = AMX_CELL, .cell = params[1]};
    enum halt end = amx_call(amx, "@back", &arg, 1, &value);
    if (end) buf_printf(&world_of(amx)->notes, "end %d ", end);
    return value;
}
static int32_t n_other(struct amx *amx, const int32_t *params) {
    struct world *world = world_of(amx);
    struct amx *second = world->second ? world->second : amx;
    if (world->second_each_time) second = amx_new(world->config, world->file->at, world->file->len, NULL);
    assert_non_null(second);
    int32_t value = -1;
    struct amx_arg arg = {.kind = AMX_CELL, .cell = params[1]};
    enum halt end = amx_call(second, "@other", &arg, 1, &value);
    if (end) buf_printf(&world->notes, "end %d ", end);
    assert_string_equal(amx_native_name(amx), "other"); // still known, wherever the caller's code is by now
    if (world->second_each_time) amx_free(second);
    return value;
}
static int32_t n_pause(struct amx *amx, const int32_t *params) {
    n_again(amx, (int32_t[]){4, 2}); // puts the caller out of a small pool before it sleeps
    amx_sleep(amx);
    return 55;
}
static int32_t n_leave(struct amx *amx, const int32_t *params) {
    n_again(amx, (int32_t[]){4, 2});
    amx_raise(amx, HALT_NATIVE);
    return 0;
}
static const struct amx_native NATIVES[] = {{"note", n_note, 1},
                                            {"again", n_again, 1},
                                            {"other", n_other, 1},
                                            {"pause", n_pause, 0},
                                            {"leave", n_leave, 0}};
static const struct amx_library LIBRARY = {.name = "Test", .natives = NATIVES, .native_count = 5};
static const struct amx_library *const LIBRARIES[] = {&LIBRARY};

static enum err fetch(void *user, uint32_t offset, void *to, size_t bytes) {
    struct world *world = user;
    assert_true(offset + bytes <= world->file->len);
    memcpy(to, world->file->at + offset, bytes);
    world->bytes += (unsigned)bytes;
    if (++world->fetches != world->spoil) return ERR_NONE;
    if (world->how == SPOIL_RUBBISH) memset(to, 0xff, bytes);
    if (world->how == SPOIL_OTHER)
        memcpy(to, (uint32_t[]){134, 134}, 8); // two `nop`: sound, but not what was loaded
    return world->how == SPOIL_FAIL ? ERR_SHORT : ERR_NONE;
}

static struct amx_config config_for(struct world *world, struct amx_pool *pool, bool fetches) {
    struct amx_config config;
    amx_defaults(&config);
    config.libraries = LIBRARIES, config.library_count = 1;
    config.user = world, config.pool = pool;
    if (fetches) config.fetch = fetch, config.fetch_user = world;
    return config;
}

static struct amx *machine(const struct amx_config *config, const struct buf *file) {
    struct fault fault = {0};
    struct amx *amx = amx_new(config, file->at, file->len, &fault);
    if (!amx) fail_msg("%s", fault.said);
    return amx;
}

static void largest_and_all(const struct buf *file, size_t *largest, size_t *all, uint32_t *count) {
    struct amx_header header;
    assert_int_equal(amx_header_read(file->at, file->len, &header, NULL), ERR_NONE);
    *largest = *all = 0, *count = amx_overlay_count(&header);
    for (uint32_t i = 0; i < *count; i++) {
        size_t size = amx_overlay_at(file->at, &header, i).size;
        if (size > *largest) *largest = size;
        *all += size;
    }
}

// Everything the script can do, as a text.
static uint64_t run_all(struct amx *amx, struct world *world) {
    int32_t value = 0;
    uint64_t executed = 0;
    world->notes.len = 0;
    enum halt end = amx_call(amx, "main", NULL, 0, &value);
    executed += amx_executed(amx);
    buf_printf(&world->notes, "main %d %d, ", end, value);
    end = amx_call(amx, "@sleeps", NULL, 0, &value);
    buf_printf(&world->notes, "sleeps %d %d ", end, value);
    struct amx_arg arg = {.kind = AMX_CELL, .cell = 1};
    assert_int_equal(amx_call_beside(amx, amx_find(amx, "@other"), &arg, 1, &value), HALT_NONE);
    for (amx_answer(amx, 56); amx_asleep(amx);) {
        end = amx_resume(amx, &value);
        buf_printf(&world->notes, "resumed %d %d ", end, value);
    }
    executed += amx_executed(amx);
    end = amx_call(amx, "@leaves", NULL, 0, &value);
    executed += amx_executed(amx);
    struct fault fault = {0};
    amx_describe(amx, end, &fault);
    buf_printf(&world->notes, "leaves %d %s ", end, fault.said);
    for (arg.cell = 0; arg.cell < 2; arg.cell++) {
        end = amx_call(amx, "@fails", &arg, 1, &value);
        executed += amx_executed(amx);
        buf_printf(&world->notes, "fails %d at %x ", end, amx_registers(amx).cip);
    }
    return executed;
}

static const char *notes(struct world *world) {
    buf_text(&world->notes, ""); // ends it
    return (const char *)world->notes.at;
}

static void any_pool_gives_the_same_life(void **state) {
    struct buf file = compiled(SCRIPT, 1, 2);
    size_t largest, all;
    uint32_t count;
    largest_and_all(&file, &largest, &all, &count);
    assert_true(count > 15 && all > 3 * largest);
    struct world first = {.file = &file};
    struct amx_config free_config = config_for(&first, NULL, false);
    struct amx *amx = machine(&free_config, &file);
    uint64_t executed = run_all(amx, &first);
    amx_free(amx);
    if (!strstr(notes(&first), "main 0 3223, ") || !strstr(notes(&first), "fails 11 at "))
        fail_msg("%s", notes(&first));
    unsigned refusals = 0;
    uint64_t loads_before = UINT64_MAX;
    for (size_t size = largest - 4; size <= all + largest; size += largest / 3 & ~3u) {
        for (int way = 0; way < 4; way++) { // copy or fetch; alone or with another machine in the pool
            struct amx_pool *pool = amx_pool_new(size);
            struct world world = {.file = &file};
            struct amx_config config = config_for(&world, pool, way & 1);
            struct fault fault = {0};
            amx = amx_new(&config, file.at, file.len, &fault);
            if (size < largest) {
                assert_null(amx);
                assert_int_equal(fault.err, ERR_LIMIT);
                refusals++;
            } else {
                assert_non_null(amx);
                if (way & 2) world.second = machine(&config, &file);
                uint64_t here = run_all(amx, &world);
                if (!(way & 1)) {
                    if (strcmp(notes(&world), notes(&first)) != 0)
                        fail_msg("a pool of %zu, way %d:\n%s\nexpected:\n%s", size, way, notes(&world),
                                 notes(&first));
                } // without its file a machine cannot name lines, else it is the same
                if (!(way & 2)) assert_int_equal(here, executed); // what others run is not counted here
                struct amx_pool_report report = amx_pool_report(pool);
                assert_true(report.used <= size);
                assert_int_equal(report.loads, report.evictions + report.resident);
                if (way == 0) {
                    if (size >= all) assert_int_equal(report.evictions, 0);
                    if (size >= all) assert_in_range(report.loads, 10, count);
                    if (size < all / 2) assert_true(report.evictions > 20);
                    assert_true(report.loads <= loads_before);
                    loads_before = report.loads;
                }
            }
            amx_free(amx);
            amx_free(world.second);
            assert_int_equal(amx_pool_report(pool).used, 0);
            assert_int_equal(amx_pool_report(pool).resident, 0);
            amx_pool_free(pool);
            buf_free(&world.notes);
        }
    }
    assert_int_equal(refusals, 4);
    buf_free(&first.notes);
    buf_free(&file);
}

// Two functions that put each other out of a small pool: little is executed, much is fetched. The budget
// holds for both.
static void fetching_is_charged_to_the_budget(void **state) {
    enum { BUDGET = 1000000 };
    struct buf source = {0};
    for (int f = 0; f < 2; f++) {
        buf_printf(&source, "f%d(n) { if (n == 0) return 1;\n", f);
        for (int i = 0; i < 300; i++) buf_printf(&source, "n += n * %d + (n << 3);\n", i);
        buf_text(&source, "return n; }\n");
    }
    buf_text(&source, "main() { new n; for (;;) n += f0(0) + f1(0); }\n");
    struct buf file = compiled((const char *)source.at, 1, 0);
    size_t largest, all;
    uint32_t count;
    largest_and_all(&file, &largest, &all, &count);
    for (size_t size = largest; size <= all; size += all - largest) {
        struct amx_pool *pool = amx_pool_new(size);
        struct world world = {.file = &file};
        struct amx_config config = config_for(&world, pool, false);
        config.instructions = BUDGET;
        struct amx *amx = machine(&config, &file);
        int32_t value;
        assert_int_equal(amx_call(amx, "main", NULL, 0, &value), HALT_BUDGET);
        uint64_t loads = amx_pool_report(pool).loads, executed = amx_executed(amx);
        print_message("# a pool of %zu: %d instructions, %d loads of up to %zu cells\n", size, (int)executed,
                      (int)loads, largest / 4);
        assert_true(executed + loads / 2 * (largest / 4) <= BUDGET); // one of two is as large as that
        if (size == all) assert_in_range(loads, 3, count);
        if (size == all) assert_true(executed > BUDGET / 8);
        assert_int_equal(amx_resume(amx, &value), HALT_BUDGET); // it goes on, as after any budget
        assert_true(size == all || amx_pool_report(pool).loads > loads + 2);
        amx_free(amx);
        amx_pool_free(pool);
    }
    buf_free(&source);
    buf_free(&file);
}

// With one machine inside a call another one joins the pool, runs, and leaves: everything moves, twice.
static void machines_come_and_go_while_one_runs(void **state) {
    struct buf file = compiled(SCRIPT, 1, 0);
    size_t largest, all;
    uint32_t count;
    largest_and_all(&file, &largest, &all, &count);
    for (size_t size = largest; size <= 2 * all; size += all / 3) {
        struct amx_pool *pool = amx_pool_new(size);
        struct world world = {.file = &file, .second_each_time = true};
        struct amx_config config = config_for(&world, pool, false);
        world.config = &config;
        struct amx *amx = machine(&config, &file);
        int32_t value;
        for (int i = 0; i < 3; i++) {
            assert_int_equal(amx_call(amx, "main", NULL, 0, &value), HALT_NONE);
            assert_int_equal(value, 3223 * (i + 1));
        }
        amx_free(amx);
        amx_pool_free(pool);
        buf_free(&world.notes);
    }
    buf_free(&file);
}

static void nothing_is_read_before_it_is_needed(void **state) {
    struct buf file = compiled(SCRIPT, 1, 0);
    size_t largest, all;
    uint32_t count;
    largest_and_all(&file, &largest, &all, &count);
    struct amx_pool *pool = amx_pool_new(all);
    struct world world = {.file = &file};
    struct amx_config config = config_for(&world, pool, true);
    struct amx *amx = machine(&config, &file);
    assert_int_equal(world.fetches, 0);
    size_t len;
    amx_file(amx, &len);
    assert_true(len < file.len - all); // the code is in the pool or nowhere
    struct amx_arg arg = {.kind = AMX_CELL, .cell = 1};
    int32_t value;
    assert_int_equal(amx_call(amx, "@fails", &arg, 1, &value), HALT_NONE);
    assert_int_equal(value, 5);
    assert_int_equal(world.fetches, 4); // fails, odd, even, and the stub it returns to
    assert_int_equal(world.bytes, amx_pool_report(pool).used);
    amx_call(amx, "@fails", &arg, 1, &value);
    assert_int_equal(world.fetches, 4);
    unsigned before = alloc_count();
    amx_call(amx, "@other", &arg, 1, &value);
    assert_int_equal(world.fetches, 7); // other, ack, length
    assert_int_equal(alloc_count(), before);
    amx_free(amx);
    amx_pool_free(pool);
    buf_free(&world.notes);
    buf_free(&file);
}

// A fetch that goes wrong ends the call, whichever it is, and the next call is none the worse.
static void a_fetch_that_fails_is_an_answer(void **state) {
    struct buf file = compiled(SCRIPT, 1, 0);
    size_t largest, all;
    uint32_t count;
    largest_and_all(&file, &largest, &all, &count);
    unsigned ends = 0;
    for (int how = SPOIL_FAIL; how <= SPOIL_OTHER; how++) {
        for (unsigned spoil = 1; spoil < 200; spoil++) {
            struct amx_pool *pool = amx_pool_new(largest);
            struct world world = {.file = &file, .spoil = spoil, .how = how};
            struct amx_config config = config_for(&world, pool, true);
            struct amx *amx = machine(&config, &file);
            int32_t value = 0;
            enum halt end = amx_call(amx, "main", NULL, 0, &value);
            bool inside = strstr(notes(&world), "end 28") != NULL; // it was a native's call that failed
            if (world.fetches < spoil) assert_int_equal(end, HALT_NONE);
            if (world.fetches >= spoil) assert_true(end == HALT_OVERLAY || inside);
            ends += end == HALT_OVERLAY;
            struct fault fault = {0};
            amx_describe(amx, end, &fault);
            if (end && !strstr(fault.said, "overlay")) fail_msg("%d: %s", spoil, fault.said);
            assert_true(amx_executed(amx) < 100000);
            world.spoil = 0;
            struct amx_arg arg = {.kind = AMX_CELL, .cell = 5};
            assert_int_equal(amx_call(amx, "@other", &arg, 1, &value), HALT_NONE);
            assert_int_equal(value, 11);
            amx_free(amx);
            amx_pool_free(pool);
            buf_free(&world.notes);
        }
    }
    if (ends < 60) fail_msg("only %u calls met a failed fetch", ends);
    buf_free(&file);
}

static unsigned stops;
static enum halt on_stop(struct amx *amx, void *user) {
    struct world *world = world_of(amx);
    struct amx_arg arg = {.kind = AMX_CELL, .cell = (int32_t)(stops++ % 3)};
    int32_t value;
    assert_int_equal(amx_call(world->second, "@other", &arg, 1, &value), HALT_NONE);
    return HALT_NONE;
}

// A hook may use other machines of the pool, which takes the code away from under the script it looks at.
static void a_hook_may_empty_the_pool(void **state) {
    struct buf file = compiled(SCRIPT, 1, 2);
    size_t largest, all;
    uint32_t count;
    largest_and_all(&file, &largest, &all, &count);
    struct amx_pool *pool = amx_pool_new(largest);
    struct world world = {.file = &file};
    struct amx_config config = config_for(&world, pool, false);
    world.second = machine(&config, &file);
    for (int every = 0; every < 2; every++) {
        config.hook = on_stop, config.hook_every = every;
        struct amx *amx = machine(&config, &file);
        int32_t value;
        stops = 0;
        assert_int_equal(amx_call(amx, "main", NULL, 0, &value), HALT_NONE);
        assert_int_equal(value, 3223);
        assert_true(stops > 100);
        amx_free(amx);
    }
    amx_free(world.second);
    amx_pool_free(pool);
    buf_free(&world.notes);
    buf_free(&file);
}

static void make_and_run(void *user) {
    struct buf *file = user;
    struct amx_pool *pool = amx_pool_new(800);
    if (!pool) return;
    struct world world = {.file = file};
    struct amx_config config = config_for(&world, pool, true);
    struct fault fault = {0};
    struct amx *one = amx_new(&config, file->at, file->len, &fault);
    struct amx *two = amx_new(&config, file->at, file->len, &fault);
    struct amx_arg arg = {.kind = AMX_CELL, .cell = 5};
    int32_t value;
    if (one) assert_int_equal(amx_call(one, "@other", &arg, 1, &value), HALT_NONE);
    if (two) assert_int_equal(amx_call(two, "@other", &arg, 1, &value), HALT_NONE);
    if (!one || !two) assert_int_equal(fault.err, ERR_MEMORY);
    amx_free(one);
    amx_free(two);
    amx_pool_free(pool);
}

static void lost_memory_is_an_answer(void **state) {
    struct buf file = compiled(SCRIPT, 1, 0);
    assert_true(break_every_alloc(make_and_run, &file) > 20);
    buf_free(&file);
}

TESTS(cmocka_unit_test(fetching_is_charged_to_the_budget), cmocka_unit_test(any_pool_gives_the_same_life),
      cmocka_unit_test(machines_come_and_go_while_one_runs),
      cmocka_unit_test(nothing_is_read_before_it_is_needed),
      cmocka_unit_test(a_fetch_that_fails_is_an_answer), cmocka_unit_test(a_hook_may_empty_the_pool),
      cmocka_unit_test(lost_memory_is_an_answer))
