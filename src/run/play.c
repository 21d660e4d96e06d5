#include "run/play.h"

#include "base/maths/chance.h"
#include "base/system/clock.h"
#include "base/system/file.h"
#include "base/system/log.h"
#include "body/sim.h"
#include "border/birth.h"
#include "border/cards.h"
#include "pleo/os/os.h"
#include "run/exchange.h"
#include "run/made_things.h"
#include "run/media.h"
#include "run/settings/settings.h"
#include "run/souls.h"
#include "run/tape.h"
#include "run/waves.h"
#include "world/plane/plane.h"
#include "world/shape/figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TICK_US = LIFE_TICK_US, LOOK_STEPS = 20, HASH_STEPS = 200 };

struct mindless { // a body that is only told what the timeline tells it
    struct body *body;
    struct senses_in in;
    struct command_out out;
    int64_t until_us; // of its wheels
    uint16_t tag;
};
struct happened {
    int64_t due_us;
    bool true_before, over, touched;
};

struct play {
    struct settings settings[SCENARIO_ROBOTS];
    const struct scenario *scenario;
    struct play_config config;
    struct souls *souls;
    struct world *world;
    struct run *run;
    struct tape *tape, *kept; // on disk, and in memory
    struct tape_entry *next;  // of the recording that is followed; NULL: none is
    bool parted;              // from it
    struct recorder *recorders[SCENARIO_ROBOTS];
    struct media *media[SCENARIO_ROBOTS];
    int lives[SCENARIO_ROBOTS]; // in the run; -1: mindless
    struct mindless *mindless[SCENARIO_ROBOTS];
    uint32_t numbers[SCENARIO_ROBOTS]; // in the world
    struct happened *happened;
    uint64_t marked; // the step of the last hash on the tape, and 1
    struct beat tick;
    struct fault trouble;
    struct waves waves;
    struct cards cards;
    char card_was[SCENARIO_ROBOTS][CARD_PATH_MAX]; // in each slot last
    struct made_things *made;
    int64_t asked_us; // until then requests have been asked
    bool deaf;        // that nobody can make words was said
};

struct play_config play_defaults(void) {
    return (struct play_config){.lives = true, .speed = 1};
}
const struct settings *play_settings(const struct play *p, uint32_t robot) { return &p->settings[robot]; }
struct world *play_world(struct play *p) {
    return p->world;
}
struct run *play_run(struct play *p) {
    return p->run;
}
const char *play_card(const struct play *p, const char *robot) {
    for (uint32_t i = 0; i < p->scenario->robot_count; i++)
        if (!strcmp(p->scenario->robots[i].name, robot)) return p->card_was[i];
    return "";
}
int play_life(const struct play *p, uint32_t robot) {
    return robot < p->scenario->robot_count ? p->lives[robot] : -1;
}
const struct body_senses *play_senses(const struct play *p, uint32_t robot) {
    if (robot >= p->scenario->robot_count) return NULL;
    if (p->mindless[robot]) return &p->mindless[robot]->in.senses;
    return run_senses(p->run, (size_t)p->lives[robot]);
}
const struct scenario *play_scenario(const struct play *p) { return p->scenario; }
const struct audio_set *play_sounds(const struct play *p, const char *creature) {
    return souls_sounds(p->souls, creature);
}
const struct made_things *play_made(const struct play *p) { return p->made; }
int64_t play_now_us(const struct play *p) { return world_now_us(p->world); }
bool play_elsewhere(const struct play *p) { return p->config.body && p->config.elsewhere; }
const struct fault *play_trouble(const struct play *p) { return &p->trouble; }
static uint64_t step_of(const struct play *p) { return (uint64_t)world_now_us(p->world) / WORLD_STEP_US; }

// ------------------------------------------------------------------------------------------------ building

// What the world says, at the place in the file where it was asked for.
static enum err here(const struct json *place, const struct fault *said, struct fault *fault) {
    char text[300];
    struct fault bare = *said;
    fault_text(&bare, text, sizeof text);
    return json_fault(place, fault, said->err, "%s", text);
}

// All four corners of what it stands on must be there: the ends of its treads, or its feet.
static bool stands_whole(const struct play *p, uint32_t robot) {
    struct world_truth t;
    if (!world_truth(p->world, robot, &t)) return false;
    struct vec3 corners[4];
    const char *creature = world_memory(p->world)->robots[robot - 1].creature;
    figure_corners(figure_find(creature), body_model_find(creature), corners);
    for (int i = 0; i < 4; i++) {
        struct vec3 at = pose_apply(t.pose, corners[i]);
        struct plane_hit hit =
            plane_ground(world_plane(p->world), at, world_memory(p->world)->robots[robot - 1].body);
        if (!hit.body || hit.at.z < t.pose.at.z - 0.006f) return false;
    }
    return true;
}

