#include "mind/tree/tree_internal.h"

#include "base/hash.h"

#include <string.h>

enum { REFS_MAX = 16384, TREE_NEST_MAX = 16 };

// ----------------------------------------------------------------------------------------------- keys of all

static const struct knob NODE_LIST[] = {
    KNOB_OWN(struct node_base, id, "behaviorID", &KIND_TEXT, "its name"),
    KNOB_OWN(struct node_base, name, "behaviorName", &KIND_TEXT, "its name among anonymousBehaviors"),
    KNOB_OWN(struct node_base, class, "behaviorClass", &KIND_TEXT, "what it does"),
    KNOB_OWN(struct node_base, anonymous, "anonymousBehaviors", &KIND_ANY, "nodes that only it can name"),
    KNOB_OWN(struct node_base, wants, "wantsToBeActivatedCondition", &KIND_CONDITION, "must hold to begin"),
    KNOB_OWN(struct node_base, cancel, "wantsToCancelSelfCondition", &KIND_CONDITION, "ends it"),
    KNOB_OWN(struct node_base, intents, "respondToUserIntents", &KIND_INTENTS,
             "begins only while one of them is pending, and takes it"),
    KNOB_OWN(struct node_base, feature, "associatedActiveFeature", &KIND_TEXT, "what it is called outside"),
    KNOB_OWN(struct node_base, stat, "behaviorStatToIncrement", &KIND_TEXT, "counts its beginnings"),
    KNOB_OWN(struct node_base, event, "emotionEventOnActivated", &KIND_TEXT, "felt when it begins"),
    KNOB_OWN(struct node_base, suggestion, "postBehaviorSuggestion", &KIND_TEXT, "what should come next"),
    KNOB_OWN(struct node_base, timers, "resetTimers", &KIND_TIMERS, "restarted when it begins"),
    KNOB_OWN(struct node_base, animation, "animationName", &KIND_TEXT, "a clip"),
    KNOB_OWN(struct node_base, get_in, "getInAnimation", &KIND_TEXT, "a trigger: played first"),
    KNOB_OWN(struct node_base, get_out, "getOutAnimation", &KIND_TEXT, "a trigger: played last"),
    KNOB_OWN(struct node_base, modifiers, "behaviorModifiers", &KIND_MODIFIERS, "where it may begin"),
    KNOB_OWN(struct node_base, debug, "debugLabel", &KIND_TEXT, "for people"),
};
const struct knobs NODE_KNOBS = {"node", NODE_LIST, sizeof NODE_LIST / sizeof *NODE_LIST,
                                 sizeof(struct node_base)};
// Those that files of the original have and that change nothing here.
static const char *const IGNORED[] = {"alwaysStreamline",         "tracksToLockWhileActivated",
                                      "showActiveIntentFeedback", "autoShutOffIntentFeedback",
                                      "alterStreamAfterWakeword", "pushTriggerWordResponse"};

static void note(struct tree_reading *r, const struct json *place, const char *what, struct text name) {
    if (!r->notes) return;
    buf_printf(r->notes, "%s:%u:%u: %s \"%.*s\"\n", place->source ? place->source->file : "", place->line,
               place->column, what, (int)(name.len < 80 ? name.len : 80), name.at ? name.at : "");
}

// ------------------------------------------------------------------------------------------------ names

enum err tree_refer(struct tree_reading *r, struct node_ref *ref, struct fault *fault) {
    if (r->ref_count == REFS_MAX)
        return json_fault(ref->place, fault, ERR_LIMIT, "more than %d names of nodes", REFS_MAX);
    r->refs[r->ref_count].ref = ref;
    r->refs[r->ref_count++].node = r->current;
    return ERR_NONE;
}

enum err tree_timer(struct tree_reading *r, struct text name, const struct json *place, int32_t *out,
                    struct fault *fault) {
    struct tree *t = &r->tree;
    if (text_is(name, "ObservingOffChager"))
        name = TEXT("ObservingOffCharger"); // as it is misspelt in places
    for (uint32_t i = 0; i < t->timer_count; i++)
        if (text_same(t->timers[i], name)) return *out = (int32_t)i, ERR_NONE;
    if (t->timer_count == TREE_TIMERS_MAX)
        return json_fault(place, fault, ERR_LIMIT, "more than %d timers", TREE_TIMERS_MAX);
    *out = (int32_t)t->timer_count;
    t->timers[t->timer_count++] = name;
    return ERR_NONE;
}

