// Blackjack: one player against the robot, a fresh deck each round.
//
// Two cards each, one of the dealer's turned down. An ace counts one or eleven; twenty-one in two ends the
// round at once, five cards that are not too many win. Who plays says "hit" or "stand"; asked twice without
// an answer they stand. The dealer draws to seventeen. Then it asks for another round.
#include "mind/class/classes.h"

#include <stdio.h>
#include <string.h>

enum { DECK = 52, TWENTY_ONE = 21, DEALER_DRAWS_TO = 17 };
enum cards_step {
    CARDS_START,
    CARDS_DEAL,
    CARDS_LIE,    // the first two each
    CARDS_PLAYER, // has so many
    CARDS_PROMPT, // hit, or stand?
    CARDS_BUST,
    CARDS_DEALER,
    CARDS_RESULT,
    CARDS_AGAIN,
    CARDS_OVER
};

struct blackjack {
    struct text deal, swipe, win, lose;
    float listen_s, show_s;
};
static const struct knob BLACKJACK_LIST[] = {
    CLASS_TEXT(blackjack, deal, "dealAnimTrigger", "a trigger: it deals"),
    CLASS_TEXT(blackjack, swipe, "swipeAnimTrigger", "a trigger: it clears the table"),
    CLASS_TEXT(blackjack, win, "winAnimTrigger", "a trigger: it won"),
    CLASS_TEXT(blackjack, lose, "loseAnimTrigger", "a trigger: it lost"),
    CLASS_F32(blackjack, listen_s, "listen_s", "s", 1, 60, 8, "it waits for an answer so long"),
    CLASS_F32(blackjack, show_s, "showCards_s", "s", 1, 600, 120, "cards stay on its face so long at most")};
static const struct knobs BLACKJACK = CLASS_KNOBS(blackjack, BLACKJACK_LIST);

// ------------------------------------------------------------------------------------------------ the table

static uint32_t worth(const uint8_t *cards, uint32_t count) {
    uint32_t sum = 0, aces = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t rank = cards[i] % 13 + 1; // ace first
        sum += rank > 10 ? 10 : rank;
        aces += rank == 1;
    }
    return aces && sum + 10 <= TWENTY_ONE ? sum + 10 : sum;
}

static void shuffle(struct mind *m, const struct node *n) {
    struct mind_game *g = &m->live.game;
    struct chance dice = mind_dice(m, n, "deck");
    *g = (struct mind_game){0};
    for (uint32_t i = 0; i < DECK; i++) g->deck[i] = (uint8_t)i;
    for (uint32_t i = DECK - 1; i > 0; i--) {
        uint32_t with = chance_below(&dice, i + 1);
        uint8_t card = g->deck[i];
        g->deck[i] = g->deck[with], g->deck[with] = card;
    }
}
static void to_player(struct mind_game *g) {
    if (g->players < MIND_CARDS) g->player[g->players++] = g->deck[g->dealt++];
}
static void to_dealer(struct mind_game *g) {
    if (g->dealers < MIND_CARDS) g->dealer[g->dealers++] = g->deck[g->dealt++];
}

static void name_card(uint8_t card, char *out, size_t size) {
    static const char *const RANKS[] = {"ace", "2", "3",  "4",    "5",     "6",   "7",
                                        "8",   "9", "10", "jack", "queen", "king"};
    static const char *const SUITS[] = {"hearts", "clubs", "diamonds", "spades"};
    snprintf(out, size, "%s_%s", RANKS[card % 13], SUITS[card / 13 % 4]);
}

static void show(struct mind *m, const struct node *n) {
    const struct blackjack *k = n->config;
    const struct mind_game *g = &m->live.game;
    struct life_message r = {.kind = LIFE_SHOW_CARDS};
    struct life_show_cards *c = &r.show_cards;
    c->seconds = k->show_s;
    for (; c->dealer_count < g->dealers; c->dealer_count++)
        if (c->dealer_count == 1 && !g->open)
            strcpy(c->dealer[1], "back");
        else
            name_card(g->dealer[c->dealer_count], c->dealer[c->dealer_count], sizeof *c->dealer);
    for (; c->player_count < g->players; c->player_count++)
        name_card(g->player[c->player_count], c->player[c->player_count], sizeof *c->player);
    mind_tell(m, &r);
}