void play_life_path(char *out, size_t size, const char *record, const char *name) {
    snprintf(out, size, "%s.%s.life", record, name);
}

// What a life that is written down begins with.
static enum err begin_recording(struct play *p, uint32_t i, const struct soul *soul,
                                struct recording_about *about, struct fault *fault) {
    const struct scenario_robot *r = &p->scenario->robots[i];
    char path[400];
    about->begun_unix_us = p->scenario->date_unix_us;
    about->media = p->config.media;
    about->messages = soul_messages(soul);
    play_life_path(path, sizeof path, p->config.record, r->name);
    p->recorders[i] = recorder_new(path, about, fault);
    if (!p->recorders[i]) return ERR_IO;
    if (p->config.media && !(p->media[i] = media_new(p->world, p->numbers[i])))
        return fault_set(fault, ERR_MEMORY, "no memory for pictures and sound");
    return ERR_NONE;
}

// In layers: by itself, the creature's file, the scenario, whoever plays it.
static enum err settle(struct play *p, const char *creature, struct settings *out, struct fault *fault) {
    const struct json *own = souls_knobs(p->souls, creature);
    settings_start(out, creature);
    enum err err = own ? settings_read(out, own, fault) : ERR_NONE;
    if (!err && p->scenario->knobs) err = settings_read(out, p->scenario->knobs, fault);
    if (err) return err;
    return p->config.recorded ? settings_recorded(out, p->config.settings, fault)
                              : settings_again(out, p->config.settings, fault);
}

// Whom its own eyes know faces by. Without that the world's truth goes on being told where there is one.
static const struct net *faces_for(struct play *p, const struct settings *settings) {
    struct fault fault = {0};
    char why[300];
    if (settings->sight.by == SIGHT_ORACLE) return NULL;
    const struct net *net = run_faces(p->run, &fault);
    if (fault.err) log_info("see", "its own eyes find no faces: %s", fault_text(&fault, why, sizeof why));
    return net;
}

static enum err add_soul(struct play *p, uint32_t i, struct body *body, const struct settings *settings,
                         struct fault *fault) {
    struct birth birth;
    birth_of(body->model, world_memory(p->world)->seed, p->numbers[i], &birth);
    struct soul_birth born = {.name = p->scenario->robots[i].name,
                              .model = body->model,
                              .seed = world_memory(p->world)->seed + i,
                              .id = i + 1,
                              .serial = birth.serial,
                              .settings = settings,
                              .loud = p->config.loud,
                              .crew = run_crew(p->run),
                              .voice = run_voice(p->run),
                              .decoder = run_decoder(p->run),
                              .faces = faces_for(p, settings)};
    struct recording_about about;
    struct soul *soul = souls_born(p->souls, &born, &about, fault);
    if (!soul) return fault->err;
    enum err err = ERR_NONE;
    if (p->config.record && p->config.lives) err = begin_recording(p, i, soul, &about, fault);
    if (!err && p->scenario->date_unix_us) {
        struct life_calendar calendar = {p->scenario->date_unix_us, p->scenario->zone_s, true};
        soul_calendar(soul, &calendar);
        if (p->recorders[i]) recorder_calendar(p->recorders[i], 0, &calendar);
    }
    int life = 0;
    while (run_soul(p->run, (size_t)life)) life++;
    if (!err) err = run_add(p->run, body, soul, p->recorders[i], fault);
    if (err) soul_free(soul);
    p->lives[i] = err ? -1 : life;
    return err;
}

static enum err put_robot(struct play *p, uint32_t i, const struct body_model *model, struct fault *fault) {
    const struct scenario_robot *r = &p->scenario->robots[i];
    struct fault said = {0};
    struct pose2 at = {{r->x_m, r->y_m}, r->heading_rad};
    uint32_t robot = p->numbers[i] = world_add_named(p->world, model, r->name, at, &said);
    if (!robot) return here(r->place, &said, fault);
    if (!stands_whole(p, robot))
        return json_fault(r->place, fault, ERR_RANGE, "%s would not stand on solid ground at %g, %g", r->name,
                          (double)r->x_m, (double)r->y_m);
    struct world_message battery = {.kind = WORLD_BATTERY};
    snprintf(battery.battery.what, sizeof battery.battery.what, "%s", r->name);
    battery.battery.charge = r->battery;
    world_do(p->world, &battery, NULL);
    if (r->card) {
        struct world_message card = {.kind = WORLD_CARD, .card.in = true};
        snprintf(card.card.what, sizeof card.card.what, "%s", r->name);
        world_do(p->world, &card, NULL);
    }
    return ERR_NONE;
}

