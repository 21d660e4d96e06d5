#include "mind/mind.h"

#include "base/hash.h"
#include "mind/class/classes.h"
#include "mind/condition/conditions.h"
#include "mind/mind_data.h"
#include "mind/mind_files.h"
#include "mind/sense.h"

#include <stdlib.h>
#include <string.h>

static const struct tree_tables TABLES = {MIND_CLASSES, CONDITION_CLASSES};

const char *const MIND_LOCALE_NAMES[MIND_LOCALES] = {"en-US", "en-GB", "de-DE", "fr-FR", "ja-JP"};

// ------------------------------------------------------------------------------------------------ data

static enum err check_names(const struct mind_data *d, struct fault *fault) {
    for (uint32_t i = 0; i < d->tree.node_count; i++) {
        const struct node *n = &d->tree.nodes[i];
        const struct text event = n->base.event;
        if (event.len && !moods_event(&d->moods, event))
            return json_fault(json_get(n->place, "emotionEventOnActivated"), fault, ERR_UNKNOWN,
                              "no emotion event is called \"%.*s\"", (int)event.len, event.at);
        for (uint32_t k = 0; k < n->base.intents.count; k++)
            if (!intent_number(n->base.intents.at[k]))
                return json_fault(json_get(n->place, "respondToUserIntents"), fault, ERR_UNKNOWN,
                                  "no intent is called \"%.*s\"", (int)n->base.intents.at[k].len,
                                  n->base.intents.at[k].at);
    }
    return ERR_NONE;
}

// What a robot takes words to mean, and what it says.
static enum err read_words(struct mind_data *d, const char *folder, struct fault *fault) {
    struct json *map, *phrases, *answers;
    enum err err = mind_file_read("intents.json", folder, d->arena, &map, fault);
    if (!err) err = intent_map_read(map, d->arena, &d->meanings.map, fault);
    if (!err) err = mind_file_read("phrases.json", folder, d->arena, &phrases, fault);
    if (!err) err = phrases_read(phrases, d->arena, &d->meanings.phrases, fault);
    if (!err) err = mind_file_read("answers.json", folder, d->arena, &answers, fault);
    if (!err) err = answers_read(answers, d->arena, &d->meanings.answers, fault);
    for (uint32_t i = 0; !err && i < d->meanings.map.answer_count; i++) {
        const struct text event = d->meanings.map.answers[i].event;
        if (event.len && !moods_event(&d->moods, event))
            err = json_fault(map, fault, ERR_UNKNOWN,
                             "simple_voice_responses: no emotion event is called \"%.*s\"", (int)event.len,
                             event.at);
    }
    for (int i = 0; !err && i < MIND_LOCALES; i++)
        err = mind_sentences_read(MIND_LOCALE_NAMES[i], d->arena, &d->sentences[i], fault);
    return err;
}

// A document and the files that it names, which come before it.
static enum err read_document(struct tree_reading *reading, const char *name, const char *folder, bool names,
                              struct fault *fault) {
    struct json *document;
    enum err err = mind_file_read(name, folder, reading->arena, &document, fault);
    if (err) return err;
    const struct json *files = document->kind == JSON_OBJECT ? json_get(document, "files") : NULL;
    if (files && (!names || files->kind != JSON_LIST))
        return json_fault(files, fault, ERR_TYPE, "only a tree names files, and as a list");
    for (const struct json *one = files ? files->first : NULL; one && !err; one = one->next) {
        struct text file = {0};
        char called[64];
        err = json_as_text(one, &file, fault);
        if (!err && (file.len >= sizeof called || memchr(file.at, '/', file.len)))
            err = json_fault(one, fault, ERR_RANGE, "a file lies beside the tree and has a short name");
        if (!err) text_copy(file, called, sizeof called);
        if (!err) err = read_document(reading, called, folder, false, fault);
    }
    return err ? err : tree_read(reading, document, fault);
}

static enum err read_all(struct mind_data *d, const char *creature, const char *folder, struct fault *fault) {
    struct tree_reading reading;
    char name[64];
    enum err err = mind_moods_read(creature, folder, d->arena, &d->moods, fault);
    if (!err) err = tree_begin(&reading, d->arena, TABLES, &d->notes, fault);
    snprintf(name, sizeof name, "%.20s_tree.json", creature);
    if (!err) err = read_document(&reading, name, folder, true, fault);
    if (!err) err = read_document(&reading, "tree.json", folder, true, fault);
    if (!err) err = tree_settle(&reading, &d->tree, fault);
    if (!err && !tree_root_node(&d->tree, "normalBaseBehavior"))
        err = fault_set(fault, ERR_MISSING, "there is no root \"normalBaseBehavior\"");
    if (!err) err = read_words(d, folder, fault);
    if (!err) err = mind_words_read(d, folder, fault);
    return err ? err : check_names(d, fault);
}

