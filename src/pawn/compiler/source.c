// From files to lines: continuation, comments, conditional parts, and the stack of included files. Files are
// read once and kept.
#include "base/system/file.h"
#include "pawn/compiler/compiler_internal.h"

#include <stdio.h>

enum { FILE_LIMIT = 64 << 20 };

static const char *const EXTENSIONS[] = {"", ".inc", ".p", ".pawn"};

static struct source *source_known(struct unit *u, const char *path) {
    for (struct source *source = u->sources; source; source = source->next)
        if (!strcmp(source->path, path)) return source;
    return NULL;
}

static struct source *source_add(struct unit *u, const char *path, const uint8_t *text, size_t len) {
    struct source *source = CC_ONE(u, struct source);
    source->path = cc_copy(u, path, strlen(path));
    bool marked = len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3);
    if (marked) text += 3, len -= 3;
    source->text = cc_copy(u, (const char *)text, len);
    source->len = len;
    source->utf8 = cc_utf8_whole(source->text, len);
    source->next = u->sources;
    u->sources = source;
    source->broken = marked && !source->utf8;
    return source;
}

// NULL: there is no such file. Only what is there is remembered.
static struct source *source_open(struct unit *u, const char *path) {
    struct source *source = source_known(u, path);
    if (source) return source;
    if (strlen(path) >= PAWN_PATH) return NULL;
    // Of the unit, so that it is freed even when the arena is full.
    struct buf *text = &u->incoming;
    buf_free(text);
    text->limit = FILE_LIMIT;
    enum err err = u->config->read ? u->config->read(u->config->user, path, text)
                                   : file_read(path, FILE_LIMIT, text, NULL);
    if (err == ERR_NONE && text->len <= FILE_LIMIT)
        source = source_add(u, path, text->at ? text->at : (const uint8_t *)"", text->len);
    buf_free(text);
    return source;
}

const char *cc_file_name(struct unit *u, int file) {
    return file >= 0 && (size_t)file < u->file_count ? u->files[file] : NULL;
}

static void frame_enter(struct unit *u, struct source *source) {
    if (u->frame_count == CC_FILES) cc_say(u, 102, "files included in each other");
    struct frame *frame = &u->frames[u->frame_count];
    struct library *library = u->frame_count ? u->in->library : NULL;
    *frame = (struct frame){.source = source,
                            .name = source->path,
                            .file = u->next_file++,
                            .ifs = u->if_count,
                            .library = library};
    u->frame_count++;
    u->in = frame;
    if ((size_t)frame->file >= u->file_count) {
        CC_ROOM(u, u->files, u->file_count, u->file_room);
        u->files[u->file_count++] = source->path;
    }
    u->files[frame->file] = source->path;
    if (source->broken) {
        frame->line = 1;
        cc_say(u, 77, source->path);
        frame->line = 0;
    }
    cc_debug_file(u, source->path);
}

static void list_file(struct unit *u) {
    if (u->pass != PASS_SURVEY || u->survey || u->config->output != PAWN_PREPROCESSED) return;
    buf_printf(&u->result->text, "#file %s\n", u->in->name);
    u->listed = -1;
}

static bool include_path(struct unit *u, const char *path) {
    char full[PAWN_PATH + 8];
    for (size_t i = 0; i < sizeof EXTENSIONS / sizeof *EXTENSIONS; i++) {
        if (snprintf(full, sizeof full, "%s%s", path, EXTENSIONS[i]) >= PAWN_PATH) return false;
        struct source *source = source_open(u, full);
        if (!source) continue;
        frame_enter(u, source);
        list_file(u);
        return true;
    }
    return false;
}

bool cc_include(struct unit *u, const char *name, bool beside, bool along) {
    char path[PAWN_PATH];
    if (beside) {
        const char *slash = u->frame_count ? strrchr(u->in->name, '/') : NULL;
        int folder = slash ? (int)(slash - u->in->name) + 1 : 0;
        if (snprintf(path, sizeof path, "%.*s%s", folder, folder ? u->in->name : "", name) <
                (int)sizeof path &&
            include_path(u, path))
            return true;
    }
    if (!along || name[0] == '/') return false;
    for (size_t i = 0; i < u->config->include_count; i++) {
        const char *folder = u->config->includes[i];
        const char *slash = folder[0] && folder[strlen(folder) - 1] != '/' ? "/" : "";
        if (snprintf(path, sizeof path, "%s%s%s", folder, slash, name) < (int)sizeof path &&
            include_path(u, path))
            return true;
    }
    return false;
}

