#include "door/monitor_port.h"

#include "net/serial.h"
#include "pleo/os/os.h"
#include "run/exchange.h"
#include "schema/pleo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINK_MAX_LEN = 200, LINE_MAX_LEN = sizeof(((struct pleo_monitor *)0)->line) - 1 };

struct port {
    struct monitor_ports *all;
    struct serial *serial; // NULL: this place is free
    char name[32];
    int life; // -1: nobody lives
    char line[LINE_MAX_LEN + 1];
    size_t len;
    bool too_long, after_cr, waits; // for an answer
    uint32_t ticket, log_next;
};
struct monitor_ports {
    struct loop *loop;
    char prefix[LINK_MAX_LEN];
    struct play *play;
    struct exchange_door *door;
    struct port ports[SCENARIO_ROBOTS];
    struct exchange_reply reply; // large
};

static void send_text(struct port *port, const char *text) { serial_send(port->serial, text, strlen(text)); }

static const struct soul *soul_of(const struct port *port) {
    return port->life < 0 ? NULL : run_soul(play_run(port->all->play), (size_t)port->life);
}

static bool echoes(const struct port *port) {
    const struct soul *soul = soul_of(port);
    return soul && pleo_monitor_how(soul).echo;
}

// ------------------------------------------------------------------------------------------------ lines in

static void prompt(struct port *port) {
    send_text(port, "> ");
    if (echoes(port)) serial_send(port->serial, port->line, port->len);
}

static void ask(struct port *port, struct pleo_message *message) {
    struct fault fault = {0};
    char text[300];
    if (port->life < 0)
        fault_set(&fault, ERR_STATE, "he sleeps: no world runs now");
    else
        exchange_ask(port->all->door, (size_t)port->life, message, &port->ticket, &fault);
    port->waits = !fault.err;
    if (port->waits) return;
    send_text(port, fault_text(&fault, text, sizeof text)), send_text(port, "\n");
    prompt(port);
}

static void end_line(struct port *port) {
    struct pleo_message message = {.kind = PLEO_MONITOR};
    char text[80];
    if (echoes(port)) send_text(port, "\n");
    if (port->too_long) {
        snprintf(text, sizeof text, "a line has at most %d characters\n", (int)LINE_MAX_LEN);
        send_text(port, text);
        prompt(port);
    } else {
        text_shown((struct text){port->line, port->len}, message.monitor.line, sizeof message.monitor.line);
        port->len = 0;
        ask(port, &message);
    }
    port->len = 0, port->too_long = false;
}

static void key(struct port *port, char c) {
    enum { BACKSPACE = 8, CLEAR = 21, DELETE = 127 };
    if (c == BACKSPACE || c == DELETE) {
        if (port->len && echoes(port)) send_text(port, "\b \b");
        if (port->len) port->len--;
    } else if (c == CLEAR) {
        port->len = 0, port->too_long = false;
    } else if ((unsigned char)c >= ' ') {
        if (port->len == LINE_MAX_LEN)
            port->too_long = true;
        else
            port->line[port->len++] = c;
        if (!port->too_long && echoes(port)) serial_send(port->serial, &c, 1);
    }
}

static size_t bytes(void *user, const uint8_t *at, size_t len) {
    struct port *port = user;
    for (size_t i = 0; i < len; i++) {
        if (port->waits) return i; // one line at a time
        char c = (char)at[i];
        bool second = c == '\n' && port->after_cr; // CR LF is one end
        port->after_cr = c == '\r';
        if (second) continue;
        if (c == '\r' || c == '\n')
            end_line(port);
        else
            key(port, c == '\t' ? ' ' : c);
    }
    return len;
}

static void came(void *user) {
    struct port *port = user;
    send_text(port, port->name), send_text(port, "'s monitor; help lists what it knows\n> ");
}

static void left(void *user) {
    struct port *port = user;
    port->len = 0, port->too_long = port->after_cr = false;
}

static const struct serial_class CLASS = {came, bytes, left};

// -------------------------------------------------------------------------------------------- what he says

// Over what has been typed so far, which stands again below it.
static void tell_log(struct port *port, struct soul *soul) {
    static const struct {
        const char *begins, *colour;
    } COLOURS[] = {{"FATAL", "\x1b[31m"}, {"ERROR", "\x1b[31m"}, {"WARNING", "\x1b[33m"}};
    bool colours = pleo_monitor_how(soul).colour, told = false;
    const char *line;
    while (pleo_log_line(soul, &port->log_next, &line)) {
        const char *colour = NULL;
        for (size_t i = 0; colours && i < sizeof COLOURS / sizeof *COLOURS; i++)
            if (!strncmp(line, COLOURS[i].begins, strlen(COLOURS[i].begins))) colour = COLOURS[i].colour;
        send_text(port, port->waits || told ? "" : "\r");
        send_text(port, colour ? colour : ""), send_text(port, line);
        send_text(port, colour ? "\x1b[0m\n" : "\n");
        told = true;
    }
    if (told && !port->waits) prompt(port);
}