struct mind_data *mind_data_open(const char *creature, const char *folder, struct fault *fault) {
    struct mind_data *d = calloc(1, sizeof *d);
    struct fault own = {0};
    if (!fault) fault = &own;
    if (d) d->arena = arena_new(256 << 10);
    if (d) d->notes.limit = 64 << 10, d->vector = strcmp(creature, "cozmo") != 0;
    enum err err = d && d->arena ? read_all(d, creature, folder, fault)
                                 : fault_set(fault, ERR_MEMORY, "no memory for a mind");
    if (!err) return d;
    mind_data_close(d);
    return NULL;
}

void mind_data_close(struct mind_data *d) {
    if (!d) return;
    for (int i = 0; i < MIND_LOCALES; i++) strings_free(d->sentences[i]);
    arena_free(d->arena);
    buf_free(&d->notes);
    free(d);
}

const char *mind_data_notes(const struct mind_data *d) {
    return d->notes.len ? (const char *)d->notes.at : "";
}
const struct tree *mind_data_tree(const struct mind_data *d) { return &d->tree; }
const struct meanings *mind_data_meanings(const struct mind_data *d) { return &d->meanings; }
const struct moods *mind_data_moods(const struct mind_data *d) { return &d->moods; }
void mind_manual(struct buf *out) { tree_manual(&TABLES, out); }

// ------------------------------------------------------------------------------------------------ birth

static size_t up(size_t size) { return (size + 15) & ~(size_t)15; }

size_t mind_size(const struct mind *m) {
    return up(sizeof *m) + up(m->tree->node_count * sizeof *m->nodes) +
           up(m->tree->entry_count * sizeof *m->entries) +
           up(m->tree->condition_count * sizeof *m->conditions);
}

static void forget_times(struct mind_live *l) {
    for (int i = 0; i < MIND_KINDS; i++) l->felt_at[i] = NEVER;
    for (int i = 0; i < TREE_TIMERS_MAX; i++) l->timers[i] = NEVER;
    double *const TIMES[] = {
        &l->touched_since,  &l->touch_ended,   &l->held_since, &l->cliff_since, &l->charger_since,
        &l->face_at,        &l->face_since,    &l->contact_at, &l->cube_at,     &l->cube_moved,
        &l->charger_at,     &l->noise_at,      &l->noise_done, &l->word_at,     &l->tempo_at,
        &l->tempo_maybe_at, &l->intent_at,     &l->wake_at,    &l->shaken_at,   &l->timer_at,
        &l->timer_reminded, &l->unclaimed_at,  &l->silence_at, &l->quiet_until, &l->motion_at,
        &l->salient_at[0],  &l->salient_at[1], &l->pet_at,     &l->set_at[0],   &l->set_at[1]};
    for (size_t i = 0; i < sizeof TIMES / sizeof *TIMES; i++) *TIMES[i] = NEVER;
}

static const struct knob KNOBS[] = {
    KNOB_F32(struct mind_config, initiative, "%", 0, 100, 100,
             "how much it does unasked; below 50 it waits on its charger for people"),
    KNOB_F32(struct mind_config, fast_forward, "", 1, 300, 1, "rests and named timers pass so much faster")};
const struct knobs MIND_KNOBS = {"mind", KNOBS, sizeof KNOBS / sizeof *KNOBS, sizeof(struct mind_config)};

struct mind_config mind_defaults(void) {
    struct mind_config config;
    knobs_defaults(&MIND_KNOBS, &config);
    return config;
}

void mind_configure(struct mind *m, const struct mind_config *config) {
    m->live.initiative = (uint32_t)config->initiative;
    m->live.fast_forward = (double)config->fast_forward;
}

struct mind *mind_new(const struct mind_data *data, uint64_t seed) {
    struct mind about = {.tree = &data->tree};
    char *memory = calloc(1, mind_size(&about));
    struct mind *m = (struct mind *)(void *)memory;
    if (!m) return NULL;
    m->data = data, m->tree = &data->tree, m->vector = data->vector;
    char *at = memory + up(sizeof *m);
    m->nodes = (struct node_state *)(void *)at;
    at += up(m->tree->node_count * sizeof *m->nodes);
    m->entries = (struct entry_state *)(void *)at;
    at += up(m->tree->entry_count * sizeof *m->entries);
    m->conditions = (struct condition_state *)(void *)at;
    m->root = tree_root_node(m->tree, "normalBaseBehavior");
    for (uint32_t i = 0; i < m->tree->entry_count; i++) m->entries[i].ready = NEVER;
    for (uint32_t i = 0; i < m->tree->node_count; i++) m->nodes[i].quiet = m->nodes[i].ended = NEVER;
    for (uint32_t i = 0; i < m->tree->condition_count; i++) m->conditions[i].told = NEVER;
    forget_times(&m->live);
    m->live.seed = seed, m->live.attitude = BODY_ATTITUDE_ON_TREADS, m->live.initiative = 100;
    m->live.fast_forward = 1;
    m->live.battery = BODY_BATTERY_LEVEL_NOMINAL, m->live.charge = -1;
    if (mood_start(&m->mood, &data->moods, NULL)) return free(memory), NULL;
    strcpy(m->feelings.face, "neutral");
    return m;
}

