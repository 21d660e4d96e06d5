// Names and what they mean, tags, and which uses which.
#include "pawn/compiler/compiler_internal.h"

#include <stdio.h>
#include <stdlib.h>

// ---- finding

struct symbol *cc_find_local(const struct name *name) {
    return name->locals;
}

static bool visible(const struct unit *u, const struct symbol *symbol) {
    return symbol->visible < 0 || symbol->visible == u->in->file;
}

static struct symbol *global_in(const struct unit *u, const struct name *name, int automaton) {
    for (struct symbol *symbol = name->globals; symbol; symbol = symbol->same) {
        if (!visible(u, symbol)) continue;
        bool stateful = symbol->kind != K_FUNCTION && symbol->states > 0;
        if (symbol->kind == K_FUNCTION || (automaton < 0 && !stateful) ||
            (automaton >= 0 && stateful && cc_set_automaton(u, symbol->states) == automaton))
            return symbol;
    }
    return NULL;
}

struct symbol *cc_find_global(struct unit *u, const struct name *name, enum storage which) {
    if (!name->globals) return NULL;
    if (which == S_STATE && u->current_states > 0) {
        struct symbol *symbol = global_in(u, name, cc_set_automaton(u, u->current_states));
        if (symbol && symbol->kind != K_FUNCTION && !cc_sets_meet(u, u->current_states, symbol->states))
            symbol = NULL;
        if (symbol) return symbol;
    }
    return global_in(u, name, -1);
}

struct symbol *cc_find_any(struct unit *u, const struct name *name) {
    struct symbol *symbol = cc_find_local(name);
    return symbol ? symbol : cc_find_global(u, name, S_STATE);
}

// Among constants of the same name the one with the wanted tag; *wanted_tag becomes how many there are to
// choose from (1: the right one, or the only one).
static struct symbol *const_in(const struct unit *u, struct symbol *list, int *wanted_tag) {
    struct symbol *first = NULL;
    int count = 0;
    for (struct symbol *symbol = list; symbol; symbol = symbol->same) {
        if (!visible(u, symbol) || (symbol->kind != K_FUNCTION && symbol->states > 0)) continue;
        if (!wanted_tag) return symbol;
        if (!first) first = symbol;
        if (*wanted_tag == 0) count++;
        if (*wanted_tag == symbol->tag) {
            *wanted_tag = 1;
            return symbol;
        }
    }
    if (first) *wanted_tag = count;
    return first;
}

struct symbol *cc_find_const(struct unit *u, const struct name *name, int *wanted_tag) {
    struct symbol *symbol = const_in(u, name->locals, wanted_tag);
    if (!symbol || symbol->kind != K_CONST) symbol = const_in(u, name->globals, wanted_tag);
    return symbol && symbol->kind == K_CONST ? symbol : NULL;
}

// ---- making

// Operators stand before all other functions. Each new one is put before the first whose name is not smaller,
// while it still has the name of its sign only: an order that files of the toolkit's compiler have.
static void list_operator(struct unit *u, struct symbol *symbol) {
    struct symbol **at = &u->operators;
    while (*at && strcmp(symbol->name->text, (*at)->name->text) > 0) at = &(*at)->next_operator;
    symbol->next_operator = *at;
    *at = symbol;
}

static void unlist_operator(struct unit *u, struct symbol *symbol) {
    struct symbol **at = &u->operators;
    while (*at && *at != symbol) at = &(*at)->next_operator;
    if (*at) *at = symbol->next_operator;
}

static bool is_operator(const struct symbol *symbol) {
    return symbol->kind == K_FUNCTION && symbol->name->len && symbol->name->text[0] != '~' &&
           !cc_alpha((unsigned char)symbol->name->text[0]); // ~ sorts after all letters
}

struct symbol *cc_symbol(struct unit *u, struct name *name, int32_t addr, enum kind kind,
                         enum storage storage, int tag, unsigned usage) {
    struct symbol *symbol = CC_ONE(u, struct symbol);
    *symbol = (struct symbol){.name = name,
                              .kind = kind,
                              .storage = storage,
                              .usage = usage,
                              .tag = tag,
                              .addr = addr,
                              .visible = -1,
                              .file = u->in ? u->in->file : 0,
                              .line = u->in ? u->in->line : 0,
                              .first = u->code.count};
    struct symbol **list = storage == S_GLOBAL ? &u->globals : &u->locals;
    struct symbol **same = storage == S_GLOBAL ? &name->globals : &name->locals;
    symbol->next = *list;
    *list = symbol;
    symbol->same = *same;
    *same = symbol;
    if (is_operator(symbol)) list_operator(u, symbol);
    return symbol;
}

