#include "codec/picture/jpeg.h"

#include "base/plural.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include <jerror.h>

// The library reports errors by not returning; this brings them back here. It lives outside the frame that is
// left.
struct escape {
    struct jpeg_error_mgr manager;
    jmp_buf back;
    enum err err;
    char said[JMSG_LENGTH_MAX];
    unsigned scans, scans_max;
};

_Noreturn static void leave(j_common_ptr info) {
    struct escape *escape = (struct escape *)(void *)info->err;
    if (!escape->err) {
        bool memory = info->err->msg_code == JERR_OUT_OF_MEMORY;
        escape->err = memory ? ERR_MEMORY : ERR_SYNTAX;
        info->err->format_message(info, escape->said);
    }
    longjmp(escape->back, 1);
}

// Level -1 is a warning: the file is damaged. The first one is kept to be told.
static void note(j_common_ptr info, int level) {
    struct escape *escape = (struct escape *)(void *)info->err;
    if (level < 0 && !info->err->num_warnings++) info->err->format_message(info, escape->said);
}

static void quiet(j_common_ptr info) { (void)info; }

static void watch_scans(j_common_ptr info) {
    struct escape *escape = (struct escape *)(void *)info->err;
    j_decompress_ptr reading = (j_decompress_ptr)(void *)info;
    if ((unsigned)reading->input_scan_number <= escape->scans_max) return;
    escape->err = ERR_LIMIT;
    snprintf(escape->said, sizeof escape->said, "more than %s", PLURAL(escape->scans_max, "scan"));
    longjmp(escape->back, 1);
}

static struct jpeg_error_mgr *escape_by(struct escape *escape) {
    jpeg_std_error(&escape->manager);
    escape->manager.error_exit = leave;
    escape->manager.emit_message = note;
    escape->manager.output_message = quiet;
    return &escape->manager;
}

void jpeg_reading_defaults(struct jpeg_reading *reading) {
    *reading =
        (struct jpeg_reading){.width_max = PIXELS_SIDE_MAX, .height_max = PIXELS_SIDE_MAX, .scans_max = 64};
}

enum { ALIGN = 64, BLOCK = 64 << 10 };

// Memory that is taken once and handed out anew for every picture. The library frees all that belongs to a
// picture at its end.
struct pool {
    struct block {
        struct block *next;
        size_t room, used;
    } * first, *at;
};

static size_t aligned(size_t size) { return (size + ALIGN - 1) & ~(size_t)(ALIGN - 1); }
static size_t block_head(void) { return aligned(sizeof(struct block)); }

static void *pool_take(struct pool *pool, size_t size) {
    size = aligned(size);
    while (pool->at && pool->at->room - pool->at->used < size && pool->at->next) {
        pool->at = pool->at->next;
        pool->at->used = 0;
    }
    if (!pool->at || pool->at->room - pool->at->used < size) {
        size_t room = size > BLOCK ? size : BLOCK;
        struct block *block = aligned_alloc(ALIGN, block_head() + room);
        if (!block) return NULL;
        *block = (struct block){.room = room};
        if (pool->at) pool->at->next = block;
        if (!pool->first) pool->first = block;
        pool->at = block;
    }
    void *at = (uint8_t *)pool->at + block_head() + pool->at->used;
    pool->at->used += size;
    return at;
}

static void pool_reset(struct pool *pool) {
    pool->at = pool->first;
    if (pool->at) pool->at->used = 0;
}

static void pool_free(struct pool *pool) {
    for (struct block *next; pool->first; pool->first = next) {
        next = pool->first->next;
        free(pool->first);
    }
    pool->at = NULL;
}

struct kept { // of one reader or writer; its client_data
    struct pool pools[JPOOL_NUMPOOLS];
    void (*free_pool)(j_common_ptr info, int pool); // the library's own
};

static struct kept *kept_of(j_common_ptr info) { return info->client_data; }

static void *take(j_common_ptr info, int pool, size_t size) {
    void *at = pool_take(&kept_of(info)->pools[pool], size);
    if (!at) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
    return at;
}

