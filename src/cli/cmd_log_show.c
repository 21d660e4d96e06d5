#include "cli/commands.h"

#include "base/plural.h"
#include "base/system/file.h"
#include "codec/picture/png.h"
#include "codec/sound/wav.h"
#include "robot/robot.h"
#include "run/recorder.h"
#include "run/scenario.h"
#include "run/souls.h"
#include "run/tape.h"
#include "schema/json.h"
#include "world/world.h"

#include <inttypes.h>
#include <string.h>

struct wish {
    const char *format, *media;
    double from, until;
};
static const struct option OPTIONS[] = {
    {"media", 'm', OPTION_TEXT, offsetof(struct wish, media), "DIR",
     "write its pictures and sound into this folder, as JPEG or PNG and WAV, instead of printing it"},
    {"format", 'f', OPTION_TEXT, offsetof(struct wish, format), "FORMAT",
     "table, json or csv (default table)"},
    {"from", 0, OPTION_F64, offsetof(struct wish, from), "SECONDS", "only what came at this time or later", 0,
     1e12},
    {"until", 0, OPTION_F64, offsetof(struct wish, until), "SECONDS", "only what came before this time", 0,
     1e12},
};

enum format { TABLE, JSON, CSV };
struct show {
    enum format format;
    const struct wish *wish;
    struct buf sound; // as far as it goes
    struct wav_spec spec;
    double sound_s;
    uint32_t pictures, sounds;
    struct wrote wrote;
};

static void csv_cell(const char *text) {
    putchar('"');
    for (; *text; text++) {
        if (*text == '"') putchar('"');
        putchar(*text);
    }
    putchar('"');
}

// One line: when, what, and the rest as JSON.
static void line(const struct show *show, double seconds, const char *kind, struct buf *rest) {
    const char *text = rest->len ? (const char *)rest->at : "";
    if (seconds < show->wish->from || (show->wish->until > 0 && seconds >= show->wish->until)) return;
    if (show->format == TABLE) {
        printf("%12.3f  %-8s  %s\n", seconds, kind, text);
    } else if (show->format == JSON) {
        printf("{\"time_s\":%.3f,\"kind\":\"%s\",\"data\":%s}\n", seconds, kind, *text ? text : "null");
    } else {
        printf("%.3f,%s,", seconds, kind);
        csv_cell(text);
        putchar('\n');
    }
}

static void hash_text(struct buf *out, uint64_t hash) { buf_printf(out, "\"%016" PRIx64 "\"", hash); }

// A soul of a kind that nobody here knows is taken for a robot; what is no request of it is shown as bytes.
static const struct soul_messages *messages_of(const char *creature) {
    const struct soul_messages *messages = creature ? souls_messages(creature) : NULL;
    return messages ? messages : &life_soul_messages;
}

static void request_text(struct buf *out, const struct soul_messages *messages, const void *request) {
    struct json_writer w = json_writer_of(out, 0);
    schema_print_message(messages->protocol, request, &w, messages->version);
}

static void tape_request_text(struct buf *out, const struct scenario *scenario, const struct tape_entry *e) {
    const char *creature = NULL;
    uint32_t life = 0;
    for (uint32_t i = 0; scenario && i < scenario->robot_count; i++)
        if (scenario->robots[i].soul && life++ == e->life) creature = scenario->robots[i].creature;
    const struct soul_messages *messages = messages_of(creature);
    static union soul_message request;
    if (!tape_request_read(e, messages, &request, NULL)) return request_text(out, messages, &request);
    char hex[2 * 64 + 1];
    size_t len = e->request.len < 64 ? e->request.len : 64;
    bytes_to_hex(e->request.at, len, hex);
    buf_printf(out, "\"%s\"", hex);
}

static enum err show_world(const struct show *show, const struct scenario *scenario,
                           struct tape_reader *reader, struct fault *fault) {
    static struct tape_entry e;
    enum err err;
    while (!(err = tape_next(reader, &e, fault))) {
        static const char *const NAMES[] = {"", "scenario", "verb", "request", "hash", "end"};
        struct buf out = {0};
        struct json_writer w = json_writer_of(&out, 0);
        if (e.kind == TAPE_VERB) verb_write(&e.verb, &w);
        if (e.kind == TAPE_REQUEST) tape_request_text(&out, scenario, &e);
        if (e.kind == TAPE_HASH) hash_text(&out, e.hash);
        line(show, (double)e.step * WORLD_STEP_US * 1e-6, NAMES[e.kind], &out);
        buf_free(&out);
    }
    return err == ERR_CLOSED ? ERR_NONE : err;
}

