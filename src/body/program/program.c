#include "body/program/program.h"

#include "base/frame_pool.h"
#include "base/hash.h"
#include "base/system/log.h"
#include "body/program/port.h"
#include "brainstem/plain.h"
#include "codec/picture/fit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SILENT_US = 500000, STEP_MOST_US = 100000, WAITING_MAX = 2 << 20, SPEECH_MAX = 120000, POOL = 3 };
enum { TURN_FRAMES = 32 }; // more in one turn wait for the next
enum { PIECE = 256 << 10, LARGEST = 1280 * 720, SOUND_BYTES = 64 << 10 };
enum { TICK_US = 33000 };
#define FOREVER_US (1ull << 60)

struct program {
    struct body body;
    struct body_file file;
    struct port port;
    enum program_form form;
    struct plain *plain; // NULL: it has a brainstem of its own
    struct arena *scratch;
    struct program_in came; // the frame that is looked at
    struct buf in, out;
    struct body_senses felt; // the newest, with the lists of all since the last tick
    bool news, answers;      // since the last tick; a command is due
    struct frame_pool *pictures, *sounds;
    struct frame *picture, *sound;
    struct fit fit;
    struct buf face, speech;  // that are to be sent
    struct body_command last; // of the soul
    struct body_command told; // of a body without a brainstem
    struct plain_wish wish;
    uint64_t time_us, ahead_us, life_us; // the program's last; what a new one's clock is set forward by
    int64_t now_us, heard_us;
    bool fresh, away, nonsense, waits; // somebody new; what was told
};

static struct program *its(struct body *body) { return (struct program *)(void *)body; }

// ---------------------------------------------------------------------------------------------- what comes

// Stamps of the program's clock in body time.
static uint64_t stamp(const struct program *p, uint64_t now_us, uint64_t time_us) {
    if (!time_us || !p->plain) return time_us ? time_us + p->ahead_us : 0;
    uint64_t ago = time_us < now_us ? now_us - time_us : 0;
    return ago < p->life_us ? p->life_us - ago : 0;
}

static void stamp_all(const struct program *p, struct body_senses *s) {
    uint64_t now = s->time_us;
    for (uint32_t i = 0; i < s->imu_count; i++) s->imu[i].time_us = stamp(p, now, s->imu[i].time_us);
    for (uint32_t i = 0; i < s->hearings_count; i++)
        s->hearings[i].time_us = stamp(p, now, s->hearings[i].time_us);
    if (s->look_count) s->look[0].time_us = stamp(p, now, s->look[0].time_us);
    if (s->picture_count) s->picture[0].time_us = stamp(p, now, s->picture[0].time_us);
    if (s->sound_count) s->sound[0].time_us = stamp(p, now, s->sound[0].time_us);
    s->time_us = p->plain ? p->life_us : now + p->ahead_us;
}

#define JOIN(list, now, before)                                                                              \
    do {                                                                                                     \
        uint32_t first = (before)->list##_count, most = sizeof(now)->list / sizeof *(now)->list;             \
        uint32_t more = (now)->list##_count > most - first ? most - first : (now)->list##_count;             \
        memmove((now)->list + first, (now)->list, more * sizeof *(now)->list);                               \
        memcpy((now)->list, (before)->list, first * sizeof *(now)->list);                                    \
        (now)->list##_count = (uint8_t)(first + more);                                                       \
    } while (0)

// What would be lost when the next senses come before the tick.
static void join(struct body_senses *now, const struct body_senses *before) {
    JOIN(acks, now, before);
    JOIN(hearings, now, before);
    JOIN(radio, now, before);
    if (!now->look_count && before->look_count) {
        now->look_count = 1, now->look[0] = before->look[0];
        now->sights_count = before->sights_count;
        memcpy(now->sights, before->sights, before->sights_count * sizeof *now->sights);
    }
    if (!now->picture_count) now->picture_count = before->picture_count, now->picture[0] = before->picture[0];
    if (!now->sound_count) now->sound_count = before->sound_count, now->sound[0] = before->sound[0];
}