// Rows begin where fast instructions like them to, and may be read a little beyond their end.
static JSAMPARRAY take_samples(j_common_ptr info, int pool, JDIMENSION width, JDIMENSION rows) {
    JSAMPARRAY array = take(info, pool, rows * sizeof *array);
    size_t step = aligned(width + ALIGN);
    uint8_t *at = take(info, pool, rows * step);
    for (JDIMENSION i = 0; i < rows; i++) array[i] = at + i * step;
    return array;
}

static JBLOCKARRAY take_blocks(j_common_ptr info, int pool, JDIMENSION width, JDIMENSION rows) {
    JBLOCKARRAY array = take(info, pool, rows * sizeof *array);
    JBLOCKROW at = take(info, pool, (size_t)rows * width * sizeof *at);
    for (JDIMENSION i = 0; i < rows; i++) array[i] = at + (size_t)i * width;
    return array;
}

static void give_back(j_common_ptr info, int pool) {
    kept_of(info)->free_pool(info, pool); // what was taken in other ways
    if (pool == JPOOL_IMAGE) pool_reset(&kept_of(info)->pools[pool]);
}

// From here on the library takes its memory out of `kept`.
static void keep_memory(j_common_ptr info, struct kept *kept) {
    struct jpeg_memory_mgr *memory = info->mem;
    info->client_data = kept;
    kept->free_pool = memory->free_pool;
    memory->alloc_small = memory->alloc_large = take;
    memory->alloc_sarray = take_samples;
    memory->alloc_barray = take_blocks;
    memory->free_pool = give_back;
}

static void kept_free(struct kept *kept) {
    for (int i = 0; i < JPOOL_NUMPOOLS; i++) pool_free(&kept->pools[i]);
}

// Reading

struct jpeg_loupe {
    struct jpeg_decompress_struct info;
    struct jpeg_progress_mgr progress;
    struct escape escape;
    struct kept kept;
};

static enum err stop(struct jpeg_loupe *job, enum err err, const char *said) {
    job->escape.err = err;
    snprintf(job->escape.said, sizeof job->escape.said, "%s", said);
    return err;
}

// Into `room`, or, without one, into memory of its own.
static enum err read_rows(struct jpeg_loupe *job, const struct jpeg_reading *how, struct bytes_room room,
                          struct pixels *out) {
    struct jpeg_decompress_struct *info = &job->info;
    jpeg_read_header(info, TRUE);
    if (info->image_width > how->width_max || info->image_height > how->height_max) {
        char said[80];
        snprintf(said, sizeof said, "%u x %u pixels, and at most %u x %u are read", info->image_width,
                 info->image_height, how->width_max, how->height_max);
        return stop(job, ERR_LIMIT, said);
    }
    bool grey = how->channels ? how->channels == 1 : info->num_components == 1;
    info->out_color_space = grey ? JCS_GRAYSCALE : JCS_RGB;
    info->dct_method = JDCT_ISLOW;
    jpeg_start_decompress(info);
    unsigned channels = grey ? 1 : 3;
    if (room.at) {
        if ((size_t)info->output_width * info->output_height * channels > room.size)
            return stop(job, ERR_LIMIT, "the picture does not fit its place");
        *out = pixels_view(room.at, info->output_width, info->output_height, channels);
    } else {
        enum err err = pixels_new(out, info->output_width, info->output_height, channels);
        if (err) return stop(job, err, "no room for the picture");
    }
    while (info->output_scanline < info->output_height) {
        JSAMPROW row = pixels_at(out, 0, info->output_scanline);
        jpeg_read_scanlines(info, &row, 1);
    }
    jpeg_finish_decompress(info);
    if (info->err->num_warnings && !how->damaged_is_fine) job->escape.err = ERR_CHECKSUM;
    return job->escape.err;
}

static bool loupe_begin(struct jpeg_loupe *job) {
    job->info.err = escape_by(&job->escape);
    if (setjmp(job->escape.back)) return false;
    jpeg_create_decompress(&job->info);
    job->progress.progress_monitor = watch_scans;
    job->info.progress = &job->progress;
    job->info.mem->max_memory_to_use = 256L << 20;
    keep_memory((j_common_ptr)&job->info, &job->kept);
    return true;
}

