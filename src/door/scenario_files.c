// Worlds of a viewer's own: saved as a scenario file, and opened again.
#include "door/dashboard_internal.h"

#include "run/scenario_save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// It is tried before anything ends: a file that cannot be played leaves all as it is.
void dashboard_open_file(struct dashboard *page, const struct live_open *open, struct fault *fault) {
    char name[64];
    if (!page->play || play_elsewhere(page->play)) {
        fault_set(fault, ERR_STATE, "a real robot cannot be put into another world");
        return;
    }
    snprintf(name, sizeof name, "%s", *open->name ? open->name : "opened.json");
    struct scenario *scenario = scenario_read(open->text, name, NULL, 0, fault);
    struct play_config config = play_defaults();
    struct play *play =
        scenario && !dashboard_allows(page, scenario, fault) ? play_new(scenario, &config, fault) : NULL;
    if (play && !world_memory(play_world(play))->robots_count)
        fault_set(fault, ERR_MISSING, "%s: nobody lives in this scenario: there is nobody to show", name);
    play_free(play, NULL);
    scenario_free(scenario);
    char *text = fault->err ? NULL : strndup(open->text.at, open->text.len);
    if (!text) return;
    free(page->opened);
    page->opened = text;
    page->restart = true;
    page->wish = (struct dashboard_wish){.seed = page->seed, .text = page->opened};
    snprintf(page->wish.scenario, sizeof page->wish.scenario, "%.31s", name);
    if (page->config.stop) atomic_store(page->config.stop, true);
}

void dashboard_save_file(struct dashboard *page, struct ws *ws, struct fault *fault) {
    struct buf text = {0};
    struct live_scenario reply = {0};
    if (!page->play || play_elsewhere(page->play)) {
        fault_set(fault, ERR_STATE, "a real robot is in no world of ours that could be saved");
        return;
    }
    if (!play_save(page->play, &text, fault)) {
        const char *name = strrchr(page->scenario, '/') ? strrchr(page->scenario, '/') + 1 : page->scenario;
        snprintf(reply.name, sizeof reply.name, "my-%.*s.json", (int)strcspn(name, "."), name);
        reply.text = (struct text){(const char *)text.at, text.len};
        dashboard_send(page, ws, &live_scenario_schema, &reply, false);
    }
    buf_free(&text);
}
