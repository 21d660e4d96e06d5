#include "api/stats.h"

#include "base/data/json.h"
#include "base/maths/maths.h"
#include "schema/body.h"
#include "store/store.h"

#include <stdio.h>
#include <string.h>

enum { WRITE_US = 60000000, MOST_US = 1000000 };
#define MOST 9e15

enum stat {
    ALIVE_SECONDS,
    PETTED_MS,
    STIMULATION_MORE, // all that it grew
    STIMULATION_SECONDS,
    LEFT_MM,
    RIGHT_MM,
    BODY_MM,
    ACTIVATED,
    AUTONOMOUS,
    FAILURE,
    SLEEP,
    SOCIAL,
    PLAY,
    UTILITY,
    ANIMATIONS, // this and the rest: how often something happened
    CLIFFS,
    SOUNDS,
    TRIGGER_WORDS,
    FIST_BUMPS,
    CHARGER,
    STAT_COUNT
};
_Static_assert((int)STAT_COUNT == (int)STATS_NUMBERS, "the header counts them, too");

static const struct {
    const char *key;
    double scale;
    bool app;
    enum life_event_kind kind;
    const char *features; // of a type: what its mind does
} ROWS[STAT_COUNT] = {
    [ALIVE_SECONDS] = {"Alive.seconds", 1, true},
    [PETTED_MS] = {"Pet.ms", 1, true},
    [STIMULATION_MORE] = {"Stim.CumlPosDelta", 1000, true},
    [STIMULATION_SECONDS] = {"Stim.StimSeconds", 1000},
    [LEFT_MM] = {"Odom.LWheel", 1e5},
    [RIGHT_MM] = {"Odom.RWheel", 1e5},
    [BODY_MM] = {"Odom.Body", 1e5, true},
    [ACTIVATED] = {"BStat.BehaviorActivated", 1},
    [AUTONOMOUS] = {"FeatureType.Autonomous", 1,
                    .features = " BeQuiet DanceToTheBeat Exploring FetchCube FindHome "
                                "GoHome ListeningForBeats LowBattery Observing "
                                "ObservingOnCharger PopAWheelie ReactToCliff "
                                "ReactToGazeDirection ReactToHand ReactToRobotOnSide "
                                "RollBlock ShutUp StuckOnEdge "},
    [FAILURE] = {"FeatureType.Failure", 1,
                 .features = " AskForHelp CantDoThat Frustrated RequestCharger UnmatchedVoiceIntent "},
    [SLEEP] = {"FeatureType.Sleep", 1, .features = " Sleeping "},
    [SOCIAL] =
        {"FeatureType.Social", 1,
         .features =
             " BasicVoiceCommand ComeHere FistBump HeldInPalm HowOldAreYou InTheAir InteractWithFaces "
             "LookAtMe MeetVictor MovementForward MovementBackward MovementLeft MovementRight "
             "MovementTurnAround Petting ReactToAbuse ReactToAffirmative ReactToApology ReactToGoodBye "
             "ReactToGoodMorning ReactToHello ReactToLove ReactToNegative RobotShaken "
             "SeasonalHappyHolidays SeasonalHappyNewYear WhatsMyName VC_Greeting "},
    [PLAY] = {"FeatureType.Play", 1, .features = " Blackjack CubeSpinner FindCube Keepaway MoveCube "},
    [UTILITY] = {"FeatureType.Utility", 1, true,
                 .features =
                     " Alexa Clock KnowledgeGraph PlayingMessage RecordingMessage TakeAPhoto TimerSet "
                     "TimerChecked TimerCanceled TimerReminder TimerRinging Weather "},
    [ANIMATIONS] = {"BStat.AnimationPlayed", 1, .kind = LIFE_EVENT_KIND_CLIP_STARTED},
    [CLIFFS] = {"BStat.ReactedToCliff", 1, .kind = LIFE_EVENT_KIND_CLIFF},
    [SOUNDS] = {"BStat.ReactedToSound", 1, .kind = LIFE_EVENT_KIND_LOUD_SOUND},
    [TRIGGER_WORDS] = {"BStat.ReactedToTriggerWord", 1, true, LIFE_EVENT_KIND_WAKE_WORD},
    [FIST_BUMPS] = {"BStat.FistBumpSuccess", 1, .kind = LIFE_EVENT_KIND_FIST_BUMPED},
    [CHARGER] = {"BStat.MountedCharger", 1, .kind = LIFE_EVENT_KIND_ON_CHARGER},
};

// -------------------------------------------------------------------------------------------- the document
static const char FEATURE[] = "Feature.";

static void count_feature(struct stats *stats, struct text name, double by) {
    size_t i = 0;
    while (i < stats->feature_count && !text_is(name, stats->features[i].name)) i++;
    if (i == STATS_FEATURES || name.len >= STATS_NAME) return;
    if (i == stats->feature_count) text_copy(name, stats->features[stats->feature_count++].name, STATS_NAME);
    stats->features[i].count += by;
}

