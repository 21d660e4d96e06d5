// Emotions, activities, behaviours and reactions, in files of the documented forms.
#include "support/support.h"

#include "mind/mood/moods.h"
#include "mind/tree/activities.h"

#include <math.h>

static struct arena *arena;
static int begin(void **state) {
    arena = arena_new(64 << 10);
    return 0;
}
static int end(void **state) {
    arena_free(arena);
    return 0;
}

static struct json *json(const char *text) {
    struct json *document;
    struct fault fault = {0};
    char said[600];
    if (json_parse(text_of(text), "file.json", arena, NULL, &document, &fault))
        fail_msg("%s", fault_text(&fault, said, sizeof said));
    return document;
}
static void fine(enum err err, const struct fault *fault) {
    char said[600];
    if (err) fail_msg("%s: %s", err_name(err), fault_text(fault, said, sizeof said));
}

static void graphs_are_lines_through_points(void **state) {
    // Known answers of pycozmo 0.8.0.
    static const struct {
        const char *nodes;
        float x, y;
    } ROWS[] = {
        {"0:1 10:0.8 60:0.2 120:0", -5, 1},
        {"0:1 10:0.8 60:0.2 120:0", 4, 0.92f},
        {"0:1 10:0.8 60:0.2 120:0", 10, 0.8f},
        {"0:1 10:0.8 60:0.2 120:0", 35, 0.5f},
        {"0:1 10:0.8 60:0.2 120:0", 119, 0.003333333f},
        {"0:1 10:0.8 60:0.2 120:0", 120, 0},
        {"0:1 10:0.8 60:0.2 120:0", 150, -0.1f},
        {"5:0.25", -3, 0.25f},
        {"5:0.25", 30, 0.25f},
        {"0:0 0:1", 3, 1}, // a step: no slope to go on with
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct graph_node nodes[8];
        struct graph graph = {nodes, 0};
        struct text rest = text_of(ROWS[i].nodes), word;
        while (text_split(&rest, ' ', &word)) {
            struct text y = word, x;
            text_split(&y, ':', &x);
            assert_int_equal(text_to_f32(x, &nodes[graph.count].x), ERR_NONE);
            assert_int_equal(text_to_f32(y, &nodes[graph.count++].y), ERR_NONE);
        }
        double got = graph_at(&graph, (double)ROWS[i].x, GRAPH_GOES_ON);
        if (fabs(got - (double)ROWS[i].y) > 1e-6) fail_msg("%zu: %g", i, got);
    }
    assert_true(graph_at(&(struct graph){0}, 1, GRAPH_FLAT) == 0); // NOLINT
}

static void emotions_fade_by_their_own_graph_or_the_default(void **state) {
    struct moods moods;
    struct fault fault = {0};
    fine(moods_read(json("{\"decayGraphs\": [{\"emotionType\": \"default\", \"nodes\": [{\"x\": 0, \"y\": "
                         "1}, {\"x\": 10, \"y\": 0}]},\n"
                         "{\"emotionType\": \"Happy\", \"nodes\": [{\"x\": 0, \"y\": 0.5}], \"other\": 1}],\n"
                         "\"defaultRepetitionPenalty\": {\"nodes\": [{\"x\": 0, \"y\": 2}]}} // the end"),
                    &MOODS_COZMO, arena, &moods, &fault),
         &fault);
    assert_true(moods_find(&moods, TEXT("Happy"))->own && !moods_find(&moods, TEXT("Calm"))->own);
    assert_true(fabs(graph_at(&moods_find(&moods, TEXT("Brave"))->decay, 5, GRAPH_FLAT) - 0.5) < 1e-6);
    assert_true(fabs(graph_at(&moods.repetition, 5, GRAPH_FLAT) - 2) < 1e-6);
    assert_null(moods_find(&moods, TEXT("default")));
    struct mood_event *events;
    uint32_t count;
    fine(mood_events_read(
             json("{\"name\": \"A\", \"emotionAffectors\": [{\"emotionType\": \"Calm\", \"value\": -0.5}]}"),
             arena, &events, &count, &fault),
         &fault);
    assert_true(count == 1 && text_is(events[0].name, "A") && events[0].count == 1);
    assert_true(text_is(events[0].effects[0].type, "Calm") && events[0].effects[0].value == -0.5f); // NOLINT
    fine(mood_events_read(
             json("{\"emotionEvents\": [{\"name\": \"A\", \"emotionAffectors\": []}, {\"name\": \"B\", "
                  "\"emotionAffectors\": []}]}"),
             arena, &events, &count, &fault),
         &fault);
    assert_true(count == 2 && text_is(events[1].name, "B"));
}

