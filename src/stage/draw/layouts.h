// Screens made of pictures. A layout says where the boxes are, an image map which picture is in which box.
// Triggers name both.
//
//     struct layouts layouts = {0};
//     if (layout_read(document, TEXT("temperature_double"), arena, &layout, fault)) return fault->err;
//     if (image_map_read(document, TEXT("weather_rain"), arena, &map, fault)) return fault->err;
//     const struct layout *layout = layouts_for(&layouts, TEXT("TemperatureDoubleDig"));
//
// A layout is a list of layers, each with its boxes:
//     [{"layerName": "Layer_6", "spriteBoxLayout": [{"spriteBoxName": "WeatherBox_1",
//       "spriteRenderMethod": "RGBA", "x": 0, "y": 0, "width": 184, "height": 96}]}]
// (the older key of the boxes, "images", is taken, too)
// An image map is a list of layers, each with the pictures of its boxes:
//     [{"layerName": "Layer_6", "images": [{"spriteBoxName": "WeatherBox_1", "spriteName": "rain"}]}]
// Which trigger means which: [{"CladEvent": "WeatherCondRain_01", "LayoutName": "weather"}], with "MapName"
// for image maps.
//
// Boxes may lie partly or wholly outside the display. Unknown keys are ignored. The arena owns everything
// read; a fault has its place.
#pragma once

#include "base/arena.h"
#include "base/data/json.h"

enum { LAYOUT_LAYERS_MAX = 32, LAYOUT_BOXES_MAX = 64 };

struct layout_box {
    struct text name;
    bool inked; // drawn in the colour of the eyes, even if the picture has colours
    int32_t x, y, width, height;
    int8_t layer;  // place in the stack, see layer_of
    uint32_t line; // in its file
};
struct layout {
    struct text name;
    struct layout_box *boxes; // from back to front
    uint32_t count;
};
struct image_map_item {
    struct text box, sprite;
};
struct image_map {
    struct text name;
    const struct image_map_item *items;
    uint32_t count;
};
struct layout_trigger {
    struct text trigger, target;
};
struct layouts {
    struct layout *layouts;
    struct image_map *maps;
    struct layout_trigger *layout_triggers, *map_triggers;
    uint32_t layout_count, map_count, layout_trigger_count, map_trigger_count;
};

// The layers from back to front. Layer_1 to Layer_5 are behind the eyes, Layer_6 to Layer_10 in front of
// them. Any other name is directly in front of the eyes, in the order of the file.
enum { LAYER_EYES = 0, LAYER_FRONT = 10 };
int8_t layer_of(struct text name); // below 0: behind the eyes

enum err layout_read(const struct json *document, struct text name, struct arena *arena, struct layout *out,
                     struct fault *fault);
enum err image_map_read(const struct json *document, struct text name, struct arena *arena,
                        struct image_map *out, struct fault *fault);
// key is "LayoutName" or "MapName". Adds triggers that are not there yet; *at and *count grow in the arena.
enum err layout_triggers_read(const struct json *document, const char *key, struct arena *arena,
                              struct layout_trigger **at, uint32_t *count, struct fault *fault);
enum err layouts_add(struct layouts *layouts, const struct layout *layout,
                     struct arena *arena); // the first of a name stays
enum err layouts_add_map(struct layouts *layouts, const struct image_map *map, struct arena *arena);

// By trigger, or by the name itself; NULL: no such layout.
const struct layout *layouts_for(const struct layouts *layouts, struct text trigger);
const struct image_map *layouts_map_for(const struct layouts *layouts, struct text trigger);
const struct layout_box *layout_box(const struct layout *layout, struct text name);