static enum err read_numbers(const struct json *body, struct stats *stats, struct fault *fault) {
    for (int i = 0; i < STAT_COUNT; i++) {
        if (!json_get(body, ROWS[i].key)) continue;
        if (json_get_number(body, ROWS[i].key, 0, MOST, &stats->numbers[i], fault)) return fault->err;
        stats->numbers[i] /= ROWS[i].scale;
    }
    for (const struct json *one = body->first; one; one = one->next) {
        char key[sizeof FEATURE + STATS_NAME];
        double count;
        if (!text_starts(one->key, FEATURE) || one->key.len >= sizeof key) continue;
        text_copy(one->key, key, sizeof key);
        if (json_get_number(body, key, 0, MOST, &count, fault)) return fault->err;
        count_feature(stats, text_of(key + sizeof FEATURE - 1), count);
    }
    return ERR_NONE;
}

enum err stats_read(struct store *store, struct stats *stats, uint64_t *version, struct fault *fault) {
    struct arena *arena = arena_new(8 << 10);
    struct store_document document;
    struct fault why = {0};
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory for documents");
    enum err err = store_read(store, "robot-lifetime-stats", arena, &document, &why);
    bool missing = err == ERR_MISSING;
    if (!err) err = read_numbers(document.body, stats, &why);
    if (!err) *version = document.version;
    if (err && !missing && fault) *fault = why;
    arena_free(arena);
    return missing ? ERR_NONE : err;
}

void stats_write(const struct stats *stats, enum stats_of which, struct buf *out) {
    struct json_writer json = json_writer_of(out, 0);
    json_open(&json, '{');
    for (int i = 0; i < STAT_COUNT; i++) {
        if (which == STATS_APP && !ROWS[i].app) continue;
        double number = stats->numbers[i] * ROWS[i].scale;
        json_key(&json, ROWS[i].key), json_int(&json, (int64_t)(number < MOST ? number : MOST));
    }
    for (size_t i = 0; which == STATS_ALL && i < stats->feature_count; i++) {
        char key[sizeof FEATURE + STATS_NAME];
        snprintf(key, sizeof key, "%s%s", FEATURE, stats->features[i].name);
        json_key(&json, key), json_int(&json, (int64_t)stats->features[i].count);
    }
    json_close(&json, '}');
}

// ------------------------------------------------------------------------------------------------ counting
void stats_heard(struct stats *stats, const struct life_event *event) {
    for (int i = 0; i < STAT_COUNT; i++) stats->numbers[i] += ROWS[i].kind && ROWS[i].kind == event->kind;
    if (event->kind != LIFE_EVENT_KIND_INTENT_BEGUN) return;
    stats->wanted_by = (int)event->numbers[0] == LIFE_INTENT_SOURCE_APP ? "App" : "Voice";
}

double stats_alive_s(const struct stats *stats) { return stats->numbers[ALIVE_SECONDS]; }

static void begin_feature(struct stats *stats, struct text feature) {
    char name[STATS_NAME], word[STATS_NAME + 2];
    if (text_is(feature, stats->doing)) return;
    text_copy(feature, stats->doing, sizeof stats->doing);
    if (!feature.len) return;
    snprintf(name, sizeof name, "%s.%s", stats->wanted_by ? stats->wanted_by : "AI", stats->doing);
    stats->wanted_by = NULL;
    count_feature(stats, text_of(name), 1);
    stats->numbers[ACTIVATED]++;
    snprintf(word, sizeof word, " %s ", stats->doing);
    for (int i = AUTONOMOUS; i <= UTILITY; i++) stats->numbers[i] += strstr(ROWS[i].features, word) != NULL;
}

bool stats_live(struct stats *stats, const struct stats_moment *now, int64_t air_us) {
    const struct life_view *view = now->view;
    uint64_t passed = stats->last_us && view->time_us > stats->last_us ? view->time_us - stats->last_us : 0;
    stats->last_us = view->time_us;
    if (passed > MOST_US) passed = 0; // another life
    double seconds = (double)passed * 1e-6, *numbers = stats->numbers;
    numbers[ALIVE_SECONDS] += seconds;
    numbers[LEFT_MM] += (double)m_abs(view->left_mps) * seconds * 1000;
    numbers[RIGHT_MM] += (double)m_abs(view->right_mps) * seconds * 1000;
    numbers[BODY_MM] += (double)m_abs(view->left_mps + view->right_mps) / 2 * seconds * 1000;
    if (view->status & BODY_STATUS_TOUCHED) numbers[PETTED_MS] += seconds * 1000;
    numbers[STIMULATION_SECONDS] += (double)now->stimulation * seconds;
    if (passed && now->stimulation > stats->stimulation)
        numbers[STIMULATION_MORE] += (double)(now->stimulation - stats->stimulation);
    stats->stimulation = now->stimulation;
    begin_feature(stats, now->feature);
    if (!stats->write_us) stats->write_us = air_us + WRITE_US;
    if (air_us < stats->write_us) return false;
    stats->write_us = air_us + WRITE_US;
    return true;
}