#define HEAD(type)                                                                                           \
    "\"activityID\": \"x\", \"activityType\": \"" type "\", \"activityStrategy\": {\"type\": \"Simple\"}"
#define PICK "{\"type\": \"StrictPriority\", \"behaviors\": [\"a\", {\"behaviorID\": \"b\"}]}"

static const struct activity *one(const char *text) {
    struct activity *list;
    uint32_t count;
    struct fault fault = {0};
    fine(activities_read(json(text), arena, &list, &count, &fault), &fault);
    assert_int_equal(count, 1);
    return list;
}

static void activities_of_every_type(void **state) {
    const struct activity *a = one("{" HEAD("BehaviorsOnly") ", \"behaviorChooser\": " PICK "}");
    const struct activity_value *v = activity_value(a, "behaviorChooser");
    assert_true(text_is(a->id, "x") && text_is(a->strategy, "Simple") && v->chooser.count == 2);
    assert_true(text_is(v->chooser.choices[0].behavior, "a") && text_is(v->chooser.choices[1].behavior, "b"));
    a = one("{" HEAD(
        "BehaviorsOnly") ", \"behaviorChooser\": {\"type\": \"Scoring\", \"behaviors\": [{\"behaviorID\": "
                         "\"a\", \"scoring\": {\"flatScore\": 0.7, \"repetitionPenalty\": {\"nodes\": "
                         "[{\"x\": 0, \"y\": 0.1}]}}}]}}");
    v = activity_value(a, "behaviorChooser");
    assert_true(fabsf(v->chooser.choices[0].score - 0.7f) < 1e-6f &&
                v->chooser.choices[0].penalty.count == 1);
    assert_int_equal(one("{" HEAD("VoiceCommand") "}")->count, 0);
    a = one("{" HEAD("Feeding") ", \"universalChooser\": {\"behaviors\": [\"eat\", \"wait\"]}}");
    assert_int_equal(activity_value(a, "universalChooser.behaviors")->names.count, 2);
    a = one("{" HEAD("Freeplay") ", \"desiredActivityNames\": {\"cubeOnlyActivityName\": \"c\", "
                                 "\"faceOnlyActivityName\": \"f\", "
                                 "\"faceAndCubeActivityName\": \"fc\", \"noFaceNoCubeActivityName\": \"n\"}, "
                                 "\"subActivities\": [\"byName\", {" HEAD("Feeding") "}]}");
    assert_true(text_is(activity_value(a, "desiredActivityNames.faceAndCubeActivityName")->text, "fc"));
    v = activity_value(a, "subActivities");
    assert_true(v->names.count == 1 && v->count == 1 && text_is(v->activities[0].type, "Feeding"));
    a = one("{" HEAD("Sparked") ", \"requireSpark\": \"s\", \"minTimeSecs\": 10, \"maxTimeSecs\": 60.5, "
                                "\"numberOfRepetitions\": 2, "
                                "\"behaviorObjective\": \"o\", \"softSparkTrigger\": \"t\", "
                                "\"sparksSuccessTrigger\": \"w\", "
                                "\"subActivityDelegate\": {" HEAD(
                                    "BehaviorsOnly") "}, \"driveStopAnimTrigger\": null}");
    assert_true(activity_value(a, "maxTimeSecs")->number == 60.5); // NOLINT
    assert_null(activity_value(a, "driveStopAnimTrigger"));
    assert_int_equal(activity_value(a, "subActivityDelegate")->count, 1);
    a = one("{" HEAD("BuildPyramid") ", \"setupChooser\": " PICK ", \"buildChooser\": " PICK
                                     ", \"needsActionID\": \"n\"}");
    assert_int_equal(a->count, 3);
    a = one("{" HEAD("Socialize") ", \"behaviorChooser\": " PICK ", \"interludeBehaviorChooser\": " PICK
                                  ", \"maxNumFindFacesSearchIterations\": 3, \"requiredObjectives\": "
                                  "[{\"objective\": \"o\", \"behaviorID\": "
                                  "\"b\", \"ignoreIfLocked\": true, \"probabilityToRequireObjective\": 0.5, "
                                  "\"randomCompletionsNeededMin\": 1, "
                                  "\"randomCompletionsNeededMax\": 4}]}");
    const struct activity_objective *o = activity_value(a, "requiredObjectives")->objectives;
    assert_true(text_is(o->behavior, "b") && o->ignore_if_locked && o->least == 1 && o->most == 4);
    assert_int_equal(one("{" HEAD("NeedsExpression") ", \"behaviorChooser\": " PICK "}")->count, 1);
    assert_int_equal(one("{" HEAD("SomethingNew") ", \"behaviorChooser\": 5}")->count,
                     0); // its keys are its own
}