static enum err no_such(const struct json *place, const char *what, struct text name, const char *near,
                        struct fault *fault) {
    return json_fault(place, fault, ERR_UNKNOWN, "no %s is called \"%.*s\"%s%s%s", what,
                      (int)(name.len < 60 ? name.len : 60), name.at, near ? ", did you mean \"" : "",
                      near ? near : "", near ? "\"?" : "");
}

// ------------------------------------------------------------------------------------------------ conditions

static const struct condition_class *condition_class(struct tree_reading *r, struct text name,
                                                     const char **near) {
    const char *names[256];
    char asked[64];
    size_t count = 0;
    for (const struct condition_class *const *c = r->tables.conditions; *c && count < 256; c++) {
        if (text_is(name, (*c)->name)) return *c;
        names[count++] = (*c)->name;
    }
    text_copy(name, asked, sizeof asked);
    *near = text_nearest(asked, names, count);
    return NULL;
}

// The sub-conditions: one key of parts, with a list or one alone.
static enum err read_parts(struct tree_reading *r, const struct json *value, struct condition *c,
                           struct fault *fault) {
    const struct json *found = NULL;
    for (uint32_t i = 0; c->class->parts[i]; i++) {
        const struct json *one = json_get(value, c->class->parts[i]);
        if (one && found)
            return json_fault(one, fault, ERR_DUPLICATE, "there is \"%.*s\" already", (int)found->key.len,
                              found->key.at);
        if (one) found = one, c->how = i;
    }
    if (!found)
        return json_fault(value, fault, ERR_MISSING, "%s has sub-conditions: \"%s\"%s", c->class->name,
                          c->class->parts[0], c->class->parts[1] ? " or others" : "");
    bool list = found->kind == JSON_LIST;
    uint32_t least = list && c->how < 2 && c->class->parts[1] ? 2 : 1, count = list ? found->count : 1;
    if (count < least)
        return json_fault(found, fault, ERR_RANGE, "expected at least %u conditions, found %u", least, count);
    c->parts = arena_array(r->arena, const struct condition *, count);
    if (!c->parts) return fault_set(fault, ERR_MEMORY, "no memory for conditions");
    enum err err = ERR_NONE;
    for (const struct json *one = list ? found->first : found; one && !err; one = list ? one->next : NULL)
        err = tree_read_condition(r, one, &c->parts[c->part_count++], fault);
    return err;
}

struct condition_base {
    struct text type, owner;
    const struct json *parts[4];
};
static enum err read_config(struct tree_reading *r, const struct json *value, struct condition *c,
                            struct fault *fault) {
    struct condition_base base = {0};
    struct knob list[5] = {KNOB_OWN(struct condition_base, type, "conditionType", &KIND_TEXT, "which it is")};
    struct knobs knobs = {c->class->name, list, 1, sizeof base};
    for (uint32_t i = 0; c->class->parts && c->class->parts[i] && i < 4; i++)
        list[knobs.count++] = (struct knob)KNOB_OWN(struct condition_base, parts[0], c->class->parts[i],
                                                    &KIND_ANY, "sub-conditions");
    struct knob_set sets[2] = {{c->class->knobs, c->config}, {&knobs, &base}};
    struct knob_reading in = {r->arena, r};
    bool own = c->class->knobs;
    return knobs_read_together(own ? sets : sets + 1, own ? 2 : 1, value, &in, fault);
}

enum err tree_read_condition(struct tree_reading *r, const struct json *value, const struct condition **out,
                             struct fault *fault) {
    struct text name;
    const char *near = NULL;
    bool custom = json_get(value, "customCondition") && !json_get(value, "conditionType");
    enum err err = custom ? ERR_NONE : json_get_text(value, "conditionType", &name, fault);
    if (err) return err;
    if (custom) name = TEXT("CustomCondition");
    const struct condition_class *class = condition_class(r, name, &near);
    if (!class) return no_such(json_get(value, "conditionType"), "condition", name, near, fault);
    if (r->tree.condition_count == TREE_CONDITIONS_MAX || r->depth == TREE_NEST_MAX)
        return json_fault(value, fault, ERR_LIMIT, "too many conditions, or too deep");
    struct condition *c = arena_one(r->arena, struct condition);
    if (c) *c = (struct condition){.class = class, .place = value, .number = r->tree.condition_count};
    if (c && class->knobs) c->config = arena_take(r->arena, class->knobs->size, 0);
    if (!c || (class->knobs && !c->config)) return fault_set(fault, ERR_MEMORY, "no memory for a condition");
    if (class->knobs) knobs_defaults(class->knobs, c->config);
    r->tree.conditions[r->tree.condition_count++] = c;
    struct node *of = &r->tree.nodes[r->current];
    c->stream = of->stream + ++of->conditions;
    r->depth++;
    err = read_config(r, value, c, fault);
    if (!err && class->parts) err = read_parts(r, value, c, fault);
    r->depth--;
    *out = c;
    return err;
}

