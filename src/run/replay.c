#include "run/replay.h"

#include "run/settings/settings.h"

#include "base/hash.h"
#include "border/birth.h"
#include "border/cards.h"
#include "pleo/os/os.h"
#include "robot/robot.h"
#include "run/run.h"
#include "schema/walk.h"
#include "stage/sound/sounds.h"
#include "voice/speech.h"

#include "body/replay.h"
#include "stage/library/library.h"

#include <stdlib.h>
#include <string.h>

struct reliving {
    struct soul *soul;
    struct body *body;
    struct crew *crew; // takes the errands the soul posts again; nobody runs them
    struct senses_in in;
    struct command_out out;
    struct frame_pool *pool; // NULL until something large comes
    struct frame *picture, *sound;
    struct cards cards;
    struct senses_in pleo; // the senses of a Pleo, with the card that came with them
};

// A frame of our own with what the recording kept; NULL: no memory.
static struct frame *frame_of(struct reliving *r, const struct recording_media *m) {
    enum { FRAMES = 3 };
    if (!r->pool) r->pool = frame_pool_new(FRAMES, RECORDING_MEDIA_MAX);
    struct frame *frame = r->pool ? frame_take(r->pool) : NULL;
    if (!frame) return NULL;
    memcpy(frame->bytes, m->bytes.at, m->bytes.len);
    frame->used = m->bytes.len;
    frame->width = m->width, frame->height = m->height;
    frame->format = m->format, frame->stamp_us = m->stamp_us;
    return frame;
}

static void take_media(struct reliving *r, const struct entry *entry, struct replay_result *out) {
    struct frame **to = entry->kind == ENTRY_PICTURE ? &r->picture : &r->sound;
    if (!entry->media.reached) return; // only for those who watch
    frame_drop(*to);
    *to = frame_of(r, &entry->media);
    if (entry->kind == ENTRY_PICTURE) out->pictures++;
    if (entry->kind == ENTRY_SOUND) out->sounds++;
}

// A mark says what the soul looked like; this one must look the same.
static bool same_view(const struct soul *soul, const union soul_view *kept) {
    const struct soul_messages *speaks = soul_messages(soul);
    uint8_t a[SOUL_VIEW_MAX], b[SOUL_VIEW_MAX];
    union soul_view view;
    soul_view(soul, &view);
    struct writer now = writer_of(a, sizeof a), then = writer_of(b, sizeof b);
    if (schema_encode(speaks->view, &view, &now, speaks->version) ||
        schema_encode(speaks->view, kept, &then, speaks->version))
        return false;
    return writer_len(&now) == writer_len(&then) && !memcmp(a, b, writer_len(&now));
}

static void live(struct reliving *r, const struct entry *entry) {
    body_replay_expect(r->body, entry->tick, entry->hash);
    border_clear_senses(&r->in);
    body_collect(r->body, 0, &r->in);
    r->in.picture = r->picture, r->in.sound = r->sound;
    r->picture = r->sound = NULL;
    soul_step(r->soul, &r->in, &r->out);
    body_obey(r->body, 0, &r->out);
    border_drop_command(&r->out);
    border_drop_senses(&r->in);
    // What came of them stands in the recording. Waiting makes their places free: none of them runs.
    errand_cancel_all(r->crew, r->soul->id);
    errand_wait(r->crew, UINT64_MAX);
}

// The card that was put in then is read again; another one will not do.
static enum err feed_pleo(struct reliving *r, const struct senses_in *senses, struct fault *fault) {
    const struct pleo_card_came *came = &senses->pleo.card[0];
    r->pleo = *senses;
    body_replay_feed(r->body, &r->pleo);
    if (!senses->pleo.card_count) return ERR_NONE;
    r->pleo.card = cards_open(&r->cards, came->path, came->digest, fault);
    return r->pleo.card ? ERR_NONE : fault && fault->err ? fault->err : ERR_IO;
}

static void hand_in(struct reliving *r, const struct life_answer *kept) {
    struct errand_answer answer = {.err = kept->err,
                                   .kind = kept->kind,
                                   .asker = kept->asker,
                                   .answer = kept->bytes.at,
                                   .answer_len = kept->bytes.len};
    soul_answer(r->soul, &answer);
}

static enum err relive(struct reliving *r, struct recording *tape, replay_watcher *watcher, void *user,
                       struct replay_result *out, struct fault *fault) {
    struct entry *entry = calloc(1, sizeof *entry);
    if (!entry) return fault_set(fault, ERR_MEMORY, "no memory to replay");
    enum err err;
    while (!(err = recording_next(tape, entry, fault))) {
        switch (entry->kind) {
        case ENTRY_SENSES:
            body_replay_feed(r->body, entry->senses);
            break;
        case ENTRY_PLEO:
            if ((err = feed_pleo(r, entry->senses, fault))) return free(entry), err;
            break;
        case ENTRY_REQUEST:
            soul_ask(r->soul, &entry->envelope, &entry->request);
            out->requests++;
            break;
        case ENTRY_ANSWER:
            hand_in(r, &entry->answer);
            out->answers++;
            break;
        case ENTRY_CALENDAR:
            soul_calendar(r->soul, &entry->calendar);
            break;
        case ENTRY_COMMAND_HASH: // the last entry of a tick: now it is lived
            live(r, entry);
            out->ticks++;
            if (watcher) watcher(user, r->soul, entry->tick);
            break;
        case ENTRY_PICTURE:
        case ENTRY_SOUND:
            take_media(r, entry, out);
            break;
        case ENTRY_VIEW:
            out->marks++;
            if (!out->parted && !same_view(r->soul, &entry->view))
                out->parted = true, out->parted_tick = entry->tick;
            break;
        default:
            break;
        }
    }
    free(entry);
    return err == ERR_CLOSED ? ERR_NONE : err;
}