// What is on a card that was put in reaches the body beside the world.
static enum err insert(struct play *p, const char *what, const char *path, uint64_t *digest,
                       struct fault *fault) {
    for (uint32_t i = 0; i < p->scenario->robot_count; i++) {
        if (strcmp(p->scenario->robots[i].name, what) != 0) continue;
        struct body *body = p->mindless[i] ? p->mindless[i]->body : run_body(p->run, (size_t)p->lives[i]);
        const struct card *card = cards_open(&p->cards, path, *digest, fault);
        if (!card) return fault && fault->err ? fault->err : ERR_IO;
        *digest = card->digest;
        if (body && !strcmp(body->class->maker, "sim")) body_sim_card(body, card);
        snprintf(p->card_was[i], sizeof p->card_was[i], "%s", path);
        return ERR_NONE;
    }
    return fault_set(fault, ERR_UNKNOWN, "no robot here is called \"%.40s\"", what);
}

// A verb as the world does it, with what lies outside of the world. The card is looked at first.
static enum err do_verb(struct play *p, struct world_message *verb, struct fault *fault) {
    bool card = verb->kind == WORLD_CARD && verb->card.in && verb->card.path[0];
    enum err err = card ? insert(p, verb->card.what, verb->card.path, &verb->card.digest, fault) : ERR_NONE;
    return err ? err : world_do(p->world, verb, fault);
}

static enum err first_card(struct play *p, uint32_t i, struct fault *fault) {
    const struct scenario_robot *r = &p->scenario->robots[i];
    struct fault said = {0};
    uint64_t digest = 0;
    if (!r->card_path[0] || !insert(p, r->name, r->card_path, &digest, &said)) return ERR_NONE;
    return here(json_get(r->place, "card"), &said, fault);
}

// Without a recogniser of speech the world's truth goes on being told, and that is said once.
static void believe_ears(struct play *p, struct settings *settings) {
    struct fault fault = {0};
    char why[300];
    if (settings->hearing.by == HEARING_ORACLE || !decoder_check(run_decoder(p->run), &fault)) return;
    if (!p->deaf)
        log_warn("hear", "the world's truth is told instead: %s", fault_text(&fault, why, sizeof why));
    p->deaf = true;
    settings->hearing.by = HEARING_ORACLE;
}

static enum err add_robot(struct play *p, uint32_t i, struct fault *fault) {
    const struct scenario_robot *r = &p->scenario->robots[i];
    const struct body_model *model =
        body_model_find(!i && p->config.creature ? p->config.creature : r->creature);
    bool other = !i && p->config.body;
    if (!other || !p->config.elsewhere) {
        enum err err = put_robot(p, i, model, fault);
        if (err) return err;
    }
    struct settings *settings = &p->settings[i];
    enum err set = settle(p, model->creature, settings, fault);
    if (set) return set;
    struct body *body = other ? p->config.body(p->config.body_user, p->world, p->numbers[i], fault)
                              : body_sim_of(p->world, model, p->numbers[i], fault);
    if (!body) return fault && fault->err ? fault->err : ERR_MEMORY;
    if (!other) body_sim_tune(body, &settings->stem);
    if (!(body->traits.senses & BODY_WANT_SIGHTS)) settings->sight.by = SIGHT_OWN; // there is nobody else
    believe_ears(p, settings);
    p->lives[i] = -1;
    if (r->soul) {
        enum err err = add_soul(p, i, body, settings, fault);
        if (err) body_free(body);
        return err ? err : first_card(p, i, fault);
    }
    struct mindless *m = p->mindless[i] = calloc(1, sizeof *m);
    if (!m) {
        body_free(body);
        return fault_set(fault, ERR_MEMORY, "no memory for a body");
    }
    m->body = body;
    border_clear_senses(&m->in);
    border_clear_command(&m->out);
    m->out.command.wants = r->wants;
    return first_card(p, i, fault);
}

static enum err check_waves(struct play *p, struct fault *fault) {
    for (uint32_t i = 0; i < p->scenario->happening_count; i++)
        for (uint32_t k = 0; k < p->scenario->happenings[i].verb_count; k++) {
            const struct scenario_verb *v = &p->scenario->happenings[i].verbs[k];
            char path[256] = "";
            const int16_t *samples;
            size_t count;
            uint32_t rate;
            struct fault said = {0};
            if (v->verb.kind == WORLD_SOUND) snprintf(path, sizeof path, "%s", v->verb.sound.wave);
            if (v->verb.kind == WORLD_SAY && world_say_path(&v->verb.say, path, sizeof path, &said))
                return here(v->place, &said, fault);
            if (*path && waves_find(&p->waves, path, &samples, &count, &rate, &said))
                return here(v->place, &said, fault);
        }
    return ERR_NONE;
}

