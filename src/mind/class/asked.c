// What takes more than an answer: photos and questions.
#include "mind/class/classes.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------ photos

struct photo {
    struct text get_in, shutter, fail;
    float face_s;
};
static const struct knob PHOTO_LIST[] = {
    CLASS_TEXT(photo, get_in, "getInAnimTrigger", "a trigger: look here"),
    CLASS_TEXT(photo, shutter, "shutterAnimTrigger", "a trigger: with the picture"),
    CLASS_TEXT(photo, fail, "failAnimTrigger", "a trigger: no picture came"),
    CLASS_F32(photo, face_s, "maxFaceAge_s", "s", 0, 60, 5, "a face seen since then is looked at first")};
static const struct knobs PHOTO = CLASS_KNOBS(photo, PHOTO_LIST);

enum { PHOTO_TURN, PHOTO_READY, PHOTO_TAKE, PHOTO_END };
static void begin_photo(struct mind *m, const struct node *n) {
    const struct photo *k = n->config;
    struct node_state *s = node_state(m, n);
    bool selfie = text_is(intent_text(&m->live.active, "empty_or_selfie"), "photo_selfie");
    bool face = mind_face_near(m, k->face_s);
    s->own[0] = face ? m->live.face_bearing : m->live.noise_rad;
    s->own[1] = face ? m->live.face_pitch : 0.3f;
    if (!selfie && !face) s->step = PHOTO_READY; // what stands before it
    mind_glance(m, s->own[0], s->own[1], 0.8f);
    if (s->step == PHOTO_READY) mind_play(m, n, k->get_in);
}
static enum going step_photo(struct mind *m, const struct node *n) {
    const struct photo *k = n->config;
    struct node_state *s = node_state(m, n);
    struct life_message take = {.kind = LIFE_TAKE_PHOTO};
    s->asked = true;
    switch (s->step) {
    case PHOTO_TURN:
        if (mind_turn_to(m, n, s->own[0], s->own[1])) return GOES_ON;
        s->step = PHOTO_READY;
        mind_play(m, n, k->get_in);
        return GOES_ON;
    case PHOTO_READY:
        if (mind_waits(m, n)) return GOES_ON;
        s->step = PHOTO_TAKE, s->failed = false;
        mind_ask(m, n, &take);
        return GOES_ON;
    case PHOTO_TAKE:
        if (mind_waits(m, n)) return GOES_ON;
        s->step = PHOTO_END;
        if (!s->failed) return mind_play(m, n, k->shutter) ? GOES_ON : OVER;
        mind_play(m, n, k->fail);
        mind_say(m, n, "BehaviorPhoto.Failed", NULL, NULL);
        return GOES_ON;
    default:
        return mind_waits(m, n) ? GOES_ON : OVER;
    }
}
const struct mind_class CLASS_PHOTO = {.name = "TakeAPhotoCoordinator",
                                       .needs = BODY_HAS(CAMERA),
                                       .help = "Turns to whoever is there and takes a photo.",
                                       .knobs = &PHOTO,
                                       .begin = begin_photo,
                                       .step = step_photo};

// ------------------------------------------------------------------------------------------------ questions

struct question {
    struct text ready, listen, search, answer, fail, ready_key;
    float stream_s;
};
static const struct knob QUESTION_LIST[] = {
    CLASS_TEXT(question, ready, "getInAnimTrigger", "a trigger: it is ready for the question"),
    CLASS_TEXT(question, listen, "listenAnimTrigger", "a trigger: while it waits for it"),
    CLASS_TEXT(question, search, "searchAnimTrigger", "a trigger: it thinks"),
    CLASS_TEXT(question, answer, "answerAnimTrigger", "a trigger: while it answers"),
    CLASS_TEXT(question, fail, "failAnimTrigger", "a trigger: it does not know"),
    CLASS_TEXT(question, ready_key, "readyStringID", "what it says first: a sentence's key; empty: nothing"),
    CLASS_F32(question, stream_s, "streamingTimeout", "s", 1, 60, 10, "so long it waits for the question")};
static const struct knobs QUESTION = CLASS_KNOBS(question, QUESTION_LIST);

enum { QUESTION_READY, QUESTION_LISTEN, QUESTION_SEARCH, QUESTION_ANSWER };

static bool named(const struct intent *intent, const char *name) {
    const char *is = intent_name(intent->number);
    return is && strcmp(is, name) == 0;
}
static enum going search(struct mind *m, const struct node *n) {
    m->live.listens = LISTENS_NOT;
    mind_let_go(m, n);
    node_state(m, n)->step = QUESTION_SEARCH;
    mind_play(m, n, ((const struct question *)n->config)->search);
    return GOES_ON;
}
static void begin_question(struct mind *m, const struct node *n) {
    const struct question *k = n->config;
    char key[64];
    if (!named(&m->live.active, "knowledge_question")) { // the question came with it
        search(m, n);
        return;
    }
    text_copy(k->ready_key, key, sizeof key);
    mind_play(m, n, k->ready);
    if (key[0]) mind_say(m, n, key, NULL, NULL);
}
static enum going answer(struct mind *m, const struct node *n) {
    const struct question *k = n->config;
    bool known = named(&m->live.active, "knowledge_response");
    node_state(m, n)->step = QUESTION_ANSWER;
    mind_play(m, n, known ? k->answer : k->fail);
    if (known)
        mind_say_words(m, n, intent_text(&m->live.active, "answer").at);
    else
        mind_say(m, n, "BehaviorQuestion.Unknown", NULL, NULL);
    return GOES_ON;
}
static enum going step_question(struct mind *m, const struct node *n) {
    const struct question *k = n->config;
    struct node_state *s = node_state(m, n);
    switch (s->step) {
    case QUESTION_READY:
        if (mind_waits(m, n)) return GOES_ON;
        s->step = QUESTION_LISTEN, s->when[0] = m->live.now;
        m->live.listens = LISTENS_QUESTION;
        m->live.listens_until = m->live.now + (double)k->stream_s;
        return GOES_ON;
    case QUESTION_LISTEN:
        s->asked = true;
        if (mind_take_intent(m, "knowledge_response") || mind_take_intent(m, "knowledge_unknown")) {
            m->live.active_node = n->number + 1;
            return search(m, n);
        }
        if (m->live.pending.number) return OVER; // something else is wanted
        if (m->live.now - s->when[0] > (double)k->stream_s) return mind_let_go(m, n), answer(m, n);
        if (!mind_waits(m, n) && !mind_play(m, n, k->listen)) mind_wait(m, n, 0.5f);
        return GOES_ON;
    case QUESTION_SEARCH:
        return mind_waits(m, n) ? GOES_ON : answer(m, n);
    default:
        return mind_waits(m, n) ? GOES_ON : OVER;
    }
}
static void end_question(struct mind *m, const struct node *n) { m->live.listens = LISTENS_NOT; }
const struct mind_class CLASS_QUESTION = {.name = "KnowledgeGraphQuestion",
                                          .help = "Listens to a question, thinks, and answers.",
                                          .knobs = &QUESTION,
                                          .begin = begin_question,
                                          .step = step_question,
                                          .end = end_question};