enum err mind_begin(struct mind *m, struct text name, struct fault *fault) {
    if (!m->root) return fault_set(fault, ERR_STATE, "it has no behaviours");
    const struct node *node = name.len ? tree_node(m->tree, name) : m->root;
    if (!node)
        return fault_set(fault, ERR_UNKNOWN, "no behaviour is called \"%.*s\"", (int)name.len, name.at);
    if (node->class->needs & m->lacks)
        return fault_set(fault, ERR_UNSUPPORTED, "its body lacks what %.*s needs", (int)name.len, name.at);
    m->begins = node->number + 1;
    return ERR_NONE;
}

// In a beat, so that what it asks for is asked for.
static void begin_forced(struct mind *m) {
    const struct node *node = &m->tree->nodes[m->begins - 1];
    m->begins = 0;
    if (!m->live.depth) mind_push(m, m->root);
    mind_pop_to(m, m->root, true);
    m->forced = node != m->root && mind_push(m, node) ? node->number + 1 : 0;
}

void mind_lacks(struct mind *m, uint32_t parts) { m->lacks = parts; }
void mind_free(struct mind *m) { free(m); }

// ------------------------------------------------------------------------------------------------ living

static void beat(struct mind *m) {
    m->live.beat++;
    mood_step(&m->mood, MIND_BEAT_S);
    if (m->begins) begin_forced(m);
    mind_stack_beat(m);
    mind_mind_intents(m);
    mind_feel_body(m, MIND_BEAT_S);
    mind_keep_diary(m);
}

void mind_step(struct mind *m, const struct mind_percepts *in) {
    m->wish_count = m->wish_read = m->tell_count = m->tell_read = 0;
    memcpy(m->reach_m, in->reach_m, sizeof m->reach_m);
    mind_sense(m, in);
    if (!m->live.beat) m->live.due = m->live.now, mind_post(m, TEXT("WokeUp"));
    if (m->live.now + 1e-9 < m->live.due) return;
    beat(m);
    m->live.due += MIND_BEAT_S;
    if (m->live.due < m->live.now - 1) m->live.due = m->live.now; // its time jumped
}

const struct mind_wish *mind_wish(struct mind *m) {
    return m->wish_read < m->wish_count ? &m->wishes[m->wish_read++] : NULL;
}
const struct life_message *mind_wish_request(const struct mind_wish *w) { return &w->message; }
const struct life_envelope *mind_wish_envelope(const struct mind_wish *w) { return &w->envelope; }
const struct life_event *mind_told(struct mind *m) {
    return m->tell_read < m->tell_count ? &m->tells[m->tell_read++] : NULL;
}
const struct intent *mind_last_intent(const struct mind *m) { return &m->live.last; }
const struct mind_feelings *mind_feelings(const struct mind *m) { return &m->feelings; }
bool mind_listens(const struct mind *m) { return m->live.called || m->live.listens == LISTENS_QUESTION; }

uint64_t mind_hash(const struct mind *m) {
    uint64_t h = hash64(0, &m->live, sizeof m->live);
    h = hash64(h, m->nodes, m->tree->node_count * sizeof *m->nodes);
    h = hash64(h, m->entries, m->tree->entry_count * sizeof *m->entries);
    h = hash64(h, m->conditions, m->tree->condition_count * sizeof *m->conditions);
    h = hash64(h, m->mood.feelings, sizeof m->mood.feelings);
    h = hash64(h, m->mood.arrived, sizeof m->mood.arrived);
    double clocks[] = {m->mood.clock, m->mood.simple_since};
    uint32_t moods[] = {m->mood.simple, m->mood.simple_before};
    h ^= (uint64_t)m->forced << 32 ^ (uint64_t)m->begins << 48;
    if (m->switches.on || m->switches.off) h = hash64(h, &m->switches, sizeof m->switches);
    h = hash64(h, clocks, sizeof clocks);
    return hash64(h, moods, sizeof moods);
}
