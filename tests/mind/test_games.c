// Games: what lies on the table and what is said agree with the rules, whoever wins.
#include "alone.h"

#include <stdlib.h>

static struct life_show_cards table;
static char said[40][256];
static uint32_t says;
static void listen(const struct life_message *m) {
    if (m->kind == LIFE_SHOW_CARDS) table = m->show_cards;
    if (m->kind == LIFE_SAY && says < 40) strcpy(said[says++], m->say.words);
}
static bool heard(const char *words) {
    for (uint32_t i = 0; i < says; i++)
        if (strstr(said[i], words)) return true;
    return false;
}
static void tell_it(const char *words) {
    in.heard[0] = (struct mind_noise){.to_it = true};
    text_copy(text_of(words), in.heard[0].words, sizeof in.heard[0].words);
    in.heard_count = 1;
    tick(true);
}

// A card as it is called: its worth, an ace one.
static uint32_t rank(const char *card) {
    if (card[0] == 'a') return 1;
    return strchr("jqk", card[0]) ? 10 : (uint32_t)atoi(card);
}
static uint32_t total(char (*cards)[32], uint32_t count) {
    uint32_t sum = 0, aces = 0;
    for (uint32_t i = 0; i < count; i++) sum += rank(cards[i]), aces += rank(cards[i]) == 1;
    return aces && sum <= 11 ? sum + 10 : sum;
}
static void begin_game(uint64_t seed) {
    open_creature("vector", seed);
    in.locale[0] = 0, says = 0, memset(&table, 0, sizeof table), on_request = listen;
    live(2, true);
    tell_it("lets play blackjack");
    for (int i = 0; i < 400 && !heard("Hit, or stand?") && !heard("win") && !heard("Nobody"); i++) tick(true);
}

static void stand_and_see(uint64_t seed, uint32_t *outcomes) {
    begin_game(seed);
    assert_int_equal(table.player_count, 2);
    bool natural = !heard("Hit, or stand?");
    if (!natural) assert_string_equal(table.dealer[1], "back");
    if (!natural) tell_it("stand");
    for (int i = 0; i < 1200 && !heard("Another round?"); i++) tick(true);
    uint32_t player = total(table.player, table.player_count),
             dealer = total(table.dealer, table.dealer_count);
    assert_string_not_equal(table.dealer[1], "back");
    bool dealer_natural = table.dealer_count == 2 && dealer == 21;
    if (natural) assert_true(player == 21 || dealer_natural);
    if (!natural) assert_true(dealer >= 17 || table.dealer_count == 5);
    if (!natural && table.dealer_count > 2) assert_true(total(table.dealer, table.dealer_count - 1u) < 17);
    bool player_wins = dealer > 21 || player > dealer || (player == 21 && natural && !dealer_natural);
    bool nobody = !player_wins && player == dealer;
    if (!heard(player_wins ? "You win!" : nobody ? "Nobody wins." : "I win!"))
        fail_msg("seed %u: %u against %u", (unsigned)seed, player, dealer);
    outcomes[player_wins ? 0 : nobody ? 1 : 2]++;
    close_mind();
}

// Of the cards no two are the same in a round.
static void hit_and_see(uint64_t seed, uint32_t *busts) {
    begin_game(seed);
    for (int round = 0; round < 6 && !heard("win") && !heard("too many") && !heard("Nobody"); round++) {
        uint32_t had = table.player_count;
        tell_it("hit me");
        for (int i = 0; i < 400 && table.player_count == had; i++) tick(true);
        assert_int_equal(table.player_count, had + 1);
        for (int i = 0; i < 300 && says && !strstr(said[says - 1], "Hit, or") && !heard("win"); i++)
            tick(true);
    }
    uint32_t player = total(table.player, table.player_count);
    for (int i = 0; i < 600 && !heard("Another round?"); i++) tick(true);
    for (uint32_t i = 0; i < table.player_count; i++)
        for (uint32_t k = 0; k < i; k++) assert_string_not_equal(table.player[i], table.player[k]);
    if (player > 21) assert_true(heard("too many") && heard("I win!"));
    if (player <= 21 && table.player_count == 5) assert_true(heard("You win!"));
    *busts += player > 21;
    close_mind();
}

static void blackjack_keeps_its_rules(void **state) {
    uint32_t outcomes[3] = {0}, busts = 0;
    for (uint64_t seed = 1; seed <= 24; seed++) stand_and_see(seed, outcomes);
    for (uint64_t seed = 1; seed <= 12; seed++) hit_and_see(seed, &busts);
    static const uint64_t FIVE_CARDS[] = {52, 63, 108, 110, 113, 134};
    for (size_t i = 0; i < 6; i++) hit_and_see(FIVE_CARDS[i], &busts);
    print_message("# you %u, nobody %u, it %u; %u of 18 had too many\n", outcomes[0], outcomes[1],
                  outcomes[2], busts);
    assert_true(outcomes[0] > 2 && outcomes[2] > 2 && busts > 3);
}

// Asked twice without an answer the player stands; nobody wants another round: the table is cleared.
static void silence_stands_and_ends(void **state) {
    begin_game(3);
    assert_true(heard("Hit, or stand?"));
    for (int i = 0; i < 3000 && !heard("Another round?"); i++) tick(true);
    uint32_t asked_for = 0;
    for (uint32_t i = 0; i < says; i++) asked_for += strstr(said[i], "Hit, or stand?") != NULL;
    assert_int_equal(asked_for, 2);
    assert_true(heard("I have"));
    assert_int_equal(asked.kinds[LIFE_CLEAR_SCREEN], 0);
    live(14, true);
    assert_true(asked.kinds[LIFE_CLEAR_SCREEN] >= 1);
    close_mind();
}

static void a_second_round_has_other_cards(void **state) {
    begin_game(3);
    char first[2][32];
    memcpy(first, table.player, sizeof first);
    tell_it("stand");
    for (int i = 0; i < 1200 && !heard("Another round?"); i++) tick(true);
    says = 0, tell_it("yes");
    for (int i = 0; i < 600 && !heard("You have") && !heard("win"); i++) tick(true);
    assert_int_equal(table.player_count, 2);
    assert_true(strcmp(first[0], table.player[0]) != 0 || strcmp(first[1], table.player[1]) != 0);
    tell_it("good robot"); // something else is wanted: it does that
    live(2, true);
    assert_int_equal(played("FeedbackGoodRobot"), 1);
    close_mind();
}

TESTS(cmocka_unit_test(blackjack_keeps_its_rules), cmocka_unit_test(silence_stands_and_ends),
      cmocka_unit_test(a_second_round_has_other_cards))
