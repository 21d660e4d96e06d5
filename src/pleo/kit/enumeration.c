#include "pleo/kit/enumeration.h"

#include <stdlib.h>
#include <string.h>

#include <expat.h>

static const struct {
    const char *name, *plural, *prefix;
} TYPES[URF_TYPES] = {
    {"sound", "sounds", "snd"},
    {"motion", "motions", "mot"},
    {"command", "commands", "cmd"},
    {"script", "scripts", "scr"},
    {"user_property", "user_properties", "property"},
};

const char *enumeration_plural(enum urf_type type) { return TYPES[type].plural; }

void enumeration_free(struct enumeration *all) {
    free(all->at);
    *all = (struct enumeration){.type = all->type};
}

static struct enumeration_row *row_of(const struct enumeration *all, struct text name) {
    for (size_t i = 0; i < all->count; i++)
        if (text_is(name, all->at[i].name)) return &all->at[i];
    return NULL;
}

static enum err append(struct enumeration *all, const char *name, unsigned id, struct fault *fault) {
    if (all->count == all->room) {
        size_t room = all->room ? 2 * all->room : 64;
        struct enumeration_row *more = realloc(all->at, room * sizeof *more);
        if (!more) return fault_set(fault, ERR_MEMORY, "no memory");
        all->at = more, all->room = room;
    }
    struct enumeration_row *row = &all->at[all->count++];
    *row = (struct enumeration_row){.id = id};
    text_copy(text_of(name), row->name, sizeof row->name);
    return ERR_NONE;
}

enum err enumeration_add(struct enumeration *all, const char *name, unsigned *id, struct fault *fault) {
    struct enumeration_row *row = row_of(all, text_of(name));
    if (!row) {
        unsigned next = urf_id(all->type, 0);
        for (size_t i = 0; i < all->count; i++)
            if (all->at[i].id >= next) next = all->at[i].id + 1;
        if (next >= urf_id(all->type, URF_ENTRIES_MAX))
            return fault_set(fault, ERR_LIMIT, "all %d numbers of %s are given; to begin anew, remove %s.xml",
                             URF_ENTRIES_MAX, TYPES[all->type].plural, TYPES[all->type].plural);
        enum err err = append(all, name, next, fault);
        if (err) return err;
        row = &all->at[all->count - 1];
    }
    row->present = true;
    *id = row->id;
    return ERR_NONE;
}

bool enumeration_find(const struct enumeration *all, struct text name, unsigned *id) {
    const struct enumeration_row *row = row_of(all, name);
    if (!row || !row->present) return false;
    *id = row->id;
    return true;
}

size_t enumeration_present(const struct enumeration *all) {
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) count += all->at[i].present;
    return count;
}

// ---- reading

struct load {
    XML_Parser parser;
    struct enumeration *all;
    const char *file;
    struct fault *fault;
    unsigned depth;
    enum err err;
};

static void fail(struct load *load, enum err err, const char *said, const char *about) {
    if (load->err) return;
    char shown[96];
    load->err = fault_at(load->fault, err, load->file, (unsigned)XML_GetCurrentLineNumber(load->parser),
                         (unsigned)XML_GetCurrentColumnNumber(load->parser) + 1, "%s %s", said,
                         text_shown(text_of(about), shown, sizeof shown));
    XML_StopParser(load->parser, XML_FALSE);
}

static void take(struct load *load, const char *name, const char *id) {
    uint64_t number = 0;
    struct text digits = text_trim(text_of(id));
    unsigned low = urf_id(load->all->type, 0);
    if (text_to_u64(digits, &number) || number < low || number >= low + URF_ENTRIES_MAX) {
        fail(load, ERR_RANGE, "no number of this type:", id);
        return;
    }
    if (row_of(load->all, text_of(name))) {
        fail(load, ERR_DUPLICATE, "named twice:", name);
        return;
    }
    for (size_t i = 0; i < load->all->count; i++)
        if (load->all->at[i].id == number) {
            fail(load, ERR_DUPLICATE, "a number that another has:", id);
            return;
        }
    struct fault inside = {0};
    enum err err = append(load->all, name, (unsigned)number, &inside);
    if (err) fail(load, err, inside.said, "");
}