// Several sources become one, with marks that tell where each begins.
static struct source *sources_joined(struct unit *u) {
    struct buf *all = &u->joining;
    all->limit = FILE_LIMIT;
    for (size_t i = 0; i < u->config->source_count; i++) {
        const char *path = u->config->sources[i];
        struct source *source = source_open(u, path);
        if (!source) {
            cc_say(u, 100, path);
            continue;
        }
        buf_printf(all, "#file \"%s\"\n#line 0\n", path);
        buf_bytes(all, source->text, source->len);
        buf_text(all, "\n");
    }
    if (all->err) cc_say(u, 102, "source files");
    return source_add(u, "(several files)", all->at, all->len);
}

static struct source *main_source(struct unit *u) {
    if (u->config->source_count == 1) {
        struct source *source = source_open(u, u->config->sources[0]);
        if (!source) cc_say(u, 100, u->config->sources[0]);
        return source;
    }
    if (!u->joined) u->joined = sources_joined(u);
    return u->joined;
}

static void skip_lines(struct frame *frame, int count) {
    while (count-- > 0 && frame->at < frame->source->len) {
        const char *from = frame->source->text + frame->at;
        const char *end = memchr(from, '\n', frame->source->len - frame->at);
        frame->at = end ? (size_t)(end - frame->source->text) + 1 : frame->source->len;
        frame->line++;
    }
}

void cc_reading_begins(struct unit *u) {
    u->frame_count = 0;
    u->next_file = 0;
    u->if_count = u->if_skipped = 0;
    u->reading = true;
    u->cut = u->cut_again = u->line_only = false;
    u->line[0] = u->raw[0] = 0;
    u->p = u->line;
    frame_enter(u, main_source(u));
    skip_lines(u->in, u->config->skip);
    list_file(u);
    const char *prefix = u->config->prefix;
    bool expected = prefix && strcmp(prefix, "default.inc") != 0;
    if (!prefix || !expected)
        cc_include(u, "default.inc", false, true);
    else if (prefix[0] && !include_path(u, prefix) && !cc_include(u, prefix, false, true))
        cc_say(u, 100, prefix);
    cc_next_line(u);
}

// Behind a last newline there is one more line, an empty one.
static bool ended(const struct frame *in) {
    const struct source *source = in->source;
    bool last_line = in->at == source->len && (source->len == 0 || source->text[source->len - 1] == '\n');
    return in->done || (in->at >= source->len && !last_line);
}

// false: nothing more to read.
static bool leave_ended_files(struct unit *u, bool continued) {
    while (ended(u->in)) {
        if (continued) cc_say(u, 49);
        continued = false;
        if (u->frame_count == 1) {
            u->reading = false;
            u->line[0] = 0;
            u->p = u->line;
            if (u->if_count > 0)
                cc_say(u, 1, "#endif", "-end of file-");
            else if (u->in->comment)
                cc_say(u, 1, "*/", "-end of file-");
            return false;
        }
        int open = u->in->ifs;
        u->frame_count--;
        u->in = &u->frames[u->frame_count - 1];
        u->if_count = open;
        u->if_skipped = 0;
        cc_debug_file(u, u->in->name);
        list_file(u);
    }
    return true;
}

// Appends one line of the file at `used`; the new length. *continued: it ended in a backslash.
static size_t read_physical(struct unit *u, size_t used, bool *continued) {
    struct frame *in = u->in;
    const char *from = in->source->text + in->at;
    size_t left = in->source->len - in->at;
    const char *end = left ? memchr(from, '\n', left) : NULL;
    size_t len = end ? (size_t)(end - from) : left;
    in->at += end || !left ? len + 1 : len;
    in->line++;
    if (*continued)
        while (len && (unsigned char)*from <= ' ') from++, len--;
    while (len && (unsigned char)from[len - 1] <= ' ') len--; // also a carriage return
    *continued = len && from[len - 1] == '\\' && end;
    bool too_long = len > CC_LINE - used;
    if (too_long) len = CC_LINE - used, *continued = false;
    memcpy(u->line + used, from, len);
    for (char *p = u->line + used; (p = memchr(p, 0, (size_t)(u->line + used + len - p)));) *p = ' ';
    used += len;
    if (*continued)
        u->line[used - 1] = '\a'; // seen by strings, and by // comments that must not be continued
    u->line[used] = 0;
    if (too_long) cc_say(u, 75);
    return used;
}

static bool read_line(struct unit *u) {
    size_t used = 0;
    bool continued = false;
    do {
        if (!leave_ended_files(u, continued)) {
            if (!used) return false;
            u->reading = true; // what was begun is still a line; the end is met again
            break;
        }
        used = read_physical(u, used, &continued);
    } while (continued);
    u->p = u->line;
    memcpy(u->raw, u->line, used + 1);
    if (u->line_constant) u->line_constant->addr = u->in->line;
    return true;
}

// ---- comments

