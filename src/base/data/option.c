#include "base/data/option.h"

#include <string.h>

// What is being taken apart.
struct taking {
    const struct options *tables;
    size_t table_count;
    int argc, next; // next: the argument to look at
    char *const *argv;
    struct words *rest;
    struct fault *fault;
};

static enum err collect(struct taking *t, const char *word) {
    if (t->rest->count == WORDS_MAX) return fault_set(t->fault, ERR_LIMIT, "more than %d words", WORDS_MAX);
    t->rest->at[t->rest->count++] = word;
    return ERR_NONE;
}

// ---- values ----

// name is how the option was written: --seed or -s.
static enum err wrong(struct taking *t, const char *name, enum err err, const struct option *option,
                      const char *what, const char *value) {
    if (err == ERR_RANGE && (option->low != 0 || option->high != 0)) {
        char low[NUMBER_ROOM], high[NUMBER_ROOM];
        f64_to_text(option->low, low);
        f64_to_text(option->high, high);
        return fault_set(t->fault, err, "%s: expected %s from %s to %s, found %.60s", name, what, low, high,
                         value);
    }
    if (err == ERR_RANGE) return fault_set(t->fault, err, "%s: %.60s is too large or too small", name, value);
    return fault_set(t->fault, err, "%s: expected %s, found \"%.60s\"", name, what, value);
}

static enum err in_range(const struct option *option, double number) {
    if (option->low == 0 && option->high == 0) return ERR_NONE;
    return number >= option->low && number <= option->high ? ERR_NONE : ERR_RANGE;
}

static enum err take_i32(struct taking *t, const char *name, const struct option *option, const char *value,
                         void *to) {
    int64_t number = 0;
    enum err err = text_to_i64(text_of(value), &number);
    if (!err && (number < INT32_MIN || number > INT32_MAX)) err = ERR_RANGE;
    if (!err) err = in_range(option, (double)number);
    if (err) return wrong(t, name, err, option, "a whole number", value);
    int32_t narrow = (int32_t)number;
    memcpy(to, &narrow, sizeof narrow);
    return ERR_NONE;
}

static enum err take_u64(struct taking *t, const char *name, const struct option *option, const char *value,
                         void *to) {
    uint64_t number = 0;
    enum err err = text_to_u64(text_of(value), &number);
    if (!err) err = in_range(option, (double)number);
    if (err) return wrong(t, name, err, option, "a whole number", value);
    memcpy(to, &number, sizeof number);
    return ERR_NONE;
}

static enum err take_f64(struct taking *t, const char *name, const struct option *option, const char *value,
                         void *to) {
    double number = 0;
    enum err err = text_to_f64(text_of(value), &number);
    if (!err) err = in_range(option, number);
    if (err) return wrong(t, name, err, option, "a number", value);
    memcpy(to, &number, sizeof number);
    return ERR_NONE;
}

static enum err take_item(struct taking *t, const char *name, const char *value, struct option_list *list) {
    if (list->count == OPTION_LIST_MAX)
        return fault_set(t->fault, ERR_LIMIT, "%s: given more than %d times", name, OPTION_LIST_MAX);
    list->at[list->count++] = value;
    return ERR_NONE;
}

static enum err take_value(struct taking *t, const char *name, const struct option *option, void *into,
                           const char *value) {
    void *to = (char *)into + option->offset;
    switch (option->type) {
    case OPTION_FLAG:
        *(bool *)to = true;
        return ERR_NONE;
    case OPTION_TEXT:
        memcpy(to, &value, sizeof value);
        return ERR_NONE;
    case OPTION_LIST:
        return take_item(t, name, value, to);
    case OPTION_I32:
        return take_i32(t, name, option, value, to);
    case OPTION_U64:
        return take_u64(t, name, option, value, to);
    case OPTION_F64:
        return take_f64(t, name, option, value, to);
    }
    return fault_set(t->fault, ERR_TYPE, "%s: a type of option that does not exist", name);
}

// The value that stands in the next argument.
static enum err next_value(struct taking *t, const char *name, const struct option *option,
                           const char **value) {
    if (t->next >= t->argc)
        return fault_set(t->fault, ERR_MISSING, "%s needs a value: %s %s", name, name,
                         option->value ? option->value : "VALUE");
    *value = t->argv[t->next++];
    return ERR_NONE;
}

// ---- names ----

static const struct option *find(const struct taking *t, struct text name, char letter, void **into) {
    for (size_t i = 0; i < t->table_count; i++)
        for (size_t j = 0; j < t->tables[i].count; j++) {
            const struct option *option = &t->tables[i].list[j];
            if (letter ? option->letter != letter : !text_is(name, option->name)) continue;
            *into = t->tables[i].into;
            return option;
        }
    return NULL;
}

