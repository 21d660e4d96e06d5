#include "codec/jpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include <jerror.h>

// The library reports errors by not returning; this brings them back here. It lives outside the frame that is left.
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
    snprintf(escape->said, sizeof escape->said, "more than %u scans", escape->scans_max);
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

struct reading {
    struct jpeg_decompress_struct info;
    struct jpeg_progress_mgr progress;
    struct escape escape;
};

static enum err stop(struct reading *job, enum err err, const char *said) {
    job->escape.err = err;
    snprintf(job->escape.said, sizeof job->escape.said, "%s", said);
    return err;
}

static enum err read_rows(struct reading *job, const struct jpeg_reading *how, struct pixels *out) {
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
    enum err err = pixels_new(out, info->output_width, info->output_height, grey ? 1 : 3);
    if (err) return stop(job, err, "no room for the picture");
    while (info->output_scanline < info->output_height) {
        JSAMPROW row = pixels_at(out, 0, info->output_scanline);
        jpeg_read_scanlines(info, &row, 1);
    }
    jpeg_finish_decompress(info);
    if (info->err->num_warnings && !how->damaged_is_fine) job->escape.err = ERR_CHECKSUM;
    return job->escape.err;
}

enum err jpeg_decode(struct bytes file, const struct jpeg_reading *how, struct pixels *out,
                     struct fault *fault) {
    *out = (struct pixels){0};
    if (!file.len) return fault_set(fault, ERR_SHORT, "JPEG: an empty file");
    struct reading *job = calloc(1, sizeof *job);
    if (!job) return fault_set(fault, ERR_MEMORY, "JPEG: no memory");
    job->info.err = escape_by(&job->escape);
    job->escape.scans_max = how->scans_max;
    if (!setjmp(job->escape.back)) {
        jpeg_create_decompress(&job->info);
        job->progress.progress_monitor = watch_scans;
        job->info.progress = &job->progress;
        job->info.mem->max_memory_to_use = 256L << 20;
        jpeg_mem_src(&job->info, file.at, (unsigned long)file.len);
        read_rows(job, how, out);
    }
    enum err err = job->escape.err;
    if (err) {
        pixels_free(out);
        fault_set(fault, err, "JPEG: %s", job->escape.said);
    }
    jpeg_destroy_decompress(&job->info);
    free(job);
    return err;
}

struct writing {
    struct jpeg_compress_struct info;
    struct escape escape;
    unsigned char *file;
    unsigned long len;
    uint8_t *row; // of a picture whose alpha has to be left out
};

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

static void write_rows(struct writing *job, const struct pixels *picture, const struct jpeg_writing *how) {
    struct jpeg_compress_struct *info = &job->info;
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
                    job->row[x * (unsigned)info->input_components + (unsigned)c] =
                        row[x * picture->channels + (unsigned)c];
            row = job->row;
        }
        jpeg_write_scanlines(info, &row, 1);
    }
    jpeg_finish_compress(info);
}

enum err jpeg_encode(const struct pixels *picture, const struct jpeg_writing *how, struct buf *out,
                     struct fault *fault) {
    if (!picture->channels || picture->channels > 4 || how->quality < 1 || how->quality > 100)
        return fault_set(fault, ERR_RANGE,
                         "JPEG: expected 1 to 4 channels and a quality from 1 to 100, found %u and %u",
                         picture->channels, how->quality);
    struct writing *job = calloc(1, sizeof *job + (size_t)picture->width * 3);
    if (!job) return fault_set(fault, ERR_MEMORY, "JPEG: no memory");
    job->row = (uint8_t *)(job + 1);
    job->info.err = escape_by(&job->escape);
    if (!setjmp(job->escape.back)) {
        jpeg_create_compress(&job->info);
        jpeg_mem_dest(&job->info, &job->file, &job->len);
        write_rows(job, picture, how);
        buf_bytes(out, job->file, job->len);
        job->escape.err = out->err;
    }
    enum err err = job->escape.err;
    if (err) fault_set(fault, err, "JPEG: %s", job->escape.said[0] ? job->escape.said : err_name(err));
    jpeg_destroy_compress(&job->info);
    free(job->file);
    free(job);
    return err;
}
