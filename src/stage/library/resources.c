#include "stage/library/resources.h"

#include "base/system/file.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { ENDINGS = 4 };

#define MAPS  "assets/cladToFileMaps/"
#define LIGHT "config/engine/lights/"

// A place that ends with a slash is a folder. A kind without a place is unknown to that robot.
static const struct {
    const char *name, *vector[RESOURCE_PLACES], *cozmo[RESOURCE_PLACES], *endings[ENDINGS];
} KINDS[RESOURCE_KINDS] = {
    [RESOURCE_CLIPS] = {"clips", {"assets/animations/"}, {"assets/animations/"}, {".bin", ".json"}},
    [RESOURCE_GROUPS] = {"groups", {"assets/animationGroups/"}, {"assets/animationGroups/"}, {".json"}},
    [RESOURCE_TRIGGERS] = {"triggers",
                           {MAPS "AnimationTriggerMap.json"},
                           {"assets/animationGroupMaps/"},
                           {".json"}},
    [RESOURCE_MANIFEST] = {"manifest", {"assets/sprites/anim_manifest.json"}, {NULL}, {".json"}},
    [RESOURCE_BACKPACK_LIGHTS] = {"backpack lights",
                                  {LIGHT "backpackLights/"},
                                  {LIGHT "backpackLights/"},
                                  {".json"}},
    [RESOURCE_BACKPACK_TRIGGERS] = {"backpack triggers",
                                    {MAPS "BackpackAnimationTriggerMap.json"},
                                    {NULL},
                                    {".json"}},
    [RESOURCE_CUBE_LIGHTS] = {"cube lights", {LIGHT "cubeLights/"}, {LIGHT "cubeLights/"}, {".json"}},
    [RESOURCE_CUBE_TRIGGERS] = {"cube triggers",
                                {MAPS "CubeAnimationTriggerMap.json"},
                                {"assets/cubeAnimationGroupMaps/"},
                                {".json"}},
    [RESOURCE_SPINNER] = {"spinner",
                          {"config/engine/behaviorComponent/cubeSpinnerLightMaps.json"},
                          {NULL},
                          {".json"}},
    [RESOURCE_LAYOUTS] = {"layouts", {"assets/compositeImageResources/imageLayouts/"}, {NULL}, {".json"}},
    [RESOURCE_LAYOUT_TRIGGERS] = {"layout triggers",
                                  {MAPS "CompositeImageLayoutMap.json"},
                                  {NULL},
                                  {".json"}},
    [RESOURCE_IMAGE_MAPS] = {"image maps", {"assets/compositeImageResources/imageMaps/"}, {NULL}, {".json"}},
    [RESOURCE_IMAGE_MAP_TRIGGERS] = {"image map triggers",
                                     {MAPS "CompositeImageMapMap.json"},
                                     {NULL},
                                     {".json"}},
    [RESOURCE_SPRITES] = {"sprites",
                          {"assets/sprites/independentSprites/", "config/sprites/independentSprites/",
                           "config/devOnlySprites/independentSprites/", "config/facePNGs/"},
                          {NULL},
                          {".png"}},
    [RESOURCE_SEQUENCES] = {"sprite sequences",
                            {"assets/sprites/spriteSequences/", "config/sprites/spriteSequences/",
                             "config/devOnlySprites/spriteSequences/"},
                            {"assets/faceAnimations/"},
                            {".png", ".json"}},
    [RESOURCE_BOOT_MOVIE] = {"boot movie", {"config/engine/animations/boot_anim.raw"}, {NULL}, {".raw"}},
    [RESOURCE_EYE_COLOURS] = {"eye colours", {"config/engine/eye_color_config.json"}, {NULL}, {".json"}},
    [RESOURCE_SOUNDS] = {"sounds", {"sound/"}, {"sound/"}, {".bnk", ".wem", ".json", ".xml"}},
    [RESOURCE_SPEECH] = {"speech",
                         {"config/engine/tts_config.json"},
                         {"config/engine/tts_config.json"},
                         {".json"}},
    [RESOURCE_VOICES] = {"voices", {"tts/"}, {"tts/"}, {""}},
    [RESOURCE_STRINGS] = {"strings",
                          {"LocalizedStrings/", "assets/LocalizedStrings/"},
                          {"assets/LocalizedStrings/", "LocalizedStrings/"},
                          {".json"}},
    [RESOURCE_WEATHER_WORDS] = {"weather words",
                                {"config/engine/behaviorComponent/weather/condition_to_tts.json"},
                                {NULL},
                                {".json"}},
    [RESOURCE_REWARDS] = {"rewards", {NULL}, {"assets/RewardedActions/"}, {".json"}},
};