// The inner dimensions of an array are symbols too, reached by `sub`.
struct symbol *cc_variable(struct unit *u, struct name *name, int32_t addr, enum kind kind,
                           enum storage storage, int tag, const int *dim, int dims, const int *index_tag) {
    struct symbol *top = cc_symbol(u, name, addr, kind, storage, tag, U_DEFINED), *symbol = top;
    if (kind != K_ARRAY && kind != K_REFARRAY) return top;
    for (int i = 0;; i++) {
        symbol->length = dim[i];
        symbol->level = dims - i - 1;
        symbol->index_tag = index_tag[i];
        if (i + 1 >= dims) return top;
        struct symbol *sub = CC_ONE(u, struct symbol);
        *sub = *top;
        sub->next = sub->same = sub->sub = NULL;
        sub->referrers = NULL;
        sub->parent = symbol;
        symbol->sub = sub;
        symbol = sub;
    }
}

static bool field_may_repeat(struct unit *u, const struct symbol *old, int tag) {
    if (!(old->usage & U_FIELD) || old->tag == tag) return false;
    struct name *tag_name = cc_name(u, cc_tag_name(u, tag), strlen(cc_tag_name(u, tag)));
    const struct symbol *root = cc_find_const(u, tag_name, NULL);
    return root && root->usage & U_ENUM;
}

struct symbol *cc_constant(struct unit *u, struct name *name, int32_t value, enum storage storage, int tag,
                           bool quietly) {
    struct symbol *old = cc_find_global(u, name, S_STATE);
    if (!old) old = cc_find_local(name);
    if (old && !(old->kind == K_CONST && field_may_repeat(u, old, tag))) {
        bool field = old->usage & U_FIELD && old->kind == K_CONST;
        if (old->kind != K_CONST || field || old->tag != tag) {
            cc_say(u, 21, name->text);
            return NULL;
        }
        if (old->addr != value && !quietly) cc_say(u, 201, name->text);
        old->addr = value;
        return old;
    }
    struct symbol *symbol = cc_symbol(u, name, value, K_CONST, storage, tag, U_DEFINED);
    if (!u->started) symbol->usage |= U_PREDEFINED;
    if (storage != S_GLOBAL) symbol->block = u->block;
    return symbol;
}

// ---- forgetting

static void unlink_same(struct symbol *symbol) {
    struct symbol **at = symbol->storage == S_GLOBAL ? &symbol->name->globals : &symbol->name->locals;
    while (*at && *at != symbol) at = &(*at)->same;
    if (*at) *at = symbol->same;
}

void cc_forget(struct unit *u, struct symbol *symbol) {
    struct symbol **at = symbol->storage == S_GLOBAL ? &u->globals : &u->locals;
    while (*at && *at != symbol) at = &(*at)->next;
    if (*at) *at = symbol->next;
    unlink_same(symbol);
    if (is_operator(symbol)) unlist_operator(u, symbol);
    symbol->gone = true;
}

void cc_forget_locals(struct unit *u, int block, bool labels) {
    struct symbol **at = &u->locals;
    while (*at && (*at)->block >= block) {
        struct symbol *symbol = *at;
        if (symbol->kind == K_LABEL && !labels) {
            at = &symbol->next;
            continue;
        }
        *at = symbol->next;
        unlink_same(symbol);
        symbol->gone = true;
    }
}

static void keep_for_next_reading(struct symbol *symbol) {
    if (symbol->kind == K_FUNCTION && !(symbol->usage & U_DEFINED)) symbol->usage |= U_MISSING;
    symbol->usage &= ~(unsigned)U_DEFINED;
    for (struct body *body = symbol->bodies; body; body = body->next) body->defined = false;
    // operators must be declared before they are used, in each reading
    if (symbol->kind == K_FUNCTION && !cc_alpha((unsigned char)symbol->name->text[0]))
        symbol->usage &= ~(unsigned)U_PROTOTYPED;
}

