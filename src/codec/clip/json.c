// Clips as JSON, in either form. Both are read with the table that has every field of every dialect, and then
// brought into one.
#include "codec/clip/clip_internal.h"
#include "codec/clip/flat_json.h"

#include <stdalign.h>
#include <string.h>

static const char IGNORED[] = "DeviceAudioKeyFrame"; // of old files, without meaning today

static int track_of(struct text name) {
    for (int track = 0; track < CLIP_TRACKS; track++)
        if (text_is(name, clip_track_name((enum clip_track)track))) return track;
    return -1;
}

// Form A: a list of key-frames of all tracks, each with its track's name.

static enum err name_of(const struct json *key, int *track, struct fault *fault) {
    struct text name;
    enum err err = json_get_text(key, "Name", &name, fault);
    if (err) return err;
    *track = track_of(name);
    if (*track >= 0 || text_is(name, IGNORED)) return ERR_NONE;
    const char *names[CLIP_TRACKS];
    for (int i = 0; i < CLIP_TRACKS; i++) names[i] = clip_track_name((enum clip_track)i);
    char wrong[64];
    text_copy(name, wrong, sizeof wrong);
    const char *near = text_nearest(wrong, names, CLIP_TRACKS);
    return json_fault(json_get(key, "Name"), fault, ERR_UNKNOWN, "no track is called \"%s\"%s%s%s", wrong,
                      near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
}

static enum err make_lists(const struct json *keys, struct arena *arena, struct clip_keys *out,
                           struct fault *fault) {
    size_t counts[CLIP_TRACKS] = {0};
    for (const struct json *key = keys->first; key; key = key->next) {
        if (key->kind != JSON_OBJECT)
            return json_fault(key, fault, ERR_TYPE, "expected a key-frame as an object, found %s",
                              json_kind_name(key->kind));
        int track;
        enum err err = name_of(key, &track, fault);
        if (err) return err;
        if (track >= 0) counts[track]++;
    }
    for (int track = 0; track < CLIP_TRACKS; track++) {
        const struct flatbuf_field *field = &clip_keys_type(CLIP_AUTO)->fields[track];
        void *at = arena_take_many(arena, counts[track] + 1, field->type->size, alignof(max_align_t));
        if (!at) return json_fault(keys, fault, ERR_LIMIT, "no room for the clip");
        flatbuf_list_put(out, field, (struct flatbuf_list){at, 0});
    }
    return ERR_NONE;
}

static enum err read_keys_a(const struct json *keys, struct arena *arena, struct clip_keys *out,
                            struct fault *fault) {
    static const struct flat_json_rules LENIENT = {.strict = false};
    enum err err = make_lists(keys, arena, out, fault);
    for (const struct json *key = keys->first; key && !err; key = key->next) {
        int track;
        err = name_of(key, &track, fault);
        if (err || track < 0) continue;
        const struct flatbuf_field *field = &clip_keys_type(CLIP_AUTO)->fields[track];
        struct flatbuf_list list = flatbuf_list_at(out, field);
        err = flatbuf_from_json(key, field->type, arena, &LENIENT,
                                (char *)list.at + list.count * field->type->size, fault);
        list.count++;
        flatbuf_list_put(out, field, list);
    }
    return err;
}

static enum err read_a(const struct json *document, const struct clip_reading *how, struct arena *arena,
                       struct clips *out, struct fault *fault) {
    const struct json *keys = document->first;
    if (!keys)
        return json_fault(document, fault, ERR_MISSING, "expected a clip: its name and a list of key-frames");
    if (keys->kind != JSON_LIST)
        return json_fault(keys, fault, ERR_TYPE, "expected a clip's list of key-frames, found %s",
                          json_kind_name(keys->kind));
    struct clip *clip = arena_one(arena, struct clip);
    char *name = clip ? arena_copy_text(arena, keys->key.at, keys->key.len) : NULL;
    if (!name) return json_fault(keys, fault, ERR_LIMIT, "no room for the clip");
    clip->name = (struct text){name, keys->key.len};
    if (document->count > 1)
        clip_note(how->notes, clip, "the file has %u clips and only this first one is read", document->count);
    out->list.at = clip;
    out->list.count = 1;
    return read_keys_a(keys, arena, &clip->keys, fault);
}

static bool is_form_b(const struct json *document) {
    const struct json *clips = json_get(document, "clips");
    if (!clips || clips->kind != JSON_LIST) return false;
    const struct json *first = clips->first; // a clip of form A may be called "clips" too
    return !first || first->kind != JSON_OBJECT || json_get(first, "keyframes") ||
           !json_get(first, "triggerTime_ms");
}

// Which dialect JSON is in, by what only one of them has.
static enum clip_dialect guess(const struct clips *clips, enum clip_dialect preferred) {
    bool vector = false, five = false;
    for (size_t i = 0; i < clips->list.count; i++) {
        const struct clip_keys *keys = &clips->list.at[i].keys;
        vector |= keys->box.count > 0;
        for (size_t k = 0; k < keys->audio.count; k++)
            vector |= keys->audio.at[k].groups.at || keys->audio.at[k].states.at ||
                      keys->audio.at[k].switches.at || keys->audio.at[k].parameters.at;
        for (size_t k = 0; k < keys->face.count; k++)
            vector |= keys->face.at[k].scanline_opacity != 1 || keys->face.at[k].left.count > 19 ||
                      keys->face.at[k].right.count > 19;
        for (size_t k = 0; k < keys->lights.count; k++)
            five |= keys->lights.at[k].left.at || keys->lights.at[k].right.at;
    }
    if (vector) return CLIP_VECTOR;
    if (preferred) return preferred;
    return five ? CLIP_COZMO : CLIP_VECTOR;
}

enum err clips_read_json(const struct json *document, const struct clip_reading *how, struct arena *arena,
                         struct clips *out, struct fault *fault) {
    *out = (struct clips){.dialect = how->dialect};
    if (document->kind != JSON_OBJECT)
        return json_fault(document, fault, ERR_TYPE, "expected clips as an object, found %s",
                          json_kind_name(document->kind));
    bool b = is_form_b(document);
    enum err err = b ? flatbuf_from_json(document, clip_file_type(CLIP_AUTO), arena,
                                         &(struct flat_json_rules){.strict = true}, out, fault)
                     : read_a(document, how, arena, out, fault);
    out->dialect = how->dialect;
    if (!err && !out->dialect) out->dialect = guess(out, how->prefer);
    for (size_t i = 0; i < out->list.count && !err; i++) {
        struct clip *clip = &out->list.at[i];
        if (clip_fit(clip, CLIP_AUTO, out->dialect, arena, how->notes))
            return fault_set(fault, ERR_LIMIT, "no room for the clip");
        if (!how->unchecked) err = clip_check(clip, out->dialect, how->notes, fault);
    }
    if (err) fault_in(fault, how->file);
    return err;
}

enum err clip_write_json_a(const struct clip *clip, enum clip_dialect dialect, struct buf *out) {
    struct json_writer w = json_writer_of(out, 2);
    char name[256];
    if (text_copy(clip->name, name, sizeof name) >= sizeof name) return ERR_LIMIT;
    json_open(&w, '{');
    json_key(&w, name);
    json_open(&w, '[');
    const struct flatbuf_type *keys = clip_keys_type(dialect);
    for (unsigned track = 0; track < keys->count; track++) {
        const struct flatbuf_field *field = &keys->fields[track];
        struct flatbuf_list list = flatbuf_list_at(&clip->keys, field);
        for (size_t i = 0; i < list.count; i++) {
            json_open(&w, '{');
            json_key(&w, "Name");
            json_string(&w, field->name);
            flatbuf_fields_to_json(field->type, (const char *)list.at + i * field->type->size, &w);
            json_close(&w, '}');
        }
    }
    json_close(&w, ']');
    json_close(&w, '}');
    buf_byte(out, '\n');
    return out->err;
}

enum err clips_write_json_b(const struct clips *clips, struct buf *out) {
    struct clip none = {0};
    struct clips file = *clips;
    if (!file.list.at) file.list.at = &none;
    struct json_writer w = json_writer_of(out, 2);
    flatbuf_to_json(clip_file_type(clips->dialect), &file, &w);
    buf_byte(out, '\n');
    return out->err;
}