const char *resource_name(enum resource_kind kind) {
    return (unsigned)kind < RESOURCE_KINDS ? KINDS[kind].name : NULL;
}

bool resource_json(const char *path, char name[RESOURCE_NAME]) {
    struct text base = text_of(path_name(path));
    if (strcmp(path_extension(path), ".json")) return false;
    base.len -= strlen(".json");
    text_copy(base, name, RESOURCE_NAME);
    return true;
}

static bool there(const char *root, const char *place, char out[RESOURCES_PATH]) {
    size_t len = strlen(place);
    bool folder = len && place[len - 1] == '/';
    char name[200];
    text_copy((struct text){place, len - folder}, name, sizeof name);
    return path_join(out, RESOURCES_PATH, root, name) && (folder ? folder_exists(out) : file_exists(out));
}

// Where one robot keeps its triggers the other has nothing.
static enum resources_robot whose(const char *root) {
    char path[RESOURCES_PATH];
    bool vector = there(root, "assets/cladToFileMaps/", path),
         cozmo = there(root, "assets/animationGroupMaps/", path);
    return vector == cozmo ? RESOURCES_EITHER : vector ? RESOURCES_VECTOR : RESOURCES_COZMO;
}

enum err resources_open(const char *folder, struct resources *out, struct fault *fault) {
    static const char *const BELOW[] = {"", "cozmo_resources", "assets/cozmo_resources",
                                        "anki/data/assets/cozmo_resources", "data/assets/cozmo_resources"};
    char found[RESOURCES_PATH];
    if (!folder_exists(folder)) return fault_at(fault, ERR_MISSING, folder, 0, 0, "there is no such folder");
    for (size_t i = 0; i < sizeof BELOW / sizeof *BELOW; i++) {
        struct resources tree = {0};
        if (*BELOW[i] ? !path_join(tree.root, sizeof tree.root, folder, BELOW[i])
                      : strlen(folder) >= sizeof tree.root || !strcpy(tree.root, folder))
            continue;
        if (!there(tree.root, "assets/animations/", found) &&
            !there(tree.root, "assets/animationGroups/", found) &&
            !there(tree.root, "assets/sprites/", found))
            continue;
        tree.robot = whose(tree.root);
        *out = tree;
        return ERR_NONE;
    }
    return fault_at(
        fault, ERR_MISSING, folder, 0, 0,
        "expected a robot's resources: a folder with assets/animations or assets/animationGroups in it");
}

bool resources_path(const struct resources *tree, enum resource_kind kind, size_t n,
                    char out[RESOURCES_PATH]) {
    const char *all[2 * RESOURCE_PLACES] = {0};
    size_t count = 0;
    for (size_t i = 0; i < RESOURCE_PLACES && tree->robot != RESOURCES_COZMO; i++)
        if (KINDS[kind].vector[i]) all[count++] = KINDS[kind].vector[i];
    for (size_t i = 0; i < RESOURCE_PLACES && tree->robot != RESOURCES_VECTOR; i++) {
        bool known = !KINDS[kind].cozmo[i];
        for (size_t k = 0; k < count && !known; k++) known = !strcmp(all[k], KINDS[kind].cozmo[i]);
        if (!known) all[count++] = KINDS[kind].cozmo[i];
    }
    for (size_t i = 0; i < count; i++)
        if (there(tree->root, all[i], out) && !n--) return true;
    return false;
}

struct visiting {
    enum resource_kind kind;
    enum err (*visit)(void *user, const char *path, const char *relative, struct fault *fault);
    void *user;
};

static enum err visit_one(void *user, const char *path, const char *relative, struct fault *fault) {
    const struct visiting *v = user;
    for (size_t i = 0; i < ENDINGS && KINDS[v->kind].endings[i]; i++)
        if (text_ends(text_of(path), KINDS[v->kind].endings[i]))
            return v->visit(v->user, path, relative, fault);
    return ERR_NONE;
}

enum err resources_each(const struct resources *tree, enum resource_kind kind,
                        enum err (*visit)(void *user, const char *path, const char *relative,
                                          struct fault *fault),
                        void *user, struct fault *fault) {
    struct visiting v = {kind, visit, user};
    char path[RESOURCES_PATH];
    enum err err = ERR_NONE;
    for (size_t n = 0; !err && resources_path(tree, kind, n, path); n++)
        err = folder_exists(path) ? folder_walk(path, visit_one, &v, fault)
                                  : visit_one(&v, path, path_name(path), fault);
    return err;
}
