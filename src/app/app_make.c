// A small tree of the shape of the app's, all of our own making: a clip, a group, lights, a sound, an emotion
// that fades, an activity.
#include "app/app_internal.h"

#include "base/hash.h"
#include "base/system/file.h"
#include "codec/bank/wem.h"
#include "codec/picture/png.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RATE = 22050, TONE = RATE / 4, WEM = 20001, EVENT_ACTION = 20002, SOUND = 20003 };
#define EVENT_NAME "Play__Critter__Chirp"
#define BANK_NAME  "Critter"

// In the form that clip tools write; made into FlatBuffers here. The second name is the one that examples of
// the public client library play.
#define CLIP(name)                                                                                           \
    "{\"clips\": [{\"Name\": \"" name "\", \"keyframes\": {"                                                 \
    "\"HeadAngleKeyFrame\": [{\"triggerTime_ms\": 0, \"durationTime_ms\": 330, \"angle_deg\": 20},"          \
    " {\"triggerTime_ms\": 660, \"durationTime_ms\": 330, \"angle_deg\": 0}],"                               \
    "\"LiftHeightKeyFrame\": [{\"triggerTime_ms\": 330, \"durationTime_ms\": 330, \"height_mm\": 50},"       \
    " {\"triggerTime_ms\": 990, \"durationTime_ms\": 330, \"height_mm\": 32}],"                              \
    "\"RobotAudioKeyFrame\": [{\"triggerTime_ms\": 330, \"audioEventId\": [%u], \"volume\": 1.0,"            \
    " \"probability\": [1.0], \"hasAlts\": false}]}}]}"
static const char *const CLIPS[][2] = {
    {"assets/animations/anim_critter_nod_01.bin", CLIP("anim_critter_nod_01")},
    {"assets/animations/anim_launch_wakeup_01.bin", CLIP("anim_launch_wakeup_01")},
};