static void senses_text(struct buf *out, const struct body_senses *s) {
    struct json_writer w = json_writer_of(out, 0);
    json_open(&w, '{');
    json_key(&w, "status"), json_uint(&w, s->status);
    if (s->motion_count) {
        json_key(&w, "x_m"), json_float(&w, s->motion[0].x_m);
        json_key(&w, "y_m"), json_float(&w, s->motion[0].y_m);
        json_key(&w, "heading_rad"), json_float(&w, s->motion[0].heading_rad);
    }
    json_key(&w, "acks"), json_uint(&w, s->acks_count);
    json_key(&w, "radio"), json_uint(&w, s->radio_count);
    json_key(&w, "sights"), json_uint(&w, s->sights_count);
    json_close(&w, '}');
}

static void media_text(struct buf *out, const struct recording_media *m) {
    buf_printf(out, "{\"bytes\":%zu,\"reached\":%s,", m->bytes.len, m->reached ? "true" : "false");
    if (m->rate_hz)
        buf_printf(out, "\"rate_hz\":%u,\"channels\":%u}", m->rate_hz, m->channels);
    else
        buf_printf(out, "\"width\":%u,\"height\":%u,\"format\":\"%s\"}", m->width, m->height,
                   m->format == MEDIA_JPEG   ? "jpeg"
                   : m->format == MEDIA_GREY ? "grey"
                                             : "colour");
}

// --- Pictures and sound as files

static enum err write_into(struct show *show, const char *what, double seconds, const char *ending,
                           struct bytes bytes, struct fault *fault) {
    char name[64], path[4096];
    snprintf(name, sizeof name, "%s-%09.3f.%s", what, seconds, ending);
    if (!path_join(path, sizeof path, show->wish->media, name))
        return fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    return call_put(&show->wrote, path, bytes.at, bytes.len, fault);
}

static enum err write_picture(struct show *show, double seconds, const struct recording_media *m,
                              struct fault *fault) {
    show->pictures++;
    if (m->format == MEDIA_JPEG) return write_into(show, "picture", seconds, "jpg", m->bytes, fault);
    if (m->format != MEDIA_GREY && m->format != MEDIA_COLOUR) return ERR_NONE;
    struct buf png = {0};
    struct pixels view = pixels_view((uint8_t *)(uintptr_t)m->bytes.at, m->width, m->height, m->format);
    enum err err = png_encode(&view, &png, fault);
    if (!err) err = write_into(show, "picture", seconds, "png", (struct bytes){png.at, png.len}, fault);
    buf_free(&png);
    return err;
}

// Sound of one kind that follows on itself is one file.
static enum err end_sound(struct show *show, struct fault *fault) {
    if (!show->sound.len) return ERR_NONE;
    struct buf wav = {0};
    show->sounds++;
    enum err err = wav_write(&show->spec, (const int16_t *)(const void *)show->sound.at,
                             show->sound.len / 2 / show->spec.channels, &wav);
    if (!err) err = write_into(show, "sound", show->sound_s, "wav", (struct bytes){wav.at, wav.len}, fault);
    buf_free(&wav);
    buf_clear(&show->sound);
    return err;
}

static enum err write_sound(struct show *show, double seconds, const struct recording_media *m,
                            struct fault *fault) {
    enum { SOUND_MAX = 256 << 20 };
    bool goes_on = show->sound.len && show->spec.rate == m->rate_hz && show->spec.channels == m->channels &&
                   show->sound.len < SOUND_MAX;
    enum err err = goes_on ? ERR_NONE : end_sound(show, fault);
    if (!goes_on)
        show->spec = (struct wav_spec){.rate = m->rate_hz, .channels = m->channels, .bits = 16},
        show->sound_s = seconds;
    if (!err) buf_bytes(&show->sound, m->bytes.at, m->bytes.len);
    return err ? err : show->sound.err ? fault_set(fault, show->sound.err, "no memory for sound") : ERR_NONE;
}

