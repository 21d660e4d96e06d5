// The page's other end: who may listen, who is too slow, what is shown to whom; and that none of it hurts the
// creature.
#include "door_rig.h"

#include "base/system/file.h"

// -------------------------------------------------------------------------------------------- who may listen

static void only_who_loaded_the_page_may_listen(void **state) {
    struct house h = open_house();
    const char *page = get(&h, "/ HTTP/1.1\r\nHost: localhost");
    assert_non_null(strstr(page, "200 OK"));
    char cookie[120];
    snprintf(cookie, sizeof cookie, "Set-Cookie: critter=%s; HttpOnly; SameSite=Strict", h.page->token);
    assert_non_null(strstr(page, cookie));
    assert_non_null(strstr(page, "frame-ancestors 'none'"));
    static const char *const REFUSED[] = {
        "Host: localhost\r\n",                     // no token
        "Host: localhost\r\nCookie: critter=\r\n", // an empty one
        ("Host: localhost\r\nCookie: "             // one that is not ours
         "critter=00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\r\n"),
        "Host: localhost\r\nCookie: other=%s\r\n",                                  // under another name
        "Host: localhost\r\nOrigin: http://evil.example\r\nCookie: critter=%s\r\n", // a page from elsewhere
        "Host: localhost\r\nOrigin: null\r\nCookie: critter=%s\r\n",                // one from nowhere
        "Host: evil.example\r\nCookie: critter=%s\r\n", // a name made to point here
        "Host: localhost.evil.example\r\nCookie: critter=%s\r\n",
    };
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        char head[600], all[900];
        snprintf(head, sizeof head, REFUSED[i], h.page->token);
        snprintf(all, sizeof all, "/live HTTP/1.1\r\n%s" UPGRADE, head);
        all[strlen(all) - 2] = 0; // get() ends the last line
        if (!strstr(get(&h, all), "403 Forbidden")) fail_msg("row %zu was not refused", i);
    }
    assert_int_equal(dashboard_viewers(h.page), 0);
    int fd = watch(&h);
    say(&h, fd, "{\"Restart\": {\"scenario\": \"nowhere\"}}");
    assert_non_null(strstr(hear(&h, fd, "\"Refused\""), "nowhere"));
    close(fd);
    close_house(&h);
}

// -------------------------------------------------------------------------------- nothing hurts the creature

static void a_life_is_the_same_whoever_looks(void **state) {
    struct house h = open_house();
    int fds[10];
    for (int i = 0; i < 10; i++) {
        fds[i] = watch(&h);
        say(&h, fds[i],
            i % 2 ? "{\"Watch\": {\"picture\": true, \"sound\": true, \"mind\": true, \"mood\": true, "
                    "\"sight\": true}}"
                  : "{\"Watch\": {}}");
    }
    for (int second = 0; second < 20; second++) {
        live(&h, 1000);
        serve(&h, 2);
        for (int i = 0; i < 9; i++) // the tenth never reads
            for (char rest[1 << 16]; recv(fds[i], rest, sizeof rest, 0) > 0;) continue;
    }
    watching = NULL;
    struct play_config config = play_defaults();
    config.seed = 5;
    struct play *unseen = play_new(h.scenario, &config, NULL);
    play_for(unseen, 20 * 1000000LL);
    assert_int_equal(run_hash(play_run(h.play)), run_hash(play_run(unseen)));
    watching = h.page;
    play_free(unseen, NULL);
    for (int i = 0; i < 10; i++) close(fds[i]);
    close_house(&h);
}