static const char *const TEXTS[][2] = {
    {"assets/animationGroups/critter/ag_critter_hello.json",
     "{\"Animations\": [\n"
     "  {\"Name\": \"anim_critter_nod_01\", \"Weight\": 1.0, \"CooldownTime_Sec\": 0.0, \"Mood\": "
     "\"Default\"},\n"
     "  {\"Name\": \"anim_launch_wakeup_01\", \"Weight\": 3.0, \"CooldownTime_Sec\": 5.0, \"Mood\": "
     "\"Default\",\n"
     "   \"UseHeadAngle\": true, \"HeadAngleMin_Deg\": -25.0, \"HeadAngleMax_Deg\": 45.0}\n]}\n"},
    {"assets/animationGroupMaps/AnimationTriggerMap.json",
     "{\"Pairs\": [{\"CladEvent\": \"CritterHello\", \"AnimName\": \"ag_critter_hello\"},\n"
     " {\"CladEvent\": \"ReactToCliff\", \"AnimName\": \"ag_critter_hello\"}]}\n"},
    {"assets/cubeAnimationGroupMaps/CubeAnimationTriggerMap.json",
     "{\"Pairs\": [{\"CladEvent\": \"CritterGlow\", \"AnimName\": \"critter_glow\"}]}\n"},
    {"config/engine/lights/cubeLights/critter_glow.json",
     "{\"critter_glow\": [{\"duration_ms\": 1000, \"pattern\": {\n"
     "  \"onColors\": [[0, 255, 0, 255], [0, 255, 0, 255], [0, 255, 0, 255], [0, 255, 0, 255]],\n"
     "  \"offColors\": [[0, 0, 0, 255], [0, 0, 0, 255], [0, 0, 0, 255], [0, 0, 0, 255]],\n"
     "  \"onPeriod_ms\": [250, 250, 250, 250], \"offPeriod_ms\": [250, 250, 250, 250],\n"
     "  \"transitionOnPeriod_ms\": [0, 0, 0, 0], \"transitionOffPeriod_ms\": [0, 0, 0, 0],\n"
     "  \"offset\": [0, 0, 0, 0], \"rotationPeriod_ms\": 0}}]}\n"},
    {"config/engine/lights/backpackLights/backpackLightPatterns.json",
     "{\"Critter\": {\n"
     "  \"onColors\": [[0, 0, 0, 0], [0, 1, 0, 1], [0, 1, 0, 1], [0, 1, 0, 1], [0, 0, 0, 0]],\n"
     "  \"offColors\": [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],\n"
     "  \"onPeriod_ms\": [0, 500, 500, 500, 0], \"offPeriod_ms\": [0, 500, 500, 500, 0],\n"
     "  \"transitionOnPeriod_ms\": [0, 0, 0, 0, 0], \"transitionOffPeriod_ms\": [0, 0, 0, 0, 0],\n"
     "  \"offset\": [0, 0, 0, 0, 0]}}\n"},
    {"config/engine/mood_config.json",
     "{ // how each feeling fades, in seconds since it was moved last\n"
     "  \"decayGraphs\": [\n"
     "    {\"emotionType\": \"default\", \"nodes\": [{\"x\": 0, \"y\": 1}, {\"x\": 60, \"y\": 0.5}, {\"x\": "
     "300, \"y\": 0}]},\n"
     "    {\"emotionType\": \"Happy\", \"nodes\": [{\"x\": 0, \"y\": 1}, {\"x\": 600, \"y\": 0}]}],\n"
     "  \"defaultRepetitionPenalty\": {\"nodes\": [{\"x\": 0, \"y\": 0.2}, {\"x\": 30, \"y\": 1}]}}\n"},
    {"config/engine/emotionevents/critter.json",
     "{\"emotionEvents\": [{\"name\": \"CritterPetted\", \"emotionAffectors\": [{\"emotionType\": \"Happy\", "
     "\"value\": 0.3},\n"
     "   {\"emotionType\": \"Calm\", \"value\": 0.1}]}]}\n"},
    {"config/engine/emotionevents/critter_cliff.json",
     "{\"name\": \"CritterCliff\", \"emotionAffectors\": [{\"emotionType\": \"Brave\", \"value\": -0.2}]}\n"},
    {"config/engine/behaviorSystem/activities_config.json",
     "[{\"activityID\": \"CritterIdle\", \"activityType\": \"BehaviorsOnly\", \"activityStrategy\": "
     "{\"type\": \"Simple\"},\n"
     "  \"behaviorChooser\": {\"type\": \"StrictPriority\", \"behaviors\": [\"CritterHello\"]}}]\n"},
    {"config/engine/behaviorSystem/behavior_system_config.json",
     "{\"activityID\": \"CritterAsked\", \"activityType\": \"BehaviorsOnly\", \"activityStrategy\": "
     "{\"type\": "
     "\"Simple\"},\n"
     "  \"behaviorChooser\": {\"type\": \"Selection\"}}\n"},
    {"config/engine/behaviorSystem/activities/freeplay/freeplay.json",
     "{\"activityID\": \"Freeplay\", \"activityType\": \"Freeplay\", \"activityStrategy\": {\"type\": "
     "\"Simple\"},\n"
     "  \"desiredActivityNames\": {\"cubeOnlyActivityName\": \"CritterPlay\", \"faceOnlyActivityName\": "
     "\"CritterPlay\",\n"
     "    \"faceAndCubeActivityName\": \"CritterPlay\", \"noFaceNoCubeActivityName\": \"CritterPlay\"},\n"
     "  \"subActivities\": [{\"activityID\": \"CritterPlay\", \"activityType\": \"BehaviorsOnly\",\n"
     "    \"activityStrategy\": {\"type\": \"Simple\"},\n"
     "    \"behaviorChooser\": {\"type\": \"Scoring\", \"behaviors\": [{\"behaviorID\": \"CritterHello\",\n"
     "      \"scoring\": {\"flatScore\": 0.8, \"repetitionPenalty\": {\"nodes\": [{\"x\": 0, \"y\": 0}, "
     "{\"x\": 5, \"y\": 0.1}]}}}]}}]}\n"},
    {"config/engine/behaviorSystem/behaviors/critter_hello.json",
     "{\"behaviorID\": \"CritterHello\", \"behaviorClass\": \"PlayAnim\", \"animTriggers\": "
     "[\"CritterHello\"]}\n"},
    {"config/engine/behaviorSystem/behaviors/reactions/critter_cliff.json",
     "{\"behaviorID\": \"ReactToCliff\", \"behaviorClass\": \"ReactToCliff\", \"animTriggers\": "
     "[\"ReactToCliff\"]}\n"},
    {"config/engine/behaviorSystem/reactionTrigger_behavior_map.json",
     "{\"reactionTriggerBehaviorMap\": [{\"reactionTrigger\": \"CliffDetected\", \"behaviorID\": "
     "\"ReactToCliff\",\n"
     "  \"genericStrategyParams\": {\"shouldResumeLast\": true}}]}\n"},
};