// Every card that the timeline puts in is there.
static enum err check_cards(struct play *p, struct fault *fault) {
    for (uint32_t i = 0; i < p->scenario->happening_count; i++)
        for (uint32_t k = 0; k < p->scenario->happenings[i].verb_count; k++) {
            const struct scenario_verb *v = &p->scenario->happenings[i].verbs[k];
            struct fault said = {0};
            if (v->verb.kind == WORLD_CARD && v->verb.card.path[0] &&
                !cards_open(&p->cards, v->verb.card.path, v->verb.card.digest, &said))
                return here(v->place, &said, fault);
        }
    return ERR_NONE;
}

static enum err check_names(const struct play *p, struct fault *fault) {
    const struct world_memory *m = world_memory(p->world);
    const char *there[WORLD_ROBOTS_MAX + WORLD_THINGS_MAX + WORLD_PEOPLE_MAX + WORLD_SOUNDS_MAX];
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->robots_count; i++) there[n++] = m->robots[i].name;
    for (uint32_t i = 0; i < m->things_count; i++) there[n++] = m->things[i].name;
    for (uint32_t i = 0; i < m->people_count; i++) there[n++] = m->people[i].name;
    for (uint32_t i = 0; i < m->sounds_count; i++)
        if (*m->sounds[i].name) there[n++] = m->sounds[i].name;
    return scenario_check_names(p->scenario, there, n, fault);
}

// What scripts wrote on a card that is a folder goes there: whole, or not at all.
static void keep_files(struct play *p, struct soul *soul) {
    struct pleo_file file;
    char path[CARD_PATH_MAX + CARD_NAME_MAX];
    while (pleo_written(soul, &file)) {
        const struct card *card = pleo_card(soul);
        if (file.drive != 'a' || !card || !card->folder ||
            !path_join(path, sizeof path, card->path, file.name))
            continue;
        struct fault said = {0};
        if (file.removed)
            unlink(path);
        else if (file_write(path, file.bytes, file.len, &said) && !p->trouble.err)
            p->trouble = said;
    }
}

static void step(void *user, struct run *run);
static void ticked(void *user, struct run *run, size_t life) {
    struct play *p = user;
    for (uint32_t i = 0; p->config.media && i < p->scenario->robot_count; i++)
        if (p->media[i] && p->lives[i] == (int)life)
            media_keep(p->media[i], p->recorders[i], soul_tick(run_soul(run, life)) - 1);
    if (p->config.keep) keep_files(p, run_soul(run, life));
    if (p->config.watch) p->config.watch(p->config.user, p, (int)life);
}

// What doors ask for is written down on its way.
static enum err ask_through(void *user, size_t life, const struct life_envelope *envelope,
                            const void *request) {
    return play_ask(user, life, envelope, request);
}

// By a verb, so that a recording has it, too.
static enum err given_card(struct play *p, struct fault *fault) {
    struct world_message verb = {.kind = WORLD_CARD, .card.in = true};
    if (!p->config.card) return ERR_NONE;
    if (strlen(p->config.card) >= sizeof verb.card.path)
        return fault_set(fault, ERR_LIMIT, "the path of a card has at most %zu letters",
                         sizeof verb.card.path - 1);
    snprintf(verb.card.path, sizeof verb.card.path, "%s", p->config.card);
    for (uint32_t i = 0; i < p->scenario->robot_count; i++) {
        const struct body_model *model = body_model_find(p->scenario->robots[i].creature);
        if (!model || strcmp(model->creature, pleo_model.creature) != 0) continue;
        if (p->lives[i] < 0)
            return fault_set(fault, ERR_STATE,
                             "%s has no soul here that could read a card: say \"soul\": true",
                             p->scenario->robots[i].name);
        snprintf(verb.card.what, sizeof verb.card.what, "%s", p->scenario->robots[i].name);
        return play_do(p, &verb, fault);
    }
    return fault_set(fault, ERR_MISSING, "there is no Pleo here that a card could be put into");
}

static uint32_t how_of(const struct play *p) {
    return (p->config.loud ? TAPE_LOUD : 0) | (p->config.bare ? TAPE_BARE : 0);
}

