// Cozmo's air over real sockets on the loopback, one process a side: how many packets a second of processor
// time carries, system calls included, and how long a ping takes while the robot says its state thirty times
// a second.
//
//     bench_cozmo_link                     both sides; the robot is a child
//     bench_cozmo_link --robot PORT        the robot alone, for an engine of somebody else's, until it is
//                                          killed
//     bench_cozmo_link --engine ADDRESS    the engine alone
//     bench_cozmo_link --json FILE         adds the figures to FILE, one object a line
//
// A robot that hears SetHeadLight{true} floods its states, paced so that a socket can take them; {false} ends
// that. As a baseline the same number of packets goes over as bare datagrams, one each: what sockets alone
// cost on this machine at this moment.
#include "bench.h"

#include "link/cozmo/engine_link.h"
#include "link/cozmo/robot_link.h"
#include "net/udp.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    TURN_US = 1500000,
    FLOOD_BATCH = 150,
    FLOOD_US = 4000,
    VOLUME = 0x64,
    LIGHT = 0x0b,
    STATE = 0xf0,
    STATE_SIZE = 91
};

static double processor_s(int who) {
    struct rusage used;
    getrusage(who, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

// The robot

struct robot {
    struct robot_link *link;
    struct udp *udp;
    struct loop *loop;
    bool flooding, over;
    int64_t flood_us, state_us;
    uint64_t heard;
    double flood_cpu;
    uint64_t flooded;
};

static void robot_news(struct robot *robot) {
    struct air_news news;
    while (robot_link_take(robot->link, &news)) {
        if (news.kind == AIR_OPENED) robot->state_us = loop_now_us();
        if (news.kind == AIR_CLOSED) robot->flooding = false;
        if (news.kind != AIR_MESSAGE) continue;
        robot->heard++;
        if (news.id != LIGHT || !news.body.len) continue;
        robot->flooding = news.body.at[0];
        robot->flood_us = loop_now_us();
        double now = processor_s(RUSAGE_SELF);
        if (robot->flooding)
            robot->flood_cpu = -now, robot->flooded = 0;
        else if (robot->flood_cpu < 0)
            robot->flood_cpu += now;
    }
}

static void robot_speak(struct robot *robot) {
    uint8_t room[AIR_DATAGRAM_MAX];
    struct air_peer to;
    size_t len;
    while ((len = robot_link_poll(robot->link, loop_now_us(), &to, room, sizeof room)))
        udp_send(robot->udp, (struct udp_peer){to.address, to.port}, room, len);
}

static void robot_heard(void *user, struct udp *udp, struct udp_peer from, struct bytes datagram) {
    struct robot *robot = user;
    robot_link_feed(robot->link, loop_now_us(), (struct air_peer){from.address, from.port}, datagram);
    robot_news(robot);
    robot_speak(robot);
}

static void robot_tick(struct robot *robot) {
    static const uint8_t state[STATE_SIZE];
    struct bytes body = {state, sizeof state};
    int64_t now_us = loop_now_us();
    if (robot->flooding && now_us >= robot->flood_us) {
        for (unsigned i = 0; i < FLOOD_BATCH; i++) {
            robot_link_send(robot->link, STATE, body);
            robot_speak(robot); // a frame for each, as a robot would
        }
        robot->flooded += FLOOD_BATCH;
        robot->flood_us = now_us + FLOOD_US;
    } else if (robot_link_open(robot->link) && now_us >= robot->state_us) {
        robot->state_us += 1000000 / 30;
        robot_link_send(robot->link, STATE, body);
    }
}

static volatile sig_atomic_t killed;
static void kill_me(int number) { killed = 1; }

// Writes its port, and at the end what it heard and what the flood cost, to `out`.
static int run_robot(uint16_t port, FILE *out) {
    struct robot_link_config config;
    robot_link_defaults(&config);
    struct robot robot = {.link = robot_link_new(&config), .loop = loop_new()};
    struct udp_config udp = {
        .loop = robot.loop, .here = {0x7f000001, port}, .heard = robot_heard, .user = &robot};
    struct fault fault = {0};
    if (!robot.link || !robot.loop || udp_open(&udp, &robot.udp, &fault)) {
        fault_print(&fault, stderr);
        return 1;
    }
    signal(SIGTERM, kill_me);
    signal(SIGINT, kill_me);
    fprintf(out, "%u\n", udp_here(robot.udp).port);
    fflush(out);
    double begun = processor_s(RUSAGE_SELF);
    while (!killed) {
        robot_tick(&robot);
        robot_speak(&robot);
        robot_news(&robot);
        int64_t wait = robot_link_due(robot.link) - loop_now_us();
        loop_once(robot.loop, robot.flooding || wait <= 0 ? 1000 : wait < 5000 ? wait : 5000);
    }
    fprintf(out, "%llu %f %llu %f\n", (unsigned long long)robot.heard, processor_s(RUSAGE_SELF) - begun,
            (unsigned long long)robot.flooded, robot.flood_cpu);
    udp_close(robot.udp);
    loop_free(robot.loop);
    robot_link_free(robot.link);
    return 0;
}

// The engine

struct engine {
    struct engine_link *link;
    struct udp *udp;
    struct loop *loop;
    bool open, over;
    uint64_t states;
};

static void engine_news(struct engine *engine) {
    struct air_news news;
    while (engine_link_take(engine->link, &news)) {
        if (news.kind == AIR_OPENED) engine->open = true;
        if (news.kind == AIR_CLOSED) engine->over = true;
        if (news.kind != AIR_MESSAGE || news.id != STATE) continue;
        struct reader in = reader_of(news.body.at, news.body.len);
        struct cozmo_robot_state state; // read field by field, as a client does
        engine->states += !cozmo_robot_state_decode(&state, &in, COZMO_VERSION);
    }
}

static void engine_speak(struct engine *engine) {
    uint8_t room[AIR_DATAGRAM_MAX];
    struct air_peer to;
    size_t len;
    while ((len = engine_link_poll(engine->link, loop_now_us(), &to, room, sizeof room)))
        udp_send(engine->udp, (struct udp_peer){to.address, to.port}, room, len);
    engine_news(engine);
}

static void engine_heard(void *user, struct udp *udp, struct udp_peer from, struct bytes datagram) {
    struct engine *engine = user;
    engine_link_feed(engine->link, loop_came_us(engine->loop), (struct air_peer){from.address, from.port},
                     datagram);
    engine_news(engine);
}

static void engine_wait(struct engine *engine) {
    engine_speak(engine);
    int64_t wait = engine_link_due(engine->link) - loop_now_us();
    wait = wait <= 0 ? 0 : wait;
    if (engine_link_waiting(engine->link)) // as the client library does
        loop_once(engine->loop, wait);
    else
        loop_gather(engine->loop, wait);
    engine_speak(engine);
}

struct figures {
    double out_per_s, out_wall_per_s, in_per_s, rtt_mean_us, rtt_least_us, rtt_most_us;
    uint64_t out, in, resent;
    double out_cpu;
};

static bool run_engine(struct udp_peer robot, struct figures *figures) {
    struct engine_link_config config;
    engine_link_defaults(&config);
    config.robot = (struct air_peer){robot.address, robot.port};
    config.ping_us = 20000;
    struct engine engine = {.link = engine_link_new(&config), .loop = loop_new()};
    struct udp_config udp = {.loop = engine.loop, .heard = engine_heard, .user = &engine};
    if (!engine.link || !engine.loop || udp_open(&udp, &engine.udp, NULL)) return false;
    engine_link_begin(engine.link, loop_now_us());
    while (!engine.open && !engine.over) engine_wait(&engine);
    const struct air_stats *stats = engine_link_stats(engine.link);
    // The round trip at rest, but for the robot's thirty states a second.
    int64_t end = loop_now_us() + TURN_US;
    while (!engine.over && loop_now_us() < end) engine_wait(&engine);
    figures->rtt_mean_us = (double)stats->rtt_mean_us;
    figures->rtt_least_us = (double)stats->rtt_least_us;
    figures->rtt_most_us = (double)stats->rtt_most_us;
    // Volume after volume, the window always full.
    static const uint8_t level[2] = {0x34, 0x12};
    uint64_t sent = 0, before = stats->resent;
    double cpu = processor_s(RUSAGE_SELF);
    int64_t begun = loop_now_us();
    while (!engine.over && loop_now_us() - begun < TURN_US) {
        while (!engine_link_send(engine.link, VOLUME, (struct bytes){level, sizeof level})) sent++;
        engine_wait(&engine);
    }
    while (!engine.over && engine_link_waiting(engine.link)) engine_wait(&engine);
    figures->out_cpu = processor_s(RUSAGE_SELF) - cpu;
    figures->out = sent;
    figures->out_per_s = (double)sent / figures->out_cpu;
    figures->out_wall_per_s = (double)sent * 1e6 / (double)(loop_now_us() - begun);
    figures->resent = stats->resent - before;
    // The other way.
    static const uint8_t on[1] = {1}, off[1] = {0};
    uint64_t states = engine.states;
    engine_link_send(engine.link, LIGHT, (struct bytes){on, 1});
    cpu = processor_s(RUSAGE_SELF);
    end = loop_now_us() + TURN_US;
    while (!engine.over && loop_now_us() < end) engine_wait(&engine);
    figures->in = engine.states - states;
    figures->in_per_s = (double)figures->in / (processor_s(RUSAGE_SELF) - cpu);
    engine_link_send(engine.link, LIGHT, (struct bytes){off, 1});
    while (!engine.over && engine_link_waiting(engine.link)) engine_wait(&engine);
    engine_link_goodbye(engine.link);
    engine_speak(&engine);
    bool fine = !engine.over;
    udp_close(engine.udp);
    loop_free(engine.loop);
    engine_link_free(engine.link);
    return fine;
}

// The baseline: a datagram for each packet, and nothing around it.

static void nobody(void *user, struct udp *udp, struct udp_peer from, struct bytes datagram) {
    ++*(uint64_t *)user;
}

static double bare_per_s(void) {
    enum { DATAGRAMS = 100000 };
    uint64_t heard = 0;
    struct loop *loop = loop_new();
    struct udp *a = NULL, *b = NULL;
    struct udp_config config = {.loop = loop, .here = {0x7f000001, 0}, .heard = nobody, .user = &heard};
    if (!loop || udp_open(&config, &a, NULL) || udp_open(&config, &b, NULL)) abort();
    uint8_t bytes[AIR_HEAD + AIR_PACKET_HEAD + 3] = {0};
    struct udp_peer there = udp_here(b);
    double cpu = processor_s(RUSAGE_SELF);
    for (unsigned i = 0; i < DATAGRAMS; i++) {
        udp_send(a, there, bytes, sizeof bytes);
        if (i % 20 == 19) loop_once(loop, 0);
    }
    cpu = processor_s(RUSAGE_SELF) - cpu;
    udp_close(a);
    udp_close(b);
    loop_free(loop);
    return DATAGRAMS / cpu; // both ends of it
}

static void report(const struct figures *figures, double robot_cpu, double robot_in_per_s, const char *json) {
    double both = robot_cpu > 0 ? (double)figures->out / (figures->out_cpu + robot_cpu) : 0;
    double bare = bare_per_s();
    printf("engine to robot, window full    %10.0f packets a processor second at the engine, %.0f a second "
           "of time, %llu sent again\n",
           figures->out_per_s, figures->out_wall_per_s, (unsigned long long)figures->resent);
    if (both > 0)
        printf("  both ends together            %10.0f, %.1f times bare datagrams (%.0f)\n", both,
               both / bare, bare);
    printf("robot to engine, states         %10.0f packets a processor second at the engine, %llu came\n",
           figures->in_per_s, (unsigned long long)figures->in);
    if (robot_in_per_s > 0) printf("  at the robot                  %10.0f\n", robot_in_per_s);
    printf("round trip at 30 states a second  mean %.0f us, least %.0f, most %.0f\n", figures->rtt_mean_us,
           figures->rtt_least_us, figures->rtt_most_us);
    FILE *file = json ? fopen(json, "a") : NULL;
    if (!file) return;
    fprintf(file,
            "{\"program\":\"bench_cozmo_link\",\"out_per_cpu_s\":%.0f,\"in_per_cpu_s\":%.0f,\"both_per_cpu_"
            "s\":%.0f,\"bare_per_cpu_s\":%.0f,"
            "\"rtt_mean_us\":%.0f,\"rtt_least_us\":%.0f,\"rtt_most_us\":%.0f}\n",
            figures->out_per_s, figures->in_per_s, both, bare, figures->rtt_mean_us, figures->rtt_least_us,
            figures->rtt_most_us);
    fclose(file);
}

static int both_sides(const char *json) {
    int pipes[2];
    if (pipe(pipes)) return 1;
    pid_t child = fork();
    if (child < 0) return 1;
    if (!child) {
        close(pipes[0]);
        FILE *out = fdopen(pipes[1], "w");
        int code = out ? run_robot(0, out) : 1;
        if (out) fclose(out);
        _exit(code);
    }
    close(pipes[1]);
    FILE *in = fdopen(pipes[0], "r");
    unsigned port = 0;
    struct figures figures = {0};
    bool fine = in && fscanf(in, "%u", &port) == 1 &&
                run_engine((struct udp_peer){0x7f000001, (uint16_t)port}, &figures);
    kill(child, SIGTERM);
    unsigned long long heard = 0, flooded = 0;
    double cpu = 0, flood_cpu = 0;
    fine = fine && fscanf(in, "%llu %lf %llu %lf", &heard, &cpu, &flooded, &flood_cpu) == 4;
    if (in) fclose(in);
    waitpid(child, NULL, 0);
    if (!fine) {
        fprintf(stderr, "bench_cozmo_link: the session broke\n");
        return 1;
    }
    report(&figures, cpu - flood_cpu, flood_cpu > 0 ? (double)flooded / flood_cpu : 0, json);
    return 0;
}

int main(int argc, char **argv) {
    const char *json = NULL;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--count")) return 0; // instructions of system calls cannot be counted
        if (!strcmp(argv[i], "--json") && i + 1 < argc) json = argv[++i];
        if (!strcmp(argv[i], "--robot") && i + 1 < argc)
            return run_robot((uint16_t)strtoul(argv[i + 1], NULL, 10), stdout);
        if (!strcmp(argv[i], "--engine") && i + 1 < argc) {
            struct udp_peer robot;
            struct figures figures = {0};
            struct fault fault = {0};
            if (udp_peer_of(argv[i + 1], COZMO_PORT, &robot, &fault) || !run_engine(robot, &figures)) {
                fault_print(&fault, stderr);
                return 1;
            }
            report(&figures, 0, 0, json);
            return 0;
        }
    }
    return both_sides(json);
}
