#include "run/run.h"

#include "base/hash.h"
#include "base/system/clock.h"
#include "base/system/errand.h"
#include "run/exchange.h"
#include "sense/hear/decoder.h"
#include "sense/see/models.h"
#include "stage/screen/easel.h"
#include "stage/sound/audio_tap.h"
#include "voice/speech.h"
#include "world/world.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LIVES_MAX = 64, VIEW_EVERY_TICKS = 303 }; // a mark about every ten seconds
enum { BEHIND_MAX_US = 250000 };                 // a live run that is later than this gives the lost time up
enum { SERVE_US = 4000 };                        // so often a run that hurries lets others have their turn
enum { FACES = 3, SOUNDS = 3, SOUND_MS = 200 };

struct life {
    struct body *body;
    struct soul *soul;
    struct recorder *recorder;
    struct senses_in in;
    struct command_out out;
    bool over;
    struct easel *easel;
    uint16_t *colours;
    struct frame_pool *faces; // for a body with a display of its own; NULL: none was shown yet
    uint32_t face;            // the one it was shown last
    bool face_shown, faceless;
    struct audio_tap *tap; // for one with a loudspeaker of its own
    struct frame_pool *sounds;
    bool mute;
    uint16_t looked_at; // by somebody who is no part of the life: which pictures, BODY_WANT_…
    uint16_t asked;     // which senses the soul itself wanted last
    struct frame *seen;
    struct body_picture seen_about;
    bool listened; // the same for sound
    struct frame *heard;
    struct body_sound heard_about;
};

struct run {
    struct run_config config;
    struct crew *crew;
    struct exchange *exchange;
    struct speech_maker *voice; // its helper is started when somebody speaks
    struct decoder *decoder;    // it is opened when somebody listens; lent, or its own
    struct net *faces;          // and this when somebody looks; NULL: not yet, or there is none
    bool sought_faces;
    int64_t hurry_us;         // until then it lives as fast as it can
    int64_t now_us, until_us; // until: what run_for was asked for in all, which no step divides evenly
    struct beat tick;
    uint64_t ticks;
    struct life *lives[LIVES_MAX];
    size_t count;
    run_watcher *watcher;
    void *watcher_user;
    void (*turn)(void *user, struct run *run);
    void *turn_user;
    atomic_bool paused;
    bool rebase; // the pace changed: begin to count from here
};

static void sleep_us(void *user, int64_t us) {
    (void)user;
    struct timespec t = {us / 1000000, us % 1000000 * 1000};
    nanosleep(&t, NULL);
}

static int64_t machine_us(void *user) {
    (void)user;
    return air_now_us();
}

struct run_config run_defaults(void) {
    return (struct run_config){.speed = 1, .air_us = machine_us, .rest = sleep_us};
}

static enum err ask_plainly(void *user, size_t life, const struct life_envelope *envelope,
                            const void *request) {
    return run_ask(user, life, envelope, request);
}

struct run *run_new(const struct run_config *config, struct fault *fault) {
    struct run *run = calloc(1, sizeof *run);
    struct crew_config crew = crew_defaults();
    crew.workers = config->workers;
    crew.slot_bytes = ERRAND_BYTES;
    if (run) run->crew = crew_new(&crew);
    if (run && run->crew) run->voice = speech_maker_new(NULL);
    if (run) run->decoder = config->decoder ? config->decoder : decoder_new(NULL);
    if (run) run->exchange = exchange_new();
    if (!run || !run->crew || !run->voice || !run->decoder || !run->exchange) {
        if (run) crew_free(run->crew), speech_maker_free(run->voice), exchange_free(run->exchange);
        if (run && !config->decoder) decoder_free(run->decoder);
        fault_set(fault, ERR_MEMORY, "no memory or no threads for a run");
        free(run);
        return NULL;
    }
    run->config = *config;
    exchange_through(run->exchange, ask_plainly, run);
    if (!run->config.air_us) run->config.air_us = machine_us;
    if (!run->config.rest) run->config.rest = sleep_us;
    if (!(run->config.speed > 0)) run->config.speed = 1;
    run->tick = beat_of(LIFE_TICK_US);
    return run;
}