void cc_between_readings(struct unit *u) {
    cc_forget_locals(u, 0, true);
    struct symbol **at = &u->globals;
    while (*at) {
        struct symbol *symbol = *at;
        bool constant = symbol->kind == K_CONST && !(symbol->usage & U_PREDEFINED);
        bool native = symbol->kind == K_FUNCTION && symbol->usage & U_NATIVE;
        if (constant || native) {
            *at = symbol->next;
            unlink_same(symbol);
            if (is_operator(symbol)) unlist_operator(u, symbol);
            symbol->gone = true;
            continue;
        }
        if (symbol->kind != K_CONST) keep_for_next_reading(symbol);
        at = &symbol->next;
    }
}

// ---- using

static struct link *link_slot(const struct unit *u, const struct symbol *symbol,
                              const struct symbol *function) {
    size_t slot = ((uintptr_t)symbol >> 4) * 31 + ((uintptr_t)function >> 4) * 2654435761u;
    for (;; slot++) {
        struct link *at = &u->links[slot & (u->link_room - 1)];
        if (!at->symbol || (at->symbol == symbol && at->function == function)) return at;
    }
}

// Who uses whom, once more, to find it quickly.
static void links_make(struct unit *u, size_t room) {
    u->links = cc_take(u, room * sizeof *u->links);
    u->link_room = room;
    u->link_count = 0;
    for (struct symbol *symbol = u->globals; symbol; symbol = symbol->next)
        for (struct referrer *r = symbol->referrers; r; r = r->next) {
            *link_slot(u, symbol, r->function) = (struct link){symbol, r->function};
            u->link_count++;
        }
}

static void refer(struct unit *u, struct symbol *symbol, struct symbol *function) {
    if (symbol->referrers && symbol->referrers->function == function) return;
    if (2 * u->link_count >= u->link_room) links_make(u, u->link_room ? u->link_room * 2 : 1024);
    struct link *link = link_slot(u, symbol, function);
    if (link->symbol) return;
    *link = (struct link){symbol, function};
    u->link_count++;
    struct referrer *referrer = CC_ONE(u, struct referrer);
    *referrer = (struct referrer){symbol->referrers, function};
    symbol->referrers = referrer;
    symbol->referrer_count++;
    struct use *use = CC_ONE(u, struct use);
    *use = (struct use){function->uses, symbol};
    function->uses = use;
}

void cc_mark(struct unit *u, struct symbol *symbol, unsigned usage) {
    symbol->usage |= usage;
    if (usage & U_WRITTEN) symbol->line = u->in->line;
    if (usage & (U_READ | U_WRITTEN) && symbol->storage == S_GLOBAL && u->function)
        refer(u, symbol, u->function);
}

// An operator's name is known only after its arguments.
void cc_rename(struct unit *u, struct symbol *symbol, struct name *name) {
    (void)u;
    unlink_same(symbol);
    symbol->name = name;
    symbol->same = name->globals;
    name->globals = symbol;
}

bool cc_is_main(const struct symbol *symbol) { return !strcmp(symbol->name->text, "main"); }
bool cc_is_entry(const struct symbol *symbol) { return !strcmp(symbol->name->text, "entry"); }

bool cc_in_program(const struct symbol *symbol) {
    return symbol->kind == K_FUNCTION && !(symbol->usage & U_NATIVE) && symbol->usage & (U_READ | U_PUBLIC) &&
           symbol->usage & U_DEFINED;
}

static bool needs_user(const struct symbol *symbol) {
    if (symbol->usage & U_PUBLIC || symbol->visited || symbol->referrer_count > 0) return false;
    if (symbol->kind == K_VARIABLE || symbol->kind == K_ARRAY) return true;
    return symbol->kind == K_FUNCTION && !(symbol->usage & U_NATIVE) && !cc_is_main(symbol) &&
           !cc_is_entry(symbol);
}

static void drop_unused_referrers(struct unit *u) {
    for (struct symbol *symbol = u->globals; symbol; symbol = symbol->next)
        for (struct referrer **at = &symbol->referrers; *at;) {
            if ((*at)->function->visited)
                *at = (*at)->next;
            else
                at = &(*at)->next;
        }
    links_make(u, u->link_room ? u->link_room : 1024);
}

