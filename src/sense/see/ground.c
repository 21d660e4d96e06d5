#include "sense/see/ground.h"

#include "base/maths/maths.h"
#include "base/system/embedded.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

extern const struct embedded SIGHT_FILES[];

// ------------------------------------------------------------------------------------------------ YAML

struct reading {
    yaml_document_t doc;
    struct fault *fault;
};

#define LIES(r, node, err, ...)                                                                              \
    fault_at((r)->fault, err, NULL, (unsigned)(node)->start_mark.line + 1,                                   \
             (unsigned)(node)->start_mark.column + 1, __VA_ARGS__)

static struct text word(const yaml_node_t *node) {
    if (!node || node->type != YAML_SCALAR_NODE) return text_of("");
    return (struct text){(const char *)node->data.scalar.value, node->data.scalar.length};
}

// A member of a map. In the form of old, `{ var:0, le:1 }`, YAML takes "var:0" for a key without a value.
static bool member(struct reading *r, const yaml_node_t *map, const char *name, struct text *out,
                   const yaml_node_t **node) {
    size_t len = strlen(name);
    if (!map || map->type != YAML_MAPPING_NODE) return false;
    const yaml_node_pair_t *from = map->data.mapping.pairs.start, *to = map->data.mapping.pairs.top;
    for (const yaml_node_pair_t *p = from; p < to; p++) {
        const yaml_node_t *value = yaml_document_get_node(&r->doc, p->value);
        struct text key = word(yaml_document_get_node(&r->doc, p->key));
        bool is = text_is(key, name);
        bool joined = key.len > len && !memcmp(key.at, name, len) && key.at[len] == ':';
        if (!is && !joined) continue;
        if (node) *node = value;
        if (out) *out = is ? word(value) : (struct text){key.at + len + 1, key.len - len - 1};
        return true;
    }
    return false;
}

// "1." is a number here, as C writes it.
static bool number(struct reading *r, const yaml_node_t *map, const char *name, double *out) {
    struct text said;
    return member(r, map, name, &said, NULL) && !text_to_f64(said, out);
}

// ------------------------------------------------------------------------------------------------ the tree

static enum err read_split(struct reading *r, const yaml_node_t *at, const yaml_node_t *splits,
                           struct ground_node *to, bool *turned) {
    const yaml_node_t *first = splits->type == YAML_SEQUENCE_NODE &&
                                       splits->data.sequence.items.start < splits->data.sequence.items.top
                                   ? yaml_document_get_node(&r->doc, *splits->data.sequence.items.start)
                                   : NULL;
    double var, most;
    if (!first || !number(r, first, "var", &var))
        return LIES(r, at, ERR_SYNTAX, "expected a split with \"var\", the number of a feature");
    if (!(var >= 0 && var < GROUND_FEATURES) || var != (double)m_floor((float)var))
        return LIES(r, first, ERR_RANGE, "a split by feature %g: there are 0 to %d", var,
                    GROUND_FEATURES - 1);
    *turned = !number(r, first, "le", &most);
    if (*turned && !number(r, first, "gt", &most))
        return LIES(r, first, ERR_SYNTAX, "expected \"le\" or \"gt\", a number");
    to->feature = (uint8_t)var, to->most = (float)most;
    if (!m_finite(to->most)) return LIES(r, first, ERR_RANGE, "expected a number that is finite");
    return ERR_NONE;
}

// Nodes come in the order in which they are met: each goes to the last one that still waits for a branch.
struct growing {
    struct ground_tree *tree;
    int16_t waits[GROUND_NODES];
    bool turned[GROUND_NODES];
    uint32_t depth;
};

static void hang(struct growing *g, int16_t node) {
    int16_t parent = g->waits[g->depth - 1];
    struct ground_node *p = &g->tree->nodes[parent];
    bool first = p->first < 0 && p->other < 0;
    if (first == !g->turned[parent])
        p->first = node;
    else
        p->other = node;
    if (!first) g->depth--;
}

static enum err add_node(struct reading *r, const yaml_node_t *at, double middle, struct growing *g) {
    struct ground_tree *t = g->tree;
    double value;
    if (t->count == GROUND_NODES) return LIES(r, at, ERR_LIMIT, "a tree of more than %d nodes", GROUND_NODES);
    if (t->count && !g->depth) return LIES(r, at, ERR_RANGE, "a node that belongs to no other");
    if (!number(r, at, "value", &value)) return LIES(r, at, ERR_SYNTAX, "expected a node with a \"value\"");
    int16_t id = (int16_t)t->count;
    struct ground_node *to = &t->nodes[t->count++];
    *to = (struct ground_node){.first = -1, .other = -1, .floor = value > middle};
    const yaml_node_t *splits = NULL;
    enum err err = ERR_NONE;
    bool inner = member(r, at, "splits", NULL, &splits) && splits;
    if (inner) err = read_split(r, at, splits, to, &g->turned[id]);
    if (err) return err;
    if (id) hang(g, id);
    if (inner) g->waits[g->depth++] = id;
    return ERR_NONE;
}

