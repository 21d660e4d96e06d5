#include "mind/intent/meaning.h"

#include <string.h>

static void answer(const struct meanings *m, struct text asked, const struct meaning_about *about,
                   struct meaning *out) {
    char text[INTENT_TEXT], copy[INTENT_TEXT]; // what was asked may lie in the intent itself
    text_copy(asked, copy, sizeof copy);
    struct text question = text_of(copy);
    bool known = answers_question(&m->answers, question, &about->now, text);
    intent_put(&out->intent, TEXT("query_text"), question);
    if (known) intent_put(&out->intent, TEXT("answer"), text_of(text));
    out->cloud = known ? TEXT("intent_knowledge_response_extend") : TEXT("intent_knowledge_no_response");
}

void meaning_of(const struct meanings *m, struct text words, const struct meaning_about *about,
                struct meaning *out) {
    struct phrase_found found;
    char text[INTENT_TEXT];
    *out = (struct meaning){0};
    phrases_match(&m->phrases, words, &found, &out->intent);
    out->called = found.called, out->phrase = found.says, out->cloud = found.cloud;
    bool to_it = about->to_it || found.called;
    if (text_is(found.cloud, "intent_weather_extend"))
        answers_weather(&m->answers, &about->now, about->home, about->fahrenheit, &out->intent);
    else if (text_is(found.cloud, "intent_knowledge_response_extend"))
        answer(m, intent_text(&out->intent, "query_text"), about, out);
    else if (!found.cloud.len && found.rest.len && about->question)
        answer(m, found.rest, about, out);
    else if (!found.cloud.len && found.rest.len && to_it &&
             answers_question(&m->answers, found.rest, &about->now, text)) // asked without a preface
        answer(m, found.rest, about, out);
    if (out->cloud.len || (found.rest.len && to_it))
        intent_map_cloud(&m->map, &about->switches, out->cloud, &out->intent);
}
