#include "codec/bank/index.h"

#include "base/hash.h"
#include "base/table.h"

#include <stdlib.h>
#include <string.h>

#include <expat.h>

// Where in the XML we are. Elements that are not in this table, and all within them, are stepped over.
enum place {
    NOWHERE,
    ROOT,
    STREAMED_LIST,
    BANK_LIST,
    STREAMED,
    BANK,
    EVENTS,
    REFERENCES,
    MEMORY,
    EVENT,
    REFERENCE,
    EMBEDDED,
    TEXT_OF
};

static const struct {
    enum place from;
    const char *name;
    enum place to;
} STEPS[] = {
    {NOWHERE, "SoundBanksInfo", ROOT},
    {ROOT, "StreamedFiles", STREAMED_LIST},
    {ROOT, "SoundBanks", BANK_LIST},
    {STREAMED_LIST, "File", STREAMED},
    {BANK_LIST, "SoundBank", BANK},
    {BANK, "IncludedEvents", EVENTS},
    {BANK, "ReferencedStreamedFiles", REFERENCES},
    {BANK, "IncludedMemoryFiles", MEMORY},
    {EVENTS, "Event", EVENT},
    {REFERENCES, "File", REFERENCE},
    {MEMORY, "File", EMBEDDED},
    {STREAMED, "ShortName", TEXT_OF},
    {STREAMED, "Path", TEXT_OF},
    {BANK, "ShortName", TEXT_OF},
    {BANK, "Path", TEXT_OF},
    {BANK, "ObjectPath", TEXT_OF},
    {EMBEDDED, "ShortName", TEXT_OF},
    {EMBEDDED, "Path", TEXT_OF},
    {EMBEDDED, "PrefetchSize", TEXT_OF},
};

enum { DEPTH = 8 };

struct rows { // a list that grows outside the arena, and is copied into it at the end
    void *at;
    size_t count, room, size;
};

struct loading {
    XML_Parser parser;
    const char *file;
    struct arena *arena;
    struct fault *fault;
    enum err err;
    enum place places[DEPTH];
    unsigned depth, skipped; // skipped: how deep we are within something unknown
    char leaf[16];           // which text is being gathered
    struct buf text;
    struct rows banks, events, files, streamed;
    struct table ids, streamed_ids, file_ids; // number as text to nothing, to a row's place + 1
};

static enum place here(const struct loading *load) {
    return load->depth ? load->places[load->depth - 1] : NOWHERE;
}

static void fail(struct loading *load, enum err err, const char *said, const char *about) {
    if (load->err) return;
    load->err = err;
    fault_at(load->fault, err, load->file, (unsigned)XML_GetCurrentLineNumber(load->parser),
             (unsigned)XML_GetCurrentColumnNumber(load->parser) + 1, "%s%s%s", said, about ? ": " : "",
             about ? about : "");
    XML_StopParser(load->parser, XML_FALSE);
}

static void *add(struct loading *load, struct rows *rows) {
    if (rows->count == rows->room) {
        size_t room = rows->room ? 2 * rows->room : 64;
        void *more = realloc(rows->at, room * rows->size);
        if (!more) return fail(load, ERR_MEMORY, "no memory", NULL), NULL;
        rows->at = more;
        rows->room = room;
    }
    void *row = (char *)rows->at + rows->count++ * rows->size;
    memset(row, 0, rows->size);
    return row;
}

static void *last(struct rows *rows) {
    return rows->count ? (char *)rows->at + (rows->count - 1) * rows->size : NULL;
}

static const char *attribute(const char *const *attributes, const char *name) {
    for (; *attributes; attributes += 2)
        if (!strcmp(attributes[0], name)) return attributes[1];
    return NULL;
}

static struct text keep(struct loading *load, const char *text, size_t len) {
    const char *copy = arena_copy_text(load->arena, text ? text : "", text ? len : 0);
    if (!copy) fail(load, ERR_LIMIT, "no room for the list", NULL);
    return (struct text){copy ? copy : "", copy && text ? len : 0};
}

static struct text keep_attribute(struct loading *load, const char *const *attributes, const char *name) {
    const char *value = attribute(attributes, name);
    return keep(load, value, value ? strlen(value) : 0);
}

static uint32_t number(struct loading *load, const char *text, const char *what) {
    uint64_t value;
    if (!text)
        fail(load, ERR_MISSING, "an element needs its attribute", what);
    else if (text_to_u64(text_of(text), &value) || value > UINT32_MAX)
        fail(load, ERR_RANGE, "expected a number of 32 bits", text);
    else
        return (uint32_t)value;
    return 0;
}

