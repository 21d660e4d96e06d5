// What the library's files share; nobody else includes this. library.c keeps order, scores.c reads our
// own files, tree.c a user's own tree, and sprites.c does pictures and screens for both.
#pragma once

#include "base/table.h"
#include "stage/library/library.h"
#include "stage/library/triggers.h"

enum { LIBRARY_CLIPS_MAX = 65536, LIBRARY_FILE_MAX = 32 << 20 };

// A library under construction.
struct library_making {
    struct library *library;
    struct arena *scratch; // documents
    struct table clips;    // name → struct library_clip
    struct table triggers; // name → struct library_trigger
    struct buf *notes;
    bool each; // see struct library_config
    struct sprites_making sprites;
};

enum err library_add_clips(struct library_making *m, const struct clips *clips, bool ours,
                           struct fault *fault);
enum err library_add_trigger(struct library_making *m, struct text name, struct text target, bool ours,
                             bool *found, struct fault *fault);
// A user's tree in two parts: its contents, added before our groups; what refers to them, added before our
// triggers.
struct library_tree;
enum err library_tree_open(struct library_making *m, const char *folder, struct library_tree **out,
                           struct fault *fault);
enum err library_tree_point(struct library_tree *tree, struct fault *fault);
void library_tree_close(struct library_tree *tree); // and reports what was odd; NULL is allowed
// For sprites.c.
struct library_making *library_tree_making(struct library_tree *tree);
struct arena *library_tree_documents(struct library_tree *tree); // each document replaces the previous one
bool library_tree_below(const struct library_tree *tree, const char *name, char out[512]);
void library_tree_note(struct library_tree *tree, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void library_tree_broken(struct library_tree *tree,
                         const struct fault *said); // a file that could not be read
enum err library_tree_screens(struct library_tree *tree, bool cozmo, struct fault *fault);
enum err library_style(const struct json *about, struct score_style *out, struct fault *fault);
// One of the program's own files.
enum err library_read_ours(const char *path, struct arena *arena, struct json **out, struct fault *fault);
enum err library_add_our_screens(struct library_making *m, struct fault *fault);
