#include "run/sweep/life.h"

#include "base/hash.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char HEAD[] = "critter sweep life 1";
static const struct {
    const char *name, *about;
} FAILINGS[SWEEP_FAILINGS] = {
    [SWEEP_CRASHED] = {"crashed", "the program crashed"},
    [SWEEP_HUNG] = {"hung", "the program stood still"},
    [SWEEP_FELL] = {"fell", "fell"},
    [SWEEP_EMPTY] = {"empty", "ran empty off its charger"},
    [SWEEP_SCRIPT] = {"script", "a script ended with an error"},
    [SWEEP_EXPECTED] = {"expected", "an expectation did not hold"},
    [SWEEP_STUCK] = {"stuck", "stuck without asking for help"},
    [SWEEP_REFUSED] = {"refused", "the world refused something"},
};
const char *sweep_failing_name(enum sweep_failing kind) { return FAILINGS[kind].name; }
const char *sweep_failing_about(enum sweep_failing kind) { return FAILINGS[kind].about; }

void sweep_life_begin(struct sweep_life *life, const struct sweep_plan *plan, uint32_t number) {
    life->life = number, life->seed = sweep_plan_seed(plan, number);
    life->ended = false, life->seconds = 0, life->hash = 0;
    life->failure_count = life->failures_more = 0;
    for (uint32_t i = 0; i < plan->figure_count; i++) life->figures[i] = (double)NAN;
}

void sweep_life_fail(struct sweep_life *life, enum sweep_failing kind, double at_s, const char *what,
                     const char *said) {
    if (life->failure_count == SWEEP_FAILURES_MAX) {
        life->failures_more++;
        return;
    }
    struct sweep_failure *f = &life->failures[life->failure_count++];
    f->kind = kind, f->at_s = at_s;
    text_shown(text_of(what), f->what, sizeof f->what);
    text_shown(text_of(said), f->said, sizeof f->said);
}

const struct sweep_failure *sweep_life_worst(const struct sweep_life *life) {
    const struct sweep_failure *worst = NULL;
    for (uint32_t i = 0; i < life->failure_count; i++) {
        const struct sweep_failure *f = &life->failures[i];
        if (!worst || f->kind < worst->kind || (f->kind == worst->kind && f->at_s < worst->at_s)) worst = f;
    }
    return worst;
}

static void put(struct buf *out, double number) {
    char text[NUMBER_ROOM];
    buf_bytes(out, text, f64_to_text(number, text));
}

// Nine digits are more than anybody counted. Short numbers make small files, and reports that are soon
// written.
static double nine_digits(double number) {
    char text[40];
    snprintf(text, sizeof text, "%.9g", number);
    return strtod(text, NULL);
}

void sweep_life_write(const struct sweep_life *life, const struct sweep_plan *plan, struct buf *out) {
    size_t begin = out->len;
    buf_printf(out, "%s\nsweep\t%016" PRIx64 "\nlife\t%" PRIu32 "\nseed\t%" PRIu64 "\nseconds\t", HEAD,
               plan->digest, life->life, life->seed);
    put(out, life->seconds);
    if (life->ended) buf_printf(out, "\nhash\t%016" PRIx64, life->hash);
    for (uint32_t i = 0; i < plan->figure_count; i++) {
        if (isnan(life->figures[i])) continue;
        buf_printf(out, "\nfigure\t%s\t", plan->figures[i].name);
        put(out, nine_digits(life->figures[i]));
    }
    for (uint32_t i = 0; i < life->failure_count; i++) {
        const struct sweep_failure *f = &life->failures[i];
        buf_printf(out, "\nfailed\t%s\t", FAILINGS[f->kind].name);
        put(out, f->at_s);
        buf_printf(out, "\t%s\t%s", f->what, f->said);
    }
    if (life->failures_more) buf_printf(out, "\nmore\t%" PRIu32, life->failures_more);
    buf_byte(out, '\n');
    if (!out->err) buf_printf(out, "end\t%08" PRIx32 "\n", crc32_ieee(0, out->at + begin, out->len - begin));
}

// ------------------------------------------------------------------------------------------------ reading

struct reading {
    const struct sweep_plan *plan;
    struct sweep_life *life;
    struct fault *fault;
    unsigned line, seen; // seen: which of the lines that come once
    uint32_t figure;     // the next one, probably
};
enum { SAW_SWEEP = 1, SAW_LIFE = 2, SAW_SEED = 4, SAW_SECONDS = 8, SAW_HASH = 16, SAW_MORE = 32 };

static enum err wrong(const struct reading *r, enum err err, const char *said) {
    return fault_at(r->fault, err, NULL, r->line, 0, "%s", said);
}
static enum err once(struct reading *r, unsigned which) {
    if (r->seen & which) return wrong(r, ERR_DUPLICATE, "expected this line once");
    r->seen |= which;
    return ERR_NONE;
}

static bool hex64(struct text a, uint64_t *out) {
    uint64_t value = 0;
    if (a.len != 16) return false;
    for (size_t i = 0; i < a.len; i++) {
        int digit = hex_digit(a.at[i]);
        if (digit < 0) return false;
        value = value << 4 | (unsigned)digit;
    }
    *out = value;
    return true;
}

static enum err read_sweep(struct reading *r, struct text rest) {
    uint64_t digest = 0;
    if (!hex64(rest, &digest))
        return wrong(r, ERR_SYNTAX, "expected the sweep's digest, 16 hexadecimal digits");
    if (digest != r->plan->digest) return wrong(r, ERR_STATE, "this is a life of another sweep");
    return once(r, SAW_SWEEP);
}