static void say_number(struct mind *m, const struct node *n, const char *key, uint32_t number) {
    char words[16];
    snprintf(words, sizeof words, "%u", number);
    mind_say(m, n, key, words, NULL);
}

// ------------------------------------------------------------------------------------------------ a round

static void ask(struct mind *m, const struct node *n, const char *key, uint32_t step) {
    const struct blackjack *k = n->config;
    struct node_state *s = node_state(m, n);
    mind_say(m, n, key, NULL, NULL);
    s->step = step, s->when[0] = m->live.now;
    m->live.listens = LISTENS_GAME, m->live.listens_until = m->live.now + (double)k->listen_s * 3;
}

static void begin_blackjack(struct mind *m, const struct node *n) {
    const struct blackjack *k = n->config;
    mind_play(m, n, k->swipe);
    mind_say(m, n, "BlackJackBehavior.Start", NULL, NULL);
}

static void deal(struct mind *m, const struct node *n) {
    const struct blackjack *k = n->config;
    struct mind_game *g = &m->live.game;
    shuffle(m, n);
    for (int i = 0; i < 2; i++) to_player(g), to_dealer(g);
    node_state(m, n)->own[0] = 0;
    show(m, n);
    mind_play(m, n, k->deal);
}

// -1: the dealer wins, 0: nobody, 1: the player.
static int who_wins(const struct mind_game *g) {
    uint32_t player = worth(g->player, g->players), dealer = worth(g->dealer, g->dealers);
    if (player > TWENTY_ONE) return -1;
    if (dealer > TWENTY_ONE) return 1;
    bool player_natural = player == TWENTY_ONE && g->players == 2,
         dealer_natural = dealer == TWENTY_ONE && g->dealers == 2;
    if (player_natural != dealer_natural) return player_natural ? 1 : -1;
    if (g->players == MIND_CARDS) return 1;
    return player == dealer ? 0 : player > dealer ? 1 : -1;
}

static void tell_result(struct mind *m, const struct node *n) {
    static const char *const KEYS[] = {"BlackJackBehavior.DealerWins", "BlackJackBehavior.Draw",
                                       "BlackJackBehavior.PlayerWins"};
    const struct blackjack *k = n->config;
    int who = who_wins(&m->live.game);
    mind_say(m, n, KEYS[who + 1], NULL, NULL);
    if (who) mind_play(m, n, who < 0 ? k->win : k->lose);
    node_state(m, n)->step = CARDS_RESULT;
}

static void turn_to_dealer(struct mind *m, const struct node *n) {
    struct mind_game *g = &m->live.game;
    m->live.listens = LISTENS_NOT;
    g->open = 1;
    show(m, n);
    say_number(m, n, "BlackJackBehavior.DealerHas", worth(g->dealer, g->dealers));
    node_state(m, n)->step = CARDS_DEALER;
}

static enum going after_a_card(struct mind *m, const struct node *n) {
    struct mind_game *g = &m->live.game;
    uint32_t player = worth(g->player, g->players);
    bool natural = g->players == 2 && (player == TWENTY_ONE || worth(g->dealer, 2) == TWENTY_ONE);
    if (player > TWENTY_ONE) {
        g->open = 1, show(m, n);
        say_number(m, n, "BlackJackBehavior.Bust", player);
        node_state(m, n)->step = CARDS_BUST;
    } else if (natural || g->players == MIND_CARDS) {
        g->open = 1, show(m, n), tell_result(m, n);
    } else {
        say_number(m, n, "BlackJackBehavior.PlayerHas", player);
        node_state(m, n)->step = CARDS_PLAYER;
    }
    return GOES_ON;
}

