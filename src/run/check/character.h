// The character of one robot, in numbers: moments of its life in, lines that hold or fail out.
//
//     struct character *c = character_new("vector");                 // NULL: no memory
//     character_note(c, &moment);                                    // after every life tick
//     for (uint32_t i = 0; i < CHARACTER_LINES; i++) character_line(c, i, &line);
//     double alike = character_alike(c, another);                    // what they did, three deeds in a row
//     character_free(c);
//
// It knows no world and no robot: whoever notes says whether it is dead (without power, or fallen). Dead time
// is counted apart, and nothing else is counted while it lasts.
#pragma once

#include "base/text.h"
#include "schema/life.h"
#include "schema/mind.h"

struct moment {
    double now;    // s of its life
    int32_t day_s; // of its own day; below 0: nobody knows
    const struct life_view *view;
    const struct mind_feelings *feelings;
    struct text feature, deed; // as programs name it; the node that runs
    const struct life_event *events;
    size_t event_count;
    double charge; // as it is, 0 to 1
    bool powered, fallen, held;
};

struct character_line {
    const char *family, *what, *unit, *key; // key: one word, for files
    double is, least, most;
    uint32_t cases; // 0: nothing of the kind happened, and it holds
    bool holds;
};
enum { CHARACTER_LINES = 26 };

struct character;
struct character *character_new(const char *name);
void character_free(struct character *character);
void character_note(struct character *character, const struct moment *moment);
void character_line(const struct character *character, uint32_t number, struct character_line *out);
// Which share of the one's triples of deeds the other has, too: of the one that has fewer.
double character_alike(const struct character *one, const struct character *other);