void run_free(struct run *run) {
    if (!run) return;
    exchange_free(run->exchange);
    for (size_t i = 0; i < run->count; i++) {
        struct soul *soul = run->lives[i]->soul;
        if (run->lives[i]->tap) soul->class->sound->unlisten(soul, run->lives[i]->tap);
        audio_tap_free(run->lives[i]->tap);
        frame_pool_free(run->lives[i]->sounds);
        frame_drop(run->lives[i]->seen); // back into its body's pool
        frame_drop(run->lives[i]->heard);
        soul_free(soul);
        body_free(run->lives[i]->body);
        border_drop_senses(&run->lives[i]->in);
        border_drop_command(&run->lives[i]->out);
        frame_pool_free(run->lives[i]->faces);
        easel_free(run->lives[i]->easel);
        free(run->lives[i]->colours);
        free(run->lives[i]);
    }
    crew_free(run->crew);
    speech_maker_free(run->voice); // behind the last errand
    if (!run->config.decoder) decoder_free(run->decoder);
    net_free(run->faces);
    free(run);
}

enum err run_add(struct run *run, struct body *body, struct soul *soul, struct recorder *recorder,
                 struct fault *fault) {
    if (run->count == LIVES_MAX)
        return fault_set(fault, ERR_LIMIT, "a run holds at most %d lives", LIVES_MAX);
    if (soul_check(soul, fault)) return ERR_LIMIT;
    for (size_t i = 0; i < run->count; i++)
        if (run->lives[i]->soul->id == soul->id)
            return fault_set(fault, ERR_STATE, "two souls have the number %llu",
                             (unsigned long long)soul->id);
    struct life *life = calloc(1, sizeof *life);
    if (!life || exchange_add(run->exchange, soul)) {
        free(life);
        return fault_set(fault, ERR_MEMORY, "no memory for a life");
    }
    life->body = body;
    life->soul = soul;
    life->recorder = recorder;
    border_clear_senses(&life->in);
    border_clear_command(&life->out);
    run->lives[run->count++] = life;
    return ERR_NONE;
}

void run_watch(struct run *run, run_watcher *watcher, void *user) {
    run->watcher = watcher;
    run->watcher_user = user;
}

void run_each_step(struct run *run, void (*turn)(void *user, struct run *run), void *user) {
    run->turn = turn;
    run->turn_user = user;
}

struct speech_maker *run_voice(struct run *run) {
    return run->voice;
}
struct decoder *run_decoder(struct run *run) {
    return run->decoder;
}
const struct net *run_faces(struct run *run, struct fault *fault) {
    if (!run->faces && !run->sought_faces) run->faces = sight_model_open("faces", fault);
    run->sought_faces = true;
    return run->faces;
}
struct exchange *run_exchange(struct run *run) {
    return run->exchange;
}
struct crew *run_crew(struct run *run) {
    return run->crew;
}
int64_t run_now_us(const struct run *run) { return run->now_us; }
struct soul *run_soul(struct run *run, size_t life) {
    return life < run->count ? run->lives[life]->soul : NULL;
}
const struct body_senses *run_senses(const struct run *run, size_t life) {
    return life < run->count ? &run->lives[life]->in.senses : NULL;
}
struct body *run_body(struct run *run, size_t life) {
    return life < run->count ? run->lives[life]->body : NULL;
}

bool run_own_time(const struct run *run) {
    for (size_t i = 0; i < run->count; i++)
        if (run->lives[i]->body->traits.own_time) return true;
    return false;
}

void run_pause(struct run *run, bool paused) { atomic_store(&run->paused, paused && !run_own_time(run)); }

void run_speed(struct run *run, float speed) {
    if (speed > 0) run->config.speed = run_own_time(run) ? 1 : speed;
    run->rebase = true;
}

void run_hurry(struct run *run, int64_t until_us) {
    bool hurries = until_us > run->now_us && !run_own_time(run);
    if (run->hurry_us && !hurries) run->rebase = true;
    run->hurry_us = hurries ? until_us : 0;
}

int64_t run_hurries(const struct run *run) { return run->hurry_us; }

// What is asked between ticks enters the soul at the next one, and is written down with that tick's number.
enum err run_ask(struct run *run, size_t life, const struct life_envelope *envelope, const void *request) {
    if (life >= run->count) return ERR_UNKNOWN;
    struct life *l = run->lives[life];
    enum err err = soul_ask(l->soul, envelope, request);
    if (!err && l->recorder) recorder_request(l->recorder, soul_tick(l->soul), envelope, request);
    return err;
}

static struct life *life_of(struct run *run, uint64_t asker, size_t *index) {
    for (size_t i = 0; i < run->count; i++) {
        if (run->lives[i]->soul->id != asker) continue;
        *index = i;
        return run->lives[i];
    }
    return NULL;
}

