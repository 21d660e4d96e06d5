// Words and intents that somebody hands in for its mind, and what it takes them to mean.
#include "robot/robot_internal.h"

#include "mind/intent/meaning.h"

#include <stdio.h>
#include <string.h>

static void answer(struct robot *robot, const struct life_envelope *from, enum life_verdict verdict,
                   const char *said) {
    robot_reply_done(robot, from->ticket, from->door, verdict, said);
}

// "set_timer time_s=300", as it fits.
static void in_words(const struct intent *intent, char *out, size_t size) {
    const char *name = intent_name(intent->number);
    size_t len = (size_t)snprintf(out, size, "%s", name ? name : "");
    for (uint32_t i = 0; i < intent->count && len < size; i++)
        len += (size_t)snprintf(out + len, size - len, " %s=%s", intent->slots[i].key, intent->slots[i].text);
}

static void do_hear(struct robot *robot, const struct life_envelope *from, const char *words) {
    struct told *t = &robot->told;
    struct meaning meaning;
    char said[128];
    if (!words[0]) return answer(robot, from, LIFE_VERDICT_BAD_VALUE, "expected words");
    if (!utf8_valid(text_of(words))) return answer(robot, from, LIFE_VERDICT_BAD_VALUE, "expected UTF-8");
    if (t->word_count == TOLD_WORDS)
        return answer(robot, from, LIFE_VERDICT_REFUSED, "too much is said to it at once");
    memset(t->words[t->word_count], 0, sizeof *t->words);
    text_copy(text_of(words), t->words[t->word_count++], sizeof *t->words);
    mind_meaning(robot->mind, text_of(words), &meaning);
    in_words(&meaning.intent, said, sizeof said);
    answer(robot, from, LIFE_VERDICT_DONE, said[0] ? said : "called");
}

static void do_intent(struct robot *robot, const struct life_envelope *from, const struct life_intent *r) {
    struct told *t = &robot->told;
    struct intent intent;
    char said[128];
    if (t->wanted_count == TOLD_INTENTS)
        return answer(robot, from, LIFE_VERDICT_REFUSED, "too much is wanted of it at once");
    struct mind_wanted *w = &t->wanted[t->wanted_count];
    memset(w, 0, sizeof *w);
    w->source = r->source, w->values_count = r->values_count;
    memcpy(w->name, r->intent, sizeof w->name);
    memcpy(w->values, r->values, sizeof w->values);
    if (!mind_meaning_of(robot->mind, w, &intent))
        return answer(robot, from, LIFE_VERDICT_BAD_VALUE, "it knows no such intent, or does not do that");
    t->wanted_count++;
    in_words(&intent, said, sizeof said);
    answer(robot, from, LIFE_VERDICT_DONE, said);
}

bool robot_do_mind(struct robot *robot, const struct life_envelope *from, const struct life_message *m) {
    switch (m->kind) {
    case LIFE_OWNER:
        robot->owner = m->owner;
        answer(robot, from, LIFE_VERDICT_DONE, "");
        return true;
    case LIFE_HEAR:
    case LIFE_INTENT:
        if (!robot->mind)
            answer(robot, from, LIFE_VERDICT_REFUSED, "it has no mind");
        else if (m->kind == LIFE_HEAR)
            do_hear(robot, from, m->hear.words);
        else
            do_intent(robot, from, &m->intent);
        return true;
    default:
        return false;
    }
}

size_t robot_intent(const struct robot *robot, uint32_t *number, char *out, size_t size) {
    const struct intent *last = robot->mind ? mind_last_intent(robot->mind) : NULL;
    *number = last ? last->number : 0;
    if (size) out[0] = 0;
    return last && last->number ? intent_json(last, out, size) : 0;
}

const char *robot_person_name(const struct robot *robot, int32_t person) {
    return robot->mind ? mind_name_of(robot->mind, person) : "";
}
