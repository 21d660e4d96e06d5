#include "cli/bank/file.h"

#include "base/plural.h"
#include "cli/paths.h"

#include <string.h>

struct wish {
    const char *names, *event;
    bool objects, json;
};

static const struct option OPTIONS[] = {
    {"event", 'e', OPTION_TEXT, offsetof(struct wish, event), "PATTERN",
     "only events whose name matches (* and ? are wildcards)"},
    {"names", 'n', OPTION_TEXT, offsetof(struct wish, names), "FILE",
     "names of events, one a line, or SoundbanksInfo.xml (default: names.txt or SoundbanksInfo.xml beside "
     "the banks)"},
    {"objects", 0, OPTION_FLAG, offsetof(struct wish, objects), NULL,
     "list every object instead of the events"},
    {"json", 'j', OPTION_FLAG, offsetof(struct wish, json), NULL,
     "print an object a line, for other programs"},
};

enum { SOUNDS = 512 };

static void lengths(const struct bank_file *file, uint32_t event, size_t *count, double *least, double *most,
                    bool *loops, size_t *lost) {
    struct bank_sound sounds[SOUNDS];
    *count = bank_event_sounds(file->set->banks, file->set->bank_count, event, sounds, SOUNDS, lost);
    *least = *most = 0;
    *loops = false;
    for (size_t i = 0; i < *count && i < SOUNDS; i++) {
        const struct audio_source *source = audio_set_source(file->set, sounds[i].media);
        if (!source || !source->rate) continue;
        double seconds = (double)source->frames / source->rate;
        if (!i || seconds < *least) *least = seconds;
        if (seconds > *most) *most = seconds;
        *loops |= source->loops;
    }
}

static void print_event(const struct bank_file *file, const struct audio_item *item,
                        const struct wish *wish) {
    char title[200];
    size_t sounds, lost = 0;
    double least, most;
    bool loops;
    lengths(file, item->id, &sounds, &least, &most, &loops, &lost);
    bank_file_title(file, item->id, title, sizeof title);
    if (wish->json) {
        printf("{\"event\":%u,\"name\":", item->id);
        struct buf out = {0};
        struct json_writer w = json_writer_of(&out, 0);
        if (bank_file_name(file, item->id))
            json_string(&w, title);
        else
            json_null(&w);
        printf("%s,\"bank\":\"%s\",\"actions\":%zu,\"sounds\":%zu,\"shortest_s\":%.3f,\"longest_s\":%.3f,"
               "\"loops\":%s,\"lost\":%zu}\n",
               out.at ? (const char *)out.at : "null", file->set->names[item->bank],
               item->object->event.count, sounds, least, most, loops ? "true" : "false", lost);
        buf_free(&out);
        return;
    }
    printf("%-64s %10u ", title, item->id);
    if (!sounds)
        printf(" no sound");
    else if (loops)
        printf(" %3zu %s, goes on", sounds, NOUN(sounds, "sound ", "sounds"));
    else
        printf(" %3zu %s, %.2f to %.2f s", sounds, NOUN(sounds, "sound ", "sounds"), least, most);
    printf("%s\n", lost ? ", cannot be followed everywhere" : "");
}

static void print_object(const struct bank_file *file, const struct audio_item *item,
                         const struct wish *wish) {
    if (wish->json)
        printf("{\"id\":%u,\"kind\":\"%s\",\"bank\":\"%s\",\"known\":%s}\n", item->id,
               bank_kind_name(item->object->kind), file->set->names[item->bank],
               item->object->known ? "true" : "false");
    else
        printf("%10u  %-20s %-24s%s\n", item->id, bank_kind_name(item->object->kind),
               file->set->names[item->bank], item->object->known ? "" : "  (kept as it is)");
}

static int list(struct call *call, const struct wish *wish, const char *path) {
    struct bank_file file;
    struct fault fault = {0};
    enum err err = bank_file_open(path, wish->names, &file, &fault);
    size_t shown = 0, events = 0;
    if (!err && !wish->json)
        for (uint32_t b = 0; b < file.set->bank_count; b++)
            printf("%s: version %u, %s, %s inside, %s\n", file.set->names[b], file.set->banks[b].version,
                   PLURAL(file.set->banks[b].objects.count, "object"),
                   PLURAL(file.set->banks[b].media.count, "sound"),
                   PLURAL(file.set->banks[b].settings.parameters.count, "parameter"));
    for (size_t i = 0; !err && i < file.set->item_count; i++) {
        const struct audio_item *item = &file.set->items[i];
        bool event = item->object->kind == BANK_EVENT && item->object->known;
        events += event;
        if (wish->objects) {
            print_object(&file, item, wish), shown++;
            continue;
        }
        char title[200];
        if (!event ||
            (wish->event && !text_glob(wish->event, bank_file_title(&file, item->id, title, sizeof title))))
            continue;
        print_event(&file, item, wish), shown++;
    }
    if (!err && !wish->json)
        printf("%zu of %s shown; %s not here%s\n", wish->objects ? events : shown, PLURAL(events, "event"),
               PLURAL(file.set->missing, "sound"),
               file.set->vorbis ? " (those in Vorbis need a .wav beside them)" : "");
    int code = err ? call_failed(call, &fault) : EXIT_FINE;
    bank_file_close(&file);
    return code;
}

static int list_one(void *call, const char *path) { return list(call, ((struct call *)call)->options, path); }

static int run(struct call *call) { return paths_each(call, list_one, call); }

const struct command cmd_bank_list = {
    .name = "list",
    .group = "bank",
    .summary = "lists the events of sound banks, and what they play",
    .words = "BANK|PATTERN...",
    .words_least = 1,
    .any_words = true,
    .help = "A bank is a .bnk file of Cozmo (version 120) or Vector (128), or a folder of them, read in the "
            "order of its list "
            "(SoundbankBundleInfo.json or SoundbanksInfo.xml). Of each event it tells the number, the name "
            "where it is known, and how many sounds it may choose from. A PATTERN stands for all banks that "
            "match (*, ? and [a-z]), even where no shell expands it.\n\n"
            "Banks hold only the numbers of names. A list of names to be tried is given with --names.",
    .examples = "critter bank list sound/\n"
                "critter bank list --names events.txt --event '*Happy*' Victor_SFX.bnk\n"
                "critter bank list --objects --json Init.bnk\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