// Remembers a number; false if it was there already. The value is a place + 1, or just something.
static bool remember(struct loading *load, struct table *table, uint32_t id, size_t place) {
    struct text key = {(const char *)&id, sizeof id};
    if (table_has(table, key)) return false;
    if (!table_put(table, key, (void *)(uintptr_t)(place + 1))) fail(load, ERR_MEMORY, "no memory", NULL);
    return true;
}

static void *recall(const struct table *table, uint32_t id, const struct rows *rows) {
    uintptr_t place = (uintptr_t)table_get(table, (struct text){(const char *)&id, sizeof id});
    return place ? (char *)rows->at + (place - 1) * rows->size : NULL;
}

static void begin_streamed(struct loading *load, const char *const *attributes) {
    struct bank_index_file *file = add(load, &load->streamed);
    if (!file) return;
    file->id = number(load, attribute(attributes, "Id"), "Id");
    file->language = keep_attribute(load, attributes, "Language");
    if (!load->err && !remember(load, &load->streamed_ids, file->id, load->streamed.count - 1))
        fail(load, ERR_DUPLICATE, "a streamed file is there twice", attribute(attributes, "Id"));
}

static void begin_bank(struct loading *load, const char *const *attributes) {
    struct bank_index_bank *bank = add(load, &load->banks);
    if (!bank) return;
    bank->id = number(load, attribute(attributes, "Id"), "Id");
    bank->language = keep_attribute(load, attributes, "Language");
    bank->name = bank->path = bank->object = TEXT("");
    if (!load->err && !remember(load, &load->ids, bank->id, 0))
        fail(load, ERR_DUPLICATE, "a number is there twice", attribute(attributes, "Id"));
}

static uint32_t current_bank(struct loading *load) {
    const struct bank_index_bank *bank = last(&load->banks);
    return bank ? bank->id : 0;
}

static void begin_event(struct loading *load, const char *const *attributes) {
    struct bank_index_event *event = add(load, &load->events);
    if (!event) return;
    event->id = number(load, attribute(attributes, "Id"), "Id");
    event->bank = current_bank(load);
    event->name = keep_attribute(load, attributes, "Name");
    event->object = keep_attribute(load, attributes, "ObjectPath");
    if (!load->err && !remember(load, &load->ids, event->id, 0))
        fail(load, ERR_DUPLICATE, "a number is there twice", attribute(attributes, "Id"));
}

// A bank refers to a streamed file listed before; a copy of its beginning may be embedded in the same or
// another bank.
static void begin_reference(struct loading *load, const char *const *attributes) {
    const char *text = attribute(attributes, "Id");
    uint32_t id = number(load, text, "Id");
    if (load->err) return;
    const struct bank_index_file *streamed = recall(&load->streamed_ids, id, &load->streamed);
    if (!streamed) return fail(load, ERR_MISSING, "a streamed file that is not listed", text);
    struct bank_index_file *file = recall(&load->file_ids, id, &load->files);
    uint32_t prefetch = file ? file->prefetch : 0;
    if (!file) {
        file = add(load, &load->files);
        if (!file || !remember(load, &load->file_ids, id, load->files.count - 1)) return;
    }
    *file = *streamed;
    file->bank = current_bank(load);
    file->prefetch = prefetch;
}

static void begin_embedded(struct loading *load, const char *const *attributes) {
    struct bank_index_file *file = add(load, &load->files);
    if (!file) return;
    file->id = number(load, attribute(attributes, "Id"), "Id");
    file->bank = current_bank(load);
    file->embedded = true;
    file->language = keep_attribute(load, attributes, "Language");
    file->name = file->path = TEXT("");
}

// An embedded file is known whole only now; if it is one that is streamed too, only the length of its
// beginning is of use.
static void end_embedded(struct loading *load) {
    struct bank_index_file *file = last(&load->files);
    if (!file || load->err) return;
    struct bank_index_file *known = recall(&load->file_ids, file->id, &load->files);
    if (known) {
        if (!known->prefetch) known->prefetch = file->prefetch;
        load->files.count--;
    } else {
        remember(load, &load->file_ids, file->id, load->files.count - 1);
    }
}

