#include "run/play.h"
#include "run/tape.h"

static enum err go_to(struct play *play, uint64_t step) {
    int64_t left = (int64_t)step * WORLD_STEP_US - play_now_us(play);
    return left > 0 ? play_for(play, left) : ERR_NONE;
}

// One to a life that is not there any more is what it was then: refused.
static enum err ask(struct play *play, const struct tape_entry *e, struct tape_result *out,
                    struct fault *fault) {
    const struct soul *soul = run_soul(play_run(play), e->life);
    union soul_message request;
    out->requests++;
    if (!soul) return ERR_NONE;
    enum err err = tape_request_read(e, soul_messages(soul), &request, fault);
    if (!err) play_ask(play, e->life, &e->envelope, &request);
    return err;
}

static enum err take(struct play *play, const struct tape_entry *e, struct tape_result *out,
                     struct fault *fault) {
    switch (e->kind) {
    case TAPE_VERB:
        out->verbs++;
        return play_do(play, &e->verb, fault);
    case TAPE_REQUEST:
        return ask(play, e, out, fault);
    case TAPE_HASH:
        out->compared++;
        if (!out->parted && world_hash(play_world(play)) != e->hash) {
            out->parted = true;
            out->parted_step = e->step;
        }
        return ERR_NONE;
    default:
        return ERR_NONE;
    }
}

// As it was recorded, but for who watches.
static enum err begin(const struct tape_about *about, const struct play_config *as, struct tape_moment *out,
                      struct fault *fault) {
    struct play_config config = *as;
    *out = (struct tape_moment){.scenario = scenario_read(about->source, about->file, NULL, 0, fault)};
    if (!out->scenario) return ERR_SYNTAX;
    config.seed = about->seed;
    config.lives = false;
    config.resources = about->resources;
    config.loud = about->how & TAPE_LOUD, config.bare = about->how & TAPE_BARE;
    config.settings = about->settings, config.recorded = true;
    out->play = play_new(out->scenario, &config, fault);
    if (out->play) return ERR_NONE;
    scenario_free(out->scenario);
    *out = (struct tape_moment){0};
    return ERR_STATE;
}

enum err tape_play_to(struct tape_reader *reader, const struct tape_about *about,
                      const struct play_config *config, int64_t until_us, struct tape_moment *out,
                      struct fault *fault) {
    uint64_t until = until_us > 0 ? (uint64_t)until_us / WORLD_STEP_US : 0;
    struct tape_result result = {0};
    struct tape_entry entry = {0};
    enum err err = begin(about, config, out, fault);
    while (!err && !(err = tape_next(reader, &entry, fault)) && entry.step < until) {
        err = go_to(out->play, entry.step);
        if (!err) err = take(out->play, &entry, &result, fault);
    }
    if (err == ERR_CLOSED && entry.step < until)
        fault_set(fault, ERR_RANGE, "the recording ends after %.1f s, before %.1f s",
                  (double)entry.step * WORLD_STEP_US * 1e-6, (double)until_us * 1e-6);
    else if (!err || err == ERR_CLOSED)
        err = go_to(out->play, until);
    if (!err) return ERR_NONE;
    play_free(out->play, NULL);
    scenario_free(out->scenario);
    *out = (struct tape_moment){0};
    return fault->err ? fault->err : err;
}

enum err tape_play(struct tape_reader *reader, const struct tape_about *about, const char *record,
                   void (*watch)(void *user, struct play *play, int life), void *user,
                   struct tape_result *out, struct fault *fault) {
    *out = (struct tape_result){0};
    struct play_config config = play_defaults();
    config.record = record;
    config.watch = watch, config.user = user;
    struct tape_moment moment;
    enum err err = begin(about, &config, &moment, fault);
    struct play *play = moment.play;
    struct tape_entry entry;
    while (!err && !(err = tape_next(reader, &entry, fault))) {
        err = go_to(play, entry.step);
        if (!err) err = take(play, &entry, out, fault);
    }
    out->torn = tape_torn(reader);
    if (err == ERR_CLOSED) err = ERR_NONE;
    if (play) {
        out->steps = (uint64_t)play_now_us(play) / WORLD_STEP_US;
        out->hash = world_hash(play_world(play));
        enum err closed = play_free(play, fault);
        if (!err) err = closed;
    }
    scenario_free(moment.scenario);
    return err;
}