struct jpeg_loupe *jpeg_loupe_new(void) {
    struct jpeg_loupe *loupe = calloc(1, sizeof *loupe);
    if (!loupe) return NULL;
    if (loupe_begin(loupe)) return loupe;
    jpeg_loupe_free(loupe);
    return NULL;
}

void jpeg_loupe_free(struct jpeg_loupe *loupe) {
    if (!loupe) return;
    jpeg_destroy_decompress(&loupe->info);
    kept_free(&loupe->kept);
    free(loupe);
}

// Tables of the file before are not this one's.
static void forget_tables(struct jpeg_loupe *job) {
    for (int i = 0; i < NUM_QUANT_TBLS; i++) job->info.quant_tbl_ptrs[i] = NULL;
    for (int i = 0; i < NUM_HUFF_TBLS; i++)
        job->info.dc_huff_tbl_ptrs[i] = job->info.ac_huff_tbl_ptrs[i] = NULL;
    job->info.src = NULL;
    pool_reset(&job->kept.pools[JPOOL_PERMANENT]); // where they lie, and nothing else
}

static enum err look(struct jpeg_loupe *job, struct bytes file, const struct jpeg_reading *how,
                     struct bytes_room room, struct pixels *out, struct fault *fault) {
    *out = (struct pixels){0};
    if (!file.len) return fault_set(fault, ERR_SHORT, "JPEG: an empty file");
    job->escape.err = ERR_NONE;
    job->escape.said[0] = 0;
    job->escape.scans_max = how->scans_max;
    forget_tables(job);
    if (!setjmp(job->escape.back)) {
        jpeg_mem_src(&job->info, file.at, (unsigned long)file.len);
        read_rows(job, how, room, out);
    }
    jpeg_abort_decompress(&job->info);
    enum err err = job->escape.err;
    if (!err) return ERR_NONE;
    if (!room.at) pixels_free(out);
    return fault_set(fault, err, "JPEG: %s", job->escape.said);
}

enum err jpeg_loupe_decode(struct jpeg_loupe *loupe, struct bytes file, const struct jpeg_reading *how,
                           struct bytes_room room, struct pixels *out, struct fault *fault) {
    return look(loupe, file, how, room, out, fault);
}

enum err jpeg_decode(struct bytes file, const struct jpeg_reading *how, struct pixels *out,
                     struct fault *fault) {
    *out = (struct pixels){0};
    struct jpeg_loupe *loupe = jpeg_loupe_new();
    if (!loupe) return fault_set(fault, ERR_MEMORY, "JPEG: no memory");
    enum err err = look(loupe, file, how, (struct bytes_room){0}, out, fault);
    jpeg_loupe_free(loupe);
    return err;
}

// Writing

enum { PIECE = 4096 };

struct jpeg_press {
    struct jpeg_compress_struct info;
    struct jpeg_destination_mgr destination;
    struct escape escape;
    struct kept kept;
    struct buf *out;
    uint8_t *row; // of a picture whose alpha has to be left out
    size_t row_room;
    uint8_t piece[PIECE];
};

static struct jpeg_press *press_of(j_common_ptr info) { return (struct jpeg_press *)(void *)info; }

static void begin_piece(j_compress_ptr info) {
    struct jpeg_press *press = press_of((j_common_ptr)info);
    info->dest->next_output_byte = press->piece;
    info->dest->free_in_buffer = PIECE;
}
static boolean full_piece(j_compress_ptr info) {
    struct jpeg_press *press = press_of((j_common_ptr)info);
    buf_bytes(press->out, press->piece, PIECE);
    begin_piece(info);
    return TRUE;
}
static void last_piece(j_compress_ptr info) {
    struct jpeg_press *press = press_of((j_common_ptr)info);
    buf_bytes(press->out, press->piece, PIECE - info->dest->free_in_buffer);
}

static bool press_begin(struct jpeg_press *press) {
    press->info.err = escape_by(&press->escape);
    if (setjmp(press->escape.back)) return false;
    jpeg_create_compress(&press->info);
    return true;
}

