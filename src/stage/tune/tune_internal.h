// What the files of tunes share; nobody else includes this.
#pragma once

#include "codec/bank/music.h"
#include "stage/tune/tune.h"

enum { TUNE_NAME = 96 };
enum err tune_sound(const struct tune *tune, const struct json *object, float bpm, struct synth_sound *out,
                    struct fault *fault);

// -------------------------------------------------------------------------------------- a bank in the making

struct part { // a sound or a container
    char name[TUNE_NAME];
    uint32_t id;
    struct bank_node node;
    struct bank_object object;
    struct bank_blend *blend;
    struct bank_music *music;
    double ms;    // of a sound
    bool variant; // of another sound; it has no name of its own
};
struct making {
    const struct tune *tune;
    struct arena *arena;
    struct part *parts;
    size_t part_count, part_room;
    struct bank_media *media;
    struct bytes *wems;
    size_t media_count, media_room;
    struct bank_object *rest; // actions and events
    size_t rest_count, rest_room;
    bool *taken; // event names
    struct tune_done done;
    void (*told)(void *user, const struct tune_done *done);
    void *user;
};

// part.c
bool making_grow(void **list, size_t *room, size_t count, size_t size);
enum err making_no_memory(struct fault *fault);
struct part *part_new(struct making *m, const char *name, const char *kind); // NULL: out of memory
struct part *part_named(const struct making *m, struct text name);
struct part *part_of(const struct making *m, uint32_t id);
enum err part_find(const struct making *m, const struct json *name, uint32_t *id, struct fault *fault);
enum err part_node(struct making *m, const struct json *object, struct bank_node *node, struct fault *fault);
struct bank_random part_random(struct making *m, size_t count);
enum err make_sounds(struct making *m, struct fault *fault);
enum err tune_number(const struct json *object, const char *key, double low, double high, double *out,
                     struct fault *fault);
bool tune_flag(const struct json *object, const char *key);
uint32_t tune_hash(struct text name);
// music.c
enum err make_music(struct making *m, const struct json *object, const struct json *list, struct part *part,
                    struct fault *fault);
enum err make_music_switch(struct making *m, const struct json *object, const struct json *group,
                           struct part *part, struct fault *fault);
enum err make_stingers(struct making *m, const struct json *object, const struct part *part,
                       struct fault *fault);
// bus.c
enum err make_buses(struct making *m, struct fault *fault);
// group.c, event.c
enum err make_groups(struct making *m, struct fault *fault);
enum err make_events(struct making *m, struct fault *fault);
