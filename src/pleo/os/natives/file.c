#include "pleo/os/natives/natives.h"

#include <string.h>

enum { MODE_READ = 0, MODE_WRITE = 1, MODE_APPEND = 3 };

static struct open_file *file_of(struct amx *amx, int32_t handle) {
    struct open_file *f = handle >= 1 && handle <= OPEN_FILES ? &its(amx)->open_files[handle - 1] : NULL;
    return f && f->open ? f : NULL;
}
NATIVE(device_change) {
    struct pleo *p = its(amx);
    bool fine = params[1] == 0 ? p->files.card != NULL : params[1] == 1;
    if (fine) p->files.drive = params[1] ? 'b' : 'a';
    return fine;
}
NATIVE(file_open) { // 0: it cannot be opened
    struct pleo *p = its(amx);
    char path[NATIVE_TEXT], name[CARD_NAME_MAX], drive;
    int32_t mode = arg(params, 2, MODE_READ);
    if (!native_text(amx, params[1], path, sizeof path) || !files_name(p, path, &drive, name)) return 0;
    for (int i = 0; i < OPEN_FILES; i++) {
        struct open_file *f = &p->open_files[i];
        if (f->open) continue;
        struct file_ref file =
            mode == MODE_READ ? files_find(p, path) : files_make(p, drive, name, mode == MODE_WRITE);
        if (!file_is(&file)) return 0;
        *f = (struct open_file){.open = true, .writes = mode != MODE_READ, .file = file};
        f->at = mode == MODE_APPEND ? file_size(p, &file) : 0;
        return i + 1;
    }
    return 0;
}
NATIVE(file_gets) { // one line, with its end; the characters read
    struct open_file *f = file_of(amx, params[1]);
    char line[NATIVE_TEXT];
    size_t len = 0, room = params[4] > 0 ? (size_t)params[4] : 0, most = arg(params, 3, 0) ? room * 4 : room;
    if (!f || !room) return 0;
    if (most > sizeof line) most = sizeof line;
    while (len + 1 < most && file_get(its(amx), &f->file, f->at, line + len, 1)) {
        f->at++;
        if (line[len++] == '\n') break;
    }
    return amx_text_put(amx, params[2], room, arg(params, 3, 0), line, len) ? (int32_t)len : 0;
}
static int32_t put(struct amx *amx, struct open_file *f, const char *bytes, size_t len) {
    if (!f || !f->writes) return 0;
    size_t done = file_put(its(amx), &f->file, f->at, bytes, len);
    f->at += (uint32_t)done;
    return (int32_t)done;
}
NATIVE(file_puts) {
    char text[NATIVE_TEXT];
    return native_text(amx, params[2], text, sizeof text)
               ? put(amx, file_of(amx, params[1]), text, strlen(text))
               : 0;
}
NATIVE(file_printf) {
    char text[NATIVE_TEXT];
    size_t len;
    return native_format(amx, params, 2, text, sizeof text, &len)
               ? put(amx, file_of(amx, params[1]), text, len)
               : 0;
}
// Bytes: four a cell, the first in the highest byte, or one a cell.
NATIVE(file_read) {
    struct open_file *f = file_of(amx, params[1]);
    bool packed = params[3] != 0;
    if (!f || params[4] <= 0 || params[4] > 1 << 16) return 0;
    size_t size = (size_t)params[4];
    int32_t *cells = amx_cells(amx, params[2], packed ? (size + 3) / 4 : size);
    size_t done = 0;
    uint8_t byte;
    while (cells && done < size && file_get(its(amx), &f->file, f->at, &byte, 1)) {
        unsigned shift = 24 - 8 * (unsigned)(done % 4);
        if (packed)
            cells[done / 4] =
                (int32_t)(((uint32_t)cells[done / 4] & ~(0xffu << shift)) | (uint32_t)byte << shift);
        else
            cells[done] = byte;
        done++, f->at++;
    }
    return (int32_t)done;
}
NATIVE(file_write) { // packed bytes
    struct open_file *f = file_of(amx, params[1]);
    if (!f || params[3] <= 0 || params[3] > 1 << 16) return 0;
    int32_t *cells = amx_cells(amx, params[2], ((size_t)params[3] + 3) / 4);
    int32_t done = 0;
    while (cells && done < params[3]) {
        char byte = (char)((uint32_t)cells[done / 4] >> (24 - 8 * (done % 4)));
        if (!put(amx, f, &byte, 1)) break;
        done++;
    }
    return done;
}
NATIVE(file_seek) { // the guide's firmware knows the start only; here all three work
    struct open_file *f = file_of(amx, params[1]);
    if (!f) return -1;
    int64_t size = file_size(its(amx), &f->file),
            from = params[3] == 1   ? f->at
                   : params[3] == 2 ? size
                                    : 0,
            to = from + params[2];
    if (to < 0 || to > size) return -1;
    return (int32_t)(f->at = (uint32_t)to);
}
NATIVE(file_close) {
    struct open_file *f = file_of(amx, params[1]);
    if (f) f->open = false;
    return f != NULL;
}
NATIVE(file_flush) { return file_of(amx, params[1]) != NULL; } // every tick is kept
NATIVE(file_get_size) {
    struct open_file *f = file_of(amx, params[1]);
    return f ? (int32_t)file_size(its(amx), &f->file) : -1;
}

