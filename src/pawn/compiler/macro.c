// #define patterns: a name, then text in which %0 to %9 stand for anything up to the character after them.
// Brackets and strings in what they take count as one.
#include "pawn/compiler/compiler_internal.h"

struct macro {
    struct macro *next;
    struct name *prefix;
    const char *pattern; // after the prefix; escapes are resolved
    const char *text;
    const char *whole; // the pattern as it stands in messages
};

struct taken {
    const char *at[10];
    size_t len[10];
};

bool cc_string_starts(const struct unit *u, const char *s) {
    if (*s == '"' || *s == '\'') return true;
    if (*s == '!') {
        s++;
        if (*s == u->escape) s++;
    } else if (*s == u->escape) {
        s++;
        if (*s == '!') s++;
    } else {
        return false;
    }
    return *s == '"' || *s == '\'';
}

const char *cc_string_skip(const struct unit *u, const char *s) {
    while (*s == '!' || (*s == u->escape && *s != '"' && *s != '\'')) s++;
    char quote = *s;
    if (quote) s++;
    while (*s && *s != quote) {
        if (*s == u->escape && s[1]) s++;
        s++;
    }
    return s;
}

static const char *group_skip(const struct unit *u, const char *s) {
    char open = *s, close = open == '(' ? ')' : open == '{' ? '}' : ']';
    int nest = 0;
    for (s++; *s && (*s != close || nest > 0); s++) {
        if (*s == open)
            nest++;
        else if (*s == close)
            nest--;
        else if (cc_string_starts(u, s))
            s = cc_string_skip(u, s);
        if (!*s) break;
    }
    return s;
}

// Takes text up to `stop`. NULL: it does not come.
static const char *parameter(const struct unit *u, const char *s, const char *p, struct taken *taken,
                             int which) {
    const char *e = s;
    while (*e != *p && *e) {
        if (cc_string_starts(u, e))
            e = cc_string_skip(u, e);
        else if (*e == '(' || *e == '{' || *e == '[')
            e = group_skip(u, e);
        if (*e) e++;
    }
    taken->at[which] = s;
    taken->len[which] = (size_t)(e - s);
    if (*e) return e + 1;
    bool line_end = p[0] == ';' && !p[1] && !u->semicolons;
    return line_end ? e : NULL;
}

// The end of what matched, or NULL.
static const char *match(const struct unit *u, const struct macro *macro, const char *s,
                         struct taken *taken) {
    const char *p = macro->pattern;
    char before = 'a'; // the prefix ends in a letter or digit
    while (*p && s) {
        if (!*s && !(*p == ';' && !p[1])) return NULL;
        if (p[0] == '%' && cc_digit((unsigned char)p[1])) {
            int which = p[1] - '0';
            p += 2;
            if (!*p) return NULL;
            s = parameter(u, s, p, taken, which);
            before = *p++;
        } else if (p[0] == ';' && !p[1] && !u->semicolons) {
            s = cc_skip_blank(s);
            if (*s && *s != ';') return NULL;
            before = *p++;
        } else {
            if (!cc_alnum((unsigned char)*p) && before != *p) s = cc_skip_blank(s);
            if (*s != *p) return NULL;
            before = *p++;
            s++;
        }
    }
    if (s && cc_alnum((unsigned char)before) && cc_alnum((unsigned char)*s)) return NULL;
    return s;
}

static bool append(char *out, size_t room, size_t *used, const char *from, size_t len) {
    if (len > room - *used) return false;
    memcpy(out + *used, from, len);
    *used += len;
    return true;
}

// false: the new text does not fit.
static bool fill(struct unit *u, const struct macro *macro, const struct taken *taken, char *out, size_t room,
                 size_t *used) {
    bool string = false;
    for (const char *e = macro->text; *e; e++) {
        if (e[0] == '%' && cc_digit((unsigned char)e[1]) && !string) {
            int which = e[1] - '0';
            if (!taken->at[which]) cc_say(u, 236);
            const char *from = taken->at[which] ? taken->at[which] : e;
            if (!append(out, room, used, from, taken->at[which] ? taken->len[which] : 2)) return false;
            e++;
        } else {
            if (*e == '"') string = !string;
            if (!append(out, room, used, e, 1)) return false;
        }
    }
    return true;
}

