// What a mind is made of, as data: nodes, each a class and a config, with conditions in front of them.
//
//     struct tree *tree;
//     if (tree_read(&reading, document, fault)) …            // any number of documents
//     // names become numbers; cycles and dead names are faults
//     if (tree_settle(&reading, tree, fault)) …
//     const struct node *node = tree_node(tree, TEXT("Idle"));
//
// A document is a node, a list of nodes, or {"nodes": […], "roots": {"normalBaseBehavior": "…"}, "files":
// […]}; whoever opens it reads the files first, one for each family of nodes. A node is
// {"behaviorID", "behaviorClass", keys of every node, keys of its class}. Unknown keys, double names, dead
// names and cycles are faults with their place; what no root leads to is told in the notes. A tree never
// changes after it was read: all robots of a kind share it. It lives in its arena.
#pragma once

#include "base/data/graph.h"
#include "base/data/knob.h"

enum {
    TREE_NODES_MAX = 2048,
    TREE_CONDITIONS_MAX = 4096,
    TREE_ENTRIES_MAX = 4096,
    TREE_DEPTH_MAX = 24,
    TREE_TIMERS_MAX = 32
};

struct mind;
struct node;
struct condition;

struct names {
    struct text *at;
    uint32_t count;
};
// A node by its name; number is known once the tree is settled.
struct node_ref {
    struct text name;
    const struct json *place;
    uint32_t number;
    bool is; // it was named at all
};
struct entry {
    struct node_ref node;
    float cooldown_s, weight, cooldown_random_factor;
    bool ignoreFastForward, resetLinkedTimerOnDispatcherActivation, audioAllowed;
    struct text linkedBehaviorTimer;
    int32_t timer; // -1: none
    float flat_score;
    bool scored;
    struct graph repetition, activated; // of scores
    struct entry_scorer {
        struct text emotion;
        struct graph graph;
    } * scorers;
    uint32_t scorer_count;
    uint32_t number; // of its state
};
// A condition that whoever the node stands in knows by name.
struct custom {
    struct text name;
    uint32_t of; // the node that has it
};
struct entries {
    struct entry *at;
    uint32_t count;
};

// ------------------------------------------------------------------------------------------------ classes

enum going { GOES_ON, OVER };

// Something to ask of the robot: rows of a class that only strings such things together.
enum step_kind {
    STEP_END,
    STEP_PLAY,    // at: struct text, a trigger; empty: nothing
    STEP_PLAYS,   // at: struct names, one after the other
    STEP_WAIT,    // at: float, seconds
    STEP_TURN,    // at: float, degrees to the left
    STEP_DRIVE,   // at: float, mm; speed: float, mm/s
    STEP_HEAD,    // at: float, degrees
    STEP_LIFT,    // at: float, mm
    STEP_FACE,    // turns to the face that was seen last: eyes, head, body; nothing when there is none
    STEP_REQUEST, // a request of life.clad without numbers, or with the id of the thing that it is about
    STEP_FEEL,    // at: struct text, an emotion event
};
struct step {
    uint8_t kind;
    uint16_t at, speed; // offsets in the config
    uint16_t request;   // enum life_kind
    bool needed;        // when it fails the rest is left out
};

struct tree_reading;
struct mind_class {
    const char *name, *help;
    // What its keys hold together, once all are there; NULL: nothing. A customCondition of whatever stands in
    // it, by name; NULL: it has none.
    enum err (*read)(struct tree_reading *reading, struct node *n, struct fault *fault);
    bool (*custom)(struct mind *m, const struct node *n, struct text name);
    const struct knobs *knobs; // NULL: only the keys of every node
    const struct step *steps;  // up to STEP_END; NULL: it has functions instead
    bool dispatches;           // its children are what it does
    uint32_t needs;            // parts of the body, BODY_HAS(…): without them it never begins
    // NULL: always; nothing; over at once; nothing; between two steps.
    bool (*wants)(struct mind *m, const struct node *n);
    void (*begin)(struct mind *m, const struct node *n);
    enum going (*step)(struct mind *m, const struct node *n);
    void (*end)(struct mind *m, const struct node *n);
    bool (*gentle)(struct mind *m, const struct node *n);
};

