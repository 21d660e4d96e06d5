// Something typed, said by the robot: words become samples on a worker, and the samples go to the robot as a program's own sound, a little ahead
// of what it has played.
#include "door/dashboard_inside.h"

#include "codec/resample.h"

#include <stdlib.h>
#include <string.h>

enum { TALK_HZ = 16000, AHEAD_MS = 300, CHUNK = 512 };

static enum err make(const void *input, size_t input_size, void *answer, size_t answer_size,
                     size_t *answer_len) {
    (void)input_size;
    (void)answer;
    (void)answer_size;
    *answer_len = 0;
    struct talk *talk;
    memcpy(&talk, input, sizeof talk);
    return speech_make(talk->maker, &talk->order, &talk->speech, &talk->fault);
}

static void be_quiet(struct talk *talk) {
    speech_free(&talk->speech);
    free(talk->samples);
    talk->samples = NULL;
    talk->count = talk->at = 0;
    talk->state = TALK_QUIET;
}

void talk_close(struct talk *talk) {
    crew_free(talk->crew); // waits for the helper's last words
    be_quiet(talk);
    speech_maker_free(talk->maker);
    *talk = (struct talk){0};
}

// The life it was meant for is over: what is being made is not said any more.
void talk_forget(struct talk *talk) {
    if (talk->state == TALK_SAYING) be_quiet(talk);
    talk->forgotten = talk->state == TALK_MAKING;
}

void dashboard_say(struct dashboard *page, struct ws *ws, const char *words, struct fault *fault) {
    struct talk *talk = &page->talk;
    if (talk->state != TALK_QUIET) {
        fault_set(fault, ERR_BUSY, "it is still saying something else");
        return;
    }
    struct crew_config config = crew_defaults();
    config.workers = 1;
    config.slots = 2;
    if (!talk->crew) talk->crew = crew_new(&config);
    if (!talk->maker) talk->maker = speech_maker_new(NULL);
    talk->order = speech_order_of("en-US", words);
    snprintf(talk->order.robot, sizeof talk->order.robot, "%s",
             strcmp(page->creature, "cozmo") ? "vector" : "cozmo");
    if (!talk->crew || !talk->maker) {
        fault_set(fault, ERR_MEMORY, "no memory for a voice");
        return;
    }
    if (speech_check(&talk->order, fault)) return;
    talk->fault = (struct fault){0};
    struct errand errand = {.run = make, .input = &talk, .input_size = sizeof talk, .due = 1};
    enum err err = ERR_NONE;
    errand_post(talk->crew, &errand, &err);
    if (err) {
        fault_set(fault, err, "there is no room for more words");
        return;
    }
    talk->who = ws;
    talk->forgotten = false;
    talk->state = TALK_MAKING;
}

static enum err to_robot_rate(struct talk *talk) {
    size_t room = talk->speech.count * TALK_HZ / talk->speech.rate + 4096, taken = 0;
    struct resample *rate = resample_new(talk->speech.rate, TALK_HZ);
    talk->samples = malloc(room * sizeof *talk->samples);
    if (rate && talk->samples) {
        talk->count =
            resample_push(rate, talk->speech.samples, talk->speech.count, talk->samples, room, &taken);
        talk->count += resample_end(rate, talk->samples + talk->count, room - talk->count);
    }
    resample_free(rate);
    return talk->count ? ERR_NONE : ERR_MEMORY;
}

static void begin(struct dashboard *page) {
    struct talk *talk = &page->talk;
    struct errand_answer answer;
    if (!errand_answer(talk->crew, 1, &answer)) return;
    if (!answer.err && !talk->forgotten && to_robot_rate(talk))
        answer.err = fault_set(&talk->fault, ERR_MEMORY, "no memory for so many words");
    if (answer.err && dashboard_viewer(page, talk->who))
        dashboard_refuse(page, talk->who, "Speak", &talk->fault);
    if (answer.err || talk->forgotten) {
        be_quiet(talk);
        return;
    }
    struct life_message prepare = {.kind = LIFE_STREAM_PREPARE};
    prepare.stream_prepare = (struct life_stream_prepare){.rate_hz = TALK_HZ, .volume = 100};
    struct fault fault = {0};
    dashboard_ask(page, NULL, &prepare, &fault);
    talk->begun_us = play_now_us(page->play);
    talk->state = TALK_SAYING;
}

static void go_on(struct dashboard *page) {
    struct talk *talk = &page->talk;
    struct life_message *chunk = &page->request;
    struct fault fault = {0};
    int64_t ahead = (play_now_us(page->play) - talk->begun_us) / 1000 + AHEAD_MS;
    while (!fault.err && talk->at < talk->count && (int64_t)talk->at * 1000 < ahead * TALK_HZ) {
        size_t left = talk->count - talk->at, count = left < CHUNK ? left : CHUNK;
        chunk->kind = LIFE_STREAM_CHUNK;
        chunk->stream_chunk.samples_count = (uint16_t)count;
        memcpy(chunk->stream_chunk.samples, talk->samples + talk->at, count * sizeof *talk->samples);
        dashboard_ask(page, NULL, chunk, &fault);
        if (!fault.err) talk->at += count; // a full desk takes it in the next tick
    }
    if (talk->at < talk->count) return;
    *chunk = (struct life_message){.kind = LIFE_STREAM_COMPLETE};
    dashboard_ask(page, NULL, chunk, &fault);
    if (!fault.err) be_quiet(talk);
}

void dashboard_talk(struct dashboard *page) {
    if (page->talk.state == TALK_MAKING) begin(page);
    if (page->talk.state == TALK_SAYING) go_on(page);
}
