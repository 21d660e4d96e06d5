// A body as another program, over a real socket; and one life through three doors: a simulated body, that
// socket in both forms, and the public header.
#include "support/support.h"

#include "body/body.h"
#include "body/program/program.h"
#include "body/sim.h"
#include "own/own.h"
#include "schema/json.h"
#include "world/world.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { TICKS = 450, TICK_US = 33000 };

// ---------------------------------------------------------------------------------------------- a program

struct client {
    int fd;
    enum program_form form;
    struct buf in;
};

static int connect_to(const char *path) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path, sizeof at.sun_path, "%s", path);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (const struct sockaddr *)&at, sizeof at), 0);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

static void send_all(int fd, const void *bytes, size_t len) {
    for (size_t at = 0; at < len;) {
        ssize_t n = send(fd, (const char *)bytes + at, len - at, MSG_NOSIGNAL);
        if (n > 0) at += (size_t)n;
        if (n < 0 && errno != EAGAIN && errno != EPIPE) fail_msg("send: %s", strerror(errno));
        if (n < 0) return; // the other side has to read first, or has hung up
    }
}
static void send_text(int fd, const char *text) { send_all(fd, text, strlen(text)); }

static void send_senses(struct client *c, const struct body_senses *s) {
    struct buf out = {0};
    if (c->form == PROGRAM_JSON) {
        struct json_writer w = json_writer_of(&out, 0);
        buf_text(&out, "{\"senses\": ");
        schema_print(&body_senses_schema, s, &w, BODY_VERSION);
        buf_text(&out, "}\n");
    } else {
        struct writer size = writer_of(NULL, 0);
        body_senses_encode(s, &size, BODY_VERSION);
        struct writer w = writer_of(buf_extend(&out, size.need + PROGRAM_HEAD), size.need + PROGRAM_HEAD);
        write_u32(&w, (uint32_t)size.need), write_u32(&w, 0), write_u32(&w, 0);
        body_senses_encode(s, &w, BODY_VERSION);
    }
    send_all(c->fd, out.at, out.len);
    buf_free(&out);
}

// The command that answers; false: none is there.
static bool read_command(struct client *c, struct body_command *out) {
    uint8_t more[65536];
    ssize_t n;
    while ((n = recv(c->fd, more, sizeof more, 0)) > 0) buf_bytes(&c->in, more, (size_t)n);
    if (!c->in.len) return false;
    memset(out, 0, sizeof *out);
    if (c->form == PROGRAM_JSON) {
        const uint8_t *end = memchr(c->in.at, '\n', c->in.len);
        struct arena *arena = arena_new(64 << 10);
        struct fault fault = {0};
        struct json *line;
        assert_non_null(end);
        size_t len = (size_t)(end - c->in.at);
        assert_int_equal(
            json_parse((struct text){(const char *)c->in.at, len}, "", arena, NULL, &line, &fault), 0);
        assert_int_equal(schema_parse(&body_command_schema, out, json_get(line, "command"), arena, &fault),
                         0);
        arena_free(arena);
        buf_drop(&c->in, len + 1);
        return true;
    }
    struct reader r = reader_of(c->in.at, c->in.len);
    uint32_t size = read_u32(&r), face = read_u32(&r), speech = read_u32(&r);
    struct reader message = read_sub(&r, size);
    assert_int_equal(body_command_decode(out, &message, BODY_VERSION), 0);
    buf_drop(&c->in, PROGRAM_HEAD + size + face + speech);
    return true;
}

static struct body *made(const struct body_file *file, enum program_form form, const char *path) {
    struct fault fault = {0};
    struct body_program_config config = {path, form, file};
    struct body *body = body_program_new(&config, &fault);
    if (!body) fail_msg("%s", fault.said);
    return body;
}

// ---------------------------------------------------------------------------------------------- one life

struct moment {
    struct body_senses senses;
    uint64_t command, soul;
};

static struct critter_robot *born(void) {
    char why[256] = "";
    struct critter_robot_config config = {.size = sizeof config, .silent = 1};
    struct critter_robot *r = critter_robot_new(&config, why, sizeof why);
    assert_string_equal(why, "");
    return r;
}

static void ask(struct critter_robot *r, int tick) {
    if (tick == 60) critter_robot_ask(r, "{\"DriveStraight\": {\"distance_m\": 0.08}}");
    if (tick == 150) critter_robot_turn(r, 1);
    if (tick == 240) critter_robot_play(r, "GreetAfterLongTime");
    if (tick == 330) critter_robot_express(r, "curious", 2);
}