// Replaces at `start`. false: the pattern does not match there.
static bool apply(struct unit *u, const struct macro *macro, char *start, size_t room,
                  const char *after_prefix) {
    struct taken taken = {0};
    const char *end = match(u, macro, after_prefix, &taken);
    if (!end) return false;
    char text[CC_LINE + 2];
    size_t used = 0, tail = strlen(end);
    bool fits = room <= sizeof text - 1 && fill(u, macro, &taken, text, room, &used) && tail <= room - used;
    if (!fits || ++u->replacements > CC_REPLACEMENTS) {
        cc_say(u, 75);
        return false;
    }
    memmove(start + used, end, tail + 1);
    memcpy(start, text, used);
    return true;
}

// `defined` wants the name, not what it stands for.
static char *defined_skip(const struct unit *u, char *p, size_t len) {
    if (len != 7 || memcmp(p, "defined", 7) != 0) return NULL;
    p += 7;
    while (cc_blank((unsigned char)*p) || *p == '(') p++;
    while (cc_alnum((unsigned char)*p)) p++;
    return p;
}

void cc_replace(struct unit *u, char *line, size_t room) {
    if (!u->macro_count) return;
    u->replacements = 0;
    char *start = line;
    while (*start) {
        while (*start && !cc_alpha((unsigned char)*start)) {
            if (cc_string_starts(u, start)) start = line + (cc_string_skip(u, start) - line);
            if (*start) start++;
        }
        if (!*start) break;
        char *end = start;
        while (cc_alnum((unsigned char)*end)) end++;
        unsigned char first = (unsigned char)*start;
        char *skipped = defined_skip(u, start, (size_t)(end - start));
        if (skipped) {
            start = skipped;
            continue;
        }
        bool likely = u->macro_first[first >> 5] >> (first & 31) & 1;
        const struct macro *macro = likely ? cc_name(u, start, (size_t)(end - start))->macro : NULL;
        if (!macro || !apply(u, macro, start, room - (size_t)(start - line), end)) start = end;
    }
}

static size_t resolve(struct unit *u, const char *from, const char *to, char *out, size_t room) {
    size_t used = 0;
    while (from < to && used < room) {
        if (*from == u->escape)
            out[used++] = (char)cc_character(u, &from, false, false);
        else
            out[used++] = *from++;
    }
    return used;
}

void cc_define(struct unit *u) {
    const char *start = cc_skip_blank(u->p), *end = start;
    while ((unsigned char)*end > ' ') {
        if (*end == u->escape && (unsigned char)end[1] > ' ') end++;
        end++;
    }
    if (!cc_alpha((unsigned char)*start)) {
        cc_say(u, 74);
        return;
    }
    char pattern[CC_LINE + 1];
    size_t len = resolve(u, start, end, pattern, CC_LINE), prefix = 0;
    pattern[len] = 0;
    if (len >= 2 && cc_digit((unsigned char)pattern[len - 1]) && pattern[len - 2] == '%')
        pattern[len -= 2] = 0; // a last parameter could be anything
    while (cc_alnum((unsigned char)pattern[prefix])) prefix++;
    const char *text = cc_skip_blank(end), *last = text + strlen(text);
    while (last > text && (unsigned char)last[-1] <= ' ') last--;

    struct name *name = cc_name(u, pattern, prefix);
    struct macro *macro = CC_ONE(u, struct macro);
    macro->prefix = name;
    macro->whole = cc_copy(u, pattern, len);
    macro->pattern = macro->whole + prefix;
    macro->text = cc_copy(u, text, (size_t)(last - text));
    const struct macro *old = name->macro;
    if (old && (strcmp(old->whole, macro->whole) != 0 || strcmp(old->text, macro->text) != 0))
        cc_say(u, 201, pattern);
    if (!old) u->macro_count++;
    name->macro = macro;
    unsigned char first = (unsigned char)pattern[0];
    u->macro_first[first >> 5] |= 1u << (first & 31);
    u->p += strlen(u->p);
}

bool cc_undefine(struct unit *u, struct name *name) {
    if (!name->macro) return false;
    name->macro = NULL;
    u->macro_count--;
    return true;
}

void cc_macros_forget(struct unit *u) {
    memset(u->macro_first, 0, sizeof u->macro_first);
    u->macro_count = 0;
    for (size_t i = 0; i < u->name_room; i++)
        for (struct name *name = u->names[i]; name; name = name->next) name->macro = NULL;
}
