// What somebody looks like follows from the name.
#include "world/camera/scene_internal.h"

#include "base/hash.h"
#include "base/maths/chance.h"

#include <string.h>

static struct rgb pick(struct chance *dice, const struct rgb *list, uint32_t count) {
    return list[chance_below(dice, count)];
}

struct person_look person_look(const char *name) {
    static const struct rgb SKIN[] = {{244, 212, 190}, {228, 186, 156}, {206, 160, 124},
                                      {172, 122, 88},  {128, 86, 60},   {92, 62, 46}};
    static const struct rgb HAIR[] = {{30, 24, 22},   {62, 42, 30},  {110, 74, 44},
                                      {196, 158, 96}, {150, 70, 36}, {168, 166, 164}};
    static const struct rgb IRIS[] = {{74, 48, 30}, {60, 86, 120}, {74, 96, 62}, {40, 32, 28}};
    static const struct rgb SHIRT[] = {{82, 128, 163},  {196, 92, 82},  {115, 153, 120},
                                       {214, 200, 176}, {214, 115, 94}, {230, 179, 84}};
    struct chance dice =
        chance_of(hash64(0, name, strlen(name)), chance_stream("what somebody looks like"), 0);
    struct person_look l = {0};
    l.skin = pick(&dice, SKIN, 6);
    l.hair = pick(&dice, HAIR, 6);
    l.iris = pick(&dice, IRIS, 4);
    l.shirt = pick(&dice, SHIRT, 6);
    l.lips =
        (struct rgb){(uint8_t)(l.skin.r * 0.8f), (uint8_t)(l.skin.g * 0.55f), (uint8_t)(l.skin.b * 0.55f)};
    l.long_hair = chance_true(&dice, 0.45f) ? chance_range(&dice, 0.5f, 1) : 0;
    l.hairline = chance_range(&dice, 58, 76);
    l.brow = chance_range(&dice, 2.2f, 4.5f);
    l.nose = chance_range(&dice, 0.8f, 1.25f);
    l.mouth = chance_range(&dice, 21, 28);
    l.eye_height = chance_range(&dice, 6, 8.5f);
    l.width = chance_range(&dice, 0.94f, 1.06f);
    l.height = chance_range(&dice, 0.95f, 1.05f);
    l.bald = l.long_hair == 0 && chance_true(&dice, 0.05f);
    l.beard = l.long_hair == 0 && chance_true(&dice, 0.35f);
    l.glasses = chance_true(&dice, 0.25f);
    return l;
}

struct scene_colours scene_person_colours(const char *name) {
    struct person_look l = person_look(name);
    return (struct scene_colours){l.skin, l.hair, l.iris, l.shirt};
}