static void one_tick(struct critter_robot *r, const struct senses_in *in, struct command_out *out) {
    struct errand_answer answer;
    errand_wait(r->crew, r->ticks);
    while (errand_answer(r->crew, r->ticks, &answer)) robot_answer(r->robot, &answer);
    robot_step(r->robot, in, out);
    r->ticks++;
}

static void live_simulated(struct moment *life) {
    struct world_config config = world_defaults();
    struct world *world = world_new(&config);
    struct critter_robot *r = born();
    struct body *body = body_sim_new(world, &vector_model, (struct pose2){0}, NULL);
    static struct senses_in in;
    static struct command_out out;
    struct beat beat = beat_of(TICK_US);
    border_clear_command(&out);
    for (int tick = 0, step = 1; tick < TICKS; step++) {
        world_step(world);
        body_step(body, step * 5000ll);
        if (!beat_due(&beat, step * 5000ll)) continue;
        border_clear_senses(&in);
        assert_int_equal(body_collect(body, step * 5000ll, &in), 0);
        border_drop_senses(&in); // frames stay out of it: the oracle looks
        in.senses.picture_count = in.senses.sound_count = 0;
        ask(r, tick);
        life[tick].senses = in.senses;
        one_tick(r, &in, &out);
        life[tick].command = border_command_hash(&out);
        life[tick++].soul = robot_hash(r->robot);
        body_obey(body, step * 5000ll, &out);
        border_drop_command(&out);
    }
    body_free(body);
    critter_robot_free(r);
    world_free(world);
}

static void live_over_a_socket(const struct moment *life, enum program_form form) {
    const char *path = temp_path(NULL, "body.sock");
    struct critter_robot *r = born();
    struct body *body = made(&r->body, form, path);
    struct client c = {connect_to(path), form, {0}};
    static struct senses_in in;
    static struct command_out out;
    static struct body_command told;
    border_clear_command(&out);
    for (int tick = 0; tick < TICKS; tick++) {
        int64_t now = (tick + 1) * (int64_t)TICK_US;
        send_senses(&c, &life[tick].senses);
        body_step(body, now);
        border_clear_senses(&in);
        assert_int_equal(body_collect(body, now, &in), 0);
        ask(r, tick);
        one_tick(r, &in, &out);
        if (border_command_hash(&out) != life[tick].command)
            fail_msg("form %d: another command at tick %d", form, tick);
        if (robot_hash(r->robot) != life[tick].soul) fail_msg("form %d: another soul at tick %d", form, tick);
        body_obey(body, now, &out);
        assert_true(read_command(&c, &told));
        assert_int_equal(told.number, tick);
        assert_memory_equal(&told.wheels, &out.command.wheels, sizeof told.wheels);
        assert_int_equal(told.joints_count, out.command.joints_count);
        border_drop_command(&out), border_drop_senses(&in);
    }
    close(c.fd), buf_free(&c.in);
    body_free(body);
    critter_robot_free(r);
}

#define COPY(to, from) (assert_int_equal(sizeof(to), sizeof(from)), memcpy(&(to), &(from), sizeof(to)))
static void as_a_program_says_it(const struct body_senses *s, struct critter_senses *to) {
    memset(to, 0, sizeof *to);
    to->size = sizeof *to, to->time_us = s->time_us, to->number = s->number;
    to->status = s->status, to->attitude = s->attitude;
    to->has = (s->motion_count ? CRITTER_HAS_POSE : 0) | (s->joints_count ? CRITTER_HAS_JOINTS : 0) |
              (s->cliffs_count ? CRITTER_HAS_CLIFFS : 0) | (s->power_count ? CRITTER_HAS_POWER : 0) |
              (s->range_count ? CRITTER_HAS_RANGE : 0) | (s->path_count ? CRITTER_HAS_PATH : 0) |
              (s->speaker_count ? CRITTER_HAS_SPEAKER : 0) | (s->look_count ? CRITTER_HAS_LOOK : 0);
    COPY(to->pose, s->motion[0]);
    COPY(to->joints, s->joints);
    COPY(to->cliffs, s->cliffs);
    COPY(to->range, s->range[0]);
    COPY(to->path, s->path[0]);
    COPY(to->speaker, s->speaker[0]);
    COPY(to->touches, s->touches);
    COPY(to->imu, s->imu);
    COPY(to->sights, s->sights);
    COPY(to->hearings, s->hearings);
    COPY(to->radio, s->radio);
    COPY(to->acks, s->acks);
    to->joint_count = s->joints_count, to->cliff_count = s->cliffs_count, to->touch_count = s->touches_count;
    to->imu_count = s->imu_count, to->sight_count = s->sights_count, to->hearing_count = s->hearings_count;
    to->radio_count = s->radio_count, to->ack_count = s->acks_count;
    to->battery_v = s->power[0].battery_v, to->charger_v = s->power[0].charger_v;
    to->temperature_c = s->power[0].temperature_c, to->battery_level = s->power[0].level;
    to->look_us = s->look[0].time_us, to->look_blind = s->look[0].blind;
}

