#include "run/settings/settings.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

void settings_start(struct settings *s, const char *creature) {
    struct knob_set sets[SETTINGS_SETS];
    memset(s, 0, sizeof *s); // what lies between members is the same, too
    uint32_t count = settings_sets(s, sets);
    for (uint32_t i = 0; i < count; i++) knobs_defaults(sets[i].knobs, sets[i].config);
    s->audio = audio_defaults(creature);
    s->sight = sight_defaults();
}

uint32_t settings_sets(struct settings *s, struct knob_set sets[SETTINGS_SETS]) {
    uint32_t count = feel_knob_sets(&s->feel, sets);
    count += brainstem_knob_sets(&s->stem, sets + count);
    sets[count++] = (struct knob_set){&AUDIO_TASTE_KNOBS, &s->audio};
    sets[count++] = (struct knob_set){&PLEO_KNOBS, &s->pleo};
    sets[count++] = (struct knob_set){&SIGHT_KNOBS, &s->sight};
    sets[count++] = (struct knob_set){&HEARING_KNOBS, &s->hearing};
    sets[count++] = (struct knob_set){&MIND_KNOBS, &s->mind};
    return count;
}

enum err settings_read(struct settings *s, const struct json *object, struct fault *fault) {
    struct knob_set sets[SETTINGS_SETS];
    char kept[sizeof s->hearing.keep];
    memcpy(kept, s->hearing.keep, sizeof kept);
    enum err err = knob_sets_read(sets, settings_sets(s, sets), object, fault);
    if (err || !strcmp(kept, s->hearing.keep)) return err;
    memcpy(s->hearing.keep, kept, sizeof kept); // no file of somebody else's consents
    return fault_set(fault, ERR_DENIED,
                     "hearing.keep is said by whoever runs the robot: --set hearing.keep=FOLDER");
}

enum err settings_assign(struct settings *s, const char *assignment, struct fault *fault) {
    struct knob_set sets[SETTINGS_SETS];
    return knob_sets_assign(sets, settings_sets(s, sets), assignment, fault);
}

void settings_tell(const struct settings *s, const char *creature, struct buf *out) {
    struct settings now = *s, usual;
    struct knob_set sets[SETTINGS_SETS], usually[SETTINGS_SETS];
    settings_start(&usual, creature);
    now.hearing.keep[0] = 0;
    uint32_t count = settings_sets(&now, sets);
    settings_sets(&usual, usually);
    for (uint32_t i = 0; i < count; i++)
        for (size_t k = 0; k < sets[i].knobs->count; k++) {
            const char *name = sets[i].knobs->list[k].name;
            char is[128], was[128];
            knobs_get(sets[i].knobs, sets[i].config, name, is, sizeof is);
            knobs_get(usually[i].knobs, usually[i].config, name, was, sizeof was);
            if (strcmp(is, was)) buf_printf(out, "%s.%s=%s\n", sets[i].knobs->name, name, is);
        }
}

enum err settings_again(struct settings *s, struct text lines, struct fault *fault) {
    enum err err = ERR_NONE;
    while (lines.len && !err) {
        struct text line;
        char assignment[160];
        text_split(&lines, '\n', &line);
        if (!line.len) continue;
        if (line.len >= sizeof assignment) return fault_set(fault, ERR_LIMIT, "a setting is too long");
        text_copy(line, assignment, sizeof assignment);
        err = settings_assign(s, assignment, fault);
    }
    return err;
}

enum err settings_recorded(struct settings *s, struct text lines, struct fault *fault) {
    char kept[sizeof s->hearing.keep];
    memcpy(kept, s->hearing.keep, sizeof kept);
    enum err err = settings_again(s, lines, fault);
    memcpy(s->hearing.keep, kept, sizeof kept);
    return err;
}

void settings_to_record(struct text lines, struct buf *out) {
    static const char CONSENT[] = "hearing.keep=";
    struct text line;
    while (text_split(&lines, '\n', &line)) {
        bool consent = line.len >= sizeof CONSENT - 1 && !memcmp(line.at, CONSENT, sizeof CONSENT - 1);
        if (line.len && !consent) buf_printf(out, "%.*s\n", (int)line.len, line.at);
    }
}

void settings_document(struct buf *out) {
    struct settings settings;
    struct knob_set sets[SETTINGS_SETS];
    settings_start(&settings, "vector");
    uint32_t count = settings_sets(&settings, sets);
    for (uint32_t i = 0; i < count; i++) {
        buf_printf(out, "%s### %s\n\n", i ? "\n" : "", sets[i].knobs->name);
        knobs_document(sets[i].knobs, out);
    }
}