// False: there is no room, and it is missed.
static bool hold(struct frame_pool *pool, struct frame **to, struct bytes from) {
    frame_drop(*to);
    *to = pool ? frame_take(pool) : NULL;
    if (*to && from.len > (*to)->size) frame_drop(*to), *to = NULL;
    if (!*to) return false;
    memcpy((*to)->bytes, from.at, from.len);
    (*to)->used = from.len;
    return true;
}

static void hold_media(struct program *p, struct body_senses *s) {
    if (s->sound_count) s->sound_count = hold(p->sounds, &p->sound, p->came.sound);
    if (!s->picture_count) return;
    s->picture_count = hold(p->pictures, &p->picture, p->came.picture);
    if (!s->picture_count) return;
    p->picture->width = s->picture[0].width, p->picture->height = s->picture[0].height;
    p->picture->format = s->picture[0].kind, p->picture->number = s->picture[0].number;
    p->picture->stamp_us = s->picture[0].time_us;
}

static void touch(struct body_senses *s) { // one that only knows whether it is touched
    bool raw = false;
    for (uint32_t i = 0; i < s->touches_count; i++) raw |= s->touches[i].raw != 0;
    for (uint32_t i = 0; i < s->touches_count && !raw; i++)
        s->touches[i].raw = s->touches[i].touched ? 2000 : 1000;
}

static void take_senses(struct program *p, struct fault *fault) {
    struct body_senses *s = &p->came.senses;
    if (p->fresh && s->time_us + p->ahead_us <= p->time_us) // another program, or the same begun anew
        p->ahead_us = p->time_us + TICK_US - s->time_us;
    p->fresh = false;
    uint64_t time_us = s->time_us + p->ahead_us, went = time_us - p->time_us;
    if (!s->time_us || s->time_us > FOREVER_US || time_us <= p->time_us) { // time stands
        fault_set(fault, ERR_RANGE, "$.senses.time_us: expected more than %llu, found %llu",
                  (unsigned long long)(p->time_us > p->ahead_us ? p->time_us - p->ahead_us : 0),
                  (unsigned long long)s->time_us);
        return;
    }
    p->life_us += went < STEP_MOST_US ? went : STEP_MOST_US;
    stamp_all(p, s);
    hold_media(p, s);
    if (p->plain) touch(s), plain_step(p->plain, s, &p->wish);
    if (p->news) join(s, &p->felt);
    p->felt = *s;
    p->time_us = time_us;
    p->news = p->answers = true;
    p->heard_us = p->now_us;
}

static void complain(struct program *p, const char *what, const struct fault *fault) {
    char text[400];
    if (!p->nonsense)
        log_warn("body", "%s: %s: %s", p->port.path, what, fault_text(fault, text, sizeof text));
    p->nonsense = true;
}

static void take_all(struct program *p) {
    size_t at = 0;
    for (int i = 0; i < TURN_FRAMES && at < p->in.len; i++) {
        struct fault fault = {0};
        size_t used = program_take(p->form, p->in.at + at, p->in.len - at, p->scratch, &p->came, &fault);
        if (fault.err && !used) { // nothing after it can be made out
            complain(p, "nonsense, and nobody is heard until it begins anew", &fault);
            port_hang_up(&p->port);
            buf_clear(&p->in);
            return;
        }
        if (!used) break;
        if (!fault.err) take_senses(p, &fault);
        if (fault.err) complain(p, "nonsense, which is skipped", &fault);
        if (fault.err && p->form == PROGRAM_JSON) program_put_error(&fault, &p->out);
        at += used;
    }
    buf_drop(&p->in, at);
}

// Whoever waits sees nothing of it, so it is said here.
static void look_who_waits(struct program *p) {
    bool waits = port_waits(&p->port);
    if (waits && !p->waits)
        log_warn("body", "%s: another program waits until the one that is a body leaves", p->port.path);
    p->waits = waits;
}

static void listen_to(struct program *p) {
    if (port_turn(&p->port)) {
        p->fresh = true, p->nonsense = false;
        buf_clear(&p->in), buf_clear(&p->out);
    }
    size_t room = PROGRAM_MAX + PROGRAM_HEAD - p->in.len, piece = room < PIECE ? room : PIECE;
    if (!buf_reserve(&p->in, piece)) return;
    ssize_t n = port_read(&p->port, p->in.at + p->in.len, piece);
    if (n > 0) p->in.len += (size_t)n, p->in.at[p->in.len] = 0;
    if (p->in.len) take_all(p);
    look_who_waits(p);
}

