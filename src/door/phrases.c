// What can be said to a robot, for viewers: the lines of its own table of phrases.
#include "door/dashboard_internal.h"
#include "mind/intent/meaning.h"
#include "robot/robot.h"

#include <stdlib.h>

void dashboard_phrases(struct dashboard *page, struct ws *ws, uint32_t number, struct fault *fault) {
    struct soul *soul = dashboard_soul(page, number);
    const struct robot *robot = soul ? robot_of(soul) : NULL;
    const struct meanings *meanings = robot ? robot_meanings(robot) : NULL;
    struct live_phrase_list *out = meanings ? calloc(1, sizeof *out) : NULL;
    if (!meanings) {
        fault_set(fault, ERR_STATE, "it has no mind that words could reach");
        return;
    }
    if (!out) {
        fault_set(fault, ERR_MEMORY, "no memory for its phrases");
        return;
    }
    const struct phrases *table = &meanings->phrases;
    out->robot = (uint8_t)number;
    for (uint32_t i = 0; i < table->count; i++) {
        const struct phrase *phrase = &table->list[i];
        if (i && phrase->says.at == table->list[i - 1].says.at) continue; // with something left out
        if (out->phrases_count == sizeof out->phrases / sizeof *out->phrases) break;
        out->phrases[out->phrases_count++] =
            (struct live_phrase){.says = phrase->says, .intent = table->rows[phrase->row].cloud};
    }
    dashboard_send(page, ws, &live_phrase_list_schema, out, false);
    free(out);
}