static void who_reads_slowly_gets_fewer_frames(void **state) {
    struct house h = open_house();
    int fast = watch(&h), slow = watch(&h);
    setsockopt(slow, SOL_SOCKET, SO_RCVBUF, &(int){4096}, sizeof(int));
    time_pretend(1000000, 0);
    unsigned frames = 0;
    static char heard[1 << 18];
    for (int i = 0; i < 1000; i++) {
        time_pass(33000);
        live(&h, 33);
        loop_once(h.loop, 0);
        for (ssize_t got; (got = recv(fast, heard, sizeof heard, 0)) > 0;)
            for (char *at = heard; (at = memmem(at, (size_t)(heard + got - at), "{\"Frame\"", 8)); at++)
                frames++;
        for (unsigned k = 0; k < h.page->count; k++)
            assert_true(ws_waiting(h.page->viewers[k].ws) <= QUEUE_LIMIT + (64 << 10));
    }
    assert_int_equal(dashboard_viewers(h.page), 2); // it was put up with
    assert_true(frames >= 950);                     // and the other one saw nearly all of them
    unsigned late = 0;
    for (ssize_t got, quiet = 0; quiet < 50;) {
        loop_once(h.loop, 1000);
        got = recv(slow, heard, sizeof heard, 0);
        quiet = got > 0 ? 0 : quiet + 1;
        if (got <= 0) continue;
        for (char *at = heard; (at = memmem(at, (size_t)(heard + got - at), "{\"Frame\"", 8)); at++) late++;
    }
    print_message("# %u frames for who reads, %u for who does not\n", frames, late);
    assert_true(late < frames / 2);
    close(fast), close(slow);
    close_house(&h);
}

static void nonsense_is_refused_with_a_reason(void **state) {
    struct house h = open_house();
    int fd = watch(&h);
    hear(&h, fd, "\"Frame\"");
    static const char *const ROWS[][2] = {
        {"no json", "message"},
        {"{\"Frame\": {}}", "no message is called"},
        {"{\"Fly\": {}}", "no message is called"},
        {"{\"Restart\": {\"scenario\": \"/etc/passwd\"}}", "no scenario is called"},
        {"{\"Restart\": {\"scenario\": \"../tabletop\"}}", "no scenario is called"},
        {"{\"Restart\": {\"creature\": \"dragon\"}}", "no creature is called"},
        {"{\"world.PickUp\": {\"what\": \"nobody\"}}", "nobody"},
        {"{\"Express\": {\"expression\": \"smug-ish\"}}", "no expression is called so"},
        {"{\"Drive\": {\"left_mps\": \"fast\"}}", "left_mps"},
        {"{\"PickUp\": {\"what\": \"vector\"}}", "PickUp has no field"}, // a request, without a word more
        {"{\"world.Drive\": {}}", "no message is called"},
        {"{\"life.\": {}}", "no message is called"},
        {"{\"Carry\": {\"what\": \"charger\"}}", "cannot be taken into a hand"},
        {"{\"Say\": {\"who\": \"Ada\"}}", "Say has no field"}, // a request, without a word more
        {"{\"world.Say\": {\"who\": \"nobody\", \"words\": \"hello\"}}", "nobody"},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        say(&h, fd, ROWS[i][0]);
        live(&h, 40);
        const char *heard = hear(&h, fd, "\"Refused\"");
        if (!strstr(heard, "\"Refused\"") || !strstr(heard, ROWS[i][1]))
            fail_msg("row %zu: %s", i, heard + (strlen(heard) > 300 ? strlen(heard) - 300 : 0));
    }
    assert_false(dashboard_restart(h.page, &(struct dashboard_wish){0}));
    say(&h, fd, "{\"Restart\": {\"seed\": 9, \"scenario\": \"living-room\", \"creature\": \"cozmo\"}}");
    struct dashboard_wish wish = {0};
    assert_true(dashboard_restart(h.page, &wish));
    assert_int_equal(wish.seed, 9);
    assert_string_equal(wish.scenario, "living-room");
    assert_string_equal(wish.creature, "cozmo");
    close(fd);
    close_house(&h);
}