static void live_by_the_header(const struct moment *life) {
    static struct critter_senses senses;
    static struct critter_command command = {.size = sizeof command};
    struct critter_robot *r = born();
    for (int tick = 0; tick < TICKS; tick++) {
        ask(r, tick);
        as_a_program_says_it(&life[tick].senses, &senses);
        assert_int_equal(critter_robot_step(r, &senses, &command), 0);
        assert_int_equal(command.ticked, 1);
        if (border_command_hash(&r->out) != life[tick].command) fail_msg("another command at tick %d", tick);
        if (robot_hash(r->robot) != life[tick].soul) fail_msg("another soul at tick %d", tick);
        assert_memory_equal(&command.orders.wheels, &r->out.command.wheels, sizeof command.orders.wheels);
    }
    critter_robot_free(r);
}

static void one_life_through_every_door_is_the_same_to_the_byte(void **state) {
    struct moment *life = calloc(TICKS, sizeof *life);
    float rolled = 0;
    live_simulated(life);
    for (int i = 0; i < TICKS; i++) rolled += fabsf(life[i].senses.motion[0].left_mps);
    assert_true(rolled > 1); // it did something
    live_over_a_socket(life, PROGRAM_BINARY);
    live_over_a_socket(life, PROGRAM_JSON);
    live_by_the_header(life);
    free(life);
}

// ---------------------------------------------------------------------------------------------- bad manners

static struct senses_in felt;
static const char FILE_TEXT[] = "{\"wheels\": true, \"touch\": true, \"cliffs\": true}";

static struct body *plain_body(const char *path, enum program_form form) {
    static struct body_file file;
    struct fault fault = {0};
    assert_int_equal(body_file_parse(text_of(FILE_TEXT), "body.json", &file, &fault), 0);
    return made(&file, form, path);
}
static uint32_t turn(struct body *body, int64_t *now_us, int ms) { // its status afterwards
    *now_us += ms * 1000;
    body_step(body, *now_us);
    border_clear_senses(&felt);
    assert_int_equal(body_collect(body, *now_us, &felt), 0);
    uint32_t status = felt.senses.status;
    border_drop_senses(&felt);
    return status;
}

static void who_is_silent_is_away_and_life_goes_on_when_it_returns(void **state) {
    const char *path = temp_path(NULL, "body.sock");
    struct body *body = plain_body(path, PROGRAM_JSON);
    int64_t now = 0;
    assert_true(turn(body, &now, 33) & BODY_STATUS_AWAY); // nobody was there yet
    int fd = connect_to(path);
    send_text(fd, "{\"senses\": {\"time_us\": 1000000}}\n");
    assert_false(turn(body, &now, 33) & BODY_STATUS_AWAY);
    uint64_t at = felt.senses.time_us;
    assert_true(at > 0);
    assert_false(turn(body, &now, 400) & BODY_STATUS_AWAY); // late
    assert_true(turn(body, &now, 200) & BODY_STATUS_AWAY);  // silent
    send_text(fd, "{\"senses\": {\"time_us\": 1033000}}\n");
    assert_false(turn(body, &now, 33) & BODY_STATUS_AWAY);
    assert_true(felt.senses.time_us > at);
    close(fd);
    assert_true(turn(body, &now, 600) & BODY_STATUS_AWAY);
    at = felt.senses.time_us;
    fd = connect_to(path); // the program begins anew, and so does its clock
    turn(body, &now, 5);
    send_text(fd, "{\"senses\": {\"time_us\": 5}}\n");
    assert_false(turn(body, &now, 33) & BODY_STATUS_AWAY);
    send_text(fd, "{\"senses\": {\"time_us\": 33005}}\n");
    assert_false(turn(body, &now, 33) & BODY_STATUS_AWAY);
    assert_true(felt.senses.time_us > at);
    close(fd);
    body_free(body);
    assert_int_equal(access(path, F_OK), -1); // it leaves nothing
}