static void XMLCALL begin(void *user, const char *name, const char **attributes) {
    struct loading *load = user;
    const char *const *list = (const char *const *)attributes;
    enum place to = NOWHERE;
    for (size_t i = 0; !load->skipped && i < sizeof STEPS / sizeof *STEPS; i++)
        if (STEPS[i].from == here(load) && !strcmp(STEPS[i].name, name)) to = STEPS[i].to;
    if (!load->skipped && !load->depth && to != ROOT)
        fail(load, ERR_SYNTAX, "expected SoundBanksInfo as the outermost element, found", name);
    if (to == NOWHERE || load->depth == DEPTH) {
        load->skipped++;
        return;
    }
    load->places[load->depth++] = to;
    switch (to) {
    case STREAMED:
        begin_streamed(load, list);
        break;
    case BANK:
        begin_bank(load, list);
        break;
    case EVENT:
        begin_event(load, list);
        break;
    case REFERENCE:
        begin_reference(load, list);
        break;
    case EMBEDDED:
        begin_embedded(load, list);
        break;
    case TEXT_OF:
        snprintf(load->leaf, sizeof load->leaf, "%s", name);
        buf_clear(&load->text);
        break;
    default:
        break;
    }
}

static void put_file_text(struct loading *load, struct bank_index_file *file, struct text text) {
    if (!strcmp(load->leaf, "ShortName"))
        file->name = text;
    else if (!strcmp(load->leaf, "Path"))
        file->path = text;
    else
        file->prefetch = number(load, text.at, "PrefetchSize");
}

static void put_text(struct loading *load) {
    struct text trimmed =
        text_trim((struct text){load->text.len ? (const char *)load->text.at : "", load->text.len});
    struct text text = keep(load, trimmed.at, trimmed.len);
    struct bank_index_bank *bank = last(&load->banks);
    if (load->err) return;
    if (here(load) == BANK && bank) {
        if (!strcmp(load->leaf, "ShortName"))
            bank->name = text;
        else if (!strcmp(load->leaf, "Path"))
            bank->path = text;
        else
            bank->object = text;
    } else {
        struct bank_index_file *file = last(here(load) == STREAMED ? &load->streamed : &load->files);
        if (file) put_file_text(load, file, text);
    }
}

static void XMLCALL end(void *user, const char *name) {
    struct loading *load = user;
    (void)name;
    if (load->skipped) {
        load->skipped--;
        return;
    }
    enum place was = here(load);
    load->depth--;
    if (was == TEXT_OF) put_text(load);
    if (was == EMBEDDED) end_embedded(load);
}

static void XMLCALL letters(void *user, const char *text, int len) {
    struct loading *load = user;
    if (!load->skipped && here(load) == TEXT_OF) buf_bytes(&load->text, text, (size_t)len);
    if (load->text.err) fail(load, load->text.err, "a text that is too long", NULL);
}

static void XMLCALL document_type(void *user, const char *name, const char *system, const char *public,
                                  int internal) {
    (void)system, (void)public, (void)internal;
    fail(user, ERR_DENIED, "a document type has no place here", name);
}

static bool copy_rows(struct loading *load, const struct rows *rows, void *list) {
    struct {
        void *at;
        size_t count;
    } out = {arena_take_many(load->arena, rows->count + 1, rows->size, sizeof(void *)), rows->count};
    if (out.at && rows->count) memcpy(out.at, rows->at, rows->count * rows->size);
    memcpy(list, &out, sizeof out);
    return out.at != NULL;
}

static void parse(struct loading *load, struct text text) {
    XML_SetUserData(load->parser, load);
    XML_SetElementHandler(load->parser, begin, end);
    XML_SetCharacterDataHandler(load->parser, letters);
    XML_SetStartDoctypeDeclHandler(load->parser, document_type);
    if (XML_Parse(load->parser, text.at, (int)text.len, XML_TRUE) != XML_STATUS_OK)
        fail(load, ERR_SYNTAX, "no XML", XML_ErrorString(XML_GetErrorCode(load->parser)));
}