static void typed_words_are_said_and_heard(void **state) {
    struct house h = open_house();
    int fd = watch(&h), deaf = watch(&h);
    live(&h, 3000); // awake
    say(&h, fd, "{\"Watch\": {\"sound\": true}}");
    struct life_event told = {0};
    say(&h, fd, "{\"Say\": {\"words\": \"hello there\"}}");
    for (int i = 0; i < 300 && told.numbers[0] < 3;
         i++) { // spoken, or as tones where there is no critter-voice
        live(&h, 33);
        serve(&h, 1);
        const struct life_event *events;
        size_t count = robot_events(run_robot(play_run(h.play), 0), &events);
        for (size_t k = 0; k < count; k++)
            if (events[k].kind == LIFE_EVENT_KIND_SAY_STATE) told = events[k];
    }
    assert_true(told.numbers[0] == 3);
    unsigned loud = 0, deaf_heard = 0;
    static uint8_t heard[1 << 18];
    for (int i = 0; i < 90; i++) {
        live(&h, 33);
        serve(&h, 1);
        for (ssize_t got; (got = recv(fd, heard, sizeof heard, 0)) > 0;)
            for (ssize_t at = 0; at + 1000 < got;
                 at++) // a message of this kind: a binary frame whose first byte is 6
                if (heard[at] == 0x82 && heard[at + 1] == 126 && heard[at + 4] == LIVE_SOUND_ID)
                    for (int k = 40; k < 900; k++) loud += heard[at + k] > 8 && heard[at + k] < 248;
        for (ssize_t got; (got = recv(deaf, heard, sizeof heard, 0)) > 0;)
            for (ssize_t at = 0; at + 10 < got; at++)
                deaf_heard += heard[at] == 0x82 && heard[at + 1] == 126 && heard[at + 4] == LIVE_SOUND_ID;
    }
    print_message("# %u loud bytes\n", loud);
    assert_true(loud > 1000);
    assert_int_equal(deaf_heard, 0);
    close(fd), close(deaf);
    for (int i = 0; i < 500 && dashboard_viewers(h.page); i++) serve(&h, 1);
    live(&h, 66);
    assert_int_equal(dashboard_viewers(h.page), 0);
    assert_null(h.page->robots[0].tap); // nobody listens any more
    close_house(&h);
}

static void a_step_is_one_tick(void **state) {
    struct house h = open_house();
    int fd = watch(&h);
    live(&h, 500);
    say(&h, fd, "{\"Pace\": {\"paused\": true}}");
    struct robot *robot = run_robot(play_run(h.play), 0);
    for (int i = 0; i < 40; i++) {
        uint32_t tick = robot_tick(robot);
        say(&h, fd, "{\"Pace\": {\"paused\": true, \"step\": true}}");
        assert_int_equal(robot_tick(robot), tick + 1);
        for (char rest[1 << 14]; recv(fd, rest, sizeof rest, 0) > 0;) continue;
    }
    close(fd);
    close_house(&h);
}

static void pictures_come_to_who_asked(void **state) {
    struct house h = open_house();
    int asks = watch(&h), asks_not = watch(&h);
    time_pretend(1000000, 0);
    say(&h, asks, "{\"Watch\": {\"picture\": true}}");
    unsigned pictures[2] = {0};
    static char heard[1 << 18];
    for (int i = 0; i < 100; i++) {
        time_pass(33000);
        live(&h, 33);
        serve(&h, 1);
        for (int k = 0; k < 2; k++)
            for (ssize_t got; (got = recv(k ? asks_not : asks, heard, sizeof heard, 0)) > 0;)
                for (char *at = heard; (at = memmem(at, (size_t)(heard + got - at), "\xff\xd8\xff", 3)); at++)
                    pictures[k]++;
    }
    print_message("# %u pictures in 3.3 s\n", pictures[0]);
    assert_true(pictures[0] >= 20 && pictures[0] <= 40);
    assert_int_equal(pictures[1], 0);
    close(asks), close(asks_not);
    close_house(&h);
}

static unsigned times(const char *heard, size_t len, const char *what) {
    unsigned count = 0;
    for (const char *at = heard; (at = memmem(at, (size_t)(heard + len - at), what, strlen(what))); at++)
        count++;
    return count;
}

