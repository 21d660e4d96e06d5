// Keeps a robot's diary on disk: a document for each day, of which thirty stay.
//
//     struct diary_keeper *keeper = diary_keeper_open("…/state", &fault);
//     diary_keeper_add(keeper, lines, count);          // of the mind, as robot_diary gives them
//     diary_keeper_save(keeper, &fault);               // what is new; nothing: it writes nothing
//     diary_keeper_read(keeper, "2026-11-23", &text, &fault);      // "18:02  greets …", a line each
//     diary_keeper_close(keeper);                      // saves
//
// Documents are diary-2026-11-23, {"lines": [{"time", "words"}]}, and "diary", {"days": […]}, in order. Each
// is written whole or not at all (store/store.h); a day has at most a line a minute. A line without a
// calendar belongs to no day and is not kept. A day that cannot be read is begun anew.
#pragma once

#include "base/buf.h"
#include "schema/mind.h"

enum { DIARY_DAYS = 30, DIARY_DAY_LINES = 1440 };

struct robot;
struct diary_keeper;
struct diary_keeper *diary_keeper_open(const char *folder, struct fault *fault); // NULL: no memory, no folder
void diary_keeper_close(struct diary_keeper *keeper);                            // NULL is fine
void diary_keeper_add(struct diary_keeper *keeper, const struct mind_diary_line *lines, size_t count);
enum err diary_keeper_save(struct diary_keeper *keeper, struct fault *fault);
// What the robot wrote since; of another robot than the last time its diary from the beginning. After a tick
// it is taken some minutes apart, and before it is freed once more.
void diary_keeper_turn(struct diary_keeper *keeper, const struct robot *robot);
void diary_keeper_take(struct diary_keeper *keeper, const struct robot *robot);
// What is lived again stands there already, or is another's life (own: false): it is passed over. A life that
// went back to a moment of its own goes on from there: what it had written after that goes.
void diary_keeper_pass(struct diary_keeper *keeper, const struct mind_diary_line *lines, size_t count);
void diary_keeper_again(struct diary_keeper *keeper, const struct robot *robot, bool own);
void diary_keeper_back(struct diary_keeper *keeper);
// The days that are kept, the oldest first.
size_t diary_keeper_days(const struct diary_keeper *keeper, char days[DIARY_DAYS][11]);
enum err diary_keeper_read(struct diary_keeper *keeper, const char *day, struct buf *out,
                           struct fault *fault);