// Answers that are due enter their souls before the tick. Headless we wait for them; live we take what has
// come.
static void hand_in_answers(struct run *run) {
    if (!run->config.live) errand_wait(run->crew, run->ticks);
    struct errand_answer answer;
    while (errand_answer(run->crew, run->ticks, &answer)) {
        size_t index;
        struct life *life = life_of(run, answer.asker, &index);
        if (!life) continue;
        soul_answer(life->soul, &answer);
        if (!life->recorder) continue;
        struct life_answer kept = {.tick = soul_tick(life->soul),
                                   .kind = (uint16_t)answer.kind,
                                   .asker = (uint32_t)answer.asker,
                                   .err = (uint16_t)answer.err,
                                   .bytes = {answer.answer, answer.answer_len}};
        recorder_answer(life->recorder, soul_tick(life->soul), &kept);
    }
}

static bool begin_easel(struct life *life, size_t pixels) {
    if (!life->easel) life->easel = easel_new(0);
    if (!life->colours) life->colours = malloc(pixels * sizeof *life->colours);
    return life->easel && life->colours;
}

// The face as a picture, for a body that shows it; a soul that has one of its own to show goes first.
static void show_face(struct life *life) {
    uint16_t width, height;
    const struct soul_face *its = life->soul->class->face;
    struct command_out *out = &life->out;
    if (!its || !life->body->traits.face_width || life->faceless || out->command.face_count) return;
    uint32_t number = its->number(life->soul, &width, &height);
    if (life->face_shown && number == life->face) return;
    if (!life->faces) life->faces = frame_pool_new(FACES, (size_t)width * height * 2);
    life->faceless = !life->faces || !begin_easel(life, (size_t)width * height);
    struct frame *frame = life->faceless ? NULL : frame_take(life->faces);
    if (!frame) return;
    struct raster raster = raster_over(life->colours, width, height);
    its->paint(life->soul, life->easel, &raster);
    bool colour = life->body->traits.face_colour;
    frame->used = (size_t)width * height * (colour ? 2 : 1);
    if (colour)
        memcpy(frame->bytes, life->colours, frame->used);
    else
        raster_to_grey(&raster, frame->bytes);
    frame->width = width, frame->height = height;
    frame->format = colour ? 2 : 1;
    frame->number = number;
    life->face = number;
    life->face_shown = true;
    out->face = frame;
    out->command.face_count = 1;
    out->command.face[0] = (struct body_face_picture){number, width, height};
}

static bool silent(const int16_t *samples, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (samples[i]) return false;
    return true;
}

static bool listen(struct life *life) {
    const struct soul_sound *its = life->soul->class->sound;
    uint32_t hz = its->rate_hz(life->soul);
    life->tap = audio_tap_new(hz, SOUND_MS);
    life->sounds = frame_pool_new(SOUNDS, (size_t)hz * SOUND_MS / 1000 * sizeof(int16_t));
    life->mute = !life->tap || !life->sounds;
    if (life->tap && its->own_volume(life->soul)) audio_tap_full(life->tap);
    if (life->mute || its->listen(life->soul, life->tap)) return !life->mute;
    audio_tap_free(life->tap);
    life->tap = NULL;
    life->mute = true; // too many listen already
    return false;
}

// What the soul lets be heard, for a body that is heard; samples that the soul gives it by itself go first.
static void let_hear(struct life *life) {
    struct command_out *out = &life->out;
    if (!life->soul->class->sound || !life->body->traits.speaker || life->mute || out->command.speech_count)
        return;
    if (!life->tap && !listen(life)) return;
    struct frame *frame = frame_take(life->sounds);
    if (!frame) return;
    int16_t *samples = (int16_t *)(void *)frame->bytes;
    size_t count = audio_tap_take(life->tap, samples, frame->size / sizeof *samples);
    if (silent(samples, count)) return frame_drop(frame);
    frame->used = count * sizeof *samples;
    out->speech = frame;
    out->command.speech_count = 1;
    out->command.speech[0] = (struct body_speech){audio_tap_rate(life->tap), (uint16_t)count};
}