// ------------------------------------------------------------------------------------------------ nodes

static const struct mind_class *class_named(struct tree_reading *r, struct text name, const char **near) {
    const char *names[512];
    char asked[64];
    size_t count = 0;
    for (const struct mind_class *const *c = r->tables.classes; *c && count < 512; c++) {
        if (text_is(name, (*c)->name)) return *c;
        names[count++] = (*c)->name;
    }
    text_copy(name, asked, sizeof asked);
    *near = text_nearest(asked, names, count);
    return NULL;
}

static bool same_place(const struct tree_reading *r, const struct node *node, int32_t owner) {
    return node->owner == owner;
}

static enum err unique(struct tree_reading *r, const struct node *node, struct fault *fault) {
    for (uint32_t i = 0; i < node->number; i++)
        if (same_place(r, &r->tree.nodes[i], node->owner) && text_same(r->tree.nodes[i].id, node->id))
            return json_fault(node->place, fault, ERR_DUPLICATE, "a node is called \"%.*s\" already",
                              (int)node->id.len, node->id.at);
    return ERR_NONE;
}

static enum err read_nodes(struct tree_reading *r, const struct json *list, int32_t owner,
                           struct fault *fault);

static enum err read_keys(struct tree_reading *r, struct node *node, struct fault *fault) {
    const struct mind_class *class = node->class;
    struct {
        const struct json *it;
    } ignored;
    struct knob list[8];
    struct knobs others = {"node", list, 0, sizeof ignored};
    for (size_t i = 0; i < sizeof IGNORED / sizeof *IGNORED; i++)
        list[others.count++] = (struct knob){.name = IGNORED[i],
                                             .type = KNOB_TYPE_OWN,
                                             .help = "",
                                             .size = sizeof ignored,
                                             .unit = "",
                                             .kind = &KIND_ANY};
    struct knob_set sets[3] = {{class->knobs, node->config}, {&NODE_KNOBS, &node->base}, {&others, &ignored}};
    struct knob_reading in = {r->arena, r};
    bool own = class->knobs;
    enum err err = knobs_read_together(own ? sets : sets + 1, own ? 3 : 2, node->place, &in, fault);
    return !err && class->read ? class->read(r, node, fault) : err;
}

static enum err read_node(struct tree_reading *r, const struct json *value, int32_t owner,
                          struct fault *fault) {
    struct text id, name;
    const char *near = NULL;
    const char *key = json_get(value, "behaviorID") || owner < 0 ? "behaviorID" : "behaviorName";
    enum err err = json_get_text(value, key, &id, fault);
    if (!err) err = json_get_text(value, "behaviorClass", &name, fault);
    if (err) return err;
    const struct mind_class *class = class_named(r, name, &near);
    if (!class) return no_such(json_get(value, "behaviorClass"), "class", name, near, fault);
    if (r->tree.node_count == TREE_NODES_MAX)
        return json_fault(value, fault, ERR_LIMIT, "more than %d nodes", TREE_NODES_MAX);
    struct node *node = &r->tree.nodes[r->tree.node_count];
    *node = (struct node){
        .id = id, .class = class, .number = r->tree.node_count++, .owner = owner, .place = value};
    node->stream = hash64(owner < 0 ? 0 : r->tree.nodes[owner].stream, id.at, id.len);
    node->base.modifiers = (struct node_modifiers){.on_charger = true};
    if (class->knobs) node->config = arena_take(r->arena, class->knobs->size, 0);
    if (class->knobs && !node->config) return fault_set(fault, ERR_MEMORY, "no memory for a node");
    if (class->knobs) knobs_defaults(class->knobs, node->config);
    uint32_t before = r->current;
    r->current = node->number;
    err = unique(r, node, fault);
    if (!err) err = read_keys(r, node, fault);
    if (!err && node->base.anonymous && ++r->depth > TREE_NEST_MAX)
        err = json_fault(value, fault, ERR_LIMIT, "nodes within nodes, more than %d deep", TREE_NEST_MAX);
    if (!err && node->base.anonymous) {
        err = read_nodes(r, node->base.anonymous, (int32_t)node->number, fault);
        r->depth--;
    }
    r->current = before;
    return err;
}