static enum err put(const char *folder, const char *place, const void *bytes, size_t len,
                    struct fault *fault) {
    char path[APP_PATH], below[APP_PATH];
    if (snprintf(path, sizeof path, "%s/cozmo_resources/%s", folder, place) >= (int)sizeof path)
        return fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    memcpy(below, path, sizeof below);
    *strrchr(below, '/') = 0;
    enum err err = folder_make(below, fault);
    return err ? err : file_write_unsynced(path, bytes, len, fault);
}

static enum err make_clip(const char *folder, const char *place, const char *json, struct arena *arena,
                          struct fault *fault) {
    struct buf text = {0}, bin = {0};
    struct json *document;
    struct clips clips;
    struct clip_reading how = {.dialect = CLIP_COZMO, .file = place};
    buf_printf(&text, json, fnv1_32_lower(EVENT_NAME));
    enum err err =
        json_parse((struct text){(const char *)text.at, text.len}, place, arena, NULL, &document, fault);
    if (!err) err = clips_read_json(document, &how, arena, &clips, fault);
    if (!err) err = clips_write_bin(&clips, &bin, fault);
    if (!err) err = put(folder, place, bin.at, bin.len, fault);
    buf_free(&text), buf_free(&bin);
    return err;
}

static enum err make_face(const char *folder, struct fault *fault) {
    struct pixels picture;
    struct buf png = {0};
    enum err err = pixels_new(&picture, 128, 64, 1);
    for (unsigned frame = 0; frame < 2 && !err; frame++) {
        unsigned tall = frame ? 4 : 24; // open, then closed
        memset(picture.at, 0, (size_t)128 * 64);
        for (unsigned y = 32 - tall / 2; y < 32 + tall / 2; y++)
            for (unsigned x = 30; x < 98; x++)
                if (x < 54 || x >= 74) *pixels_at(&picture, x, y) = 255;
        char place[80];
        snprintf(place, sizeof place, "assets/faceAnimations/critter_blink/critter_blink_%u.png", frame);
        buf_clear(&png);
        err = png_encode(&picture, &png, fault);
        if (!err) err = put(folder, place, png.at, png.len, fault);
    }
    buf_free(&png);
    pixels_free(&picture);
    return err;
}

static enum err make_safe(const char *folder, struct fault *fault) {
    uint8_t file[2 * SAFE_HEAD] = "{\"version\": 1, \"build\": \"CRITTER\", \"wifiSig\": \"0\", \"rtipSig\": "
                                  "\"0\", \"bodySig\": \"0\"}";
    return put(folder, "config/engine/firmware/cozmo.safe", file, sizeof file, fault);
}

// A quarter of a second that rises.
static enum err make_tone(struct buf *out, struct fault *fault) {
    int16_t samples[TONE];
    unsigned phase = 0;
    for (unsigned i = 0; i < TONE; i++) {
        phase += 1200 + i / 4; // of 65536 a round
        samples[i] = (int16_t)((phase & 0xffff) < 32768 ? 6000 : -6000);
    }
    enum err err = wem_write(WEM_PCM, RATE, 1, samples, TONE, NULL, 0, out);
    return err ? fault_set(fault, err, "no memory for a sound") : ERR_NONE;
}