// ---------------------------------------------------------------------------------------------- what goes

static void flush(struct program *p) {
    ssize_t went = port_write(&p->port, p->out.at, p->out.len);
    if (went > 0) buf_drop(&p->out, (size_t)went);
    if (p->out.len < WAITING_MAX) return;
    struct fault fault = {0};
    fault_set(&fault, ERR_TIMEOUT, "%zu bytes wait for it", p->out.len);
    complain(p, "it does not read what it is told", &fault);
    buf_clear(&p->out);
    port_hang_up(&p->port);
}

static void tell(struct program *p, const struct body_command *c) {
    struct bytes face = {p->face.at, c->face_count ? p->face.len : 0}, speech = {p->speech.at, p->speech.len};
    p->answers = false;
    if (p->port.fd < 0) return;
    program_put(p->form, c, face, speech, &p->out);
    buf_clear(&p->speech);
    flush(p);
}

// What a body without a brainstem does now; what is for a tick goes with the first answer after it.
static void tell_wish(struct program *p) {
    struct body_command *c = &p->told;
    const struct body_model *m = p->body.model;
    c->wheels = (struct body_wheels){
        .mode = BODY_WHEEL_MODE_SPEED, .left_mps = p->wish.left_mps, .right_mps = p->wish.right_mps};
    c->joints_count = 0;
    for (uint32_t i = BODY_MOTOR_LIFT; i < m->motor_count; i++) {
        uint32_t part = i == BODY_MOTOR_LIFT ? BODY_HAS(LIFT) : i == BODY_MOTOR_HEAD ? BODY_HAS(HEAD) : 0;
        if (!body_model_has(m, part)) continue;
        uint8_t mode = p->wish.loose >> i & 1 ? BODY_JOINT_MODE_FREE : BODY_JOINT_MODE_ANGLE;
        c->joints[c->joints_count++] =
            (struct body_joint_target){.joint = (uint8_t)i, .mode = mode, .angle_rad = p->wish.angle_rad[i]};
    }
    tell(p, c);
    c->face_count = c->speech_count = c->cubes_count = 0;
}

static void show(struct program *p, const struct command_out *out) {
    size_t pixels = (size_t)p->fit.from_w * p->fit.from_h;
    if (!out->command.face_count || !out->face || out->face->used < pixels * 2) return;
    buf_clear(&p->face);
    uint8_t *to = buf_extend(&p->face, p->fit.bytes);
    if (to) fit_draw(&p->fit, (const uint16_t *)(const void *)out->face->bytes, to);
}

static void speak(struct program *p, const struct command_out *out) {
    if (!out->command.speech_count || !out->speech) return;
    if (p->speech.len + out->speech->used > SPEECH_MAX) buf_clear(&p->speech); // nobody fetches it
    buf_bytes(&p->speech, out->speech->bytes, out->speech->used);
}

static void obey(struct body *body, int64_t now_us, const struct command_out *out) {
    struct program *p = its(body);
    struct body_command *c = &p->last;
    bool face = p->told.face_count;
    *c = out->command;
    show(p, out), speak(p, out);
    if (c->face_count) c->face[0].width = (uint16_t)p->fit.to_w, c->face[0].height = (uint16_t)p->fit.to_h;
    if (p->speech.len) {
        uint32_t hz = c->speech_count ? c->speech[0].rate_hz : p->told.speech[0].rate_hz;
        c->speech_count = 1;
        c->speech[0] = (struct body_speech){hz, (uint16_t)(p->speech.len / sizeof(int16_t))};
    }
    if (!p->plain) {
        if (p->answers) tell(p, c);
        return;
    }
    plain_obey(p->plain, c);
    struct body_face_picture shown = p->told.face[0];
    p->told = *c;
    p->told.path_count = p->told.origin_count = p->told.fix_count = 0;
    if (face && !c->face_count) p->told.face_count = 1, p->told.face[0] = shown;
}

// ---------------------------------------------------------------------------------------------- the body

static void step(struct body *body, int64_t now_us) {
    struct program *p = its(body);
    p->now_us = now_us;
    listen_to(p);
    if (p->plain && p->answers) tell_wish(p);
    if (p->out.len) flush(p);
}