// Whole on asking, then only when it changed and at most ten times a second; nothing to those who did not
// ask.
static void the_inside_comes_to_who_asked(void **state) {
    struct house h = open_house();
    int fds[2] = {watch(&h), watch(&h)};
    static const char *const WHAT[] = {"{\"Mind\"",
                                       "{\"MoodPast\"",
                                       "{\"Mood\"",
                                       "{\"Sight\"",
                                       "{\"Clients\"",
                                       "{\"Beliefs\"",
                                       "{\"Map\"",
                                       "\"way\":[{",
                                       "{\"Settings\":{\"volume\":1,",
                                       "\"fahrenheit\":false",
                                       "\"name\":\"on_ms\",\"value\":\"50\"",
                                       "{\"Diary\":{\"first\":0,\"lines\":[",
                                       "{\"Diary\":{\"first\":1,\"lines\":[{\"at_us\":6",
                                       "{\"Actions\"",
                                       "{\"Percepts\"",
                                       "\"door\":\"PAGE\",\"tracks\":[\"BODY\"",
                                       "{\"Photos\":{\"kept\":false,\"photos\":[]",
                                       "\"timer_us\":1"};
    enum { WHATS = sizeof WHAT / sizeof *WHAT };
    unsigned came[2][WHATS] = {0};
    static char heard[1 << 18];
    time_pretend(1000000, 0);
    for (int i = 0; i < 300; i++) {
        if (i == 280 || i == 292) live(&h, 61000); // lines of its diary
        if (i == 100)
            say(&h, fds[0],
                "{\"Watch\": {\"mind\": true, \"mood\": true, \"sight\": true, "
                "\"clients\": true, \"map\": true, \"settings\": true, \"diary\": true, \"acts\": true, "
                "\"photos\": true}}");
        if (i == 110) say(&h, fds[0], "{\"Volume\": {\"level\": 1}}"), say(&h, fds[0], "{\"Knobs\": {}}");
        if (i == 120) say(&h, fds[0], "{\"Owner\": {\"fahrenheit\": false}}");
        if (i == 150) say(&h, fds[0], "{\"GoToPose\": {\"x_m\": 0.1, \"relative\": true}}");
        if (i == 160)
            say(&h, fds[0],
                "{\"Intent\": {\"intent\": \"intent_clock_settimer_extend\", \"values\": "
                "[{\"key\": \"timer_duration\", \"value\": \"120\"}]}}");
        if (i == 200) say(&h, fds[0], "{\"Pet\": {\"what\": \"vector\"}}");
        time_pass(33000);
        live(&h, 33);
        serve(&h, 1);
        for (int k = 0; k < 2; k++)
            for (ssize_t got; (got = recv(fds[k], heard, sizeof heard, 0)) > 0;)
                for (int w = 0; w < WHATS; w++) came[k][w] += times(heard, (size_t)got, WHAT[w]);
        if (i < 100) assert_null(h.page->robots[0].inside); // nobody looks: it is not made
    }
    for (int w = 0; w < WHATS; w++) assert_int_equal(came[1][w], 0);
    print_message("# in 6.6 s: %u minds, %u moods, %u sights\n", came[0][0], came[0][2], came[0][3]);
    assert_true(came[0][0] >= 2 && came[0][0] <= 68);
    assert_int_equal(came[0][1], 1);
    assert_true(came[0][2] >= 2 && came[0][2] <= 68);
    assert_true(came[0][3] >= 1 && came[0][3] <= 68);
    assert_true(came[0][4] >= 1 && came[0][4] <= 2); // nothing of that changed
    assert_true(came[0][5] >= 1 && came[0][5] <= 68);
    assert_true(came[0][6] >= 2 && came[0][6] <= 15); // it drives, and learns
    assert_true(came[0][7] >= 1);
    assert_int_equal(came[0][8], 2); // when it was set, and when more was set
    assert_int_equal(came[0][9], 1);
    assert_int_equal(came[0][10], 1);
    assert_true(came[0][13] >= 1 && came[0][13] <= 68);
    assert_true(came[0][14] >= 1 && came[0][14] <= 68);
    assert_true(came[0][15] >= 1);    // it is on its way
    assert_int_equal(came[0][11], 2); // on asking, and its first line
    assert_int_equal(came[0][12], 1);
    assert_int_equal(came[0][16], 1); // nobody keeps any
    assert_true(came[0][17] >= 1);    // it counts: it rings after 120 s
    close(fds[0]), close(fds[1]);
    close_house(&h);
}