static void behaviours_and_reactions(void **state) {
    struct behavior b;
    struct fault fault = {0};
    fine(
        behavior_read(
            json(
                "{\"behaviorID\": \"Hi\", \"behaviorClass\": \"PlayAnim\", \"animTriggers\": [\"A\", \"B\"], "
                "\"num_loops\": 3}"),
            arena, &b, &fault),
        &fault);
    assert_true(text_is(b.class, "PlayAnim") && b.triggers.count == 2 && text_is(b.triggers.at[1], "B"));
    assert_non_null(json_get(b.document, "num_loops"));
    struct reaction *list;
    uint32_t count;
    fine(reactions_read(
             json("{\"reactionTriggerBehaviorMap\": [{\"reactionTrigger\": \"Cliff\", \"behaviorID\": \"R\", "
                  "\"genericStrategyParams\": {\"shouldResumeLast\": true}}, {\"reactionTrigger\": \"Fall\", "
                  "\"behaviorID\": \"S\"}]}"),
             arena, &list, &count, &fault),
         &fault);
    assert_true(count == 2 && list[0].resume && !list[1].resume && text_is(list[1].behavior, "S"));
}

enum kind_of_file { MOODS, EVENTS, ACTIVITIES, BEHAVIOR, REACTIONS };
static enum err read_any(enum kind_of_file reader, const struct json *document, struct fault *fault) {
    struct moods moods;
    struct mood_event *events;
    struct activity *activities;
    struct behavior behavior;
    struct reaction *reactions;
    uint32_t count;
    switch (reader) {
    case MOODS:
        return moods_read(document, &MOODS_COZMO, arena, &moods, fault);
    case EVENTS:
        return mood_events_read(document, arena, &events, &count, fault);
    case ACTIVITIES:
        return activities_read(document, arena, &activities, &count, fault);
    case BEHAVIOR:
        return behavior_read(document, arena, &behavior, fault);
    default:
        return reactions_read(document, arena, &reactions, &count, fault);
    }
}

