#include "bench.h"

#include "base/data/json.h"
#include "schema/cozmo.h"
#include "schema/json.h"
#include "schema/walk.h"

#include <stdlib.h>
#include <string.h>

// A state of Cozmo, 33 of which come in each second, in the form of every road it can take.
struct job {
    uint8_t packet[92];
    struct cozmo_message message;
    struct cozmo_robot_state state;
    struct buf json;
    struct json *document;
    struct arena *arena;
};

static void *job_new(void) {
    struct job *job = calloc(1, sizeof *job);
    if (!job) abort();
    job->state = (struct cozmo_robot_state){.timestamp = 123456,
                                            .pose_x = 12.5f,
                                            .head_angle_rad = 0.3f,
                                            .status = 0x1300,
                                            .cliff_data_raw = {400, 400, 400, 400},
                                            .battery_voltage = 4.1f};
    job->message = (struct cozmo_message){.kind = COZMO_ROBOT_STATE, .robot_state = job->state};
    struct writer out = writer_of(job->packet, sizeof job->packet);
    if (cozmo_message_encode(&job->message, &out, COZMO_VERSION)) abort();
    job->arena = arena_new(1 << 16);
    buf_reserve(&job->json, 4096);
    struct json_writer writer = json_writer_of(&job->json, 0);
    schema_print(&cozmo_robot_state_schema, &job->state, &writer, COZMO_VERSION);
    if (!job->arena || json_parse((struct text){(char *)job->json.at, job->json.len}, "x", job->arena, NULL,
                                  &job->document, NULL))
        abort();
    return job;
}

static void job_free(void *user) {
    struct job *job = user;
    arena_free(job->arena);
    buf_free(&job->json);
    free(job);
}

static void decode(void *user) {
    struct job *job = user;
    struct reader in = reader_of(job->packet, sizeof job->packet);
    bench_sink(cozmo_message_decode(&job->message, &in, COZMO_TO_ENGINE, COZMO_VERSION));
}

static void encode(void *user) {
    struct job *job = user;
    struct writer out = writer_of(job->packet, sizeof job->packet);
    bench_sink(cozmo_message_encode(&job->message, &out, COZMO_VERSION));
}

// The least there is to do: the bytes once from here to there.
static void copy(void *user) {
    struct job *job = user;
    memcpy(&job->state, job->packet + 1, 91);
    bench_sink(job->state.timestamp);
}

static void walk_in(void *user) {
    struct job *job = user;
    struct reader in = reader_of(job->packet + 1, sizeof job->packet - 1);
    bench_sink(schema_decode(&cozmo_robot_state_schema, &job->state, &in, COZMO_VERSION));
}

static void walk_out(void *user) {
    struct job *job = user;
    struct writer out = writer_of(job->packet + 1, sizeof job->packet - 1);
    bench_sink(schema_encode(&cozmo_robot_state_schema, &job->state, &out, COZMO_VERSION));
}

static void print(void *user) {
    struct job *job = user;
    buf_clear(&job->json);
    struct json_writer writer = json_writer_of(&job->json, 0);
    schema_print(&cozmo_robot_state_schema, &job->state, &writer, COZMO_VERSION);
    bench_sink(job->json.len);
}

BENCHES({.name = "RobotState from bytes",
         .a = decode,
         .a_name = "generated",
         .b = walk_in,
         .b_name = "walker",
         .setup = job_new,
         .teardown = job_free,
         .no_allocation = true},
        {.name = "RobotState to bytes",
         .a = encode,
         .a_name = "generated",
         .b = walk_out,
         .b_name = "walker",
         .setup = job_new,
         .teardown = job_free,
         .no_allocation = true},
        {.name = "RobotState, the least",
         .a = decode,
         .a_name = "generated",
         .b = copy,
         .b_name = "memcpy",
         .setup = job_new,
         .teardown = job_free,
         .no_allocation = true},
        {.name = "RobotState as JSON",
         .a = print,
         .a_name = "print",
         .b = walk_in,
         .b_name = "walker",
         .setup = job_new,
         .teardown = job_free})