// What came of the display: each piece says how large the whole is, and is as long as it is large.
static size_t put_pieces(const uint8_t *heard, size_t len, const struct raster *to, size_t *bytes) {
    static const uint8_t WHOLE[] = {184, 0, 96, 0};
    size_t pieces = 0;
    for (size_t at = 9; at + 8 < len; at++) {
        if (memcmp(heard + at, WHOLE, sizeof WHOLE) != 0 || heard[at - 9] != LIVE_SCREEN_ID) continue;
        struct reader in = reader_of(heard + at - 8, len - at + 8);
        struct raster_area area = {.x = read_u16(&in), .y = read_u16(&in)};
        area.width = read_u16(&in), area.height = read_u16(&in);
        read_skip(&in, 4);
        uint32_t size = read_u32(&in);
        if (size != (uint32_t)area.width * (uint32_t)area.height * 2 || reader_left(&in) < size) continue;
        static uint16_t pixels[SCREEN_PIXELS];
        memcpy(pixels, read_bytes(&in, size).at, size);
        raster_paste(to, area, pixels);
        pieces++;
        *bytes += size;
        at += size + 4;
    }
    return pieces;
}

static void what_changed_on_the_display_is_sent(void **state) {
    static uint8_t heard[8 << 20];
    static uint16_t there[SCREEN_PIXELS], here[SCREEN_PIXELS];
    struct house h = open_house();
    int fd = watch(&h);
    time_pretend(1000000, 0);
    for (int turn = 0; turn < 2; turn++) {
        size_t len = 0, bytes = 0, pieces;
        struct raster far = raster_over(there, 184, 96), near = raster_over(here, 184, 96);
        say(&h, fd,
            turn ? "{\"ShowText\": {\"words\": \"Hello\", \"seconds\": 0}}"
                 : "{\"ShowWeather\": {\"condition\": \"rain\", \"temperature\": [7], \"seconds\": 0}}");
        for (int i = 0; i < 30; i++) {
            time_pass(33000);
            live(&h, 33);
            serve(&h, 2);
            for (ssize_t got; len < sizeof heard && (got = recv(fd, heard + len, sizeof heard - len, 0)) > 0;)
                len += (size_t)got;
        }
        pieces = put_pieces(heard, len, &far, &bytes);
        struct easel *easel = easel_new(0);
        robot_paint(run_robot(play_run(h.play), 0), easel, &near);
        easel_free(easel);
        print_message("# %zu pieces, %zu bytes of %d in a second\n", pieces, bytes, 30 * MOVIE_FRAME_BYTES);
        assert_memory_equal(there, here, sizeof here);
        assert_true(turn ? pieces <= 4 : pieces >= 20);
        assert_true(bytes < (turn ? 2 : 20) * MOVIE_FRAME_BYTES);
    }
    assert_true(h.page->robots[0].display->on);
    struct life_view view; // as the page's list does it
    say(&h, fd, "{\"ShowFault\": {\"code\": 0}}");
    say(&h, fd, "{\"ClearScreen\": {}}");
    say(&h, fd, "{\"ShowFault\": {\"code\": 915}}");
    for (int i = 0; i < 3; i++) time_pass(33000), live(&h, 33);
    robot_view(run_robot(play_run(h.play), 0), &view);
    assert_int_equal(view.screen.shows, LIFE_SHOWING_FAULT);
    say(&h, fd, "{\"ShowFault\": {\"code\": 0}}");
    say(&h, fd, "{\"ClearScreen\": {}}");
    for (int i = 0; i < 3; i++) time_pass(33000), live(&h, 33);
    assert_false(h.page->robots[0].display->on); // only eyes: the page draws them
    close(fd);
    close_house(&h);
}