static int32_t found(struct amx *amx, struct finding *f, int32_t handle, int32_t to, bool packed,
                     int32_t room) {
    char name[CARD_NAME_MAX];
    if (!files_list(its(amx), f->drive, f->pattern, f->next, name)) return f->used = false, 0;
    f->next++;
    return amx_text_put(amx, to, (size_t)(room > 0 ? room : 0), packed, name, strlen(name)) ? handle : 0;
}
NATIVE(find_first) {
    struct pleo *p = its(amx);
    char path[NATIVE_TEXT];
    if (!native_text(amx, params[1], path, sizeof path)) return 0;
    int i = 0;
    while (i < FINDINGS - 1 && p->findings[i].used) i++;
    struct finding *f = &p->findings[i];
    *f = (struct finding){.used = true, .drive = p->files.drive};
    const char *pattern = path;
    if (path[0] && path[1] == ':') f->drive = path[0] == 'b' || path[0] == 'B' ? 'b' : 'a', pattern += 2;
    while (*pattern == '/') pattern++;
    text_copy(text_of(*pattern ? pattern : "*"), f->pattern, sizeof f->pattern);
    return found(amx, f, i + 1, params[2], arg(params, 3, 1), arg(params, 4, 0));
}
NATIVE(find_next) {
    struct finding *f = params[1] >= 1 && params[1] <= FINDINGS ? &its(amx)->findings[params[1] - 1] : NULL;
    return f && f->used && found(amx, f, params[1], params[2], arg(params, 3, 1), arg(params, 4, 0));
}
NATIVE(file_exists) {
    char path[NATIVE_TEXT];
    if (!native_text(amx, params[1], path, sizeof path)) return 0;
    struct file_ref file = files_find(its(amx), path);
    return file_is(&file);
}
NATIVE(file_copy) {
    struct pleo *p = its(amx);
    char from[NATIVE_TEXT], to[NATIVE_TEXT], name[CARD_NAME_MAX], drive;
    uint8_t piece[SECTOR];
    if (!native_text(amx, params[1], from, sizeof from) || !native_text(amx, params[2], to, sizeof to))
        return 0;
    struct file_ref source = files_find(p, from);
    if (!file_is(&source) || !files_name(p, to, &drive, name)) return 0;
    struct file_ref target = files_make(p, drive, name, true);
    bool fine = file_is(&target);
    size_t len;
    for (uint32_t at = 0; fine && (len = file_get(p, &source, at, piece, sizeof piece)); at += (uint32_t)len)
        fine = file_put(p, &target, at, piece, len) == len;
    if (!fine) files_remove(p, to);
    return fine;
}
NATIVE(file_delete) {
    char path[NATIVE_TEXT];
    return native_text(amx, params[1], path, sizeof path) && files_remove(its(amx), path);
}

static const struct amx_native ROWS[] = {
    ROW(device_change, 1), ROW(file_open, 1),   ROW(file_gets, 4),     ROW(file_puts, 2),
    ROW(file_read, 4),     ROW(file_write, 3),  ROW(file_printf, 2),   ROW(file_seek, 2),
    ROW(file_close, 1),    ROW(file_flush, 1),  ROW(file_get_size, 1), ROW(find_first, 4),
    ROW(find_next, 4),     ROW(file_exists, 1), ROW(file_copy, 2),     ROW(file_delete, 1)};
LIBRARY(file, "File", ROWS);
