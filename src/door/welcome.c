// Who a viewer meets: the worlds that can be begun, the robots of this one, and what can be asked of them.
#include "door/dashboard_internal.h"

#include "border/drive_keys.h"
#include "run/scenario.h"
#include "stage/face/face.h"
#include "world/view.h"

#include <critter/critter.h>

#include <stdio.h>
#include <string.h>

void dashboard_list_places(struct dashboard *page) {
    for (const struct embedded *s = SCENARIO_FILES; s->path && page->place_count < LIVE_SCENARIOS_MAX; s++) {
        struct scenario *scenario = scenario_open(s->name, NULL, 0, NULL);
        bool lives = false; // bodies alone are not worth a look
        for (uint32_t i = 0; scenario && i < scenario->robot_count; i++) lives |= scenario->robots[i].soul;
        if (!lives) {
            scenario_free(scenario);
            continue;
        }
        struct live_place *place = &page->places[page->place_count++];
        snprintf(place->name, sizeof place->name, "%s", s->name);
        snprintf(place->about, sizeof place->about, "%s", scenario->about ? scenario->about : "");
        scenario_free(scenario);
    }
}

static bool has_camera(const struct dashboard *page, uint32_t robot) {
    if (!dashboard_elsewhere(page, robot)) return world_eye(play_world(page->play), robot) != NULL;
    const struct body *body = run_body(play_run(page->play), 0);
    return body && body->traits.senses & BODY_WANT_PICTURE;
}

static void list_robots(const struct dashboard *page, struct live_welcome *w) {
    for (uint32_t i = 0; i < dashboard_robots(page) && w->robots_count < SCENARIO_ROBOTS; i++) {
        const struct scenario_robot *its = &play_scenario(page->play)->robots[i];
        const struct soul *soul = dashboard_soul(page, i + 1);
        struct live_robot *to = &w->robots[w->robots_count++];
        *to = (struct live_robot){.number = (uint8_t)(i + 1),
                                  .soul = soul != NULL,
                                  .camera = has_camera(page, i + 1),
                                  .sound = soul && soul->class->sound,
                                  .voice = soul && soul_messages(soul) == &life_soul_messages};
        snprintf(to->name, sizeof to->name, "%s", its->name);
        snprintf(to->creature, sizeof to->creature, "%s", its->creature);
        if (soul) snprintf(to->speaks, sizeof to->speaks, "%s", soul_messages(soul)->protocol->name);
    }
}

enum {
    REQUESTS_MAX = sizeof((struct live_language *)0)->requests / sizeof *((struct live_language *)0)->requests
};

// Who has no soul is told of as robots are.
static uint8_t list_requests(const struct soul *soul, char (*out)[32]) {
    const struct schema_protocol *its = (soul ? soul_messages(soul) : &life_soul_messages)->protocol;
    uint8_t count = 0;
    for (uint32_t i = 0; i < its->message_count && count < REQUESTS_MAX; i++)
        if (its->messages[i].directions >> SOUL_REQUEST & 1)
            snprintf(out[count++], sizeof *out, "%s", its->messages[i].body->name);
    return count;
}

static void list_languages(const struct dashboard *page, struct live_welcome *w) {
    const uint32_t most = sizeof w->languages / sizeof *w->languages;
    for (uint32_t i = 0; i < w->robots_count && w->languages_count < most; i++) {
        const char *speaks = w->robots[i].speaks;
        bool known = !speaks[0];
        for (uint32_t k = 0; k < w->languages_count && !known; k++)
            known = !strcmp(w->languages[k].name, speaks);
        if (known) continue;
        struct live_language *to = &w->languages[w->languages_count++];
        snprintf(to->name, sizeof to->name, "%s", speaks);
        to->requests_count = list_requests(dashboard_soul(page, w->robots[i].number), to->requests);
    }
}

// By the clock on its wall.
static uint64_t date_of(const struct dashboard *page) {
    const struct scenario *s = page->play ? play_scenario(page->play) : NULL;
    return s && s->date_unix_us ? (uint64_t)(s->date_unix_us / 1000000 + s->zone_s) : 0;
}

static void list_keys(struct live_welcome *w) {
    for (size_t i = 0; i < DRIVE_KEY_COUNT; i++) {
        const struct drive_key *key = &DRIVE_KEYS[i];
        struct live_key *to = &w->keys[w->keys_count++];
        *to = (struct live_key){.ahead = key->ahead,
                                .left = key->left,
                                .head = key->head,
                                .lift = key->lift,
                                .stops = key->stops};
        snprintf(to->key, sizeof to->key, "%s", key->name);
    }
}

void dashboard_welcome(struct dashboard *page, struct ws *ws) {
    struct live_welcome *w = &page->message.welcome;
    live_welcome_defaults(w);
    snprintf(w->name, sizeof w->name, "%s", page->name);
    snprintf(w->creature, sizeof w->creature, "%s", page->creature);
    snprintf(w->scenario, sizeof w->scenario, "%s", page->scenario);
    snprintf(w->version, sizeof w->version, "%s", CRITTER_VERSION);
    w->seed = page->seed;
    w->life = page->life;
    w->simulated = !page->play || !play_elsewhere(page->play);
    const struct soul *soul = dashboard_soul(page, 1);
    w->soul = soul != NULL;
    w->sound = soul && soul->class->sound;
    w->voice = soul && soul_messages(soul) == &life_soul_messages;
    if (page->play) list_robots(page, w);
    w->date_s = date_of(page);
    list_keys(w);
    w->floor_m = page->play ? play_scenario(page->play)->floor_m : 0;
    w->requests_count = list_requests(soul, w->requests);
    list_languages(page, w);
    w->camera = page->play && has_camera(page, 1);
    for (; face_name(w->expressions_count) && w->expressions_count < 64; w->expressions_count++)
        snprintf(w->expressions[w->expressions_count], sizeof w->expressions[0], "%s",
                 face_name(w->expressions_count));
    if (!w->simulated) { // a real robot stays what and where it is
        dashboard_send(page, ws, &live_welcome_schema, w, false);
        return;
    }
    memcpy(w->scenarios, page->places, page->place_count * sizeof *page->places);
    w->scenarios_count = page->place_count;
    static const char *const CREATURES[] = {"vector", "cozmo"};
    for (; w->creatures_count < sizeof CREATURES / sizeof *CREATURES; w->creatures_count++)
        snprintf(w->creatures[w->creatures_count], sizeof w->creatures[0], "%s",
                 CREATURES[w->creatures_count]);
    dashboard_send(page, ws, &live_welcome_schema, w, false);
}