static enum err read_nodes(struct tree_reading *r, const struct json *list, int32_t owner,
                           struct fault *fault) {
    char found[64];
    if (list->kind != JSON_LIST)
        return json_fault(list, fault, ERR_TYPE, "expected a list of nodes, found %s",
                          json_found(list, found, sizeof found));
    enum err err = ERR_NONE;
    for (const struct json *one = list->first; one && !err; one = one->next)
        err = read_node(r, one, owner, fault);
    return err;
}

static enum err read_roots(struct tree_reading *r, const struct json *roots, struct fault *fault) {
    enum err err = ERR_NONE;
    for (const struct json *one = roots->kind == JSON_OBJECT ? roots->first : NULL; one && !err;
         one = one->next) {
        if (r->tree.root_count == sizeof r->tree.roots / sizeof *r->tree.roots)
            return json_fault(one, fault, ERR_LIMIT, "too many roots");
        struct tree_root *root = &r->tree.roots[r->tree.root_count++];
        *root = (struct tree_root){one->key, {.place = one, .is = true}};
        err = json_as_text(one, &root->node.name, fault);
    }
    return err;
}

enum err tree_begin(struct tree_reading *r, struct arena *arena, struct tree_tables tables, struct buf *notes,
                    struct fault *fault) {
    *r = (struct tree_reading){.arena = arena, .tables = tables, .notes = notes};
    r->tree.nodes = arena_array(arena, struct node, TREE_NODES_MAX);
    r->tree.conditions = arena_array(arena, const struct condition *, TREE_CONDITIONS_MAX);
    r->refs = arena_array(arena, struct tree_ref, REFS_MAX);
    return r->tree.nodes && r->tree.conditions && r->refs
               ? ERR_NONE
               : fault_set(fault, ERR_MEMORY, "no memory for a tree");
}

enum err tree_read(struct tree_reading *r, const struct json *document, struct fault *fault) {
    if (document->kind == JSON_LIST) return read_nodes(r, document, -1, fault);
    const struct json *nodes = json_get(document, "nodes"), *roots = json_get(document, "roots");
    if (!nodes && !roots && !json_get(document, "files")) return read_node(r, document, -1, fault);
    static const char *const KEYS[] = {"nodes", "roots", "about", "files"};
    enum err err = json_only(document, KEYS, 4, fault);
    if (!err && nodes) err = read_nodes(r, nodes, -1, fault);
    if (!err && roots) err = read_roots(r, roots, fault);
    return err;
}

// ------------------------------------------------------------------------------------------------ settling

static const struct node *among(const struct tree *t, struct text id, int32_t owner) {
    for (uint32_t i = 0; i < t->node_count; i++)
        if (t->nodes[i].owner == owner && text_same(t->nodes[i].id, id)) return &t->nodes[i];
    return NULL;
}

const struct node *tree_node(const struct tree *tree, struct text id) { return among(tree, id, -1); }

const struct node *tree_root_node(const struct tree *tree, const char *key) {
    for (uint32_t i = 0; i < tree->root_count; i++)
        if (text_is(tree->roots[i].key, key)) return &tree->nodes[tree->roots[i].node.number];
    return NULL;
}

static enum err resolve(struct tree_reading *r, struct node_ref *ref, int32_t from, struct fault *fault) {
    const struct node *found = NULL;
    for (; from >= 0 && !found; from = r->tree.nodes[from].owner) found = among(&r->tree, ref->name, from);
    if (!found) found = tree_node(&r->tree, ref->name);
    if (found) return ref->number = found->number, ERR_NONE;
    return no_such(ref->place, "node", ref->name, NULL, fault);
}

static enum err link_children(struct tree_reading *r, struct fault *fault) {
    enum err err = ERR_NONE;
    for (uint32_t i = 0; i < r->ref_count && !err; i++) {
        err = resolve(r, r->refs[i].ref, (int32_t)r->refs[i].node, fault);
        if (!err) r->tree.nodes[r->refs[i].node].child_count++;
    }
    for (uint32_t i = 0; i < r->tree.node_count && !err; i++) {
        struct node *n = &r->tree.nodes[i];
        n->children = arena_array(r->arena, uint32_t, n->child_count + 1);
        if (!n->children) err = fault_set(fault, ERR_MEMORY, "no memory for a tree");
        n->child_count = 0;
    }
    for (uint32_t i = 0; i < r->ref_count && !err; i++) {
        struct node *n = &r->tree.nodes[r->refs[i].node];
        n->children[n->child_count++] = r->refs[i].ref->number;
    }
    return err;
}