struct condition_class {
    const char *name, *help;
    const struct knobs *knobs;
    const char *const *parts; // keys of its sub-conditions, of which one is there; NULL: it has none
    bool (*holds)(struct mind *m, const struct condition *c);
    uint32_t needs; // parts of the body, BODY_HAS(…): without them it never holds
};
struct condition {
    const struct condition_class *class;
    void *config;
    const struct condition **parts;
    uint32_t part_count;
    uint32_t how;    // which key of parts
    uint32_t number; // of its state
    uint64_t stream; // of chance, as a node's
    const struct json *place;
};

// ------------------------------------------------------------------------------------------------ nodes

enum cube_need {
    CUBE_NONE,
    CUBE_OPTIONAL_LAZY, // uses a link that there is
    CUBE_OPTIONAL_ACTIVE,
    CUBE_REQUIRED_LAZY, // begins only when there is one
    CUBE_REQUIRED_MANAGED
};
struct node_modifiers {
    bool carrying, off_treads, on_charger, cube_behind, cube_now;
    int32_t cube; // enum cube_need
};
// What every node may have.
struct node_base {
    struct text id, name, class, debug;
    struct node_ref off_charger;
    const struct condition *wants, *cancel;
    struct names intents, timers;
    struct text feature, stat, event, suggestion, animation, get_in, get_out;
    float head_deg;
    struct node_modifiers modifiers;
    const struct json *anonymous;
};
struct node {
    struct text id;
    const struct mind_class *class;
    void *config;
    struct node_base base;
    uint32_t number, conditions; // conditions: how many it has, with those inside others
    uint64_t stream;             // of its chance, by its name: other nodes change nothing about it
    int32_t owner;               // whose private node it is; -1: everybody's
    uint32_t *children, child_count;
    bool reached;
    const struct json *place;
};

struct tree_root {
    struct text key;
    struct node_ref node;
};
struct tree {
    struct node *nodes;
    uint32_t node_count;
    const struct condition **conditions;
    uint32_t condition_count, entry_count;
    struct text timers[TREE_TIMERS_MAX];
    uint32_t timer_count;
    struct tree_root roots[8];
    uint32_t root_count;
};

// The classes that documents may name.
struct tree_tables {
    const struct mind_class *const *classes;         // ended by NULL
    const struct condition_class *const *conditions; // ended by NULL
};
struct tree_reading {
    struct arena *arena;
    struct tree_tables tables;
    struct buf *notes; // what is odd, a line each; NULL: nobody reads it
    struct tree tree;
    uint32_t owner, current;
    struct tree_ref {
        struct node_ref *ref;
        uint32_t node;
    } * refs;
    uint32_t ref_count;
    unsigned depth;
};

enum err tree_begin(struct tree_reading *reading, struct arena *arena, struct tree_tables tables,
                    struct buf *notes, struct fault *fault);
enum err tree_read(struct tree_reading *reading, const struct json *document, struct fault *fault);
enum err tree_settle(struct tree_reading *reading, struct tree *out, struct fault *fault);
const struct node *tree_node(const struct tree *tree, struct text id);       // NULL: no such node
const struct node *tree_root_node(const struct tree *tree, const char *key); // NULL: no such root
// Every class and condition with its keys, as a page.
void tree_manual(const struct tree_tables *tables, struct buf *out);

// Kinds of knobs.
extern const struct knob_kind KIND_TEXT, KIND_NAMES, KIND_NODE, KIND_ENTRIES, KIND_CONDITION, KIND_GRAPH,
    KIND_INTENTS, KIND_MODIFIERS, KIND_TIMER, KIND_TIMERS, KIND_ANY, KIND_CUSTOM;
extern const struct knobs NODE_KNOBS;