static enum err unknown(struct taking *t, const char *argument, struct text name) {
    const char *names[256], *near;
    size_t count = 0;
    for (size_t i = 0; i < t->table_count; i++)
        for (size_t j = 0; j < t->tables[i].count && count < 256; j++)
            names[count++] = t->tables[i].list[j].name;
    char wanted[64];
    text_copy(name, wanted, sizeof wanted);
    near = text_nearest(wanted, names, count);
    if (near)
        return fault_set(t->fault, ERR_UNKNOWN, "unknown option %.60s, did you mean --%s?", argument, near);
    return fault_set(t->fault, ERR_UNKNOWN, "unknown option %.60s", argument);
}

static enum err take_long(struct taking *t, const char *argument) {
    struct text name = text_of(argument + 2), value;
    text_split(&name, '=', &value); // value: the name so far
    struct text rest = name;
    name = value;
    void *into;
    const struct option *option = find(t, name, 0, &into);
    if (!option) return unknown(t, argument, name);
    char shown[64];
    snprintf(shown, sizeof shown, "--%s", option->name);
    if (option->type == OPTION_FLAG) {
        if (rest.at) return fault_set(t->fault, ERR_SYNTAX, "%s takes no value", shown);
        return take_value(t, shown, option, into, NULL);
    }
    const char *given = rest.at;
    enum err err = given ? ERR_NONE : next_value(t, shown, option, &given);
    return err ? err : take_value(t, shown, option, into, given);
}

// -v, -vq, -n5, -n 5
static enum err take_letters(struct taking *t, const char *argument) {
    for (const char *at = argument + 1; *at; at++) {
        void *into;
        char shown[3] = {'-', *at, 0};
        const struct option *option = find(t, TEXT(""), *at, &into);
        if (!option) return unknown(t, at == argument + 1 ? argument : shown, text_of(argument + 1));
        enum err err;
        if (option->type != OPTION_FLAG) {
            const char *given = at + 1;
            err = *given ? ERR_NONE : next_value(t, shown, option, &given);
            return err ? err : take_value(t, shown, option, into, given);
        }
        if ((err = take_value(t, shown, option, into, NULL))) return err;
    }
    return ERR_NONE;
}

static bool is_word(const struct taking *t, const char *argument) {
    if (argument[0] != '-' || !argument[1]) return true;
    void *into;
    double number;
    bool digit = (argument[1] >= '0' && argument[1] <= '9') || argument[1] == '.';
    return digit && !find(t, TEXT(""), argument[1], &into) && !text_to_f64(text_of(argument), &number);
}

enum err options_parse_all(const struct options *tables, size_t count, int argc, char *const *argv,
                           struct words *rest, struct fault *fault) {
    struct taking t = {tables, count, argc, 1, argv, rest, fault};
    rest->count = 0;
    enum err err = ERR_NONE;
    bool only_words = false;
    while (!err && t.next < t.argc) {
        const char *argument = t.argv[t.next++];
        if (only_words || is_word(&t, argument))
            err = collect(&t, argument);
        else if (!strcmp(argument, "--"))
            only_words = true;
        else if (argument[1] == '-')
            err = take_long(&t, argument);
        else
            err = take_letters(&t, argument);
    }
    return err;
}

enum err options_parse(const struct option *options, size_t count, int argc, char *const *argv, void *into,
                       struct words *rest, struct fault *fault) {
    return options_parse_all(&(struct options){options, count, into}, 1, argc, argv, rest, fault);
}

// ---- help ----

enum { PAGE = 80, HELP_COLUMN = 26 };

static void spaces(FILE *to, unsigned count) { fprintf(to, "%*s", (int)count, ""); }

void help_wrap(FILE *to, const char *text, unsigned at, unsigned indent) {
    bool first = true; // of its line
    while (*text) {
        if (*text == '\n') {
            fputc('\n', to);
            text++;
            if (*text && *text != '\n') spaces(to, indent);
            at = indent;
            first = true;
            continue;
        }
        size_t len = strcspn(text, " \n");
        unsigned wide = (unsigned)utf8_count((struct text){text, len});
        if (!first && at + 1 + wide > PAGE) {
            fputc('\n', to);
            spaces(to, indent);
            at = indent;
            first = true;
        }
        if (!first) fputc(' ', to), at++;
        fwrite(text, 1, len, to);
        at += wide;
        first = false;
        text += len;
        while (*text == ' ') text++;
    }
    fputc('\n', to);
}

void options_help(const struct option *options, size_t count, FILE *to) {
    for (size_t i = 0; i < count; i++) {
        const struct option *o = &options[i];
        char head[128];
        char letter[8] = "    ";
        if (o->letter) snprintf(letter, sizeof letter, "-%c, ", o->letter);
        int len = snprintf(head, sizeof head, "  %s--%s%s%s", letter, o->name, o->value ? " " : "",
                           o->value ? o->value : "");
        fputs(head, to);
        if (len + 1 > HELP_COLUMN) {
            fputc('\n', to);
            len = 0;
        }
        spaces(to, HELP_COLUMN - (unsigned)len);
        help_wrap(to, o->help ? o->help : "", HELP_COLUMN, HELP_COLUMN);
    }
}