// What only unused functions use is unused as well.
void cc_find_unused(struct unit *u) {
    struct symbol *waiting = NULL; // chained by `parent`, which globals do not need
    for (struct symbol *symbol = u->globals; symbol; symbol = symbol->next) {
        symbol->visited = false;
        if (needs_user(symbol)) {
            symbol->visited = true;
            symbol->parent = waiting;
            waiting = symbol;
        }
    }
    while (waiting) {
        struct symbol *symbol = waiting;
        waiting = symbol->parent;
        symbol->parent = NULL;
        symbol->usage &= ~(unsigned)(U_READ | U_WRITTEN);
        for (struct use *use = symbol->uses; use; use = use->next) {
            struct symbol *used = use->symbol;
            used->referrer_count--;
            if (!used->gone && used->storage == S_GLOBAL && needs_user(used)) {
                used->visited = true;
                used->parent = waiting;
                waiting = used;
            }
        }
        symbol->uses = NULL;
    }
    drop_unused_referrers(u);
}

// ---- complaints about what is not used

static void check_variable(struct unit *u, struct symbol *symbol) {
    if (!(symbol->usage & (U_WRITTEN | U_READ | U_STOCK))) {
        cc_at(u, symbol);
        cc_say(u, 203, symbol->name->text);
    } else if (!(symbol->usage & (U_READ | U_STOCK | U_PUBLIC))) {
        cc_at(u, symbol);
        cc_say(u, 204, symbol->name->text);
    }
    if (symbol->usage & (U_WRITTEN | U_READ)) cc_debug_symbol(u, symbol);
}

static void check_local(struct unit *u, struct symbol *symbol, bool labels, bool constants) {
    if (symbol->kind == K_LABEL) {
        if (labels && !(symbol->usage & U_DEFINED)) {
            cc_say_near(u, 19, symbol->name->text, K_LABEL);
        } else if (labels && !(symbol->usage & U_READ)) {
            cc_at(u, symbol);
            cc_say(u, 203, symbol->name->text);
        }
    } else if (symbol->kind == K_CONST) {
        if (!constants || symbol->usage & U_READ) return;
        cc_at(u, symbol);
        cc_say(u, 203, symbol->name->text);
    } else {
        check_variable(u, symbol);
    }
}

void cc_check_unused(struct unit *u, int block, bool labels, bool constants) {
    for (struct symbol *symbol = u->locals; symbol && symbol->block >= block; symbol = symbol->next)
        check_local(u, symbol, labels, constants);
    cc_expression_ends(u);
    cc_quiet_end(u);
}

static int by_name(const void *a, const void *b) {
    const struct symbol *const *x = a, *const *y = b;
    int order = strcmp((*x)->name->text, (*y)->name->text);
    return order ? order : (*x)->rank < (*y)->rank ? -1 : 1;
}

// Operators, then by name; of the same name the newest first.
struct symbol **cc_sorted(struct unit *u, size_t *count) {
    size_t total = 0;
    for (struct symbol *symbol = u->globals; symbol; symbol = symbol->next) total++;
    struct symbol **all = cc_take(u, (total + 1) * sizeof *all);
    size_t operators = 0;
    for (struct symbol *symbol = u->operators; symbol; symbol = symbol->next_operator)
        all[operators++] = symbol;
    *count = operators;
    for (struct symbol *symbol = u->globals; symbol; symbol = symbol->next) {
        symbol->rank = (int)*count;
        if (!is_operator(symbol)) all[(*count)++] = symbol;
    }
    qsort(all + operators, *count - operators, sizeof *all, by_name);
    return all;
}

