// Building a project for Pleo of 300 resources: 150 sounds of half a second, 100 motions, 20 commands and 30
// scripts. Everything anew, beside a second build where nothing has changed.
#include "bench.h"

#include "base/maths/maths.h"
#include "base/system/file.h"
#include "codec/sound/wav.h"
#include "pleo/kit/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SOUNDS = 150, MOTIONS = 100, COMMANDS = 20, SCRIPTS = 30, FRAMES = 120, RATE = 44100 };
static char root[200];

static void put(const char *name, const struct buf *out) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", root, name);
    if (out->err || file_write_unsynced(path, out->at, out->len, NULL)) abort();
}

static void put_sound(int number, struct buf *out) {
    int16_t samples[RATE / 2];
    for (int i = 0; i < RATE / 2; i++)
        samples[i] = (int16_t)(8000 * m_sin((float)i * 0.05f * (float)(1 + number % 7)));
    if (wav_write(&(struct wav_spec){RATE, 1, 16}, samples, RATE / 2, out)) abort();
}

static void put_motion(int number, struct buf *out) {
    buf_text(out, "Header\nrate=30\nBody\nTime,Frame,NV,NH,TV,TH,RS,LS,RH,LH\n");
    for (int i = 0; i < FRAMES; i++) {
        buf_printf(out, "%f,%d", i / 30.0, i);
        for (int joint = 1; joint <= 8; joint++)
            buf_printf(out, ",%.3f", (double)(30 * m_sin((float)i * 0.1f * (float)joint + (float)number)));
        buf_text(out, "\n");
    }
}

static void put_script(struct buf *out) {
    buf_text(out, "#include <Sensor>\n#include <Sound>\n#include <Motion>\n#include \"sounds.inc\"\n#include "
                  "\"motions.inc\"\n");
    for (int i = 0; i < 40; i++)
        buf_printf(out, "f%d(a) { new b = a * %d; if (b > 3) sound_play(snd_s%d); return b; }\n", i, i, i);
    buf_text(out, "public init() { new s = 0;\n");
    for (int i = 0; i < 40; i++) buf_printf(out, "s += f%d(s);\n", i);
    buf_text(out, "return s; }\nmain() {}\n");
}

static void put_all(void) {
    struct buf project = {0}, one = {0};
    char name[32];
    buf_text(&project, "<upf_project name='x'><options><include value='include'/></options><resources>");
    for (int i = 0; i < SOUNDS + MOTIONS + COMMANDS + SCRIPTS; i++) {
        const char *type = i < SOUNDS                        ? "sound"
                           : i < SOUNDS + MOTIONS            ? "motion"
                           : i < SOUNDS + MOTIONS + COMMANDS ? "command"
                                                             : "script";
        static const char *const NAMES[] = {"s%d.wav", "m%d.csv", "c%d.csv", "p%d.p"};
        int kind = *type == 'm' ? 1 : *type == 'c' ? 2 : type[1] == 'c' ? 3 : 0;
        int number = i - (kind > 0 ? SOUNDS : 0) - (kind > 1 ? MOTIONS : 0) - (kind > 2 ? COMMANDS : 0);
        snprintf(name, sizeof name, NAMES[kind], number);
        buf_printf(&project, "<%s path='%s' adpcm='%d'/>", type, name, i % 2);
        if (kind == 0) put_sound(number, &one);
        if (kind == 1) put_motion(number, &one);
        if (kind == 2) buf_text(&one, "mood,motion\nmood_happy,m1\nmood_sad,m2\n");
        if (kind == 3) put_script(&one);
        put(name, &one);
        buf_clear(&one);
    }
    buf_text(&project, "</resources></upf_project>");
    put("x.upf", &project);
    buf_free(&project);
    buf_free(&one);
}

static struct kit_build build_of(char path[300]) {
    snprintf(path, 300, "%s/x.upf", root);
    return (struct kit_build){.project = path, .now = 1, .includes = KIT_INCLUDES};
}

static void cold(void *user) {
    char path[300];
    struct kit_build build = build_of(path);
    (void)user;
    if (kit_clean(&build, NULL) || kit_build(&build, NULL) || build.built != 300) abort();
    bench_sink(build.built);
}

static void warm(void *user) {
    char path[300];
    struct kit_build build = build_of(path);
    if (kit_build(&build, NULL) || build.kept != 300)
        cold(user); // the first time, and after a cold one: never
    bench_sink(build.kept);
}

static void remove_all(void) { folder_remove(root, NULL); }

static void *make(void) {
    if (*root) return root;
    const char *memory = folder_exists("/dev/shm") ? "/dev/shm" : "/tmp", *where = getenv("TMPDIR");
    snprintf(root, sizeof root, "%s/critter-bench-XXXXXX", where ? where : memory);
    if (!mkdtemp(root)) abort();
    atexit(remove_all);
    put_all();
    return root;
}

BENCHES({.name = "a project of 300 resources",
         .a = warm,
         .a_name = "unchanged",
         .b = cold,
         .b_name = "anew",
         .setup = make})