static enum err write_media(struct show *show, const struct entry *e, struct fault *fault) {
    double seconds = (double)e->tick * LIFE_TICK_US * 1e-6;
    if (seconds < show->wish->from || (show->wish->until > 0 && seconds >= show->wish->until))
        return ERR_NONE;
    if (e->kind == ENTRY_PICTURE) return write_picture(show, seconds, &e->media, fault);
    return e->kind == ENTRY_SOUND ? write_sound(show, seconds, &e->media, fault) : ERR_NONE;
}

// A life's lines for a spreadsheet: what the body felt in columns, all else as JSON in the last.
#define LIFE_COLUMNS                                                                                         \
    "time_s,kind,x_m,y_m,heading_rad,pitch_rad,head_rad,lift_rad,left_mps,right_mps,battery_v,status,data"

static void csv_senses(const struct show *show, double seconds, const struct body_senses *s) {
    if (seconds < show->wish->from || (show->wish->until > 0 && seconds >= show->wish->until)) return;
    printf("%.3f,senses,", seconds);
    const struct body_motion *m = &s->motion[0];
    if (s->motion_count)
        printf("%g,%g,%g,%g,", (double)m->x_m, (double)m->y_m, (double)m->heading_rad, (double)m->pitch_rad);
    else
        fputs(",,,,", stdout);
    if (s->joints_count > BODY_MOTOR_HEAD)
        printf("%g,%g,", (double)s->joints[BODY_MOTOR_HEAD].angle_rad,
               (double)s->joints[BODY_MOTOR_LIFT].angle_rad);
    else
        fputs(",,", stdout);
    if (s->motion_count)
        printf("%g,%g,", (double)m->left_mps, (double)m->right_mps);
    else
        fputs(",,", stdout);
    if (s->power_count) printf("%g", (double)s->power[0].battery_v);
    printf(",%u,\n", s->status);
}

static void csv_other(const struct show *show, double seconds, const char *kind, struct buf *rest) {
    if (seconds < show->wish->from || (show->wish->until > 0 && seconds >= show->wish->until)) return;
    printf("%.3f,%s,,,,,,,,,,,", seconds, kind);
    csv_cell(rest->len ? (const char *)rest->at : "");
    putchar('\n');
}

static enum err show_life(struct show *show, const char *creature, struct recording *tape,
                          struct fault *fault) {
    const struct soul_messages *speaks = messages_of(creature);
    recording_speaks(tape, speaks);
    static struct entry e;
    enum err err;
    double from = show->wish->from * 1e6 / LIFE_TICK_US;
    if (from > 0) recording_seek(tape, from < UINT32_MAX ? (uint32_t)from : UINT32_MAX);
    while (!(err = recording_next(tape, &e, fault))) {
        static const char *const NAMES[ENTRY_KINDS] = {"end",      "senses", "command", "request", "answer",
                                                       "calendar", "view",   "picture", "sound"};
        if (show->wish->media) {
            if ((err = write_media(show, &e, fault))) return err;
            continue;
        }
        struct buf out = {0};
        struct json_writer w = json_writer_of(&out, 0);
        double seconds = (double)e.tick * LIFE_TICK_US * 1e-6;
        if (e.kind == ENTRY_SENSES && show->format == CSV) {
            csv_senses(show, seconds, &e.senses->senses);
            continue;
        }
        if (e.kind == ENTRY_SENSES && show->format == JSON)
            schema_print(&body_senses_schema, &e.senses->senses, &w, 1); // all of it
        else if (e.kind == ENTRY_SENSES)
            senses_text(&out, &e.senses->senses);
        if (e.kind == ENTRY_COMMAND_HASH) hash_text(&out, e.hash);
        if (e.kind == ENTRY_REQUEST) request_text(&out, speaks, &e.request);
        if (e.kind == ENTRY_CALENDAR) schema_print(&life_calendar_schema, &e.calendar, &w, 1);
        if (e.kind == ENTRY_VIEW) schema_print(speaks->view, &e.view, &w, speaks->version);
        if (e.kind == ENTRY_PICTURE || e.kind == ENTRY_SOUND) media_text(&out, &e.media);
        if (e.kind == ENTRY_ANSWER)
            buf_printf(&out, "{\"kind\":%u,\"err\":%u,\"bytes\":%zu}", e.answer.kind, e.answer.err,
                       e.answer.bytes.len);
        if (show->format == CSV)
            csv_other(show, seconds, NAMES[e.kind], &out);
        else
            line(show, seconds, NAMES[e.kind], &out);
        buf_free(&out);
    }
    return err == ERR_CLOSED ? ERR_NONE : err;
}