static void what_is_wrong_is_told_with_its_place(void **state) {
    static const struct {
        enum kind_of_file reader;
        const char *text, *said;
    } WRONG[] = {
        {MOODS, "{}", "decayGraphs"},
        {MOODS, "{\"decayGraphs\": []}", "defaultRepetitionPenalty"},
        {MOODS, "{\"decayGraphs\": 1, \"defaultRepetitionPenalty\": {}}", "$.decayGraphs: expected a list"},
        {MOODS, "{\"decayGraphs\": [], \"defaultRepetitionPenalty\": {\"nodes\": [{\"x\": 0, \"y\": 0}]}}",
         "no graph for WantToPlay"},
        {MOODS,
         "{\"decayGraphs\": [{\"emotionType\": \"Hungry\", \"nodes\": [{\"x\": 0, \"y\": 0}]}], "
         "\"defaultRepetitionPenalty\": {}}",
         "no emotion \"Hungry\""},
        {MOODS,
         "{\"decayGraphs\": [{\"emotionType\": \"Calm\", \"nodes\": []}], \"defaultRepetitionPenalty\": {}}",
         "nodes"},
        {MOODS,
         "{\"decayGraphs\": [{\"emotionType\": \"Calm\", \"nodes\": [{\"x\": 1, \"y\": 0}, {\"x\": 0, \"y\": "
         "0}]}], "
         "\"defaultRepetitionPenalty\": {}}",
         "nodes[1]: expected nodes from left to right"},
        {MOODS,
         "{\"decayGraphs\": [{\"emotionType\": \"Calm\", \"nodes\": [{\"x\": \"1\"}]}], "
         "\"defaultRepetitionPenalty\": {}}",
         "nodes[0].x: expected a number"},
        {EVENTS, "{}", "name"},
        {EVENTS, "{\"name\": \"a\"}", "emotionAffectors"},
        {EVENTS, "{\"emotionEvents\": {}}", "expected a list"},
        {EVENTS,
         "{\"emotionEvents\": [{\"name\": \"a\", \"emotionAffectors\": [{\"emotionType\": \"Calm\"}]}]}",
         "value"},
        {ACTIVITIES, "{}", "activityID"},
        {ACTIVITIES, "[5]", "$[0]"},
        {ACTIVITIES, "{\"activityID\": \"x\", \"activityType\": \"y\"}", "activityStrategy"},
        {ACTIVITIES, "{" HEAD("NeedsExpression") "}", "NeedsExpression has behaviorChooser"},
        {ACTIVITIES, "{" HEAD("Freeplay") ", \"desiredActivityNames\": {}}",
         "$.desiredActivityNames: an activity of type Freeplay has"},
        {ACTIVITIES, "{" HEAD("BehaviorsOnly") ", \"behaviorChooser\": {}}", "$.behaviorChooser"},
        {ACTIVITIES,
         "{" HEAD("BehaviorsOnly") ", \"behaviorChooser\": {\"type\": \"Scoring\", \"behaviors\": [\"a\"]}}",
         "behaviors[0]"},
        {ACTIVITIES,
         "{" HEAD("BehaviorsOnly") ", \"behaviorChooser\": {\"type\": \"Scoring\", \"behaviors\": "
                                   "[{\"behaviorID\": \"a\"}]}}",
         "scoring"},
        {ACTIVITIES, "{" HEAD("Sparked") ", \"requireSpark\": 5}", "$.requireSpark: expected a text"},
        {BEHAVIOR, "{\"behaviorID\": \"x\"}", "behaviorClass"},
        {BEHAVIOR, "{\"behaviorID\": \"x\", \"behaviorClass\": \"y\", \"animTriggers\": \"z\"}",
         "$.animTriggers: expected a list"},
        {REACTIONS, "[]", "reactionTriggerBehaviorMap"},
        {REACTIONS, "{\"reactionTriggerBehaviorMap\": [{}]}", "reactionTrigger"},
        {REACTIONS,
         "{\"reactionTriggerBehaviorMap\": [{\"reactionTrigger\": \"a\", \"behaviorID\": \"b\", "
         "\"genericStrategyParams\": "
         "{\"shouldResumeLast\": 1}}]}",
         "shouldResumeLast"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        struct fault fault = {0};
        char said[700];
        enum err err = read_any(WRONG[i].reader, json(WRONG[i].text), &fault);
        fault_text(&fault, said, sizeof said);
        if (!err || !strstr(said, WRONG[i].said) || !strstr(said, "file.json:1:"))
            fail_msg("%zu: %s", i, said);
    }
    // Activities in activities, too deep.
    struct buf deep = {0};
    for (int i = 0; i < 10; i++)
        buf_text(
            &deep,
            "{" HEAD(
                "Sparked") ", \"requireSpark\": \"s\", \"minTimeSecs\": 1, \"maxTimeSecs\": 1, "
                           "\"numberOfRepetitions\": 1, \"behaviorObjective\": \"o\", \"softSparkTrigger\": "
                           "\"t\", \"subActivityDelegate\": ");
    buf_text(&deep, "\"x\"");
    for (int i = 0; i < 10; i++) buf_text(&deep, "}");
    struct fault fault = {0};
    assert_int_equal(read_any(ACTIVITIES, json((const char *)deep.at), &fault), ERR_LIMIT);
    buf_free(&deep);
}

#define WITH(test) cmocka_unit_test_setup_teardown(test, begin, end)
TESTS(cmocka_unit_test(graphs_are_lines_through_points),
      WITH(emotions_fade_by_their_own_graph_or_the_default), WITH(activities_of_every_type),
      WITH(behaviours_and_reactions), WITH(what_is_wrong_is_told_with_its_place))
