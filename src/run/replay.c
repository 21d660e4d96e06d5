#include "run/replay.h"

#include "run/run.h"
#include "stage/sound/sounds.h"

#include "body/replay.h"
#include "stage/library/library.h"

#include <stdlib.h>
#include <string.h>

struct reliving {
    struct robot *robot;
    struct body *body;
    struct audio_set *sounds;
    struct crew *crew; // takes the errands the soul posts again; nobody runs them
    struct senses_in in;
    struct command_out out;
    struct frame_pool *pool; // NULL until something large comes
    struct frame *picture, *sound;
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
static bool same_view(const struct robot *robot, const struct life_view *kept) {
    enum { VIEW_MOST = 2048 };
    uint8_t a[VIEW_MOST], b[VIEW_MOST];
    struct life_view view;
    robot_view(robot, &view);
    struct writer now = writer_of(a, sizeof a), then = writer_of(b, sizeof b);
    if (life_view_encode(&view, &now, 1) || life_view_encode(kept, &then, 1)) return false;
    return writer_len(&now) == writer_len(&then) && !memcmp(a, b, writer_len(&now));
}

static void live(struct reliving *r, const struct entry *entry) {
    body_replay_expect(r->body, entry->tick, entry->hash);
    border_clear_senses(&r->in);
    body_collect(r->body, 0, &r->in);
    r->in.picture = r->picture, r->in.sound = r->sound;
    r->picture = r->sound = NULL;
    robot_step(r->robot, &r->in, &r->out);
    body_obey(r->body, 0, &r->out);
    border_drop_command(&r->out);
    border_drop_senses(&r->in);
    errand_cancel_all(r->crew, robot_id(r->robot)); // what came of them stands in the recording
}

static void hand_in(struct reliving *r, const struct life_answer *kept) {
    struct errand_answer answer = {.err = kept->err,
                                   .kind = kept->kind,
                                   .asker = kept->asker,
                                   .answer = kept->bytes.at,
                                   .answer_len = kept->bytes.len};
    robot_answer(r->robot, &answer);
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
        case ENTRY_REQUEST:
            robot_ask(r->robot, &entry->envelope, &entry->request);
            out->requests++;
            break;
        case ENTRY_ANSWER:
            hand_in(r, &entry->answer);
            out->answers++;
            break;
        case ENTRY_CALENDAR:
            robot_calendar(r->robot, &entry->calendar);
            break;
        case ENTRY_COMMAND_HASH: // the last entry of a tick: now it is lived
            live(r, entry);
            out->ticks++;
            if (watcher) watcher(user, r->robot, entry->tick);
            break;
        case ENTRY_PICTURE:
        case ENTRY_SOUND:
            take_media(r, entry, out);
            break;
        case ENTRY_VIEW:
            out->marks++;
            if (!out->parted && !same_view(r->robot, &entry->view))
                out->parted = true, out->parted_tick = entry->tick;
            break;
        default:
            break;
        }
    }
    free(entry);
    return err == ERR_CLOSED ? ERR_NONE : err;
}

enum err replay_life(struct recording *tape, const struct recording_about *about,
                     const struct body_model *model, const struct library *library, replay_watcher *watcher,
                     void *user, struct replay_result *out, struct fault *fault) {
    if (about->clips != (library ? library->hash : 0))
        return fault_set(
            fault, ERR_VERSION,
            "it was lived with other clips; where the robot's resources were given, give them again");
    *out = (struct replay_result){0};
    struct crew_config crew = crew_defaults();
    crew.workers = 0;
    crew.slot_bytes = ERRAND_BYTES;
    struct reliving *r = calloc(1, sizeof *r);
    enum err err = ERR_MEMORY;
    if (r) r->crew = crew_new(&crew);
    if (r && r->crew) {
        struct robot_config config = robot_defaults();
        memcpy(config.name, about->name, sizeof config.name);
        config.seed = about->seed;
        config.id = about->robot;
        config.model = model;
        config.crew = r->crew;
        config.speaker = about->loud;
        if (about->sounds) config.sounds = r->sounds = sounds_open(model->creature, about->resources);
        if (about->sounds != (r->sounds ? r->sounds->hash : 0))
            err = fault_set(
                fault, ERR_VERSION,
                "it was lived with other sounds; where the robot's resources were given, give them again");
        config.library = library;
        if (err == ERR_MEMORY) {
            r->robot = robot_new(&config);
            r->body = body_replay_new(model);
        }
    }
    if (r && r->robot && r->body) err = relive(r, tape, watcher, user, out, fault);
    if (err == ERR_MEMORY) fault_set(fault, err, "no memory to replay");
    if (!err) {
        out->hash = robot_hash(r->robot);
        uint32_t tick;
        if (body_replay_parted(r->body, &tick) && (!out->parted || tick <= out->parted_tick))
            out->parted = true, out->parted_tick = tick;
        out->compared = body_replay_compared(r->body);
        out->torn = recording_torn(tape);
    }
    if (r) {
        robot_free(r->robot);
        sounds_close(r->sounds);
        body_free(r->body);
        crew_free(r->crew);
        frame_drop(r->picture), frame_drop(r->sound);
        frame_pool_free(r->pool);
    }
    free(r);
    return err;
}