// How many of the lines that wait are errors; the last is kept.
static unsigned read_errors(int fd, char *all, size_t size) {
    unsigned count = 0;
    ssize_t n = recv(fd, all, size - 1, 0);
    all[n > 0 ? n : 0] = 0;
    for (const char *at = all; (at = strstr(at, "{\"error\": \"")); at++) count++;
    return count;
}

// It has no brainstem: each of its senses is answered by how fast its wheels shall roll now.
static void two_wheels_are_told_to_roll_and_to_stand(void **state) {
    const char *path = temp_path(NULL, "body.sock");
    struct body *body = plain_body(path, PROGRAM_JSON);
    struct client c = {connect_to(path), PROGRAM_JSON, {0}};
    struct body_command told;
    int64_t now = 0;
    char line[80];
    float left = 0, right = 0;
    for (int tick = 1; tick <= 120; tick++) {
        static struct command_out out;
        border_clear_command(&out);
        bool goes = tick < 60;
        out.command.wheels = (struct body_wheels){
            .mode = BODY_WHEEL_MODE_SPEED, .left_mps = goes ? 0.08f : 0, .right_mps = goes ? 0.04f : 0};
        snprintf(line, sizeof line, "{\"senses\": {\"time_us\": %d}}\n", 1000000 + tick * 33000);
        send_text(c.fd, line);
        turn(body, &now, 33);
        body_obey(body, now, &out);
        body_step(body, now);
        while (read_command(&c, &told)) left = told.wheels.left_mps, right = told.wheels.right_mps;
        if (tick == 58) assert_float_equal(left, 0.08f, 0.005f), assert_float_equal(right, 0.04f, 0.005f);
    }
    assert_float_equal(left, 0, 0.001f), assert_float_equal(right, 0, 0.001f);
    close(c.fd), buf_free(&c.in);
    body_free(body);
}

static void nonsense_is_skipped_and_does_no_harm(void **state) {
    static const char *const LINES[] = {
        "{\"senses\": {\"time_us\": }}\n",
        "[]\n",
        "\n",
        "{\"sense\": {}}\n",
        "{\"senses\": {\"tim_us\": 4}}\n",
        "{\"senses\": {\"time_us\": 900000, \"power\": [{\"battery_v\": \"nan\"}]}}\n",
        "{\"senses\": {\"time_us\": 900000, \"cliffs\": [1e30]}}\n",
        "{\"senses\":{\"time_us\":900000,\"picture\":[{\"width\":4,\"height\":4}]},\"picture\":\"AAAA\"}\n",
        "{\"senses\": {\"time_us\": 900000}, \"picture\": \"*\"}\n",
        "{\"senses\": {\"time_us\": 18446744073709551615}}\n",
        "\xff\xfe\n"};
    const char *path = temp_path(NULL, "body.sock");
    struct body *body = plain_body(path, PROGRAM_JSON);
    int64_t now = 0;
    struct client c = {connect_to(path), PROGRAM_JSON, {0}};
    struct body_command told;
    char said[8000];
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) send_text(c.fd, LINES[i]);
    assert_true(turn(body, &now, 33) & BODY_STATUS_AWAY);
    assert_int_equal(read_errors(c.fd, said, sizeof said),
                     sizeof LINES / sizeof *LINES); // each with its place
    assert_non_null(strstr(said, "did you mean \\\"time_us\\\""));
    send_text(c.fd, "{\"senses\": {\"time_us\": 1000000, \"touches\": [{\"touched\": true}]}}\n");
    assert_false(turn(body, &now, 33) & BODY_STATUS_AWAY);
    assert_true(read_command(&c, &told));
    send_text(c.fd, "{\"senses\": {\"time_us\": 999999}}\n"); // time does not run back
    turn(body, &now, 33);
    assert_int_equal(read_errors(c.fd, said, sizeof said), 1);
    assert_non_null(strstr(said, "expected more than 1000000, found 999999"));
    close(c.fd), buf_free(&c.in);
    body_free(body);
}