struct jpeg_press *jpeg_press_new(void) {
    struct jpeg_press *press = calloc(1, sizeof *press);
    if (!press) return NULL;
    if (!press_begin(press)) {
        jpeg_press_free(press);
        return NULL;
    }
    keep_memory((j_common_ptr)&press->info, &press->kept);
    press->destination = (struct jpeg_destination_mgr){
        .init_destination = begin_piece, .empty_output_buffer = full_piece, .term_destination = last_piece};
    press->info.dest = &press->destination;
    return press;
}

void jpeg_press_free(struct jpeg_press *press) {
    if (!press) return;
    jpeg_destroy_compress(&press->info);
    kept_free(&press->kept);
    free(press->row);
    free(press);
}

static void choose_tables(struct jpeg_compress_struct *info, const struct jpeg_writing *how) {
    jpeg_set_quality(info, (int)how->quality, TRUE);
    info->dct_method = JDCT_ISLOW;
    if (!how->one_table) return;
    for (int i = 0; i < info->num_components; i++) {
        jpeg_component_info *component = &info->comp_info[i];
        component->quant_tbl_no = component->dc_tbl_no = component->ac_tbl_no = 0;
        component->v_samp_factor = 1;
        component->h_samp_factor = i == 0 && info->num_components == 3 ? 2 : 1;
    }
}

static void write_rows(struct jpeg_press *press, const struct pixels *picture,
                       const struct jpeg_writing *how) {
    struct jpeg_compress_struct *info = &press->info;
    bool grey = picture->channels < 3, alpha = picture->channels % 2 == 0;
    info->image_width = picture->width;
    info->image_height = picture->height;
    info->input_components = grey ? 1 : 3;
    info->in_color_space = grey ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(info);
    choose_tables(info, how);
    jpeg_start_compress(info, TRUE);
    while (info->next_scanline < info->image_height) {
        JSAMPROW row = pixels_at(picture, 0, info->next_scanline);
        if (alpha) {
            for (unsigned x = 0; x < picture->width; x++)
                for (int c = 0; c < info->input_components; c++)
                    press->row[x * (unsigned)info->input_components + (unsigned)c] =
                        row[x * picture->channels + (unsigned)c];
            row = press->row;
        }
        jpeg_write_scanlines(info, &row, 1);
    }
    jpeg_finish_compress(info);
}

static bool row_for(struct jpeg_press *press, const struct pixels *picture) {
    size_t need = (size_t)picture->width * 3;
    if (picture->channels % 2 || need <= press->row_room) return true;
    uint8_t *row = realloc(press->row, need);
    if (!row) return false;
    press->row = row;
    press->row_room = need;
    return true;
}

enum err jpeg_press_encode(struct jpeg_press *press, const struct pixels *picture,
                           const struct jpeg_writing *how, struct buf *out, struct fault *fault) {
    if (!picture->channels || picture->channels > 4 || how->quality < 1 || how->quality > 100)
        return fault_set(fault, ERR_RANGE,
                         "JPEG: expected 1 to 4 channels and a quality from 1 to 100, found %u and %u",
                         picture->channels, how->quality);
    if (!row_for(press, picture)) return fault_set(fault, ERR_MEMORY, "JPEG: no memory");
    press->escape.err = ERR_NONE;
    press->escape.said[0] = 0;
    press->out = out;
    if (!setjmp(press->escape.back)) {
        write_rows(press, picture, how);
        press->escape.err = out->err;
    } else {
        jpeg_abort_compress(&press->info);
    }
    enum err err = press->escape.err;
    if (err) fault_set(fault, err, "JPEG: %s", press->escape.said[0] ? press->escape.said : err_name(err));
    return err;
}

enum err jpeg_encode(const struct pixels *picture, const struct jpeg_writing *how, struct buf *out,
                     struct fault *fault) {
    struct jpeg_press *press = jpeg_press_new();
    if (!press) return fault_set(fault, ERR_MEMORY, "JPEG: no memory");
    enum err err = jpeg_press_encode(press, picture, how, out, fault);
    jpeg_press_free(press);
    return err;
}