enum err bank_index_xml(struct text text, const char *file, struct arena *arena, struct bank_index *out,
                        struct fault *fault) {
    *out = (struct bank_index){0};
    if (text.len > BANK_INDEX_BYTES_MAX)
        return fault_at(fault, ERR_LIMIT, file, 0, 0, "the list of sound banks is too long");
    struct loading load = {.file = file, .arena = arena, .fault = fault};
    load.text.limit = 1 << 16;
    load.banks.size = sizeof(struct bank_index_bank);
    load.events.size = sizeof(struct bank_index_event);
    load.files.size = load.streamed.size = sizeof(struct bank_index_file);
    load.parser = XML_ParserCreate(NULL);
    if (!load.parser) return fault_at(fault, ERR_MEMORY, file, 0, 0, "no memory");
    parse(&load, text);
    if (!load.err &&
        !(copy_rows(&load, &load.banks, &out->banks) && copy_rows(&load, &load.events, &out->events) &&
          copy_rows(&load, &load.files, &out->files)))
        load.err = fault_at(fault, ERR_LIMIT, file, 0, 0, "no room for the list");
    XML_ParserFree(load.parser);
    free(load.banks.at);
    free(load.events.at);
    free(load.files.at);
    free(load.streamed.at);
    table_free(&load.ids);
    table_free(&load.streamed_ids);
    table_free(&load.file_ids);
    buf_free(&load.text);
    if (load.err) *out = (struct bank_index){0};
    return load.err;
}

static bool is_init(const struct bank_index_bank *bank) { return text_same_nocase(bank->name, TEXT("Init")); }

enum err bank_index_json(const struct json *document, struct arena *arena, struct bank_index *out,
                         struct fault *fault) {
    *out = (struct bank_index){0};
    if (document->kind != JSON_LIST)
        return json_fault(document, fault, ERR_TYPE, "expected a list of sound banks, found %s",
                          json_kind_name(document->kind));
    out->banks.at = arena_array(arena, struct bank_index_bank, document->count + 1);
    if (!out->banks.at) return json_fault(document, fault, ERR_LIMIT, "no room for the list");
    for (const struct json *row = document->first; row; row = row->next) {
        struct bank_index_bank *bank = &out->banks.at[out->banks.count];
        enum err err = json_get_text(row, "soundbank_name", &bank->name, fault);
        if (!err) err = json_get_text(row, "language", &bank->language, fault);
        if (!err) err = json_get_text(row, "path", &bank->path, fault);
        if (!err && json_get(row, "bundle_name"))
            err = json_get_text(row, "bundle_name", &bank->object, fault);
        if (err) return err;
        char name[256];
        if (text_copy(bank->name, name, sizeof name) >= sizeof name)
            return json_fault(row, fault, ERR_LIMIT, "the name of a sound bank is too long");
        bank->id = fnv1_32_lower(name);
        for (size_t i = 0; i < out->banks.count; i++)
            if (out->banks.at[i].id == bank->id && text_same(out->banks.at[i].language, bank->language))
                return json_fault(row, fault, ERR_DUPLICATE, "the sound bank \"%s\" is listed twice", name);
        out->banks.count++;
    }
    for (size_t i = 1; i < out->banks.count; i++) {
        if (!is_init(&out->banks.at[i])) continue;
        struct bank_index_bank init = out->banks.at[i];
        memmove(&out->banks.at[1], &out->banks.at[0], i * sizeof init);
        out->banks.at[0] = init;
        break;
    }
    return ERR_NONE;
}

enum err bank_index_write_json(const struct bank_index *index, struct buf *out) {
    struct json_writer w = json_writer_of(out, 2);
    json_open(&w, '[');
    for (size_t i = 0; i < index->banks.count; i++) {
        const struct bank_index_bank *bank = &index->banks.at[i];
        json_open(&w, '{');
        json_key(&w, "bundle_name");
        json_text(&w, bank->object.at ? bank->object : bank->name);
        json_key(&w, "language");
        json_text(&w, bank->language);
        json_key(&w, "path");
        json_text(&w, bank->path);
        json_key(&w, "soundbank_name");
        json_text(&w, bank->name);
        json_close(&w, '}');
    }
    json_close(&w, ']');
    buf_byte(out, '\n');
    return out->err;
}

const struct bank_index_event *bank_index_event(const struct bank_index *index, uint32_t id) {
    for (size_t i = 0; i < index->events.count; i++)
        if (index->events.at[i].id == id) return &index->events.at[i];
    return NULL;
}

const struct bank_index_event *bank_index_event_named(const struct bank_index *index, const char *name) {
    for (size_t i = 0; i < index->events.count; i++)
        if (text_same_nocase(index->events.at[i].name, text_of(name))) return &index->events.at[i];
    return NULL;
}

const struct bank_index_file *bank_index_file(const struct bank_index *index, uint32_t id) {
    for (size_t i = 0; i < index->files.count; i++)
        if (index->files.at[i].id == id) return &index->files.at[i];
    return NULL;
}
