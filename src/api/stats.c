#include "api/stats.h"

#include "base/data/json.h"
#include "base/maths/maths.h"
#include "schema/body.h"
#include "store/store.h"

enum { WRITE_US = 60000000, MOST_US = 1000000 };

static const char *const KEYS[STAT_COUNT] = {"Alive.seconds",
                                             "BStat.AnimationPlayed",
                                             "BStat.ReactedToCliff",
                                             "BStat.ReactedToSound",
                                             "BStat.FistBumpSuccess",
                                             "Feature.AI.InteractWithFaces",
                                             "Pet.ms",
                                             "Odom.LWheel",
                                             "Odom.RWheel"};

enum err stats_read(struct store *store, struct stats *stats, uint64_t *version, struct fault *fault) {
    struct arena *arena = arena_new(8 << 10);
    struct store_document document;
    struct fault missing = {0};
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory for documents");
    enum err err = store_read(store, "robot-lifetime-stats", arena, &document, &missing);
    if (err && err != ERR_MISSING && fault) *fault = missing;
    for (int i = 0; !err && i < STAT_COUNT; i++)
        if (json_get(document.body, KEYS[i]))
            err = json_get_number(document.body, KEYS[i], 0, 9e15, &stats->numbers[i], fault);
    if (!err) *version = document.version;
    arena_free(arena);
    return err == ERR_MISSING ? ERR_NONE : err;
}

void stats_write(const struct stats *stats, struct buf *out) {
    struct json_writer json = json_writer_of(out, 0);
    json_open(&json, '{');
    for (int i = 0; i < STAT_COUNT; i++)
        json_key(&json, KEYS[i]), json_int(&json, (int64_t)stats->numbers[i]);
    json_close(&json, '}');
}

void stats_heard(struct stats *stats, const struct life_event *event) {
    switch (event->kind) {
    case LIFE_EVENT_KIND_CLIP_STARTED:
        stats->numbers[STAT_ANIMATIONS]++;
        break;
    case LIFE_EVENT_KIND_CLIFF:
        stats->numbers[STAT_CLIFFS]++;
        break;
    case LIFE_EVENT_KIND_LOUD_SOUND:
        stats->numbers[STAT_SOUNDS]++;
        break;
    case LIFE_EVENT_KIND_FIST_BUMPED:
        stats->numbers[STAT_FIST_BUMPS]++;
        break;
    case LIFE_EVENT_KIND_PERSON_APPEARED:
        stats->numbers[STAT_FACES]++;
        break;
    default:
        break;
    }
}

bool stats_live(struct stats *stats, const struct life_view *view, int64_t air_us) {
    uint64_t passed = stats->last_us && view->time_us > stats->last_us ? view->time_us - stats->last_us : 0;
    stats->last_us = view->time_us;
    if (passed > MOST_US) passed = 0; // another life
    double seconds = (double)passed * 1e-6;
    stats->numbers[STAT_ALIVE_SECONDS] += seconds;
    stats->numbers[STAT_LEFT_MM] += (double)m_abs(view->left_mps) * seconds * 1000;
    stats->numbers[STAT_RIGHT_MM] += (double)m_abs(view->right_mps) * seconds * 1000;
    if (view->status & BODY_STATUS_TOUCHED) stats->numbers[STAT_PETTED_MS] += seconds * 1000;
    if (!stats->write_us) stats->write_us = air_us + WRITE_US;
    if (air_us < stats->write_us) return false;
    stats->write_us = air_us + WRITE_US;
    return true;
}