static void XMLCALL begin(void *user, const char *element, const char **attributes) {
    struct load *load = user;
    if (load->err) return;
    if (load->depth++ == 0) {
        if (strcmp(element, "enum") != 0) fail(load, ERR_SYNTAX, "expected an enum, found", element);
        return;
    }
    if (strcmp(element, "e") != 0 || load->depth > 2) {
        fail(load, ERR_SYNTAX, "expected an e, found", element);
        return;
    }
    const char *name = NULL, *id = NULL;
    for (; *attributes; attributes += 2) {
        if (!strcmp(*attributes, "name")) name = attributes[1];
        if (!strcmp(*attributes, "id")) id = attributes[1];
    }
    if (!name || !id || strlen(name) >= URF_NAME_ROOM)
        fail(load, ERR_MISSING, "expected id and name, the name of at most 32 bytes, in", element);
    else
        take(load, name, id);
}

static void XMLCALL end(void *user, const char *element) {
    struct load *load = user;
    (void)element;
    load->depth--;
}

static void XMLCALL document_type(void *user, const char *name, const char *system, const char *public,
                                  int inside) {
    (void)system, (void)public, (void)inside;
    fail(user, ERR_UNSUPPORTED, "expected no document type, found", name);
}

static int by_id(const void *a, const void *b) {
    const struct enumeration_row *p = a, *q = b;
    return p->id < q->id ? -1 : p->id > q->id;
}

enum err enumeration_read(struct enumeration *all, struct text xml, const char *file, struct fault *fault) {
    if (xml.len > ENUMERATION_BYTES_MAX)
        return fault_at(fault, ERR_LIMIT, file, 0, 0, "more than %d MiB", ENUMERATION_BYTES_MAX >> 20);
    struct load load = {.parser = XML_ParserCreate(NULL), .all = all, .file = file, .fault = fault};
    if (!load.parser) return fault_set(fault, ERR_MEMORY, "no memory");
    XML_SetUserData(load.parser, &load);
    XML_SetElementHandler(load.parser, begin, end);
    XML_SetStartDoctypeDeclHandler(load.parser, document_type);
    if (XML_Parse(load.parser, xml.at, (int)xml.len, XML_TRUE) != XML_STATUS_OK)
        fail(&load, ERR_SYNTAX, "this is not XML:", XML_ErrorString(XML_GetErrorCode(load.parser)));
    XML_ParserFree(load.parser);
    if (all->count) qsort(all->at, all->count, sizeof *all->at, by_id);
    return load.err;
}

// ---- writing

void enumeration_xml(const struct enumeration *all, struct buf *out) {
    buf_printf(out, "<enum max=\"32767\" min=\"%u\" name=\"%s\" namesoff=\"true\" short=\"%s\">\n",
               urf_id(all->type, 0), TYPES[all->type].name, TYPES[all->type].prefix);
    for (size_t i = 0; i < all->count; i++)
        buf_printf(out, "  <e id=\"%5u\" name=\"%s\" />\n", all->at[i].id, all->at[i].name);
    buf_text(out, "</enum>\n");
}

static void line(struct buf *out, const char *prefix, const char *name, int width, unsigned value) {
    char whole[64];
    snprintf(whole, sizeof whole, "%s_%s", prefix, name);
    buf_printf(out, "  %-*s = %5u,\n", width, whole, value);
}

void enumeration_include(const struct enumeration *all, struct buf *out) {
    const char *prefix = TYPES[all->type].prefix;
    size_t width = strlen("none");
    for (size_t i = 0; i < all->count; i++)
        if (all->at[i].present && strlen(all->at[i].name) > width) width = strlen(all->at[i].name);
    int wide = (int)(strlen(prefix) + 1 + width);
    buf_text(out, "/***************************************************\\\n"
                  "*                                                   *\n"
                  "*                      WARNING                      *\n"
                  "*                                                   *\n"
                  "*  Made from the project file by critter pleo       *\n"
                  "*  build, and made again by every build: what is    *\n"
                  "*  changed here is lost.                            *\n"
                  "*                                                   *\n"
                  "\\***************************************************/\n\n");
    buf_printf(out, "enum %s_name {\n", TYPES[all->type].name);
    if (all->type != URF_PROPERTY) line(out, prefix, "none", wide, 0);
    line(out, prefix, "min", wide, urf_id(all->type, 0));
    for (size_t i = 0; i < all->count; i++)
        if (all->at[i].present) line(out, prefix, all->at[i].name, wide, all->at[i].id);
    buf_printf(out, "  %s_max\n};\n", prefix);
}