static void tell_silence(struct program *p, bool away) {
    if (away == p->away) return;
    p->away = away;
    if (away && p->time_us) log_warn("body", "%s: nothing is heard of it; it is waited for", p->port.path);
    if (!away) log_info("body", "%s: it is there", p->port.path);
}

static enum err collect(struct body *body, int64_t now_us, struct senses_in *in) {
    struct program *p = its(body);
    p->now_us = now_us;
    listen_to(p);
    if (p->out.len) flush(p);
    if (p->news) {
        if (p->plain) {
            plain_collect(p->plain, in);
            join(&in->senses, &p->felt);
        } else {
            in->senses = p->felt;
        }
        in->picture = p->picture, in->sound = p->sound;
        p->picture = p->sound = NULL;
        p->news = false;
    }
    tell_silence(p, !p->time_us || now_us - p->heard_us > SILENT_US);
    if (p->away) in->senses.status |= BODY_STATUS_AWAY;
    return ERR_NONE;
}

static uint64_t hash(const struct body *body) {
    const struct program *p = (const struct program *)(const void *)body;
    return p->plain ? plain_hash(p->plain) : 0;
}

static void end(struct body *body) {
    struct program *p = its(body);
    port_close(&p->port);
    plain_free(p->plain);
    arena_free(p->scratch);
    frame_drop(p->picture), frame_drop(p->sound);
    frame_pool_free(p->pictures), frame_pool_free(p->sounds);
    buf_free(&p->in), buf_free(&p->out), buf_free(&p->face), buf_free(&p->speech);
    free(p);
}

static const struct body_class PROGRAM = {"program", step, collect, obey, NULL, hash, end};

static uint16_t senses_of(const struct body_model *m) {
    uint16_t all = BODY_WANT_RANGE | BODY_WANT_IMU | BODY_WANT_SIGHTS | BODY_WANT_HEARINGS | BODY_WANT_RADIO;
    if (body_model_has(m, BODY_HAS(CAMERA)))
        all |= BODY_WANT_PICTURE | BODY_WANT_PICTURE_COLOUR | BODY_WANT_PICTURE_LARGE;
    return (uint16_t)(all | (body_model_has(m, BODY_HAS(MICROPHONES)) ? BODY_WANT_SOUND : 0));
}

static bool open_parts(struct program *p) {
    const struct body_model *m = &p->file.model;
    bool vector = !strcmp(m->creature, "vector");
    uint16_t width = vector ? 184 : 128, height = vector ? 96 : 64;
    size_t pixels = (size_t)p->file.eye.lens.width * p->file.eye.lens.height;
    if (body_model_has(m, BODY_HAS(DISPLAY))) {
        p->fit = fit_of(width, height, p->file.display.width, p->file.display.height,
                        (enum fit_colours)p->file.display.colours);
        p->body.traits.face_width = width, p->body.traits.face_height = height;
        p->body.traits.face_colour = true;
    }
    p->body.traits.speaker = body_model_has(m, BODY_HAS(SPEAKER));
    p->pictures = frame_pool_new(POOL, (pixels ? pixels : LARGEST) * 3);
    p->sounds = frame_pool_new(POOL, SOUND_BYTES);
    p->scratch = arena_new(64 << 10);
    if (p->scratch) arena_limit(p->scratch, 4 * (size_t)PROGRAM_MAX);
    if (!p->file.brainstem) p->plain = plain_new(m);
    return p->pictures && p->sounds && p->scratch && (p->plain || p->file.brainstem);
}

struct body *body_program_new(const struct body_program_config *config, struct fault *fault) {
    struct program *p = calloc(1, sizeof *p);
    if (!p) return fault_set(fault, ERR_MEMORY, "no memory for a body"), NULL;
    p->port.fd = p->port.listens = -1;
    body_file_copy(&p->file, config->file);
    p->form = config->form;
    p->body =
        (struct body){&PROGRAM, &p->file.model, {.senses = senses_of(&p->file.model), .own_time = true}};
    p->fresh = true;
    if (!open_parts(p))
        fault_set(fault, ERR_MEMORY, "no memory for a body");
    else if (!port_open(&p->port, config->path, fault))
        return &p->body;
    end(&p->body);
    return NULL;
}
