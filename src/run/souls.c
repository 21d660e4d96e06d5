#include "run/souls.h"

#include "base/hash.h"
#include "base/system/log.h"
#include "run/settings/settings.h"

#include "mind/mind.h"
#include "pleo/os/os.h"
#include "robot/robot.h"
#include "stage/library/library.h"
#include "stage/sound/sounds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct shared { // by those of one creature
    bool open;
    struct library *library;
    struct audio_set *sounds;
    struct mind_data *mind; // NULL: its own
};

static struct soul *robot_born(struct souls *souls, struct shared *shared, const struct soul_birth *birth,
                               struct recording_about *about, struct fault *fault);
static struct soul *pleo_born(struct souls *souls, struct shared *shared, const struct soul_birth *birth,
                              struct recording_about *about, struct fault *fault);
static const struct kind {
    const char *creature;
    const struct soul_messages *messages;
    struct soul *(*born)(struct souls *souls, struct shared *shared, const struct soul_birth *birth,
                         struct recording_about *about, struct fault *fault);
} KINDS[] = {
    {"vector", &life_soul_messages, robot_born},
    {"cozmo", &life_soul_messages, robot_born},
    {"pleo", &pleo_soul_messages, pleo_born},
};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

struct souls {
    const char *resources, *mind;
    bool bare;
    struct shared shared[KIND_COUNT];
    struct buf personality; // a Pleo's own application
};

struct souls *souls_new(const char *resources, const char *mind, bool bare) {
    struct souls *souls = calloc(1, sizeof *souls);
    if (souls) souls->resources = resources, souls->mind = mind, souls->bare = bare;
    return souls;
}

void souls_free(struct souls *souls) {
    if (!souls) return;
    for (int i = 0; i < KIND_COUNT; i++) {
        mind_data_close(souls->shared[i].mind);
        sounds_close(souls->shared[i].sounds);
        library_free(souls->shared[i].library);
    }
    buf_free(&souls->personality);
    free(souls);
}

static const struct kind *kind_of(const char *creature) {
    for (int i = 0; i < KIND_COUNT; i++)
        if (!strcmp(KINDS[i].creature, creature)) return &KINDS[i];
    return NULL;
}

const struct soul_messages *souls_messages(const char *creature) {
    const struct kind *kind = kind_of(creature);
    return kind ? kind->messages : NULL;
}

const struct audio_set *souls_sounds(const struct souls *souls, const char *creature) {
    const struct kind *kind = kind_of(creature);
    return kind ? souls->shared[kind - KINDS].sounds : NULL;
}

struct soul *souls_born(struct souls *souls, const struct soul_birth *birth, struct recording_about *about,
                        struct fault *fault) {
    const struct kind *kind = kind_of(birth->model->creature);
    *about = (struct recording_about){.seed = birth->seed, .robot = birth->id, .loud = birth->loud};
    snprintf(about->creature, sizeof about->creature, "%s", birth->model->creature);
    snprintf(about->name, sizeof about->name, "%s", birth->name);
    if (!kind) {
        fault_set(fault, ERR_UNSUPPORTED, "nobody can live in a %s yet", birth->model->creature);
        return NULL;
    }
    return kind->born(souls, &souls->shared[kind - KINDS], birth, about, fault);
}

// ------------------------------------------------------------------------------------------------ robots

static enum err open_shared(struct souls *souls, struct shared *shared, const char *creature,
                            struct fault *fault) {
    if (shared->open) return ERR_NONE;
    struct library_config config = {.creature = creature, .resources = souls->resources};
    struct fault said = {0};
    if (!souls->bare) shared->library = library_open(&config, &said);
    if (!said.err && souls->mind && !(shared->mind = mind_data_open(creature, souls->mind, &said)))
        said.err = said.err ? said.err : ERR_IO;
    if (said.err) return fault ? *fault = said, said.err : said.err;
    shared->sounds = sounds_open(creature, souls->resources);
    shared->open = true;
    return ERR_NONE;
}

const struct json *souls_knobs(struct souls *souls, const char *creature) {
    const struct kind *kind = kind_of(creature);
    struct shared *shared = kind ? &souls->shared[kind - KINDS] : NULL;
    if (!shared || open_shared(souls, shared, creature, NULL) || !shared->library) return NULL;
    return shared->library->about ? json_get(shared->library->about, "knobs") : NULL;
}

static void tell_settings(const struct soul_birth *birth, struct recording_about *about) {
    struct buf text = {0};
    if (birth->settings) settings_tell(birth->settings, birth->model->creature, &text);
    snprintf(about->settings, sizeof about->settings, "%.*s", (int)text.len,
             text.at ? (const char *)text.at : "");
    buf_free(&text);
}

static struct soul *robot_born(struct souls *souls, struct shared *shared, const struct soul_birth *birth,
                               struct recording_about *about, struct fault *fault) {
    if (open_shared(souls, shared, birth->model->creature, fault)) return NULL;
    struct robot_config config = robot_defaults();
    snprintf(config.name, sizeof config.name, "%s", birth->name);
    config.model = birth->model;
    config.seed = birth->seed, config.id = birth->id, config.serial = birth->serial;
    config.crew = birth->crew, config.voice = birth->voice;
    config.decoder = birth->decoder, config.faces = birth->faces;
    config.speaker = birth->loud;
    if (birth->settings)
        config.feel = birth->settings->feel, config.sight = birth->settings->sight,
        config.temper = birth->settings->mind, config.hearing = birth->settings->hearing,
        config.audio = &birth->settings->audio;
    tell_settings(birth, about);
    config.library = shared->library, config.mind = shared->mind, config.sounds = shared->sounds;
    about->clips = config.library ? config.library->hash : 0;
    about->sounds = config.sounds ? config.sounds->hash : 0;
    struct soul *soul = robot_soul(robot_new(&config));
    if (!soul) fault_set(fault, ERR_MEMORY, "no memory for a soul");
    return soul;
}

// ------------------------------------------------------------------------------------------------ Pleos

static struct soul *pleo_born(struct souls *souls, struct shared *shared, const struct soul_birth *birth,
                              struct recording_about *about, struct fault *fault) {
    (void)shared;
    struct pleo_config config = pleo_defaults();
    snprintf(config.name, sizeof config.name, "%s", birth->name);
    config.model = birth->model;
    config.seed = birth->seed, config.id = birth->id, config.serial = birth->serial;
    config.crew = birth->crew, config.loud = birth->loud;
    if (birth->settings) config.knobs = birth->settings->pleo;
    if (!souls->bare && !souls->personality.at && !pleo_personality(&souls->personality))
        log_warn("pleo", "%s has nothing to live by: pleo.urf is not beside the program; he waits for a card",
                 birth->name);
    config.builtin = (struct bytes){souls->personality.at, souls->personality.len};
    tell_settings(birth, about);
    about->clips = config.builtin.len ? hash64(0, config.builtin.at, config.builtin.len) : 0;
    return pleo_soul(pleo_new(&config, fault));
}
