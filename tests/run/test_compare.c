// Whether a comparison of sweeps says "no difference" where there is none, and finds what is there: over many
// made sweeps whose truth is known.
#include "support/support.h"

#include "base/maths/chance.h"
#include "run/sweep/compare.h"

#include <math.h>

enum { LIVES = 40, TRIES = 100 };

static struct sweep_figure figure = {.name = "v.answer_mean", .about = "first sign", .unit = "s", .most = 1};
struct made {
    struct sweep_plan plan;
    struct sweep_row row[LIVES];
    double column[LIVES];
    struct sweep_table table;
};

// A figure of so many lives, whose seeds begin there: its mean, and how widely lives differ.
static void make(struct made *m, uint64_t first_seed, double mean, double deviation, struct chance *dice) {
    *m = (struct made){.plan = {.figures = &figure,
                                .figure_count = 1,
                                .first_seed = first_seed,
                                .last_seed = first_seed + LIVES - 1,
                                .variants = 1,
                                .lives = LIVES}};
    m->table = (struct sweep_table){
        .plan = &m->plan, .rows = LIVES, .room = LIVES, .row = m->row, .columns = m->column};
    for (uint32_t i = 0; i < LIVES; i++) {
        m->row[i].life = i;
        m->column[i] = mean + deviation * (double)chance_normal(dice, 0, 1);
    }
}

static struct sweep_difference difference(const struct made *a, const struct made *b) {
    struct sweep_difference d;
    assert_true(sweep_difference(&a->table, 0, &b->table, 0, &d));
    return d;
}

static void other_seeds_make_no_difference(void **state) {
    struct chance dice = chance_of(3, chance_stream("lives"), 0);
    static struct made a, b;
    unsigned differ = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        make(&a, 1, 0.2, 0.05, &dice), make(&b, 1001, 0.2, 0.05, &dice);
        struct sweep_difference d = difference(&a, &b);
        assert_int_equal(d.pairs, 0);
        assert_true(d.known && d.low < d.by && d.by < d.high);
        differ += d.differs;
    }
    if (differ > TRIES / 10 || !differ) fail_msg("%u of %d differ", differ, TRIES); // 95 of 100 is no 100
}

static void a_fifth_slower_is_found(void **state) {
    struct chance dice = chance_of(4, chance_stream("lives"), 0);
    static struct made a, b;
    unsigned found = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        make(&a, 1, 0.2, 0.05, &dice), make(&b, 1001, 0.24, 0.05, &dice);
        struct sweep_difference d = difference(&a, &b);
        found += d.differs && d.low > 0;
    }
    if (found < 85) fail_msg("%u of %d are found", found, TRIES);
}

// What the seeds have in common is taken out: a hundredth is found among lives that differ by a quarter.
static void pairs_see_more(void **state) {
    struct chance dice = chance_of(5, chance_stream("lives"), 0);
    static struct made a, b;
    make(&a, 1, 0.2, 0.05, &dice), b = a;
    b.table.plan = &b.plan, b.table.row = b.row, b.table.columns = b.column;
    struct sweep_difference d = difference(&a, &b);
    assert_int_equal(d.pairs, LIVES);
    assert_true(!d.differs && d.low == 0 && d.high == 0);
    for (uint32_t i = 0; i < LIVES; i++) b.column[i] += 0.002 + 0.001 * (double)chance_normal(&dice, 0, 1);
    d = difference(&a, &b);
    assert_true(d.differs && d.low > 0.0015 && d.high < 0.0025);
    b.plan.first_seed += LIVES / 2; // half of the seeds only: means, which do not see it
    b.plan.last_seed += LIVES / 2;
    d = difference(&a, &b);
    assert_true(!d.pairs && !d.differs);
}

static void lives_without_the_figure_do_not_count(void **state) {
    struct chance dice = chance_of(6, chance_stream("lives"), 0);
    static struct made a, b;
    make(&a, 1, 0.2, 0.05, &dice), make(&b, 1, 0.2, 0.05, &dice);
    for (uint32_t i = 0; i < LIVES - 1; i++) b.column[i] = (double)NAN;
    struct sweep_difference d = difference(&a, &b);
    assert_true(!d.known && !d.differs && d.count_a == LIVES && d.count_b == 1);
}

TESTS(cmocka_unit_test(other_seeds_make_no_difference), cmocka_unit_test(a_fifth_slower_is_found),
      cmocka_unit_test(pairs_see_more), cmocka_unit_test(lives_without_the_figure_do_not_count))