// Between the labels of its two classes.
static double middle_of(struct reading *r, const yaml_node_t *tree) {
    const yaml_node_t *labels = NULL;
    double sum = 0, count = 0, one;
    if (!member(r, tree, "class_labels", NULL, &labels) || !labels || labels->type != YAML_SEQUENCE_NODE)
        return 0.5;
    for (const yaml_node_item_t *i = labels->data.sequence.items.start; i < labels->data.sequence.items.top;
         i++)
        if (!text_to_f64(word(yaml_document_get_node(&r->doc, *i)), &one)) sum += one, count++;
    return count == 2 ? sum / count : 0.5;
}

static enum err read_tree(struct reading *r, struct ground_tree *out) {
    const yaml_node_t *root = yaml_document_get_root_node(&r->doc), *tree = NULL, *nodes = NULL;
    struct growing g = {.tree = out};
    if (!root) return fault_set(r->fault, ERR_MISSING, "expected a tree, found nothing");
    if (!member(r, root, "opencv_ml_dtree", NULL, &tree) && !member(r, root, "my_tree", NULL, &tree))
        tree = root;
    if (!tree || !member(r, tree, "nodes", NULL, &nodes) || !nodes || nodes->type != YAML_SEQUENCE_NODE)
        return LIES(r, root, ERR_MISSING, "expected \"opencv_ml_dtree\" with a list of \"nodes\"");
    double middle = middle_of(r, tree);
    enum err err = ERR_NONE;
    for (const yaml_node_item_t *i = nodes->data.sequence.items.start;
         !err && i < nodes->data.sequence.items.top; i++)
        err = add_node(r, yaml_document_get_node(&r->doc, *i), middle, &g);
    if (!err && !out->count) err = LIES(r, nodes, ERR_RANGE, "a tree without nodes");
    if (!err && g.depth)
        err =
            LIES(r, nodes, ERR_SHORT, "node %d has a split and not both its branches", g.waits[g.depth - 1]);
    return err;
}

// OpenCV begins with a line that YAML 1.1 does not know.
static struct text without_opening(struct text yaml) {
    static const char OPENING[] = "%YAML:1.0";
    size_t len = sizeof OPENING - 1;
    if (yaml.len < len || memcmp(yaml.at, OPENING, len)) return yaml;
    return (struct text){yaml.at + len, yaml.len - len};
}

enum err ground_read(struct text yaml, struct ground_tree *out, struct fault *fault) {
    struct fault said = {0};
    struct reading r = {.fault = fault ? fault : &said};
    struct ground_tree *made = calloc(1, sizeof *made);
    yaml_parser_t parser;
    if (!made) return fault_set(fault, ERR_MEMORY, "no memory for a tree");
    if (yaml.len > GROUND_FILE_MOST) {
        free(made);
        return fault_set(fault, ERR_LIMIT, "a tree of %zu bytes: at most %d", yaml.len, GROUND_FILE_MOST);
    }
    struct text body = without_opening(yaml);
    bool ready = yaml_parser_initialize(&parser);
    if (ready) yaml_parser_set_input_string(&parser, (const unsigned char *)body.at, body.len);
    enum err err = ERR_NONE;
    if (!ready || !yaml_parser_load(&parser, &r.doc)) {
        err = !ready || parser.error == YAML_MEMORY_ERROR
                  ? fault_set(r.fault, ERR_MEMORY, "no memory for a tree")
                  : fault_at(r.fault, ERR_SYNTAX, NULL, (unsigned)parser.problem_mark.line + 1,
                             (unsigned)parser.problem_mark.column + 1, "this is no YAML: %s",
                             parser.problem ? parser.problem : "it cannot be read");
    } else {
        err = read_tree(&r, made);
        yaml_document_delete(&r.doc);
    }
    if (ready) yaml_parser_delete(&parser);
    if (!err) *out = *made;
    free(made);
    return err;
}

void ground_own(struct ground_tree *out) {
    const struct embedded *file = embedded_find(SIGHT_FILES, "/sight/ground.yaml", 18);
    *out = (struct ground_tree){0};
    if (file) ground_read((struct text){(const char *)file->bytes, file->len}, out, NULL);
}

// ------------------------------------------------------------------------------------------------ deciding

void ground_features(const float colour[3], float deviation, const struct ground_floor *floor,
                     float out[GROUND_FEATURES]) {
    float mine = m_max(colour[0] + colour[1] + colour[2], 1),
          its = m_max(floor->colour[0] + floor->colour[1] + floor->colour[2], 1), apart = 0;
    for (int k = 0; k < 3; k++) out[k] = colour[k], apart += m_abs(colour[k] / mine - floor->colour[k] / its);
    out[3] = deviation, out[4] = mine / its, out[5] = apart;
}

bool ground_is_floor(const struct ground_tree *tree, const float features[GROUND_FEATURES]) {
    int16_t at = 0;
    if (!tree->count) return true; // nobody knows better
    while (tree->nodes[at].first >= 0) {
        const struct ground_node *n = &tree->nodes[at];
        at = features[n->feature] <= n->most ? n->first : n->other;
    }
    return tree->nodes[at].floor;
}
