#include "run/thin.h"

#include "robot/portrait.h"
#include "stage/library/library.h"
#include "stage/sound/sounds.h"
#include "support/support.h"

#include <string.h>

static void watch(void *user, struct run *run, size_t life) {
    struct thin *t = user;
    struct robot *robot = run_robot(run, life);
    const struct life_event *events;
    size_t count = robot_events(robot, &events);
    for (size_t i = 0; i < count; i++) t->events[events[i].kind % 64]++;
    struct life_envelope to;
    struct life_message reply;
    while (robot_reply(robot, &to, &reply)) {
        t->replies++;
        if (reply.kind == LIFE_GREETING) t->greetings++;
        if (reply.kind == LIFE_DONE) t->last_verdict = reply.done.verdict;
        if (reply.kind == LIFE_PORTRAIT_DRAWN)
            t->portraits++, t->portrait_hash ^= reply.portrait_drawn.hash + t->portraits;
    }
    if (!t->look) return;
    struct life_view view;
    robot_view(robot, &view);
    struct portrait_order order = {.style = &FACE_VECTOR, .picture = view.face.number};
    face_from_numbers(&order.face, view.face.numbers, FACE_NUMBERS);
    struct portrait picture;
    size_t len;
    portrait_draw(&order, sizeof order, &picture, sizeof picture, &len);
}

bool thin_start(struct thin *t, const struct thin_config *config) {
    memset(t, 0, sizeof *t);
    struct world_config world = world_defaults();
    world.seed = config->seed;
    world.noise = config->noise;
    t->look = config->look;
    t->world = world_new(&world);
    struct run_config run = run_defaults();
    run.world = t->world;
    run.workers = config->workers;
    t->run = run_new(&run, NULL);
    struct robot_config robot = robot_defaults();
    const struct body_model *model = config->model ? config->model : &vector_model;
    robot.model = model;
    robot.seed = config->seed;
    robot.crew = run_crew(t->run);
    robot.library = config->library;
    if (config->library) robot.sounds = t->sounds = sounds_open(model->creature, NULL);
    struct body *body = body_sim_new(t->world, model, (struct pose2){0}, NULL);
    if (config->record) {
        struct recording_about about = {.seed = config->seed, .robot = robot.id, .creature = "vector"};
        about.clips = config->library ? config->library->hash : 0;
        about.sounds = t->sounds ? t->sounds->hash : 0;
        memcpy(about.name, robot.name, sizeof about.name);
        t->recorder = recorder_new(config->record, &about, NULL);
    }
    run_watch(t->run, watch, t);
    return !run_add(t->run, body, robot_soul(robot_new(&robot)), t->recorder, NULL);
}

void thin_end(struct thin *t) {
    run_free(t->run);
    recorder_close(t->recorder, NULL);
    world_free(t->world);
    sounds_close(t->sounds);
}

void thin_ask(struct thin *t, uint32_t ticket, struct life_message request) {
    struct life_envelope envelope = {ticket, LIFE_DOOR_TEST};
    run_ask(t->run, 0, &envelope, &request);
}

void thin_live(struct thin *t, void (*each)(void *user, struct thin *t, uint32_t tick), void *user) {
    for (uint32_t tick = 0; tick < 900; tick++) {
        if (tick % 50 == 3)
            thin_ask(t, tick,
                     (struct life_message){.kind = LIFE_DRIVE,
                                           .drive = {0.05f, (float)(tick % 3) * 0.02f, 0.5f, 1}});
        if (tick % 70 == 9)
            thin_ask(t, tick,
                     (struct life_message){.kind = LIFE_HEAD, .head = {(float)(tick % 7) * 0.1f, 4, 0}});
        if (tick % 90 == 11)
            thin_ask(t, tick,
                     (struct life_message){.kind = LIFE_LIFT,
                                           .lift = {0.04f + (float)(tick % 5) * 0.01f, 4, 0.5f}});
        if (tick % 40 == 13) thin_ask(t, tick, (struct life_message){.kind = LIFE_PORTRAIT});
        if (tick % 200 == 17) thin_ask(t, tick, (struct life_message){.kind = LIFE_HELLO});
        if (tick % 110 == 19) thin_ask(t, tick, (struct life_message){.kind = LIFE_BLINK});
        if (tick == 400) thin_ask(t, tick, (struct life_message){.kind = LIFE_STOP});
        run_for(t->run, LIFE_TICK_US);
        if (each) each(user, t, tick);
    }
}

const struct library *thin_clips(const char *creature) {
    static struct library *open[2];
    static const char *const NAMES[2] = {"vector", "cozmo"};
    int i = !strcmp(creature, NAMES[1]);
    if (strcmp(creature, NAMES[i]) != 0) return NULL;
    struct library_config config = {.creature = creature};
    struct fault fault = {0};
    if (!open[i]) open[i] = library_open(&config, &fault);
    if (!open[i]) fault_print(&fault, stderr), fail();
    return open[i];
}
