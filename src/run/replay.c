#include "run/replay.h"

#include "body/replay.h"
#include "stage/library.h"

#include <stdlib.h>
#include <string.h>

struct reliving {
    struct robot *robot;
    struct body *body;
    struct crew *crew; // takes the errands the soul posts again; nobody runs them
    struct senses_in in;
    struct command_out out;
};

static void live(struct reliving *r, const struct entry *entry) {
    body_replay_expect(r->body, entry->tick, entry->hash);
    border_clear_senses(&r->in);
    body_collect(r->body, 0, &r->in);
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
        config.library = library;
        r->robot = robot_new(&config);
        r->body = body_replay_new(model);
    }
    if (r && r->robot && r->body) err = relive(r, tape, watcher, user, out, fault);
    if (err == ERR_MEMORY) fault_set(fault, err, "no memory to replay");
    if (!err) {
        out->hash = robot_hash(r->robot);
        out->parted = body_replay_parted(r->body, &out->parted_tick);
        out->compared = body_replay_compared(r->body);
        out->torn = recording_torn(tape);
    }
    if (r) {
        robot_free(r->robot);
        body_free(r->body);
        crew_free(r->crew);
    }
    free(r);
    return err;
}