// The next thing on the recording; after its end, or when the rest cannot be read, there is none.
static void next_of_tape(struct play *p) {
    struct fault said = {0};
    enum err err = tape_next(p->config.follow, p->next, &said);
    if (err && err != ERR_CLOSED && !p->trouble.err) p->trouble = said;
    if (err) free(p->next), p->next = NULL;
}

static enum err begin_to_follow(struct play *p, struct fault *fault) {
    p->next = calloc(1, sizeof *p->next);
    if (!p->next) return fault_set(fault, ERR_MEMORY, "no memory for a recording");
    next_of_tape(p);
    return ERR_NONE;
}

static enum err build(struct play *p, struct fault *fault) {
    const struct scenario *s = p->scenario;
    struct world_config config = world_defaults();
    config.seed = p->config.seed ? p->config.seed : s->seed;
    config.noise = s->noise;
    config.floor_m = s->floor_m, config.floor_reflectance = s->floor_reflectance,
    config.floor_friction = s->floor_friction;
    // A walker has as many parts as six things.
    config.things = s->thing_count + 16;
    for (uint32_t i = 0; i < s->robot_count; i++)
        config.things += strcmp(s->robots[i].creature, "pleo") == 0 ? 6 : 1;
    p->waves.beside = p->cards.beside = p->scenario->file;
    config.wave = waves_find, config.user = &p->waves;
    p->world = world_new(&config);
    struct run_config run = run_defaults();
    run.world = p->world;
    run.workers = p->config.workers;
    run.rest = p->config.rest;
    run.user = p->config.user;
    run.speed = p->config.speed;
    run.decoder = p->config.decoder;
    p->run = p->world ? run_new(&run, fault) : NULL;
    p->asked_us = -1;
    p->happened = calloc(s->happening_count + 1, sizeof *p->happened);
    p->souls = souls_new(p->config.resources, p->config.mind, p->config.bare);
    p->made = made_things_new();
    if (!p->world || !p->run || !p->happened || !p->souls || !p->made)
        return fault_set(fault, ERR_MEMORY, "no memory for a world");
    run_watch(p->run, ticked, p);
    exchange_through(run_exchange(p->run), ask_through, p);
    run_each_step(p->run, step, p);
    enum err err = ERR_NONE;
    for (uint32_t i = 0; !err && i < s->thing_count; i++) {
        struct fault said = {0};
        if (world_do(p->world, &s->things[i].verb, &said)) err = here(s->things[i].place, &said, fault);
        if (!err) made_things_note(p->made, p->world, &s->things[i].verb);
    }
    for (uint32_t i = 0; !err && i < s->robot_count; i++) err = add_robot(p, i, fault);
    if (!err) err = check_names(p, fault);
    if (!err) err = check_waves(p, fault);
    if (!err) err = check_cards(p, fault);
    for (uint32_t i = 0; i < s->happening_count; i++)
        p->happened[i].due_us = (int64_t)(s->happenings[i].at_s * 1e6);
    if (!err && p->config.record && !p->config.body) {
        p->tape = tape_new(p->config.record, s, config.seed, how_of(p), p->config.settings, fault);
        if (!p->tape) err = ERR_IO;
    }
    if (!err && p->config.kept && !p->config.body) {
        p->kept = tape_new_kept(s, config.seed, how_of(p), p->config.settings, fault);
        if (!p->kept) err = ERR_MEMORY;
    }
    if (!err && p->config.follow) err = begin_to_follow(p, fault);
    return err ? err : given_card(p, fault);
}

struct play *play_new(const struct scenario *scenario, const struct play_config *config,
                      struct fault *fault) {
    struct play *p = calloc(1, sizeof *p);
    if (!p) return fault_set(fault, ERR_MEMORY, "no memory for a play"), NULL;
    p->scenario = scenario;
    p->config = *config;
    p->tick = beat_of(TICK_US);
    if (!build(p, fault)) return p;
    play_free(p, NULL);
    return NULL;
}

// The first file's reason, and the names of all that are not whole either.
static enum err both(enum err err, enum err also, const struct fault *other, struct fault *fault) {
    size_t len = fault ? strlen(fault->said) : 0;
    if (fault && !err) *fault = *other;
    if (fault && err && also)
        snprintf(fault->said + len, sizeof fault->said - len, "; nor is %s", other->file);
    return err ? err : also;
}