static enum err show_it(struct show *show, struct bytes file, bool *torn, struct fault *fault) {
    enum err err;
    if (tape_is(file)) {
        if (show->wish->media)
            return fault_set(
                fault, ERR_TYPE,
                "a world's recording has no pictures or sound; those of its souls, FILE.NAME.life, have");
        struct tape_about about;
        struct tape_reader *reader = tape_over(file.at, file.len, &about, fault);
        if (!reader) return ERR_SYNTAX;
        if (show->format == TABLE) printf("a world: %s, seed %" PRIu64 "\n", about.file, about.seed);
        if (show->format == CSV) puts("time_s,kind,data");
        struct scenario *scenario = scenario_read(about.source, about.file, NULL, 0, NULL);
        err = show_world(show, scenario, reader, fault);
        scenario_free(scenario);
        *torn = tape_torn(reader);
        tape_free(reader);
        return err;
    }
    struct recording_about about;
    struct recording *tape = recording_over(file.at, file.len, &about, fault);
    if (!tape) return ERR_SYNTAX;
    if (show->wish->media) {
        err = folder_make(show->wish->media, fault);
        if (!err) err = show_life(show, about.creature, tape, fault);
        enum err ended = end_sound(show, err ? NULL : fault);
        if (!err && !(err = ended))
            printf("%s: %s, %s\n", show->wish->media, PLURAL(show->pictures, "picture"),
                   PLURAL(show->sounds, "sound"));
        if (!err) call_wrote_files(show->wish->media, &show->wrote);
        if (!err && !show->pictures && !show->sounds)
            fprintf(stderr, "it has none: recordings keep pictures and sound with --media\n");
        buf_free(&show->sound);
        *torn = recording_torn(tape);
        recording_free(tape);
        return err;
    }
    if (show->format == TABLE)
        printf("a life: %s the %s, seed %" PRIu64 "\n", about.name, about.creature, about.seed);
    if (show->format == CSV) puts(LIFE_COLUMNS);
    err = show_life(show, about.creature, tape, fault);
    *torn = recording_torn(tape);
    recording_free(tape);
    return err;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct show show = {.wish = wish};
    static const char *const FORMATS[] = {"table", "json", "csv"};
    int format = 0;
    while (format < 3 && strcmp(FORMATS[format], wish->format)) format++;
    if (format == 3)
        return call_wrong(call, "--format: expected table, json or csv, found \"%s\"", wish->format);
    show.format = (enum format)format;
    struct fault fault = {0};
    struct buf file = {0};
    bool torn = false;
    enum err err = file_read(call->words.at[0], 1 << 30, &file, &fault);
    if (!err) err = show_it(&show, (struct bytes){file.at, file.len}, &torn, &fault);
    buf_free(&file);
    fault_in(&fault, call->words.at[0]);
    if (err) return call_failed(call, &fault);
    if (torn)
        fprintf(stderr, "%s: the end is missing or damaged; this is what was whole\n", call->words.at[0]);
    return EXIT_FINE;
}

const struct command cmd_log_show = {
    .name = "show",
    .group = "log",
    .summary = "shows what is in a recording",
    .words = "FILE",
    .words_least = 1,
    .words_most = 1,
    .help = "Reads recordings of worlds and of lives. Prints a table for people; JSON with everything, one "
            "object a line; or CSV for a spreadsheet, with a life's senses in columns.",
    .examples = "critter log show day.world\n"
                "critter log show day.world.vector.life --media seen --from 60 --until 90\n"
                "critter log show day.world.vector.life --format csv --from 10 --until 20 > ten.csv\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.format = "table"},
    .run = run,
};
