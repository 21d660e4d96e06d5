#include "cli/clip/file.h"

#include "base/plural.h"
#include "base/system/file.h"

#include <string.h>

struct wish {
    const char *from, *to, *form, *clip, *into;
};

static const struct option OPTIONS[] = {
    {"from", 'f', OPTION_TEXT, offsetof(struct wish, from), "NAME",
     "the dialect of IN: cozmo, early, vector or auto (default auto)"},
    {"to", 't', OPTION_TEXT, offsetof(struct wish, to), "NAME", "the dialect of OUT (default: that of IN)"},
    {"form", 'F', OPTION_TEXT, offsetof(struct wish, form), "FORM",
     "bin, a (JSON as the robot's engine has it, one clip) or b (JSON as the reference compiler has it); "
     "default by OUT's name"},
    {"clip", 'c', OPTION_TEXT, offsetof(struct wish, clip), "NAME", "only this clip"},
    {"into", 'i', OPTION_TEXT, offsetof(struct wish, into), "FOLDER",
     "convert every file that is named, and all of folders, into files of the same names there"},
};

static enum err pick(struct clip_file *file, const char *name, struct fault *fault) {
    const struct clip *clip;
    enum err err = clip_file_find(file, name, &clip, fault);
    if (err) return err;
    file->clips.list.at += clip - file->clips.list.at;
    file->clips.list.count = 1;
    return ERR_NONE;
}

static enum err put(const struct clips *clips, char form, struct buf *out, struct fault *fault) {
    if (form == 'n') return clips_write_bin(clips, out, fault);
    enum err err = ERR_NONE;
    if (form == 'a' && clips->list.count != 1)
        return fault_set(fault, ERR_RANGE, "form a holds one clip, and there are %zu; choose one with --clip",
                         clips->list.count);
    if (form == 'a')
        err = clip_write_json_a(&clips->list.at[0], clips->dialect, out);
    else
        err = clips_write_json_b(clips, out);
    return err ? fault_set(fault, err, "cannot be written as JSON: %s", err_name(err)) : ERR_NONE;
}

static enum err convert(const struct wish *wish, const char *in, const char *to_path, char form,
                        enum clip_dialect from, enum clip_dialect to, struct fault *fault) {
    struct clip_file file;
    struct buf out = {0};
    enum err err = clip_file_open(in, from, &file, fault);
    if (!err && wish->clip) err = pick(&file, wish->clip, fault);
    if (!err && to) err = clips_convert(&file.clips, to, file.arena, &file.notes, fault);
    if (!err) err = put(&file.clips, form, &out, fault);
    if (err) fault_in(fault, in);
    if (!err) err = call_write(to_path, out.at, out.len, fault);
    clip_file_notes(&file, in);
    buf_free(&out);
    clip_file_close(&file);
    return err;
}

// 'n' for bin, 'a', 'b'; 0: no such form.
static char form_of(const struct wish *wish, const char *path) {
    if (!wish->form) return strcmp(path_extension(path), ".bin") ? 'b' : 'n';
    if (!strcmp(wish->form, "bin")) return 'n';
    return !wish->form[0] || wish->form[1] || !strchr("ab", wish->form[0]) ? 0 : wish->form[0];
}

// Many at once.
struct batch {
    const struct wish *wish;
    enum clip_dialect from, to;
    char form;
    size_t done, failed;
};

static enum err convert_one(void *user, const char *path, struct fault *fault) {
    struct batch *b = user;
    char name[256], out[700];
    struct text base = text_of(path_name(path));
    base.len -= strlen(path_extension(path));
    text_copy(base, name, sizeof name);
    snprintf(out, sizeof out, "%s/%s%s", b->wish->into, name, b->form == 'n' ? ".bin" : ".json");
    if (!strcmp(out, path)) return fault_set(fault, ERR_RANGE, "%s would be written over itself", path);
    enum err err = convert(b->wish, path, out, b->form, b->from, b->to, fault);
    clip_progress(++b->done, 0, "files");
    b->failed += err != ERR_NONE;
    return err;
}

static int convert_all(struct call *call, struct batch *batch) {
    struct fault fault = {0};
    if (folder_make(batch->wish->into, &fault)) return call_failed(call, &fault);
    int code = clip_each_file(call, convert_one, batch);
    if (batch->failed)
        printf("%zu of %s into %s\n", batch->done - batch->failed, PLURAL(batch->done, "file"),
               batch->wish->into);
    else
        printf("%s into %s\n", PLURAL(batch->done, "file"), batch->wish->into);
    return code;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    enum clip_dialect from, to;
    const char *in = call->words.at[0], *out = call->words.count > 1 ? call->words.at[1] : "-";
    if (clip_dialect_option("from", wish->from, &from, &fault) ||
        clip_dialect_option("to", wish->to, &to, &fault))
        return call_wrong(call, "%s", fault.said);
    char form = wish->into && !wish->form ? 'n' : form_of(wish, out);
    if (!form) return call_wrong(call, "--form %s: expected bin, a or b", wish->form);
    if (wish->into) return convert_all(call, &(struct batch){wish, from, to, form, 0, 0});
    if (call->words.count > 2)
        return call_wrong(call, "expected IN and OUT; with --into FOLDER any number of files is converted");
    return convert(wish, in, out, form, from, to, &fault) ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_clip_convert = {
    .name = "convert",
    .group = "clip",
    .summary = "turns clips into another form, or for another robot",
    .words = "IN [OUT] | --into FOLDER IN...",
    .words_least = 1,
    .any_words = true,
    .help = "Between FlatBuffers (.bin) and both forms of JSON, and between the dialects of Cozmo, early "
            "Vector and Vector. Without OUT, "
            "or with -, the result goes to stdout, as JSON unless --form says otherwise.\n\n"
            "What the other robot does not have is left out and named on stderr: Cozmo has no sprite boxes, "
            "coloured eyes and groups of "
            "sounds, Vector no lights at its sides.",
    .examples = "critter clip convert moods.bin moods.json\n"
                "critter clip convert --to cozmo anim_hello_01.json hello.bin\n"
                "critter clip convert --to cozmo --into for-cozmo vector/*.bin\n"
                "critter clip convert --form a --clip anim_hello_01 moods.bin    # look at one\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
