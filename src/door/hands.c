// Hands: what viewers do to the world. It is done, told, and what a hand still holds when its viewer leaves
// is put down.
#include "door/dashboard_internal.h"

#include "door/sentences.h"

#include <stdio.h>
#include <string.h>

// A hand that carries says so many times a second; it is told once.
static bool goes_on(struct viewer *viewer, const struct world_message *verb) {
    const char *what = verb->kind == WORLD_CARRY ? verb->carry.what : "";
    bool releases = verb->kind == WORLD_PUT_DOWN || verb->kind == WORLD_DROP || verb->kind == WORLD_PLACE ||
                    verb->kind == WORLD_PICK_UP;
    if (!*what && !releases) return false;
    bool same = *what && !strcmp(viewer->carries, what);
    snprintf(viewer->carries, sizeof viewer->carries, "%s", what);
    return same;
}

// A page names no files: what it puts in is the card that was in the slot before.
static enum err card_again(struct dashboard *page, struct world_card *card, struct fault *fault) {
    const char *was = play_card(page->play, card->what);
    if (!card->in) return ERR_NONE;
    if (card->path[0] && strcmp(card->path, was) != 0)
        return fault_set(fault, ERR_DENIED, "a page names no files; `critter run --card` and scenarios do");
    text_copy(text_of(was), card->path, sizeof card->path);
    return ERR_NONE;
}

void dashboard_do(struct dashboard *page, struct ws *ws, const struct world_message *asked,
                  struct fault *fault) {
    struct world_message own = *asked;
    const struct world_message *verb = &own;
    struct viewer *viewer = dashboard_viewer(page, ws);
    char sentence[SENTENCE_MAX];
    if (play_elsewhere(page->play)) {
        fault_set(fault, ERR_STATE, "a real robot is in no world of ours: use your own hands");
        return;
    }
    if (own.kind == WORLD_CARD && card_again(page, &own.card, fault)) return;
    if (play_do(page->play, verb, fault)) return;
    if (!(viewer && goes_on(viewer, verb)) && sentence_of_verb(verb, sentence))
        dashboard_tell(page, 0, play_now_us(page->play), "hand", sentence);
    if (page->paused) dashboard_frame(page, NULL);
}

void dashboard_did(struct dashboard *page, const struct world_message *verb) {
    char sentence[SENTENCE_MAX];
    if (page->play && sentence_of_verb(verb, sentence))
        dashboard_tell(page, 0, play_now_us(page->play), "scene", sentence);
}

void dashboard_let_go(struct dashboard *page, const char *what) {
    struct world_message down = {.kind = WORLD_PUT_DOWN, .put_down = {.here = true, .seconds = 0.5f}};
    snprintf(down.put_down.what, sizeof down.put_down.what, "%s", what);
    if (page->play && !play_elsewhere(page->play)) play_do(page->play, &down, NULL);
}

// Each of its defects by name, as the scenario or a hand has put it there.
void dashboard_mend(struct dashboard *page, struct ws *ws, const char *robot, struct fault *fault) {
    const struct world_memory *m = world_memory(play_world(page->play));
    uint32_t number = 0, count = 0;
    struct world_message mends[WORLD_DEFECTS_MAX];
    for (uint32_t i = 0; i < m->robots_count; i++)
        if (!strcmp(m->robots[i].name, robot)) number = i + 1;
    for (uint32_t i = 0; number && i < m->defects_count; i++) {
        const struct world_defect_state *d = &m->defects[i];
        if (d->robot != number) continue;
        mends[count] = (struct world_message){
            .kind = WORLD_DEFECT, .defect = {.kind = d->kind, .which = d->which, .amount = d->amount}};
        snprintf(mends[count].defect.what, sizeof mends[count].defect.what, "%s", robot);
        count++;
    }
    if (!number) fault_set(fault, ERR_UNKNOWN, "no robot here is called \"%s\"", robot);
    for (uint32_t i = 0; i < count; i++) dashboard_do(page, ws, &mends[i], fault);
    if (number && !fault->err) dashboard_tell(page, number, play_now_us(page->play), "hand", "was mended");
}