// What the player says; once more asked they stand.
static enum going hear_player(struct mind *m, const struct node *n) {
    const struct blackjack *k = n->config;
    struct node_state *s = node_state(m, n);
    struct mind_game *g = &m->live.game;
    if (mind_take_intent(m, "blackjack_hit")) {
        m->live.active_node = n->number + 1;
        mind_let_go(m, n);
        to_player(g), show(m, n);
        return after_a_card(m, n);
    }
    bool stands = mind_take_intent(m, "blackjack_stand");
    if (m->live.pending.number && !stands) return OVER; // something else is wanted
    bool silent = m->live.now - s->when[0] > (double)k->listen_s && !mind_waits(m, n);
    if (silent && s->own[0] < 1)
        return s->own[0] = 1, ask(m, n, "BlackJackBehavior.HitOrStand", CARDS_PROMPT), GOES_ON;
    if (!stands && !silent) return GOES_ON;
    return mind_let_go(m, n), turn_to_dealer(m, n), GOES_ON;
}

static enum going play_dealer(struct mind *m, const struct node *n) {
    struct mind_game *g = &m->live.game;
    if (g->dealers == MIND_CARDS || worth(g->dealer, g->dealers) >= DEALER_DRAWS_TO)
        return tell_result(m, n), GOES_ON;
    to_dealer(g), show(m, n);
    say_number(m, n, "BlackJackBehavior.DealerHas", worth(g->dealer, g->dealers));
    return GOES_ON;
}

static enum going hear_again(struct mind *m, const struct node *n) {
    const struct blackjack *k = n->config;
    struct node_state *s = node_state(m, n);
    if (mind_take_intent(m, "imperative_affirmative") || mind_take_intent(m, "blackjack_playagain")) {
        m->live.active_node = n->number + 1, m->live.listens = LISTENS_NOT;
        mind_let_go(m, n);
        return s->step = CARDS_DEAL, GOES_ON;
    }
    bool no = mind_take_intent(m, "imperative_negative");
    bool silent = m->live.now - s->when[0] > (double)k->listen_s && !mind_waits(m, n);
    if (m->live.pending.number) return OVER;
    if (!no && !silent) return GOES_ON;
    mind_let_go(m, n);
    mind_play(m, n, k->swipe);
    return s->step = CARDS_OVER, GOES_ON;
}

static enum going step_blackjack(struct mind *m, const struct node *n) {
    struct node_state *s = node_state(m, n);
    if (s->step == CARDS_PROMPT) return hear_player(m, n);
    if (s->step == CARDS_AGAIN) return hear_again(m, n);
    if (mind_waits(m, n)) return GOES_ON;
    switch (s->step) {
    case CARDS_START:
        return s->step = CARDS_DEAL, GOES_ON;
    case CARDS_DEAL:
        deal(m, n);
        return s->step = CARDS_LIE, GOES_ON;
    case CARDS_PLAYER:
        return s->own[0] = 0, ask(m, n, "BlackJackBehavior.HitOrStand", CARDS_PROMPT), GOES_ON;
    case CARDS_DEALER:
        return play_dealer(m, n);
    case CARDS_RESULT:
        return ask(m, n, "BlackJackBehavior.Again", CARDS_AGAIN), GOES_ON;
    case CARDS_BUST:
        return tell_result(m, n), GOES_ON;
    case CARDS_LIE:
        return after_a_card(m, n);
    default:
        return OVER;
    }
}

static void end_blackjack(struct mind *m, const struct node *n) {
    struct life_message clear = {.kind = LIFE_CLEAR_SCREEN};
    m->live.listens = LISTENS_NOT;
    mind_tell(m, &clear);
}
const struct mind_class CLASS_BLACKJACK = {.name = "BlackJack",
                                           .help =
                                               "Plays blackjack: it deals, and who plays says hit or stand.",
                                           .knobs = &BLACKJACK,
                                           .begin = begin_blackjack,
                                           .step = step_blackjack,
                                           .end = end_blackjack};
