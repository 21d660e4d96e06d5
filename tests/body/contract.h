// What every body promises, whoever makes it.
//
//     static struct contract_body make(void *user) { … }
//     TESTS(CONTRACT(sim), …)
//
// A maker's test names how to make one body and how to let its time pass; the suite then drives it like a
// soul would, through senses and commands alone. Values are compared with what was asked for, within what the
// body's own resolution allows.
#pragma once

#include "body/body.h"

struct contract_body {
    struct body *body;
    void *user;
    void (*pass)(void *user, struct body *body, int64_t now_us); // lets the body's world go on until now
    void (*end)(void *user);                                     // after the body was freed
};

// Each returns NULL when the promise was kept, or what was wrong.
const char *contract_time_never_runs_back(struct contract_body *b);
const char *contract_a_tick_without_news_is_legal(struct contract_body *b);
const char *contract_the_head_goes_where_it_is_told(struct contract_body *b);
const char *contract_the_lift_goes_where_it_is_told(struct contract_body *b);
const char *contract_targets_out_of_reach_end_at_the_stop(struct contract_body *b);
const char *contract_wheels_keep_their_speed_and_stop(struct contract_body *b);
const char *contract_turning_left_is_positive(struct contract_body *b);
const char *contract_tags_are_acknowledged_once(struct contract_body *b);
const char *contract_the_same_tag_is_no_new_order(struct contract_body *b);
const char *contract_unwanted_senses_are_silent(struct contract_body *b);
const char *contract_nonsense_moves_nothing(struct contract_body *b);
const char *contract_an_origin_moves_the_place(struct contract_body *b);
const char *contract_a_fix_mends_the_place(struct contract_body *b);
const char *contract_stop_all_stops_all(struct contract_body *b);
const char *contract_what_it_lacks_never_comes(struct contract_body *b);

struct contract {
    const char *name;
    const char *(*holds)(struct contract_body *b);
};
extern const struct contract contracts[];
extern const size_t contract_count;

// Runs the whole suite on bodies of one maker, each on a body of its own; returns how many promises were
// broken, after saying which.
unsigned contract_run(const char *maker, struct contract_body (*make)(void));