enum err play_free(struct play *p, struct fault *fault) {
    if (!p) return ERR_NONE;
    struct fault said = {0};
    enum err err = p->world ? tape_close(p->tape, step_of(p), &said) : ERR_NONE;
    tape_close(p->kept, 0, NULL);
    free(p->next);
    if (err && fault) *fault = said;
    run_free(p->run);
    for (uint32_t i = 0; i < SCENARIO_ROBOTS; i++) {
        media_free(p->media[i]);
        said = (struct fault){0};
        enum err also = recorder_close(p->recorders[i], &said);
        if (also) err = both(err, also, &said, fault);
        if (!p->mindless[i]) continue;
        border_drop_senses(&p->mindless[i]->in);
        body_free(p->mindless[i]->body);
        free(p->mindless[i]);
    }
    world_free(p->world);
    waves_free(&p->waves);
    souls_free(p->souls);
    cards_free(&p->cards);
    free(p->happened);
    made_things_free(p->made);
    free(p);
    return err;
}

// --- What happens ------------------------------------------------------------------------------------------

static void drive_mindless(struct play *p, struct mindless *m, const struct scenario_drive *d) {
    struct body_command *c = &m->out.command;
    if (d->wheels) {
        c->wheels = (struct body_wheels){
            .mode = BODY_WHEEL_MODE_SPEED, .left_mps = d->left_mps, .right_mps = d->right_mps};
        m->until_us = d->seconds > 0 ? play_now_us(p) + (int64_t)((double)d->seconds * 1e6) : INT64_MAX;
    }
    const struct body_model *model = m->body->model;
    c->joints_count = 0;
    if (d->head && body_model_rolls(model))
        c->joints[c->joints_count++] = (struct body_joint_target){.joint = BODY_MOTOR_HEAD,
                                                                  .mode = BODY_JOINT_MODE_ANGLE,
                                                                  .angle_rad = d->head_rad,
                                                                  .tag = ++m->tag};
    for (uint8_t i = 0; i < model->motor_count; i++)
        if (d->joints >> i & 1)
            c->joints[c->joints_count++] = (struct body_joint_target){
                .joint = i, .mode = BODY_JOINT_MODE_ANGLE, .angle_rad = d->joints_rad[i], .tag = ++m->tag};
    if (!body_model_rolls(model)) return;
    if (d->lift) {
        c->joints[c->joints_count++] =
            (struct body_joint_target){.joint = BODY_MOTOR_LIFT,
                                       .mode = BODY_JOINT_MODE_ANGLE,
                                       .angle_rad = body_lift_rad(model, d->lift_m),
                                       .tag = ++m->tag};
    }
}

static void drive_soul(struct play *p, size_t life, const struct scenario_drive *d) {
    if (soul_messages(run_soul(p->run, life)) != &life_soul_messages) return; // it moves by its own scripts
    struct life_envelope from = {0, LIFE_DOOR_SCENARIO};
    struct life_message m;
    if (d->wheels) {
        m = (struct life_message){.kind = LIFE_DRIVE, .drive = {d->left_mps, d->right_mps, 0, d->seconds}};
        run_ask(p->run, life, &from, &m);
    }
    if (d->head) {
        m = (struct life_message){.kind = LIFE_HEAD, .head = {d->head_rad, 0, 0}};
        run_ask(p->run, life, &from, &m);
    }
    if (d->lift) {
        m = (struct life_message){.kind = LIFE_LIFT, .lift = {d->lift_m, 0, 0}};
        run_ask(p->run, life, &from, &m);
    }
}

static void happen(struct play *p, const struct scenario_happening *h) {
    for (uint32_t i = 0; i < h->verb_count; i++) {
        struct fault said = {0};
        struct world_message verb = h->verbs[i].verb;
        bool done = !do_verb(p, &verb, &said);
        if (done) made_things_note(p->made, p->world, &h->verbs[i].verb);
        if (done && p->config.did) p->config.did(p->config.user, p, &h->verbs[i].verb);
        if (!done && !p->trouble.err) here(h->verbs[i].place, &said, &p->trouble);
    }
    for (uint32_t i = 0; h->drive && i < p->scenario->robot_count; i++) {
        if (strcmp(p->scenario->robots[i].name, h->drive->robot)) continue;
        if (p->mindless[i])
            drive_mindless(p, p->mindless[i], h->drive);
        else
            drive_soul(p, (size_t)p->lives[i], h->drive);
    }
}

static uint32_t body_named(const struct play *p, const char *name) {
    const struct world_memory *m = world_memory(p->world);
    for (uint32_t i = 0; i < m->robots_count; i++)
        if (!strcmp(m->robots[i].name, name)) return m->robots[i].body;
    for (uint32_t i = 0; i < m->things_count; i++)
        if (!strcmp(m->things[i].name, name)) return m->things[i].body;
    return 0;
}

