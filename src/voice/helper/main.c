// critter-voice: speaks for Critter with espeak-ng.
//
// Copyright (C) 2026 the Critter authors. This program is free software: you can redistribute it and/or
// modify it under the terms of the GNU General Public License as published by the Free Software Foundation,
// either version 3 of the License, or (at your option) any later version. It is distributed in the hope that
// it will be useful, but WITHOUT ANY WARRANTY; see the GNU General Public License for more details
// (<https://www.gnu.org/licenses/>). Only this program of the project is under it, because of the library it
// links.
//
// It reads frames from its standard input and writes frames to its standard output (voice/pipe_frame.h), one
// utterance after the other, and ends when its input does. It opens no file but espeak-ng's data and no
// socket.
#include "voice/pipe_frame.h"

#include <espeak-ng/speak_lib.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PIECE = 8192, TEXT_MAX = 8192 };

static struct {
    uint32_t number;
    uint64_t samples; // so far, of this utterance
    const char *text;
    size_t len;
    struct buf out;
    bool broken; // nobody reads any more
} talk;

static void flush(void) {
    size_t done = 0;
    while (done < talk.out.len && !talk.broken) {
        ssize_t wrote = write(STDOUT_FILENO, talk.out.at + done, talk.out.len - done);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) talk.broken = true;
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    buf_clear(&talk.out);
}

static void put_numbers(enum frame_kind kind, const uint32_t *numbers, size_t count) {
    uint8_t bytes[32];
    struct writer to = writer_of(bytes, sizeof bytes);
    for (size_t i = 0; i < count; i++) write_u32(&to, numbers[i]);
    pipe_frame_put(&talk.out, kind, bytes, writer_len(&to));
}

// espeak-ng counts letters from 1; the other side counts bytes from 0.
static uint32_t byte_of(int letter) {
    size_t at = 0;
    uint32_t code;
    for (int i = 1; i < letter && at < talk.len; i++)
        at += utf8_next((struct text){talk.text, talk.len}, at, &code);
    return (uint32_t)at;
}

static void put_word(const espeak_EVENT *event, int rate) {
    uint32_t from = byte_of(event->text_position), to = byte_of(event->text_position + event->length);
    uint32_t sample =
        (uint32_t)((uint64_t)(event->audio_position > 0 ? event->audio_position : 0) * (unsigned)rate / 1000);
    put_numbers(PIPE_FRAME_WORD, (uint32_t[]){talk.number, from, to - from, sample}, 4);
}

static int rate_hz;

static int heard(short *samples, int count, espeak_EVENT *events) {
    for (; events && events->type != espeakEVENT_LIST_TERMINATED; events++)
        if (events->type == espeakEVENT_WORD) put_word(events, rate_hz);
    for (int at = 0; samples && at < count; at += PIECE) {
        int some = count - at < PIECE ? count - at : PIECE;
        uint8_t bytes[4 + 2 * PIECE];
        struct writer to = writer_of(bytes, sizeof bytes);
        write_u32(&to, talk.number);
        for (int i = 0; i < some; i++) write_i16(&to, samples[at + i]);
        pipe_frame_put(&talk.out, PIPE_FRAME_SAMPLES, bytes, writer_len(&to));
    }
    flush();
    return talk.broken;
}

static void fail(const char *why) {
    uint8_t bytes[300];
    struct writer to = writer_of(bytes, sizeof bytes);
    write_u32(&to, talk.number);
    write_bytes(&to, why, strlen(why));
    pipe_frame_put(&talk.out, PIPE_FRAME_FAILED, bytes, writer_len(&to));
}

static void say(const struct frame_say *order) {
    char voice[64], text[TEXT_MAX + 1];
    talk.number = order->number;
    talk.samples = 0;
    if (order->voice.len >= sizeof voice || order->text.len > TEXT_MAX)
        return fail("the text or the voice's name is too long");
    text_copy(order->voice, voice, sizeof voice);
    memcpy(text, order->text.at, order->text.len);
    text[order->text.len] = 0;
    talk.text = text, talk.len = order->text.len;
    espeak_VOICE wanted = {.languages = voice};
    if (espeak_SetVoiceByName(voice) != EE_OK && espeak_SetVoiceByProperties(&wanted) != EE_OK)
        return fail("espeak-ng does not have this voice");
    espeak_SetParameter(espeakRATE, order->words_per_minute, 0);
    espeak_SetParameter(espeakPITCH, order->pitch, 0);
    espeak_SetParameter(espeakRANGE, order->range, 0);
    if (espeak_Synth(text, order->text.len + 1, 0, POS_CHARACTER, 0, espeakCHARS_UTF8, NULL, NULL) != EE_OK)
        return fail("espeak-ng could not speak it");
    espeak_Synchronize();
    put_numbers(PIPE_FRAME_DONE, &talk.number, 1);
}

// Each text is said by a child that knows of no other, for what was said before would change the next by a
// few samples.
static void say_apart(const struct frame_say *order) {
    pid_t child = fork();
    if (child < 0) {
        talk.number = order->number;
        return fail("there is no room for another process");
    }
    if (!child) {
        say(order);
        flush();
        _exit(talk.broken ? EXIT_FAILURE : EXIT_SUCCESS);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (!WIFEXITED(status)) {
        talk.number = order->number;
        fail("espeak-ng crashed on this text");
    }
}

int main(int argc, char **argv) {
    if (argc > 1) {
        bool help = !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h");
        fprintf(help ? stdout : stderr, "critter-voice speaks for critter, over its standard input and "
                                        "output; it is not started by hand.\n");
        return help ? 0 : 2;
    }
    rate_hz = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 200, NULL, espeakINITIALIZE_DONT_EXIT);
    if (rate_hz <= 0) {
        fprintf(stderr, "critter-voice: espeak-ng finds no data (package espeak-ng-data)\n");
        return 1;
    }
    espeak_SetSynthCallback(heard);
    put_numbers(PIPE_FRAME_HELLO, (uint32_t[]){PIPE_FRAME_VERSION, (uint32_t)rate_hz}, 2);
    flush();
    struct pipe_frame_parser parser = {0};
    uint8_t bytes[4096];
    ssize_t got;
    while (!talk.broken &&
           ((got = read(STDIN_FILENO, bytes, sizeof bytes)) > 0 || (got < 0 && errno == EINTR))) {
        enum frame_kind kind;
        struct bytes body;
        if (got > 0) pipe_frame_feed(&parser, bytes, (size_t)got);
        while (pipe_frame_next(&parser, &kind, &body)) {
            struct frame_say order;
            if (kind == PIPE_FRAME_QUIT) goto over;
            if (kind != PIPE_FRAME_SAY || pipe_frame_read_say(body, &order)) goto over;
            say_apart(&order);
            flush();
        }
        if (parser.err) break;
    }
over:
    pipe_frame_parser_free(&parser);
    buf_free(&talk.out);
    espeak_Terminate();
    return 0;
}