static void binary_nonsense_ends_the_call_and_the_next_one_is_heard(void **state) {
    const char *path = temp_path(NULL, "body.sock");
    struct body *body = plain_body(path, PROGRAM_BINARY);
    int64_t now = 0;
    struct client c = {connect_to(path), PROGRAM_BINARY, {0}};
    uint8_t byte;
    send_all(c.fd, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 12);
    turn(body, &now, 33);
    assert_int_equal(recv(c.fd, &byte, 1, 0), 0);
    close(c.fd);
    c.fd = connect_to(path);
    struct body_senses senses;
    body_senses_defaults(&senses);
    senses.time_us = 50000;
    send_senses(&c, &senses);
    turn(body, &now, 5);
    assert_false(turn(body, &now, 5) & BODY_STATUS_AWAY);
    close(c.fd), buf_free(&c.in);
    body_free(body);
}

static void who_floods_or_does_not_read_costs_nothing_but_its_call(void **state) {
    const char *path = temp_path(NULL, "body.sock");
    struct body *body = plain_body(path, PROGRAM_JSON);
    int64_t now = 0;
    int fd = connect_to(path);
    char *zeros = malloc(1 << 20), line[80];
    memset(zeros, ' ', 1 << 20);
    for (int i = 0; i < 40 && recv(fd, line, 1, 0) != 0; i++) { // a line without an end
        send_all(fd, zeros, 1 << 20);
        turn(body, &now, 5);
    }
    assert_int_equal(recv(fd, line, 1, 0), 0);
    close(fd);
    fd = connect_to(path); // asks and asks, and reads no answer
    bool hung_up = false;
    for (uint64_t t = 1; t < 60000 && !hung_up; t++) {
        snprintf(line, sizeof line, "{\"senses\": {\"time_us\": %llu}}\n", (unsigned long long)t * 1000);
        hung_up = send(fd, line, strlen(line), MSG_NOSIGNAL) < 0 && errno == EPIPE;
        if (t % 8 == 0) turn(body, &now, 5);
    }
    assert_true(hung_up);
    close(fd), free(zeros);
    body_free(body);
}

static void a_place_that_is_taken_is_refused(void **state) {
    const char *path = temp_path(NULL, "body.sock");
    struct body *body = plain_body(path, PROGRAM_JSON);
    struct fault fault = {0};
    struct body_file file;
    body_file_whole("vector", &file, &fault);
    struct body_program_config config = {path, PROGRAM_JSON, &file};
    assert_null(body_program_new(&config, &fault));
    assert_int_equal(fault.err, ERR_BUSY);
    config.path = "/nowhere/body.sock", fault = (struct fault){0};
    assert_null(body_program_new(&config, &fault));
    assert_int_equal(fault.err, ERR_MISSING);
    config.path = temp_path(NULL, "file"), fault = (struct fault){0};
    fclose(fopen(config.path, "w"));
    assert_null(body_program_new(&config, &fault));
    assert_int_equal(fault.err, ERR_EXISTS);
    body_free(body);
}

static void a_terminal_carries_it_as_well(void **state) {
    int line = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    assert_true(line >= 0 && !grantpt(line) && !unlockpt(line));
    struct body *body = plain_body(ptsname(line), PROGRAM_JSON);
    static const char TEXT_LINE[] = "{\"senses\": {\"time_us\": 1000000}}\n";
    char answer[4096] = "";
    int64_t now = 0;
    ssize_t len = 0;
    assert_int_equal(write(line, TEXT_LINE, sizeof TEXT_LINE - 1), sizeof TEXT_LINE - 1);
    assert_soon(!(turn(body, &now, 1) & BODY_STATUS_AWAY));
    assert_soon((len = read(line, answer, sizeof answer - 1)) > 0);
    assert_non_null(strstr(answer, "\"command\""));
    body_free(body);
    close(line);
}

TESTS(cmocka_unit_test(one_life_through_every_door_is_the_same_to_the_byte),
      cmocka_unit_test(who_is_silent_is_away_and_life_goes_on_when_it_returns),
      cmocka_unit_test(two_wheels_are_told_to_roll_and_to_stand),
      cmocka_unit_test(nonsense_is_skipped_and_does_no_harm),
      cmocka_unit_test(binary_nonsense_ends_the_call_and_the_next_one_is_heard),
      cmocka_unit_test(who_floods_or_does_not_read_costs_nothing_but_its_call),
      cmocka_unit_test(a_place_that_is_taken_is_refused), cmocka_unit_test(a_terminal_carries_it_as_well))