// Walks from a node down; a node that is met again on its own way is a cycle. Nothing here is recursive.
static enum err walk(struct tree_reading *r, uint32_t from, uint8_t *state, struct fault *fault) {
    struct {
        uint32_t node, next;
    } way[TREE_DEPTH_MAX + 1];
    uint32_t depth = 0;
    way[depth++].node = from, way[0].next = 0;
    state[from] = 1;
    while (depth) {
        struct node *n = &r->tree.nodes[way[depth - 1].node];
        n->reached = true;
        if (way[depth - 1].next == n->child_count) {
            state[n->number] = 2, depth--;
            continue;
        }
        uint32_t child = n->children[way[depth - 1].next++];
        struct node *c = &r->tree.nodes[child];
        if (state[child] == 1)
            return json_fault(c->place, fault, ERR_STATE, "\"%.*s\" leads back to itself by \"%.*s\"",
                              (int)c->id.len, c->id.at, (int)n->id.len, n->id.at);
        if (state[child] == 2) continue;
        if (depth == TREE_DEPTH_MAX)
            return json_fault(c->place, fault, ERR_LIMIT, "more than %d nodes deep", TREE_DEPTH_MAX);
        state[child] = 1;
        way[depth].node = child, way[depth++].next = 0;
    }
    return ERR_NONE;
}

// A dispatcher may begin wherever one of its children may. Children come first: so deep they lie.
static void widen(struct tree *t) {
    for (int round = 0; round < TREE_DEPTH_MAX; round++)
        for (uint32_t i = 0; i < t->node_count; i++) {
            struct node *n = &t->nodes[i];
            if (!n->class->dispatches) continue;
            for (uint32_t k = 0; k < n->child_count; k++) {
                const struct node_modifiers *m = &t->nodes[n->children[k]].base.modifiers;
                n->base.modifiers.carrying |= m->carrying;
                n->base.modifiers.off_treads |= m->off_treads;
                n->base.modifiers.on_charger |= m->on_charger;
            }
        }
}

enum err tree_settle(struct tree_reading *r, struct tree *out, struct fault *fault) {
    enum err err = link_children(r, fault);
    for (uint32_t i = 0; i < r->tree.root_count && !err; i++)
        err = resolve(r, &r->tree.roots[i].node, -1, fault);
    uint8_t *state = arena_array(r->arena, uint8_t, r->tree.node_count + 1);
    if (!state && !err) err = fault_set(fault, ERR_MEMORY, "no memory for a tree");
    for (uint32_t i = 0; i < r->tree.root_count && !err; i++)
        if (!state[r->tree.roots[i].node.number]) err = walk(r, r->tree.roots[i].node.number, state, fault);
    for (uint32_t i = 0; i < r->tree.node_count && !err; i++) {
        if (state[i]) continue;
        bool reached = r->tree.root_count == 0;
        if (!reached) note(r, r->tree.nodes[i].place, "no root leads to", r->tree.nodes[i].id);
        err = walk(r, i, state, fault);
        r->tree.nodes[i].reached = reached;
    }
    if (!err) widen(&r->tree), *out = r->tree;
    return err;
}

// ------------------------------------------------------------------------------------------------ the manual

void tree_manual(const struct tree_tables *tables, struct buf *out) {
    buf_text(out, "# Classes of nodes\n\n## Keys of every node\n\n");
    knobs_document(&NODE_KNOBS, out);
    for (const struct mind_class *const *c = tables->classes; *c; c++) {
        buf_printf(out, "\n## %s\n\n%s\n", (*c)->name, (*c)->help);
        if ((*c)->knobs) buf_text(out, "\n"), knobs_document((*c)->knobs, out);
    }
    buf_text(out, "\n# Conditions\n");
    for (const struct condition_class *const *c = tables->conditions; *c; c++) {
        buf_printf(out, "\n## %s\n\n%s\n", (*c)->name, (*c)->help);
        for (uint32_t i = 0; (*c)->parts && (*c)->parts[i]; i++)
            buf_printf(out, "%s`%s`", i ? " or " : "\nIts sub-conditions: ", (*c)->parts[i]);
        if ((*c)->parts) buf_text(out, "\n");
        if ((*c)->knobs) buf_text(out, "\n"), knobs_document((*c)->knobs, out);
    }
}
