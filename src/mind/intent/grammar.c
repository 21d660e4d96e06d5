#include "mind/intent/grammar.h"

#include <string.h>

// In the place of each kind of slot; NULL: nothing can stand there.
static const char *const RULES[PHRASE_KINDS] = {
    [PHRASE_NUMBER] = "<number>", [PHRASE_DURATION] = "<duration>", [PHRASE_VOLUME] = "<volume>",
    [PHRASE_COLOUR] = "<colour>", [PHRASE_DAY] = "<day>",           [PHRASE_NAME] = "<name>",
    [PHRASE_PLACE] = "<place>",
};

static const char VALUES[] =
    "<small> = one | two | three | four | five | six | seven | eight | nine;\n"
    "<teen> = ten | eleven | twelve | thirteen | fourteen | fifteen | sixteen | seventeen | eighteen | "
    "nineteen;\n"
    "<tens> = twenty | thirty | forty | fifty | sixty | seventy | eighty | ninety;\n"
    "<number> = <small> | <teen> | <tens> [<small>];\n"
    "<minutes> = (a | one) minute | <number> minutes [and a half] | <number> and a half minutes;\n"
    "<seconds> = (a | one) second | <number> seconds;\n"
    "<hours> = (an | one) hour [and a half] | half an hour | <small> hours [and a half];\n"
    "<duration> = <minutes> [[and] <seconds>] | <seconds> | <hours> [[and] <number> minutes];\n"
    "<volume> = one | two | three | four | five | minimum | low | quiet | medium | normal | high | maximum | "
    "full "
    "| loud;\n"
    "<colour> = teal | orange | yellow | lime | blue | sapphire | purple | green;\n"
    "<day> = today | tonight | tomorrow;\n"
    "<name> = adam | alex | alice | amy | andrew | anna | ben | bob | carol | charlie | chris | daniel | "
    "david | "
    "diana | emily | emma | eric | eva | frank | fred | george | grace | hannah | harry | helen | henry | "
    "jack | "
    "james | jane | jason | jennifer | jessica | jim | joe | john | julia | karen | kate | kevin | laura | "
    "linda | "
    "lisa | lucy | maria | mark | martin | mary | matthew | max | michael | nancy | nick | oliver | paul | "
    "peter | "
    "rachel | robert | rose | ruth | sam | sarah | simon | sophie | steve | susan | thomas | tom | victoria "
    "| "
    "william;\n";

// Small letters; what is no letter becomes a blank. False: no word is left, or there are digits or letters of
// other languages in it.
static bool put_words(struct buf *out, struct text words) {
    bool any = false;
    for (size_t i = 0; i < words.len; i++)
        if ((words.at[i] >= '0' && words.at[i] <= '9') || words.at[i] & 0x80) return false;
    for (size_t i = 0; i < words.len; i++) {
        char c = words.at[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        bool letter = (c >= 'a' && c <= 'z') || c == '\'';
        buf_byte(out, (uint8_t)(letter ? c : ' '));
        any |= letter;
    }
    return any;
}

static bool put_either(struct buf *out, struct text words) {
    struct text one;
    bool any = false;
    buf_byte(out, '(');
    while (text_split(&words, '|', &one)) {
        if (any) buf_text(out, " | ");
        size_t before = out->len;
        if (put_words(out, one))
            any = true;
        else
            out->len = before;
    }
    buf_text(out, ") ");
    return any;
}

static bool put_phrase(struct buf *out, const struct phrase *p) {
    for (uint32_t i = 0; i < p->count; i++) {
        const struct phrase_part *part = &p->parts[i];
        if (part->slot && !RULES[part->kind]) return false;
        if (part->slot)
            buf_printf(out, "%s ", RULES[part->kind]);
        else if (!put_either(out, part->words))
            return false;
    }
    return p->count > 0;
}

static void put_list(struct buf *out, const char *rule, const struct phrase_list *list) {
    bool any = false;
    buf_printf(out, "<%s> = ", rule);
    for (uint32_t i = 0; i < list->count; i++) {
        size_t before = out->len;
        if (any) buf_text(out, " | ");
        if (put_words(out, list->at[i]))
            any = true;
        else
            out->len = before;
    }
    buf_text(out, any ? ";\n" : "<NULL>;\n");
}

// "London, United Kingdom" is said "London"; further names of it stand beside it.
static void put_places(struct buf *out, const struct answers *answers) {
    bool any = false;
    buf_text(out, "<place> = ");
    for (uint32_t i = 0; i < answers->place_count; i++) {
        struct text names[2] = {answers->places[i].name, answers->places[i].also}, one;
        const char *comma = memchr(names[0].at, ',', names[0].len);
        if (comma) names[0].len = (size_t)(comma - names[0].at);
        for (int k = 0; k < 2; k++)
            while (names[k].len && text_split(&names[k], '|', &one)) {
                size_t before = out->len;
                if (any) buf_text(out, " | ");
                if (put_words(out, one))
                    any = true;
                else
                    out->len = before;
            }
    }
    buf_text(out, any ? ";\n" : "<VOID>;\n");
}

enum err grammar_make(const struct meanings *meanings, struct buf *out) {
    const struct phrases *table = &meanings->phrases;
    bool any = false;
    buf_text(out, "#JSGF V1.0;\ngrammar phrases;\npublic <said> = [<polite>] <phrase> [<polite>];\n");
    put_list(out, "polite", &table->polite);
    buf_text(out, "<phrase> = ");
    for (uint32_t i = 0; i < table->count; i++) {
        size_t before = out->len;
        if (any) buf_text(out, "\n | ");
        if (put_phrase(out, &table->list[i]))
            any = true;
        else
            out->len = before;
    }
    buf_text(out, any ? ";\n" : "<VOID>;\n");
    buf_text(out, VALUES);
    put_places(out, &meanings->answers);
    return out->err;
}
