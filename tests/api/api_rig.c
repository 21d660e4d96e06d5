#include "api/api_rig.h"

#include <stdio.h>
#include <string.h>

static void message(void *user, struct api_packet *packet) {
    struct heard *h = user;
    struct text json = api_packet_bytes(packet, API_JSON);
    size_t at = strlen(h->all);
    h->count++;
    text_copy(json, h->last, sizeof h->last);
    if (at + json.len + 2 < sizeof h->all)
        snprintf(h->all + at, sizeof h->all - at, "%.*s\n", (int)json.len, json.at);
}
static void end(void *user, enum api_status status, const char *words) {
    struct heard *h = user;
    assert_false(h->ended);
    h->ended = true;
    h->status = status;
    h->call = NULL;
    snprintf(h->words, sizeof h->words, "%s", words);
}
static const struct api_sink SINK = {message, end};

static void watch(void *user, struct run *run, size_t life) {
    struct rig *rig = user;
    rig->air_us += LIFE_TICK_US;
    api_turn(rig->api, rig->air_us, INT64_C(1700000000000000) + rig->air_us);
}

static bool answer(struct rig *rig, struct api_config config) {
    config.run = rig->thin.run;
    fault = (struct fault){0};
    rig->api = api_new(&config, &fault);
    run_watch(rig->thin.run, watch, rig);
    rig_turn(rig, 500000);
    return rig->api;
}

bool rig_start(struct rig *rig, const struct thin_config *thin, struct api_config config) {
    memset(rig, 0, sizeof *rig);
    return thin_start(&rig->thin, thin) && answer(rig, config);
}

bool rig_start_with(struct rig *rig, struct soul *soul, struct api_config config) {
    memset(rig, 0, sizeof *rig);
    struct world_config world = world_defaults();
    struct run_config run = run_defaults();
    run.world = rig->thin.world = world_new(&world);
    rig->thin.run = run_new(&run, NULL);
    struct body *body = body_sim_new(run.world, soul->model, (struct pose2){0}, NULL);
    return !run_add(rig->thin.run, body, soul, NULL, NULL) && answer(rig, config);
}

void rig_end(struct rig *rig) {
    api_free(rig->api);
    thin_end(&rig->thin);
}

void rig_turn(struct rig *rig, int64_t us) { assert_int_equal(run_for(rig->thin.run, us), ERR_NONE); }

void rig_begin(struct rig *rig, struct heard *heard, const char *name) {
    memset(heard, 0, sizeof *heard);
    const struct api_rpc *rpc = api_rpc_named(text_of(name));
    assert_non_null(rpc);
    heard->call = api_begin(rig->api, rpc, &SINK, heard);
    assert_non_null(heard->call);
}

void rig_more(struct heard *heard, const char *json) {
    assert_non_null(heard->call);
    api_request(heard->call, API_JSON, text_of(json));
}

void rig_call(struct rig *rig, struct heard *heard, const char *name, const char *json) {
    rig_begin(rig, heard, name);
    rig_more(heard, json);
}

void rig_wait(struct rig *rig, struct heard *heard, float seconds) {
    for (int64_t us = 0; !heard->ended && us < (int64_t)(seconds * 1e6f); us += LIFE_TICK_US)
        rig_turn(rig, LIFE_TICK_US);
}

void rig_do(struct rig *rig, struct heard *heard, const char *name, const char *json) {
    rig_call(rig, heard, name, json);
    rig_wait(rig, heard, 30);
    assert_true(heard->ended);
}

bool says(const struct heard *heard, const char *words) { return strstr(heard->last, words) != NULL; }
bool said(const struct heard *heard, const char *words) { return strstr(heard->all, words) != NULL; }

static void watch_scene(void *user, struct play *play, int life) {
    struct rig *rig = user;
    (void)play;
    if (life || !rig->api) return;
    rig->air_us += LIFE_TICK_US;
    api_turn(rig->api, rig->air_us, INT64_C(1700000000000000) + rig->air_us);
}

void scene_open(struct scene *scene, struct rig *rig, struct api_config *config, const char *json) {
    memset(rig, 0, sizeof *rig);
    fault = (struct fault){0};
    scene->rig = rig, scene->config = config;
    scene->scenario = scenario_read(text_of(json), "t.json", NULL, 0, &fault);
    if (!scene->scenario) fine(fault.err);
    struct play_config with = play_defaults();
    with.watch = watch_scene, with.user = rig;
    with.bare = !scene->minded;
    scene->play = play_new(scene->scenario, &with, &fault);
    if (!scene->play) fine(fault.err);
    config->run = play_run(scene->play);
    rig->api = api_new(config, &fault);
    assert_non_null(rig->api);
    play_for(scene->play, 500000);
}

void scene_close(struct scene *scene) {
    api_free(scene->rig->api);
    scene->rig->api = NULL;
    play_free(scene->play, NULL);
    scenario_free(scene->scenario);
    scene->config->run = NULL;
}