static void answered(struct port *port, const struct pleo_said *said) {
    port->waits = false;
    send_text(port, said->text);
    if (said->more) return ask(port, &(struct pleo_message){.kind = PLEO_MORE});
    send_text(port, said->text[0] ? "\n" : "");
    prompt(port);
    serial_resume(port->serial);
}

void monitor_ports_tick(struct monitor_ports *all, int life) {
    struct exchange_event event;
    if (!all || !all->door || life < 0) return;
    while (exchange_event(all->door, &event)) continue;
    while (exchange_reply(all->door, &all->reply)) {
        const struct pleo_message *message = (const struct pleo_message *)(const void *)&all->reply.message;
        for (int i = 0; i < SCENARIO_ROBOTS; i++) {
            struct port *port = &all->ports[i];
            if (port->serial && port->waits && port->ticket == all->reply.ticket &&
                message->kind == PLEO_SAID)
                answered(port, &message->said);
        }
    }
    for (int i = 0; i < SCENARIO_ROBOTS; i++)
        if (all->ports[i].serial && all->ports[i].life == life)
            tell_log(&all->ports[i], run_soul(play_run(all->play), (size_t)life));
}

// ------------------------------------------------------------------------------------------------ ports

bool monitor_port_link(char *out, size_t size, const char *prefix, const char *name) {
    int len = snprintf(out, size, "%s.%s.monitor", prefix, name);
    return len > 0 && (size_t)len < size && !strchr(name, '/');
}

struct monitor_ports *monitor_ports_new(struct loop *loop, const char *prefix, struct fault *fault) {
    struct monitor_ports *all = calloc(1, sizeof *all);
    if (!all) return fault_set(fault, ERR_MEMORY, "no memory for serial ports"), NULL;
    all->loop = loop;
    snprintf(all->prefix, sizeof all->prefix, "%s", prefix ? prefix : "");
    for (int i = 0; i < SCENARIO_ROBOTS; i++) all->ports[i].all = all;
    return all;
}

static struct port *port_of(struct monitor_ports *all, const char *name, struct fault *fault) {
    struct port *free_one = NULL;
    char link[LINK_MAX_LEN + 48];
    for (int i = 0; i < SCENARIO_ROBOTS; i++) {
        if (all->ports[i].serial && !strcmp(all->ports[i].name, name)) return &all->ports[i];
        if (!all->ports[i].serial && !free_one) free_one = &all->ports[i];
    }
    bool linked = all->prefix[0] && monitor_port_link(link, sizeof link, all->prefix, name);
    *free_one = (struct port){.all = all, .life = -1};
    snprintf(free_one->name, sizeof free_one->name, "%s", name);
    free_one->serial = serial_open(all->loop, linked ? link : NULL, &CLASS, free_one, fault);
    return free_one->serial ? free_one : NULL;
}

static void close_port(struct port *port) {
    serial_close(port->serial);
    port->serial = NULL;
}

// The life of a robot that is a Pleo; -1: it is none, or nobody lives in it.
static int life_of(struct play *play, uint32_t robot) {
    int life = play_life(play, robot);
    const struct soul *soul = life < 0 ? NULL : run_soul(play_run(play), (size_t)life);
    return soul && soul_messages(soul) == &pleo_soul_messages ? life : -1;
}

static bool is_here(struct play *play, const char *name) {
    const struct scenario *s = play_scenario(play);
    for (uint32_t i = 0; i < s->robot_count; i++)
        if (!strcmp(s->robots[i].name, name)) return life_of(play, i) >= 0;
    return false;
}

enum err monitor_ports_show(struct monitor_ports *all, struct play *play, struct fault *fault) {
    if (!all) return ERR_NONE;
    exchange_close(all->door);
    all->door = NULL, all->play = play;
    for (int i = 0; i < SCENARIO_ROBOTS; i++) all->ports[i].life = -1;
    if (!play) return ERR_NONE;
    all->door = exchange_open(run_exchange(play_run(play)), LIFE_DOOR_COMMAND_LINE, fault);
    if (!all->door) return fault->err;
    const struct scenario *s = play_scenario(play);
    for (int i = 0; i < SCENARIO_ROBOTS; i++)
        if (all->ports[i].serial && !is_here(play, all->ports[i].name)) close_port(&all->ports[i]);
    for (uint32_t i = 0; i < s->robot_count; i++) {
        int life = life_of(play, i);
        if (life < 0) continue;
        struct port *port = port_of(all, s->robots[i].name, fault);
        if (!port) return fault->err;
        port->life = life, port->log_next = 0;
        if (port->waits) answered(port, &(struct pleo_said){.fine = false}); // that life is over
    }
    return ERR_NONE;
}

const char *monitor_ports_path(const struct monitor_ports *all, uint32_t n, const char **name) {
    for (int i = 0; all && i < SCENARIO_ROBOTS; i++)
        if (all->ports[i].serial && !n--)
            return *name = all->ports[i].name, serial_path(all->ports[i].serial);
    return NULL;
}

void monitor_ports_free(struct monitor_ports *all) {
    if (!all) return;
    monitor_ports_show(all, NULL, NULL);
    for (int i = 0; i < SCENARIO_ROBOTS; i++) close_port(&all->ports[i]);
    free(all);
}