bool cc_check_globals(struct unit *u) {
    bool entry = false;
    size_t count;
    struct symbol **all = cc_sorted(u, &count);
    for (size_t i = 0; i < count; i++) {
        struct symbol *symbol = all[i];
        if (symbol->kind == K_CONST) continue;
        if (symbol->kind != K_FUNCTION) {
            check_variable(u, symbol);
            continue;
        }
        unsigned excused = U_READ | U_NATIVE | U_STOCK | U_PUBLIC;
        if ((symbol->usage & (U_DEFINED | excused)) == U_DEFINED) {
            char shown[2 * CC_NAME + 20];
            cc_at(u, symbol);
            cc_say(u, 203, cc_display(u, symbol, shown, sizeof shown));
        }
        if (symbol->usage & U_PUBLIC || cc_is_main(symbol)) entry = true;
        bool written = symbol->usage & U_READ || (symbol->usage & U_PUBLIC && symbol->usage & U_DEFINED);
        if (written && !(symbol->usage & U_NATIVE)) cc_debug_symbol(u, symbol);
    }
    cc_expression_ends(u);
    cc_quiet_end(u);
    return entry;
}

// ---- tags

int cc_tag_bool(void) { return 1; }

struct tag *cc_tag_named(struct unit *u, const struct name *name) {
    return name->tag ? &u->tags[name->tag - 1] : NULL;
}

int cc_tag(struct unit *u, struct name *name) {
    const struct tag *known = cc_tag_named(u, name);
    if (known) return known->id;
    CC_ROOM(u, u->tags, u->tag_count, u->tag_room);
    int id = (int)u->tag_count;
    if (name->text[0] >= 'A' && name->text[0] <= 'Z') id |= TAG_STRONG;
    u->tags[u->tag_count++] = (struct tag){name, id, false};
    name->tag = (uint32_t)u->tag_count;
    return id;
}

int cc_tag_read(struct unit *u) {
    if (cc_lex(u) == T_LABEL) return cc_tag(u, u->token.name);
    cc_push(u);
    return 0;
}

static struct tag *tag_by_id(struct unit *u, int id) {
    size_t index = (uint32_t)id & AMX_TAG_ID;
    return index < u->tag_count ? &u->tags[index] : &u->tags[0];
}

const char *cc_tag_name(struct unit *u, int tag) { return tag_by_id(u, tag)->name->text; }

void cc_export_tag(struct unit *u, int tag) {
    if (tag) tag_by_id(u, tag)->exported = true;
}

bool cc_tags_fit(int wanted, int given, bool coerce) {
    return wanted == given || (coerce && wanted == 0 && !(given & (int)TAG_STRONG));
}

struct library *cc_library(struct unit *u, const char *name) {
    for (size_t i = 0; i < u->library_count; i++)
        if (!strcmp(u->libraries[i]->name, name)) return u->libraries[i];
    CC_ROOM(u, u->libraries, u->library_count, u->library_room);
    struct library *library = CC_ONE(u, struct library);
    library->name = cc_copy(u, name, strlen(name));
    u->libraries[u->library_count++] = library;
    return library;
}

// ---- shapes and names

int32_t cc_total(const struct symbol *array) {
    int64_t length = array->length;
    if (array->level > 0) {
        int64_t inner = cc_total(array->sub);
        length = inner > 0 ? length + length * inner : 0;
    }
    return length > CC_ARRAY_MAX ? 0 : (int32_t)length;
}

// Operators are kept under a name of tags in hexadecimal around the sign: "operator+(A:,B:)" is what a person
// sees.
const char *cc_display(struct unit *u, const struct symbol *symbol, char *out, size_t size) {
    const char *text = symbol->name->text;
    if (cc_alpha((unsigned char)text[0]) || !text[0]) return text;
    char *sign;
    unsigned long left = cc_digit((unsigned char)text[0]) ? strtoul(text, &sign, 16) : 0;
    bool unary = !cc_digit((unsigned char)text[0]);
    const char *from = unary ? text : sign, *to = from;
    while (*to && !cc_digit((unsigned char)*to)) to++;
    unsigned long right = strtoul(to, NULL, 16);
    int len = (int)(to - from);
    if (unary)
        snprintf(out, size, "operator%.*s(%s:)", len, from, cc_tag_name(u, (int)right));
    else if (len == 1 && *from == '=')
        snprintf(out, size, "%s:operator=(%s:)", cc_tag_name(u, (int)left), cc_tag_name(u, (int)right));
    else
        snprintf(out, size, "operator%.*s(%s:,%s:)", len, from, cc_tag_name(u, (int)left),
                 cc_tag_name(u, (int)right));
    return out;
}
