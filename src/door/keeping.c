// A life as a recording: given to a viewer, taken from one, and lived again. What comes from a viewer is read
// whole and tried first; it names no files that this life does not name already.
#include "door/dashboard_internal.h"

#include "base/base64.h"
#include "run/settings/settings.h"
#include "run/tape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SENT_MAX = 700 << 10, LOADED_MAX = 4 << 20, LETTERS_MAX = LOADED_MAX / 3 * 4 };

void dashboard_keep(struct dashboard *page, struct ws *ws, uint32_t robot, uint32_t ticket,
                    struct fault *fault) {
    struct buf tape = {0}, letters = {0};
    if (page->play && !play_keep(page->play, &tape, fault)) {
        const char *name = strrchr(page->scenario, '/') ? strrchr(page->scenario, '/') + 1 : page->scenario;
        struct live_recording told = {.robot = (uint8_t)robot, .time_us = (uint64_t)play_now_us(page->play)};
        snprintf(told.name, sizeof told.name, "%.*s-%llu.tape", (int)strcspn(name, "."), name,
                 (unsigned long long)page->seed);
        if (tape.len > SENT_MAX)
            fault_set(fault, ERR_LIMIT,
                      "this life is too long for a page; critter run --record FILE keeps it");
        else if (base64_encode(&letters, tape.at, tape.len), letters.err)
            fault_set(fault, letters.err, "no memory for a recording");
        else {
            told.file = (struct text){(const char *)letters.at, letters.len};
            buf_clear(&page->out);
            live_write_reply(&page->out, &live_recording_schema, &told, robot, ticket);
            dashboard_send_bytes(page, ws, true, false);
        }
    }
    buf_free(&letters);
    buf_free(&tape);
}

static void begin_again(struct dashboard *page, struct buf *tape, int64_t until_us, bool watch) {
    buf_free(&page->tape);
    page->tape = *tape;
    *tape = (struct buf){0};
    page->restart = true;
    page->wish = (struct dashboard_wish){
        .seed = page->seed, .tape = {page->tape.at, page->tape.len}, .until_us = until_us, .watch = watch};
    if (page->config.stop) atomic_store(page->config.stop, true);
}

void dashboard_relive(struct dashboard *page, int64_t until_us, struct fault *fault) {
    struct buf tape = {0};
    if (!page->play) return;
    if (until_us <= 0 || until_us > play_now_us(page->play))
        fault_set(fault, ERR_RANGE, "expected a moment of this life, of 0 to %lld us, found %lld",
                  (long long)play_now_us(page->play), (long long)until_us);
    else if (!play_keep(page->play, &tape, fault))
        begin_again(page, &tape, until_us, false), page->wish.back = true;
    buf_free(&tape);
}

// ------------------------------------------------------------------------------------------------ files

struct sought {
    const char *path;
    bool found;
};

static enum err is_it(void *user, const char *path, struct fault *fault) {
    struct sought *sought = user;
    (void)fault;
    sought->found |= !strcmp(path, sought->path);
    return ERR_NONE;
}

static bool known(struct play *play, const char *path) {
    const struct scenario *now = play_scenario(play);
    struct sought sought = {path, false};
    scenario_each_file(now, is_it, &sought, NULL);
    for (uint32_t i = 0; i < now->robot_count; i++) {
        is_it(&sought, play_card(play, now->robots[i].name), NULL);
        is_it(&sought, play_settings(play, i)->hearing.wake, NULL);
    }
    return sought.found;
}

// A page names no files, but those of the life that it shows.
static enum err allow(void *user, const char *path, struct fault *fault) {
    const struct dashboard *page = user;
    if (!*path || (page->play && known(page->play, path))) return ERR_NONE;
    return fault_set(fault, ERR_DENIED,
                     "it names the file %.80s, which a page may not; the command line does", path);
}

enum err dashboard_allows(struct dashboard *page, const struct scenario *scenario, struct fault *fault) {
    return scenario_each_file(scenario, allow, page, fault);
}

static enum err allow_settings(struct dashboard *page, struct text lines, struct fault *fault) {
    struct settings settings;
    settings_start(&settings, "vector");
    enum err err = settings_recorded(&settings, lines, fault);
    return err ? err : allow(page, settings.hearing.wake, fault);
}

// ------------------------------------------------------------------------------------------- from a viewer

static enum err look(void *page, const struct tape_entry *e, struct fault *fault) {
    return e->kind == TAPE_VERB ? allow(page, verb_file(&e->verb), fault) : ERR_NONE;
}

// All that can be wrong with it is found here, before anything ends.
static enum err try_tape(struct dashboard *page, const struct buf *tape, uint64_t *steps,
                         struct fault *fault) {
    struct tape_about about;
    struct tape_reader *reader = tape_over(tape->at, tape->len, &about, fault);
    enum err err = reader ? tape_measure(reader, look, page, steps, fault) : fault->err;
    if (!err) err = allow_settings(page, about.settings, fault);
    struct scenario *s = err ? NULL : scenario_read(about.source, about.file, NULL, 0, fault);
    struct play_config config = play_defaults();
    config.seed = about.seed, config.settings = about.settings, config.recorded = true;
    struct play *play = s && !dashboard_allows(page, s, fault) ? play_new(s, &config, fault) : NULL;
    if (play && !world_memory(play_world(play))->robots_count)
        fault_set(fault, ERR_MISSING, "nobody lives in this recording: there is nobody to show");
    play_free(play, NULL);
    scenario_free(s);
    tape_free(reader);
    return fault->err;
}

static void take(struct dashboard *page, bool watch, struct fault *fault) {
    struct buf tape = {0};
    size_t len = 0;
    uint64_t steps = 0;
    buf_reserve(&tape, BASE64_ROOM(page->loading.len));
    struct text letters = {(const char *)page->loading.at, page->loading.len};
    if (tape.err)
        fault_set(fault, tape.err, "no memory for a recording");
    else if (!base64_decode(letters, tape.at, &len))
        fault_set(fault, ERR_SYNTAX, "it is not in base 64, or cut off");
    tape.len = len;
    if (!fault->err && !try_tape(page, &tape, &steps, fault))
        begin_again(page, &tape, watch ? 0 : (int64_t)steps * WORLD_STEP_US, watch);
    buf_free(&tape);
    buf_free(&page->loading);
}

void dashboard_load(struct dashboard *page, const struct live_load *load, struct fault *fault) {
    struct buf *so_far = &page->loading;
    if (page->play && play_elsewhere(page->play)) {
        fault_set(fault, ERR_STATE, "a real robot cannot live another life");
        return;
    }
    if (!load->at) buf_free(so_far), page->loading_of = load->of;
    if (!load->of || load->of > LETTERS_MAX)
        fault_set(fault, ERR_LIMIT, "expected a recording of 1 to %d letters, found %u", LETTERS_MAX,
                  load->of);
    else if (load->at != so_far->len || load->of != page->loading_of ||
             load->piece.len > load->of - load->at || !load->piece.len)
        fault_set(fault, ERR_STATE, "expected the letters from %zu of %u on, found those from %u of %u",
                  so_far->len, page->loading_of, load->at, load->of);
    if (!fault->err) buf_bytes(so_far, load->piece.at, load->piece.len);
    if (fault->err || so_far->err) {
        buf_free(so_far);
        page->loading_of = 0;
        return;
    }
    if (so_far->len == load->of) take(page, load->watch, fault);
}