static const char *blank_comment(struct unit *u, char *p) {
    bool kept = u->in->comment == 2, leading = true;
    const char *from = p;
    for (; *p; p++) {
        if (p[0] == '*' && p[1] == '/') {
            if (kept) cc_document_line(u, from, (size_t)(p - from));
            p[0] = p[1] = ' ';
            u->in->comment = 0;
            return p + 2;
        }
        if (p[0] == '/' && p[1] == '*') cc_say(u, 216);
        if (kept && leading && (cc_blank((unsigned char)*p) || *p == '*'))
            from = p + 1;
        else
            leading = false;
        if (!kept) *p = ' ';
    }
    if (kept) cc_document_line(u, from, (size_t)(p - from));
    return p;
}

static void erase(char *from, const char *to) {
    for (; from < to; from++) *from = ' ';
}

static void line_comment(struct unit *u, char *p, bool follows) {
    if (strchr(p, '\a')) cc_say(u, 49);
    if (p[2] == '/' && (unsigned char)p[3] <= ' ') {
        if (!follows && !u->function) cc_document_gap(u);
        const char *text = cc_skip_blank(p + 3);
        cc_document_line(u, text, strlen(text));
        u->comment_single = true;
    }
    *p = 0;
}

static void strip_comments(struct unit *u) {
    bool follows = u->comment_single;
    u->comment_single = false;
    char *p = u->line;
    while (*p) {
        if (u->in->comment) {
            char *from = p;
            bool kept = u->in->comment == 2;
            p = u->line + (blank_comment(u, p) - u->line);
            if (kept) erase(from, p);
        } else if (p[0] == '/' && p[1] == '*') {
            bool document = p[2] == '*' && (unsigned char)p[3] <= ' ';
            if (document && !u->function) cc_document_gap(u);
            u->in->comment = document ? 2 : 1;
            size_t mark = document ? 3 : 2;
            memset(p, ' ', mark);
            p += mark;
        } else if (p[0] == '/' && p[1] == '/') {
            line_comment(u, p, follows);
            return;
        } else if (*p == '"' || *p == '\'') {
            p = u->line + (cc_string_skip(u, p) - u->line);
            if (*p) p++;
        } else {
            p++;
        }
    }
}

// A #line stands where lines were left out.
static void list_line(struct unit *u, enum line_kind kind) {
    if (u->pass != PASS_SURVEY || u->survey || u->config->output != PAWN_PREPROCESSED || !u->reading) return;
    if (kind != LINE_CODE && kind != LINE_EMPTY && kind != LINE_DIRECTIVE) return;
    if (u->in->line != ++u->listed) {
        u->listed = u->in->line;
        buf_printf(&u->result->text, "#line %d\n", u->in->line);
    }
    buf_printf(&u->result->text, "%s\n", kind == LINE_EMPTY ? "" : u->line);
}

void cc_next_line(struct unit *u) {
    enum line_kind kind = LINE_EMPTY;
    while (u->reading) {
        if (u->cut) {
            u->cut = false;
            u->p = u->line;
        } else {
            if (!read_line(u)) return;
            u->cut_again = false;
            if (u->in->comment || strpbrk(u->line, "/\"'")) strip_comments(u);
        }
        kind = cc_directive(u);
        if (kind != LINE_CODE) cc_quiet_end(u);
        if (kind == LINE_CODE) {
            if (u->macro_count) cc_replace(u, u->line, sizeof u->line - 1);
            u->p = u->line;
        }
        list_line(u, kind);
        if (kind == LINE_CODE || kind == LINE_CUT) return;
    }
}

// Looks ahead without reading: is the next thing, perhaps lines below, an ellipsis?
bool cc_ellipsis_follows(struct unit *u) {
    const char *p = cc_skip_blank(u->p);
    if (*p) return p[0] == '.' && p[1] == '.' && p[2] == '.';
    if (u->line_only) return false;
    const struct frame *in = u->in;
    if (in->done) return false;
    if (in->at >= in->source->len) return false;
    const char *at = in->source->text + in->at, *end = in->source->text + in->source->len;
    bool comment = in->comment != 0;
    while (at < end) {
        size_t left = (size_t)(end - at);
        if (comment) {
            comment = !(left > 1 && at[0] == '*' && at[1] == '/');
            at += comment ? 1 : 2;
        } else if ((unsigned char)*at <= ' ') {
            at++;
        } else if (left > 1 && at[0] == '/' && at[1] == '*') {
            comment = true;
            at += 2;
        } else if (left > 1 && at[0] == '/' && at[1] == '/') {
            const char *line = memchr(at, '\n', left);
            at = line ? line : end;
        } else {
            return left > 2 && !memcmp(at, "...", 3);
        }
    }
    return false;
}