static void everybody_has_a_face_of_his_own(void **state) {
    struct house h = open_house_of("two-robots");
    live(&h, 1000);
    int fd = watch(&h);
    struct life_view first, second;
    robot_view(run_robot(play_run(h.play), 0), &first);
    robot_view(run_robot(play_run(h.play), 1), &second);
    dashboard_frame(h.page, NULL);
    const struct live_frame *f = &h.page->message.frame;
    assert_int_equal(f->world.robots_count, 2);
    assert_int_equal(f->faces_count, 1);
    assert_int_equal(f->faces[0].robot, 2);
    assert_int_equal(f->view.face.number, first.face.number);
    assert_memory_equal(f->faces[0].face.numbers, second.face.numbers, sizeof second.face.numbers);
    assert_memory_not_equal(f->faces[0].face.numbers, first.face.numbers, sizeof first.face.numbers);
    close(fd);
    close_house(&h);
}

static void where_nobody_lives_hands_still_reach(void **state) {
    static const char DOLL[] = "{\"robots\": [{\"creature\": \"pleo\", \"name\": \"ada\", \"soul\": false}]}";
    char path[300];
    snprintf(path, sizeof path, "%s", temp_path(temp_folder(), "doll.json"));
    assert_int_equal(file_write(path, DOLL, sizeof DOLL - 1, NULL), 0);
    struct house h = open_house_of(path);
    int fd = watch(&h);
    assert_null(dashboard_soul(h.page, 1));
    hear(&h, fd, "\"Frame\"");
    live(&h, 5500);
    dashboard_frame(h.page, NULL);
    assert_int_equal(h.page->message.frame.world.robots[0].joints_rad_count, 14);
    assert_true(h.page->message.frame.view.time_us > 5000000);
    say(&h, fd, "{\"Drive\": {\"left_mps\": 0.1, \"right_mps\": 0.1}}");
    assert_non_null(strstr(hear(&h, fd, "\"Refused\""), "nobody lives in it"));
    say(&h, fd, "{\"Pace\": {\"paused\": true}}");
    int64_t before = play_now_us(h.play);
    say(&h, fd, "{\"Pace\": {\"paused\": true, \"step\": true}}");
    assert_true(play_now_us(h.play) - before >= 30000);
    say(&h, fd, "{\"Pace\": {}}");
    say(&h, fd, "{\"Watch\": {\"picture\": true, \"sound\": true}}");
    say(&h, fd, "{\"world.PickUp\": {\"what\": \"ada\", \"palm\": true}}");
    live(&h, 2000);
    struct pose at;
    assert_true(world_where(play_world(h.play), "ada", &at) && at.at.z > 0.15f);
    const char *last = h.page->past[(h.page->past_count - 1) % PAST_MAX].sentence;
    assert_string_equal(last, "a palm lifts ada up");
    close(fd);
    for (int i = 0; i < 500 && dashboard_viewers(h.page); i++) serve(&h, 1);
    close_house(&h);
}

static void the_sixty_fifth_viewer_is_told_so(void **state) {
    struct house h = open_house();
    int fds[VIEWERS_MAX];
    for (int i = 0; i < VIEWERS_MAX; i++) fds[i] = watch(&h);
    char head[400];
    snprintf(head, sizeof head, "/live HTTP/1.1\r\nHost: localhost\r\nCookie: critter=%s", h.page->token);
    assert_non_null(strstr(get(&h, head), "503 Service Unavailable"));
    for (int i = 0; i < VIEWERS_MAX; i++) close(fds[i]);
    for (int i = 0; i < 1000 && dashboard_viewers(h.page); i++) serve(&h, 1);
    assert_int_equal(dashboard_viewers(h.page), 0);
    close_house(&h);
}

TESTS(cmocka_unit_test(only_who_loaded_the_page_may_listen),
      cmocka_unit_test(a_life_is_the_same_whoever_looks),
      cmocka_unit_test(who_reads_slowly_gets_fewer_frames),
      cmocka_unit_test(nonsense_is_refused_with_a_reason), cmocka_unit_test(typed_words_are_said_and_heard),
      cmocka_unit_test(a_step_is_one_tick), cmocka_unit_test(pictures_come_to_who_asked),
      cmocka_unit_test(the_inside_comes_to_who_asked), cmocka_unit_test(what_changed_on_the_display_is_sent),
      cmocka_unit_test(the_sixty_fifth_viewer_is_told_so), cmocka_unit_test(everybody_has_a_face_of_his_own),
      cmocka_unit_test(where_nobody_lives_hands_still_reach))
