// What a robot says, and what a viewer asked of it that can be seen and nothing else tells: sentences for
// the log.
#include "door/dashboard_internal.h"

#include <stdio.h>
#include <string.h>

enum { HEARD_NOW = 3 }; // of SAY_STATE: it begins to be heard

// The words, when they were asked for here: the event then has the ticket of that request.
bool dashboard_tell_speech(struct dashboard *page, uint32_t robot, const struct exchange_event *e) {
    char sentence[128], words[100];
    if (e->event.kind != LIFE_EVENT_KIND_SAY_STATE) return false;
    if ((int)e->event.numbers[0] != HEARD_NOW) return true;
    bool ours = e->ticket && page->asked[e->ticket % ASKED_MAX].ticket == e->ticket;
    const char *said = ours ? page->asked[e->ticket % ASKED_MAX].words : "";
    text_copy(text_of(said), words, sizeof words);
    snprintf(sentence, sizeof sentence, *words ? "says: %s%s" : "says something", words,
             strlen(said) > strlen(words) ? "..." : "");
    dashboard_tell(page, robot, 0, "did", sentence);
    return true;
}

// A drive as it begins and ends; an expression.
void dashboard_tell_asked(struct dashboard *page, uint32_t robot, const struct life_message *request) {
    struct watched *w = &page->robots[robot - 1];
    char sentence[80];
    if (request->kind == LIFE_DRIVE || request->kind == LIFE_STOP) {
        bool drives = w->driver != NULL;
        if (drives == w->driven) return;
        w->driven = drives;
        dashboard_tell(page, robot, 0, "did", drives ? "is driven from the page" : "stands again");
    }
    if (request->kind != LIFE_EXPRESS || !strcmp(request->express.expression, "neutral")) return;
    snprintf(sentence, sizeof sentence, "looks %s", request->express.expression);
    dashboard_tell(page, robot, 0, "did", sentence);
}