// A touch may be over before somebody looks.
static void notice_touch(struct play *p, const struct scenario_happening *h, struct happened *state) {
    const struct plane *plane = world_plane(p->world);
    uint32_t a = 0, b = 0;
    for (uint32_t i = 0; !state->touched && i < plane_event_count(plane); i++) {
        const struct plane_event *e = plane_event(plane, i);
        if (e->kind != PLANE_TOUCH) continue;
        if (!a) a = body_named(p, h->a), b = body_named(p, h->b);
        state->touched = a && b && ((e->a == a && e->b == b) || (e->a == b && e->b == a));
    }
}

static bool in_touch(const struct play *p, const char *one, const char *other) {
    enum { ROOM = 64 };
    struct plane_touch touches[ROOM];
    uint32_t a = body_named(p, one), b = body_named(p, other);
    if (!a || !b) return false;
    uint32_t count = plane_touches(world_plane(p->world), a, touches, ROOM);
    for (uint32_t i = 0; i < count && i < ROOM; i++)
        if (touches[i].other == b) return true;
    return false;
}

static bool holds(struct play *p, const struct scenario_happening *h, struct happened *state) {
    struct pose a, b;
    if (h->when == WHEN_TOUCHING) {
        bool touched = state->touched;
        state->touched = false;
        return in_touch(p, h->a, h->b) || touched;
    }
    if (h->when == WHEN_NEAR)
        return world_where(p->world, h->a, &a) && world_where(p->world, h->b, &b) &&
               vec3_length(vec3_sub(a.at, b.at)) <= h->metres;
    for (uint32_t i = 0; i < p->scenario->robot_count; i++) {
        if (strcmp(p->scenario->robots[i].name, h->a)) continue;
        if (world_sees(p->world, p->numbers[i], h->b)) return true;
    }
    return false;
}

static void look_at(struct play *p, uint32_t i, uint64_t now_step) {
    const struct scenario_happening *h = &p->scenario->happenings[i];
    struct happened *state = &p->happened[i];
    int64_t now = play_now_us(p);
    if (h->when == WHEN_TOUCHING && !state->over) notice_touch(p, h, state);
    if (state->over || now < state->due_us) return;
    if ((double)now > h->until_s * 1e6) {
        state->over = true;
        return;
    }
    bool now_true = true;
    if (h->when == WHEN_AT) {
        state->over = true;
    } else if (h->when == WHEN_EVERY) {
        state->due_us += (int64_t)(h->every_s * 1e6);
    } else if (h->when == WHEN_RANDOM) {
        struct chance dice =
            chance_of(world_memory(p->world)->seed, chance_stream("happening") + i, now_step);
        now_true = chance_true(&dice, (float)(h->per_hour / 3600 * WORLD_STEP_US * 1e-6));
    } else {
        if ((now_step + i) % LOOK_STEPS) return;
        bool is = holds(p, h, state);
        now_true = is && !state->true_before;
        state->true_before = is;
        if (now_true && !h->again) state->over = true;
    }
    if (now_true) happen(p, h);
}

// Each at its time, in the order in which they stand in the file.
static void ask_souls(struct play *p) {
    int64_t now = play_now_us(p);
    for (uint32_t i = 0; i < p->scenario->request_count; i++) {
        const struct scenario_request *r = &p->scenario->requests[i];
        if ((int64_t)(r->at_s * 1e6) > now || (int64_t)(r->at_s * 1e6) <= p->asked_us) continue;
        struct fault said = {0};
        enum err err = run_ask(p->run, (size_t)p->lives[r->robot], &r->envelope, &r->message);
        if (err) fault_set(&said, err, "the robot takes no more requests now");
        if (err && !p->trouble.err) here(r->place, &said, &p->trouble);
    }
    p->asked_us = now;
}

static void live_mindless(struct play *p) {
    for (uint32_t i = 0; i < p->scenario->robot_count; i++) {
        struct mindless *m = p->mindless[i];
        if (!m) continue;
        border_drop_senses(&m->in);
        border_clear_senses(&m->in);
        body_collect(m->body, play_now_us(p), &m->in);
        if (play_now_us(p) >= m->until_us)
            m->out.command.wheels = (struct body_wheels){.mode = BODY_WHEEL_MODE_SPEED};
        body_obey(m->body, play_now_us(p), &m->out);
        m->out.command.number++;
    }
}

// Once a second the world's hash, always before what happens in that step.
static void mark(struct play *p) {
    uint64_t now = step_of(p);
    if (!p->tape || now % HASH_STEPS || p->marked == now + 1) return;
    p->marked = now + 1;
    tape_hash(p->tape, now, world_hash(p->world));
}

