// Programs that take less than they are sent: what each kind of stream keeps for them, and what it lets go.
// Beside each slow reader a quick one reads the same, and misses nothing.
#include "door/sdk_rig.h"

#include "schema/vector.pb-c.h"

enum { WINDOW = 64 << 10, PREFIX = 5, NOTED = 4096 }; // of the client, in each call

struct taker {
    unsigned messages, gone;
    enum grpc_status status;
    char words[200];
    uint32_t ids[NOTED], lengths[NOTED];
    size_t data; // of the last
};

static void note(struct taker *r, uint32_t id, size_t len, size_t data) {
    assert_true(r->messages < NOTED);
    r->ids[r->messages] = id;
    r->lengths[r->messages++] = (uint32_t)len;
    r->data = data;
}
static void event(void *user, struct grpc_call *call, struct bytes message) { note(user, 0, message.len, 0); }
static void picture(void *user, struct grpc_call *call, struct bytes message) {
    Vector__CameraFeedResponse *r = vector__camera_feed_response__unpack(NULL, message.len, message.at);
    assert_non_null(r);
    assert_true(r->data.len > 100 && r->data.data[0] == 0xff && r->data.data[r->data.len - 1] == 0xd9);
    note(user, r->image_id, message.len, r->data.len);
    vector__camera_feed_response__free_unpacked(r, NULL);
}
static void group(void *user, struct grpc_call *call, struct bytes message) {
    Vector__AudioFeedResponse *r = vector__audio_feed_response__unpack(NULL, message.len, message.at);
    assert_non_null(r);
    note(user, r->group_id, message.len, r->signal_power.len);
    vector__audio_feed_response__free_unpacked(r, NULL);
}
static void drawn(void *user, struct grpc_call *call, struct bytes message) {
    Vector__NavMapFeedResponse *r = vector__nav_map_feed_response__unpack(NULL, message.len, message.at);
    assert_non_null(r);
    note(user, (uint32_t)r->n_quad_infos, message.len, 0);
    vector__nav_map_feed_response__free_unpacked(r, NULL);
}
static void gone(void *user, struct grpc_call *call, enum grpc_status status, struct text words) {
    struct taker *r = user;
    r->gone++;
    r->status = status;
    text_copy(words, r->words, sizeof r->words);
}

static struct rig rig;
static struct grpc_client *client;
static struct taker slow, quick;
static struct grpc_call *slow_call;

// So long nobody reads the first of two calls; then somebody does.
static void begin(void) {
    memset(&slow, 0, sizeof slow), memset(&quick, 0, sizeof quick);
    start(&rig);
}
static void read_late(const char *rpc, const struct grpc_class *class, unsigned ticks) {
    client = dial(&rig);
    slow_call = ask_for(&rig, client, rpc, class, &slow);
    grpc_read(slow_call, false);
    ask_for(&rig, client, rpc, class, &quick);
    for (unsigned i = 0; i < ticks; i++) live(&rig);
    assert_int_equal(slow.messages, 0);
    assert_int_equal(quick.gone, 0);
    grpc_read(slow_call, true);
}
static void over(void) {
    grpc_client_free(client);
    live(&rig);
    stop(&rig);
}

static void five_hundred_and_twelve_events_wait_and_no_more(void **state) {
    static const struct grpc_class CLASS = {.message = event, .gone = gone};
    begin();
    read_late("EventStream", &CLASS, 2400);
    assert_true(quick.messages > 1000);
    for (int i = 0; i < 100 && !slow.gone; i++) live(&rig);
    assert_int_equal(slow.gone, 1);
    assert_int_equal(slow.status, GRPC_INTERNAL);
    assert_string_equal(slow.words, "the client takes too little of what is sent");
    // What was on its way is its window's, the rest waited in the queue: whole, in order, none of them lost.
    size_t sent = 0;
    unsigned on_the_way = 0;
    while (on_the_way < slow.messages && sent + slow.lengths[on_the_way] + PREFIX <= WINDOW)
        sent += slow.lengths[on_the_way++] + PREFIX;
    assert_in_range(slow.messages - on_the_way, SDK_EVENTS_MAX - 1, SDK_EVENTS_MAX + 1);
    assert_memory_equal(slow.lengths, quick.lengths, 20 * sizeof *slow.lengths);
    over();
}

static void of_pictures_the_newest_waits(void **state) {
    static const struct grpc_class CLASS = {.message = picture, .gone = gone};
    begin();
    read_late("CameraFeed", &CLASS, 150);
    unsigned all = quick.messages;
    uint32_t newest = quick.ids[all - 1];
    loop_once(rig.loop, 1000); // no tick: what comes now was kept
    for (int i = 0; i < 50; i++) loop_once(rig.loop, 1000);
    assert_true(all >= 40);
    assert_in_range(slow.messages, 3, all / 2);
    assert_int_equal(slow.gone, 0);
    assert_int_equal(slow.ids[slow.messages - 1], newest);
    assert_int_equal(slow.ids[0], quick.ids[0]);
    assert_true(newest - slow.ids[slow.messages - 2] > 10); // those between were let go
    over();
}

static void of_maps_the_newest_waits(void **state) {
    static const struct grpc_class CLASS = {.message = drawn, .gone = gone};
    begin();
    // It drives in a wide curve: its map grows.
    thin_ask(&rig.thin, 1,
             (struct life_message){.kind = LIFE_DRIVE, .drive = {.left_mps = 0.1f, .right_mps = 0.12f}});
    read_late("NavMapFeed", &CLASS, 1400);
    unsigned all = quick.messages;
    for (int i = 0; i < 50; i++) loop_once(rig.loop, 1000);
    assert_true(all > 40);
    assert_in_range(slow.messages, 2, all - 10);
    assert_int_equal(slow.gone, 0);
    assert_int_equal(slow.ids[slow.messages - 1], quick.ids[all - 1]);
    over();
}

static void of_sound_whole_groups_are_dropped(void **state) {
    static const struct grpc_class CLASS = {.message = group, .gone = gone};
    begin();
    read_late("AudioFeed", &CLASS, 30 * 6);
    for (int i = 0; i < 50; i++) loop_once(rig.loop, 1000);
    assert_in_range(quick.messages, 55, 61); // ten in a second
    unsigned window = WINDOW / (slow.lengths[0] + PREFIX);
    assert_in_range(slow.messages, window + SDK_GROUPS_MAX - 1, window + SDK_GROUPS_MAX + 1);
    for (unsigned i = 0; i < slow.messages; i++)
        assert_int_equal(slow.ids[i], i); // none of those it has is cut
    unsigned before = slow.messages;
    for (int i = 0; i < 30; i++) live(&rig);
    assert_true(slow.messages > before &&
                slow.ids[before] > before + 10); // it goes on with what is heard now
    assert_int_equal(slow.data, 3200);
    assert_int_equal(slow.gone, 0);
    over();
}

TESTS(cmocka_unit_test(five_hundred_and_twelve_events_wait_and_no_more),
      cmocka_unit_test(of_pictures_the_newest_waits), cmocka_unit_test(of_maps_the_newest_waits),
      cmocka_unit_test(of_sound_whole_groups_are_dropped))