// What is large and reached the soul, before the senses it came with. Sound always: a soul tries its
// microphones by it within the tick (sense/feel/defects.h), while pictures go to errands whose answers are
// kept.
static void keep_media(struct recorder *recorder, uint32_t tick, const struct senses_in *in) {
    if (recorder_keeps_media(recorder) && in->picture && in->senses.picture_count) {
        const struct body_picture *p = &in->senses.picture[0];
        static const uint8_t FORMATS[] = {MEDIA_GREY, MEDIA_COLOUR, MEDIA_JPEG};
        struct recording_media media = {.reached = true,
                                        .format = p->kind < sizeof FORMATS ? FORMATS[p->kind] : 0,
                                        .width = p->width,
                                        .height = p->height,
                                        .stamp_us = p->time_us,
                                        .bytes = {in->picture->bytes, in->picture->used}};
        recorder_media(recorder, tick, ENTRY_PICTURE, &media);
    }
    if (in->sound && in->senses.sound_count) {
        const struct body_sound *s = &in->senses.sound[0];
        struct recording_media media = {.reached = true,
                                        .channels = s->channels,
                                        .rate_hz = s->rate_hz,
                                        .stamp_us = s->time_us,
                                        .bytes = {in->sound->bytes, in->sound->used}};
        recorder_media(recorder, tick, ENTRY_SOUND, &media);
    }
}

void run_look(struct run *run, size_t life, uint16_t wants) {
    if (life >= run->count) return;
    struct life *l = run->lives[life];
    l->looked_at = wants;
    if (wants) return;
    frame_drop(l->seen);
    l->seen = NULL;
}

const struct frame *run_seen(const struct run *run, size_t life, struct body_picture *about) {
    const struct frame *seen = life < run->count ? run->lives[life]->seen : NULL;
    if (seen) *about = run->lives[life]->seen_about;
    return seen;
}

void run_listen(struct run *run, size_t life, bool on) {
    if (life >= run->count) return;
    struct life *l = run->lives[life];
    l->listened = on;
    frame_drop(l->heard);
    l->heard = NULL;
}

const struct frame *run_heard(const struct run *run, size_t life, struct body_sound *about) {
    const struct frame *heard = life < run->count ? run->lives[life]->heard : NULL;
    if (heard) *about = run->lives[life]->heard_about;
    return heard;
}

// Sound lasts for a tick. What only an onlooker wanted never reaches the soul.
static void show_sound(struct life *life, struct body_shown *shown) {
    struct senses_in *in = &life->in;
    frame_drop(life->heard);
    life->heard = shown->sound;
    life->heard_about = shown->sound_about;
    if (!in->sound || !in->senses.sound_count) return;
    if (life->listened && !life->heard) {
        life->heard = frame_hold(in->sound);
        life->heard_about = in->senses.sound[0];
    }
    if (life->asked & BODY_WANT_SOUND) return;
    frame_drop(in->sound);
    in->sound = NULL;
    in->senses.sound_count = 0;
}

// The same for a picture, which lasts until the next one.
static void see(struct life *life, struct frame *picture, const struct body_picture *about) {
    frame_drop(life->seen);
    life->seen = picture;
    life->seen_about = *about;
}
static void show_picture(struct life *life, const struct body_shown *shown, bool beside) {
    struct senses_in *in = &life->in;
    if (shown->picture) see(life, shown->picture, &shown->picture_about);
    if (!in->picture || !in->senses.picture_count) return;
    if (life->looked_at && !beside) see(life, frame_hold(in->picture), &in->senses.picture[0]);
    if (life->asked & BODY_WANT_PICTURE) return;
    frame_drop(in->picture);
    in->picture = NULL;
    in->senses.picture_count = 0;
}

// What onlookers want and the soul does not get: a body that can shows it to them alone, another is asked for
// it.
static uint16_t wanted_beside(const struct life *life) {
    uint16_t picture = life->looked_at & (uint16_t)~life->asked ? life->looked_at : 0;
    uint16_t sound = life->listened && !(life->asked & BODY_WANT_SOUND) ? BODY_WANT_SOUND : 0;
    return picture | sound;
}
static void show(struct life *life) {
    uint16_t wants = life->body->class->show ? wanted_beside(life) : 0;
    struct body_shown shown;
    body_show(life->body, wants, &shown);
    show_picture(life, &shown, wants & BODY_WANT_PICTURE);
    show_sound(life, &shown);
}
static void want_for_onlookers(struct life *life) {
    if (life->body->class->show) return;
    if (!(life->asked & BODY_WANT_PICTURE)) life->out.command.wants |= life->looked_at;
    if (life->listened) life->out.command.wants |= BODY_WANT_SOUND;
}