static enum err make_sound(const char *folder, struct arena *arena, struct fault *fault) {
    uint32_t actions[] = {EVENT_ACTION};
    struct buf tone = {0}, file = {0}, xml = {0};
    uint32_t event = fnv1_32_lower(EVENT_NAME);
    enum err err = make_tone(&tone, fault);
    struct bank bank = bank_new(BANK_COZMO, BANK_NAME, "English(US)");
    struct bank_object objects[] = {
        {.kind = BANK_SOUND,
         .id = SOUND,
         .known = true,
         .sound = {.codec = 0x10001, .source = BANK_EMBEDDED, .media = WEM, .size = (uint32_t)tone.len}},
        {.kind = BANK_ACTION, .id = EVENT_ACTION, .known = true, .action = {3, BANK_PLAY, SOUND, 0}},
        {.kind = BANK_EVENT, .id = event, .known = true, .event = {actions, 1}},
    };
    static const uint8_t rest[8]; // what stands after the known part, at rest
    for (unsigned i = 0; i < 2; i++) objects[i].tail = (struct bytes){rest, i ? 5 : 8};
    bank.objects.at = objects, bank.objects.count = 3;
    const struct bank_media ids[] = {{.id = WEM}};
    const struct bytes sounds[] = {{tone.at, tone.len}};
    if (!err) err = bank_embed(&bank, arena, ids, sounds, 1);
    if (!err) err = bank_sort(&bank, arena, fault);
    if (!err) err = bank_write(&bank, &file, fault);
    if (!err) err = put(folder, "sound/English(US)/" BANK_NAME ".bnk", file.at, file.len, fault);
    buf_printf(
        &xml,
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        "<SoundBanksInfo Platform=\"Android\" SchemaVersion=\"11\" SoundbankVersion=\"120\">\n"
        " <StreamedFiles/>\n <SoundBanks>\n"
        "  <SoundBank Id=\"%u\" Language=\"English(US)\">\n"
        "   <ObjectPath>\\SoundBanks\\" BANK_NAME "</ObjectPath><ShortName>" BANK_NAME
        "</ShortName><Path>" BANK_NAME ".bnk</Path>\n"
        "   <IncludedEvents><Event Id=\"%u\" Name=\"" EVENT_NAME "\" ObjectPath=\"\\Events\\" EVENT_NAME
        "\"/></IncludedEvents>\n"
        "   <IncludedMemoryFiles><File Id=\"%u\" Language=\"English(US)\"><ShortName>chirp.wav</ShortName>"
        "<Path>chirp.wem</Path></File></IncludedMemoryFiles>\n"
        "  </SoundBank>\n </SoundBanks>\n</SoundBanksInfo>\n",
        bank.id, event, WEM);
    if (!err) err = put(folder, "sound/English(US)/SoundbanksInfo.xml", xml.at, xml.len, fault);
    buf_free(&tone), buf_free(&file), buf_free(&xml);
    return err;
}

static enum err make_all(const char *folder, struct arena *arena, struct fault *fault) {
    enum err err = ERR_NONE;
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS && !err; i++)
        err = put(folder, TEXTS[i][0], TEXTS[i][1], strlen(TEXTS[i][1]), fault);
    for (size_t i = 0; i < sizeof CLIPS / sizeof *CLIPS && !err; i++)
        err = make_clip(folder, CLIPS[i][0], CLIPS[i][1], arena, fault);
    if (!err) err = make_face(folder, fault);
    if (!err) err = make_safe(folder, fault);
    if (!err) err = make_sound(folder, arena, fault);
    return err;
}

enum err app_make(const char *folder, struct fault *fault) {
    char path[APP_PATH];
    static const char MARK[] = "Made by critter: a small set of its own, none of the app's files.\n";
    if (!path_join(path, sizeof path, folder, "cozmo_resources") || strlen(folder) > APP_PATH / 2)
        return fault_at(fault, ERR_LIMIT, folder, 0, 0, "the folder's name is too long");
    if (folder_exists(path) || file_exists(path))
        return fault_at(fault, ERR_EXISTS, path, 0, 0, "there is one already");
    struct arena *arena = arena_new(64 << 10);
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory");
    enum err err = make_all(folder, arena, fault);
    arena_free(arena);
    // The mark comes last: a set that is not whole has none.
    if (!err && path_join(path, sizeof path, folder, "resources.txt"))
        err = file_write(path, MARK, sizeof MARK - 1, fault);
    return err;
}

enum err app_remove(const char *folder, struct fault *fault) {
    struct app *app;
    char mark[APP_PATH], tree[APP_PATH];
    enum err err = app_open(folder, &app, fault);
    if (err) return err;
    bool whole = app_whole(app);
    bool fits = path_join(mark, sizeof mark, app->folder, "resources.txt") &&
                path_join(tree, sizeof tree, app->folder, "cozmo_resources");
    app_free(app);
    if (!fits) return fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    if (!whole)
        return fault_at(fault, ERR_DENIED, tree, 0, 0,
                        "there is no resources.txt beside it: this may be something else, and stays");
    if (unlink(mark)) return fault_errno(fault, errno, mark, "cannot remove");
    return folder_remove(tree, fault);
}
