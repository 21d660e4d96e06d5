// The program's own table: whether every row is whole, so that help, manual page and completion have
// something to say.
#include "support/support.h"

#include "cli/commands.h"

static void check_that(bool so, const struct command *c, const char *what) {
    if (!so) fail_msg("%s %s: %s", c->group ? c->group : "", c->name ? c->name : "?", what);
}

static bool plain(const char *name) {
    return name && *name && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name) &&
           name[0] != '-';
}

static void rows_are_whole(void **state) {
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        const struct command *c = COMMANDS[i];
        check_that(plain(c->name) && (!c->group || plain(c->group)), c,
                   "names are small letters, digits and hyphens");
        check_that(c->run, c, "nothing to run");
        check_that(c->summary && *c->summary && strlen(c->summary) < 80, c, "a summary of one line");
        check_that(c->summary[strlen(c->summary) - 1] != '.', c, "no full stop behind the summary");
        check_that(c->help && strlen(c->help) > 20, c, "no help");
        check_that(c->examples && strstr(c->examples, "critter "), c, "no examples");
        check_that(!c->group || *group_summary(c->group), c, "the group has no row in GROUPS");
        check_that(c->raw || !c->words_least || c->words, c, "usage does not name the words");
        check_that(command_find(c->group, c->name) == c, c, "stands twice");
        check_that(!c->option_count || c->options, c, "options are missing");
    }
}

static void groups_stand_together(void **state) {
    for (size_t i = 1; i < COMMAND_COUNT; i++) {
        const char *before = COMMANDS[i - 1]->group ? COMMANDS[i - 1]->group : "",
                   *group = COMMANDS[i]->group ? COMMANDS[i]->group : "";
        int order = strcmp(before, group);
        check_that(order < 0 || (!order && strcmp(COMMANDS[i - 1]->name, COMMANDS[i]->name) < 0), COMMANDS[i],
                   "not sorted by group and name");
    }
}

static void groups_stand_once(void **state) {
    for (size_t i = 0; i < GROUP_COUNT; i++) {
        if (!group_exists(GROUPS[i].name)) fail_msg("%s: a group without commands", GROUPS[i].name);
        if (i && strcmp(GROUPS[i - 1].name, GROUPS[i].name) >= 0)
            fail_msg("%s: GROUPS is not sorted, or it stands twice", GROUPS[i].name);
    }
}

static size_t room_of(enum option_type type) {
    static const size_t ROOM[] = {sizeof(bool), sizeof(char *), sizeof(struct option_list), 4, 8, 8};
    return ROOM[type];
}

static void options_are_whole(void **state) {
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        const struct command *c = COMMANDS[i];
        for (size_t k = 0; k < c->option_count; k++) {
            const struct option *o = &c->options[k];
            check_that(c->raw || plain(o->name), c, "an option's name is small letters, digits and hyphens");
            check_that(o->help && *o->help, c, "an option without help");
            check_that(!o->value == (o->type == OPTION_FLAG), c,
                       "flags, and only flags, have no value to name");
            check_that(c->raw || o->offset + room_of(o->type) <= c->options_size, c,
                       "an option outside its struct (options_size?)");
            check_that(o->low <= o->high, c, "an option's range");
            for (size_t j = 0; j < k; j++) {
                check_that(strcmp(o->name, c->options[j].name), c, "an option stands twice");
                check_that(!o->letter || o->letter != c->options[j].letter, c, "two options have one letter");
            }
        }
    }
}

TESTS(cmocka_unit_test(rows_are_whole), cmocka_unit_test(groups_stand_together),
      cmocka_unit_test(groups_stand_once), cmocka_unit_test(options_are_whole))