enum err replay_soul(struct recording *tape, const struct body_model *model, replay_born *born,
                     void *born_user, replay_watcher *watcher, void *user, struct replay_result *out,
                     struct fault *fault) {
    *out = (struct replay_result){0};
    struct crew_config crew = crew_defaults();
    crew.workers = 0;
    crew.slot_bytes = ERRAND_BYTES;
    struct fault said = {0};
    struct reliving r = {.crew = crew_new(&crew)};
    if (r.crew) r.soul = born(born_user, r.crew, &said);
    if (r.soul) r.body = body_replay_new(model);
    enum err err = said.err;
    if (!err && !r.body) err = fault_set(&said, ERR_MEMORY, "no memory to replay");
    if (!err) {
        recording_speaks(tape, soul_messages(r.soul));
        err = relive(&r, tape, watcher, user, out, &said);
    }
    if (!err) {
        out->hash = soul_hash(r.soul);
        uint32_t tick;
        if (body_replay_parted(r.body, &tick) && (!out->parted || tick <= out->parted_tick))
            out->parted = true, out->parted_tick = tick;
        out->compared = body_replay_compared(r.body);
        out->torn = recording_torn(tape);
    }
    if (err && fault) *fault = said;
    soul_free(r.soul);
    body_free(r.body);
    crew_free(r.crew);
    frame_drop(r.picture), frame_drop(r.sound);
    frame_pool_free(r.pool);
    cards_free(&r.cards);
    return err;
}

// ------------------------------------------------------------------------------------------------ robots

struct robot_again {
    const struct recording_about *about;
    const struct body_model *model;
    const struct library *library;
    struct audio_set *sounds;
    struct speech_maker *voice; // whoever lived in a run had one; here nothing is ever asked of it
};

static struct soul *robot_again(void *user, struct crew *crew, struct fault *fault) {
    struct robot_again *again = user;
    const struct recording_about *about = again->about;
    struct robot_config config = robot_defaults();
    memcpy(config.name, about->name, sizeof config.name);
    config.seed = about->seed;
    config.id = about->robot;
    config.model = again->model;
    config.crew = crew;
    config.speaker = about->loud, config.voice = again->voice;
    config.library = again->library;
    struct settings settings;
    settings_start(&settings, again->model->creature);
    if (settings_recorded(&settings, text_of(about->settings), fault)) return NULL;
    config.feel = settings.feel, config.sight = settings.sight, config.temper = settings.mind,
    config.hearing = settings.hearing, config.audio = &settings.audio;
    if (about->sounds) config.sounds = again->sounds = sounds_open(again->model->creature, about->resources);
    if (about->sounds != (again->sounds ? again->sounds->hash : 0)) {
        fault_set(fault, ERR_VERSION,
                  "it was lived with other sounds; where the robot's resources were given, give them again");
        return NULL;
    }
    struct soul *soul = robot_soul(robot_new(&config));
    if (!soul) fault_set(fault, ERR_MEMORY, "no memory to replay");
    return soul;
}

enum err replay_life(struct recording *tape, const struct recording_about *about,
                     const struct body_model *model, const struct library *library, replay_watcher *watcher,
                     void *user, struct replay_result *out, struct fault *fault) {
    if (about->clips != (library ? library->hash : 0))
        return fault_set(
            fault, ERR_VERSION,
            "it was lived with other clips; where the robot's resources were given, give them again");
    struct robot_again again = {about, model, library, NULL, speech_maker_new(NULL)};
    if (!again.voice) return fault_set(fault, ERR_MEMORY, "no memory to replay");
    enum err err = replay_soul(tape, model, robot_again, &again, watcher, user, out, fault);
    sounds_close(again.sounds);
    speech_maker_free(again.voice);
    return err;
}

// ------------------------------------------------------------------------------------------------ Pleos

struct pleo_again {
    const struct recording_about *about;
    const struct body_model *model;
    struct buf personality;
};

static struct soul *pleo_again(void *user, struct crew *crew, struct fault *fault) {
    struct pleo_again *again = user;
    const struct recording_about *about = again->about;
    struct pleo_config config = pleo_defaults();
    struct settings settings;
    settings_start(&settings, again->model->creature);
    if (settings_recorded(&settings, text_of(about->settings), fault)) return NULL;
    memcpy(config.name, about->name, sizeof config.name);
    config.model = again->model, config.seed = about->seed, config.id = about->robot, config.crew = crew;
    struct birth birth;
    birth_of(again->model, about->seed - (about->robot - 1), (uint32_t)about->robot,
             &birth); // as play.c does
    config.serial = birth.serial;
    config.loud = about->loud, config.knobs = settings.pleo;
    if (about->clips) pleo_personality(&again->personality);
    config.builtin = (struct bytes){again->personality.at, again->personality.len};
    if (about->clips != (config.builtin.len ? hash64(0, config.builtin.at, config.builtin.len) : 0))
        return fault_set(fault, ERR_VERSION,
                         "it was lived with another personality: the critter that made it can live it again"),
               NULL;
    return pleo_soul(pleo_new(&config, fault));
}

enum err replay_pleo(struct recording *tape, const struct recording_about *about,
                     const struct body_model *model, replay_watcher *watcher, void *user,
                     struct replay_result *out, struct fault *fault) {
    struct pleo_again again = {about, model, {0}};
    enum err err = replay_soul(tape, model, pleo_again, &again, watcher, user, out, fault);
    buf_free(&again.personality);
    return err;
}