static void live_one_tick(struct run *run, size_t index) {
    struct life *life = run->lives[index];
    border_clear_senses(&life->in);
    if (body_collect(life->body, run->now_us, &life->in)) {
        life->over = true;
        return;
    }
    uint32_t tick = soul_tick(life->soul);
    show(life);
    if (life->recorder) keep_media(life->recorder, tick, &life->in);
    if (life->recorder) recorder_senses(life->recorder, tick, &life->in);
    soul_step(life->soul, &life->in, &life->out);
    if (life->recorder) recorder_hash(life->recorder, tick, border_command_hash(&life->out));
    life->asked = life->out.command.wants;
    want_for_onlookers(life);
    show_face(life);
    let_hear(life);
    body_obey(life->body, run->now_us, &life->out);
    if (life->recorder && tick % VIEW_EVERY_TICKS == 0) {
        union soul_view view;
        soul_view(life->soul, &view);
        recorder_view(life->recorder, tick, &view);
    }
    exchange_tick(run->exchange, index);
    if (run->watcher) run->watcher(run->watcher_user, run, index);
    border_drop_command(&life->out);
    border_drop_senses(&life->in);
}

static bool all_over(const struct run *run) {
    for (size_t i = 0; i < run->count; i++)
        if (!run->lives[i]->over) return false;
    return run->count > 0;
}

// One body step, and the life tick when it is due in it.
static void step(struct run *run) {
    if (run->turn) run->turn(run->turn_user, run);
    if (run->config.world) world_step(run->config.world);
    run->now_us += WORLD_STEP_US;
    for (size_t i = 0; i < run->count; i++) body_step(run->lives[i]->body, run->now_us);
    if (!beat_due(&run->tick, run->now_us)) return;
    hand_in_answers(run);
    for (size_t i = 0; i < run->count; i++)
        if (!run->lives[i]->over) live_one_tick(run, i);
    run->ticks++;
}

enum err run_for(struct run *run, int64_t us) {
    if (run->until_us + WORLD_STEP_US <= run->now_us)
        run->until_us = run->now_us; // it lived on by itself meanwhile
    run->until_us += us;
    while (run->now_us < run->until_us && !all_over(run)) step(run);
    return all_over(run) ? ERR_CLOSED : ERR_NONE;
}

enum err run_live(struct run *run, const atomic_bool *stop) {
    run_speed(run, run->config.speed);
    int64_t air = run->config.air_us(run->config.user), world = run->now_us, served = air;
    while (!atomic_load(stop) && !all_over(run)) {
        int64_t now = run->config.air_us(run->config.user);
        if (run->hurry_us && !atomic_load(&run->paused)) {
            if (now - served >= SERVE_US) run->config.rest(run->config.user, 0), served = now;
            if (run->hurry_us) step(run);
            if (run->now_us >= run->hurry_us) run_hurry(run, 0);
            continue;
        }
        if (run->rebase || atomic_load(&run->paused)) {
            air = now, world = run->now_us;
            run->rebase = false;
            if (atomic_load(&run->paused)) {
                run->config.rest(run->config.user, WORLD_STEP_US);
                continue;
            }
        }
        int64_t due = world + (int64_t)((double)(now - air) * (double)run->config.speed);
        if (due - run->now_us > BEHIND_MAX_US) air = now, world = run->now_us; // too late to catch up
        if (due > run->now_us)
            step(run);
        else
            run->config.rest(run->config.user,
                             (int64_t)((double)(run->now_us - due) / (double)run->config.speed) + 1);
    }
    return all_over(run) ? ERR_CLOSED : ERR_NONE;
}

size_t run_hashes(const struct run *run, const char *names[RUN_ROOMS_MAX], uint64_t hashes[RUN_ROOMS_MAX]) {
    size_t count = 0;
    if (run->config.world) names[count] = "world", hashes[count++] = world_hash(run->config.world);
    for (size_t i = 0; i < run->count && count < RUN_ROOMS_MAX; i++) {
        names[count] = "body", hashes[count++] = body_hash(run->lives[i]->body);
        size_t more = soul_hashes(run->lives[i]->soul, names + count, hashes + count, RUN_ROOMS_MAX - count);
        count = count + more < RUN_ROOMS_MAX ? count + more : RUN_ROOMS_MAX;
    }
    return count;
}

uint64_t run_hash(const struct run *run) {
    const char *names[RUN_ROOMS_MAX];
    uint64_t hashes[RUN_ROOMS_MAX];
    return hash64(0, hashes, run_hashes(run, names, hashes) * sizeof *hashes);
}