// One to a life that is not there any more is what it was then: refused.
static void ask_again(struct play *p, const struct tape_entry *e, struct fault *fault) {
    const struct soul *soul = run_soul(p->run, e->life);
    union soul_message request;
    if (soul && !tape_request_read(e, soul_messages(soul), &request, fault))
        play_ask(p, e->life, &e->envelope, &request);
}

static void follow(struct play *p) {
    while (p->next && p->next->step <= step_of(p)) {
        const struct tape_entry *e = p->next;
        struct fault said = {0};
        bool done = e->kind == TAPE_VERB && !play_do(p, &e->verb, &said);
        if (done && p->config.did) p->config.did(p->config.user, p, &e->verb);
        if (e->kind == TAPE_REQUEST) ask_again(p, e, &said);
        if (e->kind == TAPE_HASH) p->parted |= world_hash(p->world) != e->hash;
        if (said.err && !p->trouble.err) p->trouble = said;
        next_of_tape(p);
    }
}

bool play_follows(const struct play *p) { return p->next; }
bool play_parted(const struct play *p) { return p->parted; }
// What happened at this very moment still does.
void play_follow_no_more(struct play *p) {
    if (p->next) follow(p);
    free(p->next);
    p->next = NULL;
}

bool play_can_keep(const struct play *p, struct fault *why) {
    if (p->config.body)
        fault_set(why, ERR_STATE, "others can reach its body: such a life cannot be lived again");
    else if (!p->kept)
        fault_set(why, ERR_STATE, "this life is not kept");
    return p->kept;
}

enum err play_keep(struct play *p, struct buf *out, struct fault *fault) {
    if (!play_can_keep(p, fault)) return fault->err;
    return tape_copy(p->kept, step_of(p), world_hash(p->world), out, fault);
}

// Before each step of the world.
static void step(void *user, struct run *run) {
    struct play *p = user;
    (void)run;
    uint64_t now = step_of(p);
    mark(p);
    if (p->next) follow(p);
    if (p->config.turn) p->config.turn(p->config.user, p);
    for (uint32_t i = 0; i < p->scenario->happening_count; i++) look_at(p, i, now);
    ask_souls(p);
    for (uint32_t i = 0; i < p->scenario->robot_count; i++)
        if (p->mindless[i] && now) body_step(p->mindless[i]->body, play_now_us(p));
    if (!beat_due(&p->tick, play_now_us(p))) return;
    live_mindless(p);
    if (!run_soul(p->run, 0) && p->config.watch) p->config.watch(p->config.user, p, -1);
}

enum err play_do(struct play *p, const struct world_message *verb, struct fault *fault) {
    mark(p);
    struct world_message done = *verb; // with the digest of what was put in
    enum err err = do_verb(p, &done, fault);
    if (!err) made_things_note(p->made, p->world, &done);
    if (!err && p->tape) tape_verb(p->tape, step_of(p), &done);
    if (!err && p->kept) tape_verb(p->kept, step_of(p), &done);
    return err;
}

enum err play_ask(struct play *p, size_t life, const struct life_envelope *envelope, const void *request) {
    mark(p);
    enum err err = run_ask(p->run, life, envelope, request);
    if (err) return err;
    const struct soul_messages *messages = soul_messages(run_soul(p->run, life));
    if (p->tape) tape_request(p->tape, step_of(p), (uint32_t)life, envelope, messages, request);
    if (p->kept) tape_request(p->kept, step_of(p), (uint32_t)life, envelope, messages, request);
    return ERR_NONE;
}

enum err play_for(struct play *p, int64_t us) { return run_for(p->run, us); }

enum err play_live(struct play *p, const atomic_bool *stop) { return run_live(p->run, stop); }

enum err play_paced(struct play *p, int64_t us, double speed, const atomic_bool *stop) {
    int64_t begin = play_now_us(p), air = air_now_us();
    enum err err = ERR_NONE;
    while (!err && !atomic_load(stop) && (us < 0 || play_now_us(p) - begin < us)) {
        int64_t due = (int64_t)((double)(air_now_us() - air) * speed) - (play_now_us(p) - begin);
        if (due >= WORLD_STEP_US) {
            if (due > 500000) air += (int64_t)((double)(due - 500000) / speed); // too late to catch up
            err = run_for(p->run, WORLD_STEP_US);
            continue;
        }
        struct timespec rest = {0, (long)(((double)(WORLD_STEP_US - due) / speed + 1) * 1000)};
        if (rest.tv_nsec > 20000000) rest.tv_nsec = 20000000;
        nanosleep(&rest, NULL);
    }
    return err;
}
