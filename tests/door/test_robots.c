// Several robots on one page: each viewer watches the one it chose, asks it and hears it, and drives no
// other.
#include "door_rig.h"

static float x_of(struct house *h, uint32_t robot) {
    struct world_truth truth;
    world_truth(play_world(h->play), robot, &truth);
    return truth.pose.at.x;
}

static void all_of_them_are_listed(void **state) {
    struct house h = open_house_of("two-robots");
    int fd = watch(&h);
    dashboard_show(h.page, h.play, 5); // welcomes everybody again
    const char *heard = hear(&h, fd, "\"speaks\":\"life\"}]");
    const char *list =
        strstr(heard, "{\"number\":1,\"name\":\"vector\",\"creature\":\"vector\",\"soul\":true,");
    assert_non_null(list);
    assert_non_null(strstr(list, "{\"number\":2,\"name\":\"cozmo\",\"creature\":\"cozmo\",\"soul\":true,"
                                 "\"camera\":true,\"sound\":true,\"voice\":true,\"speaks\":\"life\"}"));
    close(fd);
    close_house(&h);
}

static void a_request_reaches_the_robot_it_names(void **state) {
    struct house h = open_house_of("two-robots");
    int one = watch(&h), two = watch(&h);
    live(&h, 200);
    say(&h, two, "{\"Hello\": {}, \"robot\": 2, \"ticket\": 7}");
    say(&h, one, "{\"Hello\": {}}");
    live(&h, 200);
    const char *heard = hear(&h, two, "\"ticket\":7");
    assert_non_null(strstr(heard, "{\"Greeting\":{\"name\":\"cozmo\""));
    assert_non_null(strstr(heard, "\"robot\":2,\"ticket\":7}"));
    assert_null(strstr(heard, "{\"Greeting\":{\"name\":\"vector\"")); // that was another's
    heard = hear(&h, one, "\"Greeting\"");
    assert_non_null(strstr(heard, "{\"Greeting\":{\"name\":\"vector\""));
    assert_null(strstr(heard, "{\"Greeting\":{\"name\":\"cozmo\""));
    say(&h, two, "{\"Blink\": {}, \"robot\": \"cozmo\", \"ticket\": 8}"); // by its name; and Done is said
    live(&h, 200);
    assert_non_null(strstr(hear(&h, two, "\"ticket\":8"), "{\"Done\":{\"verdict\":\"DONE\""));
    say(&h, two, "{\"Blink\": {}, \"robot\": \"otto\", \"ticket\": 9}");
    heard = hear(&h, two, "\"Refused\"");
    assert_non_null(strstr(heard, "no robot here is called \\\"otto\\\""));
    assert_non_null(strstr(heard, "\"ticket\":9"));
    say(&h, two, "{\"Blink\": {}, \"robot\": 3}");
    assert_non_null(strstr(hear(&h, two, "\"Refused\""), "1 to 2"));
    close(one), close(two);
    close_house(&h);
}

static void whom_a_viewer_watches_it_sees(void **state) {
    struct house h = open_house_of("two-robots");
    int one = watch(&h), two = watch(&h);
    say(&h, two, "{\"Watch\": {\"sound\": true}, \"robot\": 2}");
    say(&h, one, "{\"Watch\": {}}");
    live(&h, 100);
    hear(&h, one, "\"Frame\""), hear(&h, two, "\"Frame\"");
    say(&h, one, "{\"ShowText\": {\"words\": \"hi\"}, \"robot\": 2}"); // on the display of the second
    say(&h, one, "{\"PlaySound\": {\"event\": \"Play__Critter__Happy_Long\"}, \"robot\": 2}");
    live(&h, 500);
    const char *heard = hear(&h, two, "\"viewers\":2,\"view\"");
    const char *frame = strstr(heard, "\"faces\":[{\"robot\":1,");
    assert_non_null(frame);
    assert_non_null(strstr(frame, "\"robot\":2}}")); // whose view it is stands at the end of the frame
    heard = hear(&h, one, "\"viewers\":2,\"view\"");
    assert_non_null(strstr(heard, "\"faces\":[{\"robot\":2,"));
    assert_null(strstr(heard, "\"faces\":[{\"robot\":1,"));
    assert_non_null(h.page->robots[1].tap); // somebody listens to it, and to nobody else
    assert_null(h.page->robots[0].tap);
    assert_true(h.page->robots[1].display && h.page->robots[1].display->on);
    assert_false(h.page->robots[0].display && h.page->robots[0].display->on);
    close(one), close(two);
    close_house(&h);
}

static void words_are_for_those_who_watch(void **state) {
    struct house h = open_house_of("two-robots");
    int one = watch(&h), two = watch(&h);
    say(&h, two, "{\"Watch\": {}, \"robot\": 2}");
    live(&h, 1500);
    hear(&h, one, "\"Frame\""), hear(&h, two, "\"Frame\"");
    say(&h, one,
        // a hand is seen by all, what it feels like by whoever watches
        "{\"world.PickUp\": {\"what\": \"cozmo\"}}");
    live(&h, 1500);
    const char *heard = hear(&h, two, "was picked up");
    assert_non_null(strstr(heard, "was picked up"));
    heard = hear(&h, one, "a hand picks cozmo up");
    assert_non_null(strstr(heard, "a hand picks cozmo up"));
    assert_null(strstr(heard, "was picked up"));
    say(&h, one, "{\"Watch\": {}, \"robot\": 2}"); // who turns to it is told what was missed
    assert_non_null(strstr(hear(&h, one, "was picked up"), "was picked up"));
    close(one), close(two);
    close_house(&h);
}

static void two_drivers_drive_two_robots(void **state) {
    struct house h = open_house_of("two-robots");
    int one = watch(&h), two = watch(&h);
    live(&h, 500);
    float first = x_of(&h, 1), second = x_of(&h, 2);
    say(&h, one, "{\"Drive\": {\"left_mps\": -0.05, \"right_mps\": -0.05}}");
    say(&h, two, "{\"Drive\": {\"left_mps\": -0.05, \"right_mps\": -0.05}, \"robot\": 2}");
    live(&h, 500);
    assert_true(h.page->robots[0].driver && h.page->robots[1].driver);
    assert_true(x_of(&h, 1) < first - 0.01f);
    assert_true(x_of(&h, 2) > second + 0.01f); // it stands the other way round
    close(two);                                // who leaves lets go of the one it drove,
    for (int i = 0; i < 2000 && h.page->robots[1].driver; i++) serve(&h, 1);
    assert_null(h.page->robots[1].driver);
    live(&h, 500);
    second = x_of(&h, 2);
    live(&h, 500);
    assert_true(x_of(&h, 2) < second + 0.002f);
    close(one); // and the other stops of itself when its driver says nothing more
    for (int i = 0; i < 2000 && h.page->robots[0].driver; i++) serve(&h, 1);
    assert_null(h.page->robots[0].driver);
    close_house(&h);
}

TESTS(cmocka_unit_test(all_of_them_are_listed), cmocka_unit_test(a_request_reaches_the_robot_it_names),
      cmocka_unit_test(whom_a_viewer_watches_it_sees), cmocka_unit_test(words_are_for_those_who_watch),
      cmocka_unit_test(two_drivers_drive_two_robots))