static enum err read_number(struct reading *r, struct text rest) {
    uint64_t number = 0;
    if (text_to_u64(rest, &number) || number >= r->plan->lives)
        return wrong(r, ERR_RANGE, "expected the number of a life of this sweep");
    r->life->life = (uint32_t)number;
    return once(r, SAW_LIFE);
}

static enum err read_seed(struct reading *r, struct text rest) {
    if (!(r->seen & SAW_LIFE) || text_to_u64(rest, &r->life->seed) ||
        r->life->seed != sweep_plan_seed(r->plan, r->life->life))
        return wrong(r, ERR_RANGE, "expected the seed of this life");
    return once(r, SAW_SEED);
}

static enum err read_seconds(struct reading *r, struct text rest) {
    if (text_to_f64(rest, &r->life->seconds) || r->life->seconds < 0 || r->life->seconds > SWEEP_SECONDS_MAX)
        return wrong(r, ERR_RANGE, "expected how long it lived, in seconds");
    return once(r, SAW_SECONDS);
}

static enum err read_hash(struct reading *r, struct text rest) {
    if (!hex64(rest, &r->life->hash)) return wrong(r, ERR_SYNTAX, "expected a hash, 16 hexadecimal digits");
    r->life->ended = true;
    return once(r, SAW_HASH);
}

// Files list figures as the plan does, and only leave some out.
static enum err read_figure(struct reading *r, struct text rest) {
    struct text name = {0};
    double is = 0;
    text_split(&rest, '\t', &name);
    for (uint32_t i = r->figure; i < r->plan->figure_count; i++) {
        if (!text_is(name, r->plan->figures[i].name)) continue;
        if (text_to_f64(rest, &is)) return wrong(r, ERR_SYNTAX, "expected a figure and its number");
        r->life->figures[i] = is, r->figure = i + 1;
        return ERR_NONE;
    }
    return wrong(r, ERR_UNKNOWN, "expected a figure of this sweep, in its order");
}

static enum err read_failure(struct reading *r, struct text rest) {
    struct text kind = {0}, at = {0}, what = {0};
    double at_s = 0;
    text_split(&rest, '\t', &kind), text_split(&rest, '\t', &at);
    if (r->life->failure_count == SWEEP_FAILURES_MAX)
        return wrong(r, ERR_LIMIT, "more failures than a life can have");
    struct sweep_failure *f = &r->life->failures[r->life->failure_count];
    for (int i = 0; i < SWEEP_FAILINGS; i++) {
        if (!text_is(kind, FAILINGS[i].name)) continue;
        if (!text_split(&rest, '\t', &what) || text_to_f64(at, &at_s) || at_s < 0 || at_s > SWEEP_SECONDS_MAX)
            break;
        text_shown(what, f->what, sizeof f->what), text_shown(rest, f->said, sizeof f->said);
        f->kind = (enum sweep_failing)i, f->at_s = at_s, r->life->failure_count++;
        return ERR_NONE;
    }
    return wrong(r, ERR_SYNTAX, "expected what failed, when, of whom and why");
}

static enum err read_more(struct reading *r, struct text rest) {
    uint64_t more = 0;
    if (text_to_u64(rest, &more) || !more || more > UINT32_MAX)
        return wrong(r, ERR_RANGE, "expected how many more failures");
    r->life->failures_more = (uint32_t)more;
    return once(r, SAW_MORE);
}

static enum err read_line(struct reading *r, struct text line) {
    static const struct {
        const char *name;
        enum err (*read)(struct reading *r, struct text rest);
    } LINES[] = {{"figure", read_figure}, {"failed", read_failure}, {"sweep", read_sweep},
                 {"life", read_number},   {"seed", read_seed},      {"seconds", read_seconds},
                 {"hash", read_hash},     {"more", read_more}};
    struct text name = {0};
    text_split(&line, '\t', &name);
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++)
        if (text_is(name, LINES[i].name)) return LINES[i].read(r, line);
    return wrong(r, ERR_UNKNOWN, "expected a line of a life");
}

// The body without its last line, whose checksum must be right.
static enum err whole(struct text *text, struct fault *fault) {
    enum { LAST = sizeof "end\t00000000\n" - 1 };
    char wanted[LAST + 1];
    if (text->len < LAST) return fault_set(fault, ERR_SHORT, "the file is torn: it has no last line");
    size_t body = text->len - LAST;
    snprintf(wanted, sizeof wanted, "end\t%08" PRIx32 "\n", crc32_ieee(0, text->at, body));
    if (memcmp(wanted, text->at + body, LAST) != 0 || !body || text->at[body - 1] != '\n')
        return fault_set(fault, ERR_CHECKSUM, "the file is torn: its checksum is wrong");
    text->len = body;
    return ERR_NONE;
}

enum err sweep_life_read(struct text text, const struct sweep_plan *plan, struct sweep_life *out,
                         struct fault *fault) {
    struct reading r = {.plan = plan, .life = out, .fault = fault};
    struct text line;
    if (text.len > SWEEP_LIFE_BYTES) return fault_set(fault, ERR_LIMIT, "larger than any life");
    enum err err = whole(&text, fault);
    if (err) return err;
    sweep_life_begin(out, plan, 0);
    while (!err && text.len && text_split(&text, '\n', &line)) {
        if (!r.line++)
            err =
                text_is(line, HEAD) ? ERR_NONE : wrong(&r, ERR_VERSION, "expected \"critter sweep life 1\"");
        else
            err = read_line(&r, line);
    }
    unsigned needed = SAW_SWEEP | SAW_LIFE | SAW_SEED | SAW_SECONDS;
    if (!err && (r.seen & needed) != needed) err = wrong(&r, ERR_MISSING, "lines of a life are missing");
    return err;
}
