#include "run/control_socket.h"

#include "base/system/file.h"
#include "robot/robot.h"
#include "run/exchange.h"
#include "schema/json.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { ASKED_MAX = 256, PLACES = 16 };

struct guest {
    int socket; // -1: nobody
    struct buf in, out;
    uint32_t visit, waits; // how many were here before; for how many replies it waits
    bool events, said_all; // wants to be told; will say nothing more
};
struct control_socket {
    int socket;
    char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
    struct guest guests[CONTROL_SOCKET_GUESTS];
    struct play *play; // NULL: none just now
    struct exchange_door *door;
    struct { // requests whose replies are waited for
        uint32_t ticket, theirs, visit;
        struct guest *guest; // NULL: nobody
    } asked[ASKED_MAX];
    struct exchange_reply reply; // large
};

// ------------------------------------------------------------------------------------------------ lines

static void answer_fault(struct json_writer *w, const struct fault *fault) {
    char text[600];
    json_open(w, '{');
    json_key(w, "error");
    fault_text(fault, text, sizeof text);
    struct text said = text_of(text);
    json_text(w, utf8_valid(said) ? said : text_of("not UTF-8"));
    json_close(w, '}');
}

static const char *robot_name(const struct play *play, size_t life) {
    const struct scenario *s = play_scenario(play);
    for (uint32_t i = 0; i < s->robot_count; i++)
        if (play_life(play, i) == (int)life) return s->robots[i].name;
    return "";
}

// A line: one message, and beside it the robot it means and a ticket of the guest's own.
struct line {
    const struct json *message, *robot;
    uint32_t number, ticket; // of the robot, from 0
};

static enum err read_line(struct play *play, const struct json *doc, struct line *out, struct fault *fault) {
    const struct scenario *s = play_scenario(play);
    *out = (struct line){0};
    if (doc->kind != JSON_OBJECT) return json_fault(doc, fault, ERR_TYPE, "expected an object");
    for (const struct json *m = doc->first; m; m = m->next) {
        int64_t ticket = 0;
        if (text_is(m->key, "robot")) {
            out->robot = m;
        } else if (text_is(m->key, "ticket")) {
            if (json_as_int(m, 1, UINT32_MAX, &ticket, fault)) return fault->err;
            out->ticket = (uint32_t)ticket;
        } else if (out->message) {
            return json_fault(m, fault, ERR_TYPE, "expected one message, and beside it robot and ticket");
        } else {
            out->message = m;
        }
    }
    if (!out->message) return json_fault(doc, fault, ERR_MISSING, "expected a message");
    int64_t number = 1;
    if (out->robot && out->robot->kind != JSON_TEXT) {
        if (json_as_int(out->robot, 1, s->robot_count ? s->robot_count : 1, &number, fault))
            return fault->err;
    } else if (out->robot) {
        struct text name;
        if (json_as_text(out->robot, &name, fault)) return fault->err;
        for (number = 1; number <= s->robot_count; number++)
            if (text_is(name, s->robots[number - 1].name)) break;
        if (number > s->robot_count)
            return json_fault(out->robot, fault, ERR_UNKNOWN, "no robot here is called \"%.*s\"",
                              (int)name.len, name.at);
    }
    out->number = (uint32_t)number - 1;
    return ERR_NONE;
}

static void list_robots(struct play *play, struct json_writer *w) {
    const struct scenario *s = play_scenario(play);
    json_open(w, '[');
    for (uint32_t i = 0; i < s->robot_count; i++) {
        json_open(w, '{');
        json_key(w, "number"), json_uint(w, i + 1);
        json_key(w, "name"), json_string(w, s->robots[i].name);
        json_key(w, "creature"), json_string(w, s->robots[i].creature);
        json_key(w, "soul"), json_bool(w, play_life(play, i) >= 0);
        json_close(w, '}');
    }
    json_close(w, ']');
}

static void done(struct json_writer *w) {
    json_open(w, '{');
    json_key(w, "done"), json_bool(w, true);
    json_close(w, '}');
}

static struct soul *soul_meant(struct play *play, const struct line *line, struct fault *fault) {
    int life = play_life(play, line->number);
    if (life < 0) fault_set(fault, ERR_STATE, "nobody lives in it who could be asked");
    return life < 0 ? NULL : run_soul(play_run(play), (size_t)life);
}

// A request is answered when its reply comes. False: it is none.
static bool ask(struct control_socket *control, struct guest *guest, struct play *play,
                const struct line *line, struct arena *arena, struct fault *fault) {
    const struct soul *soul = play_life(play, line->number) < 0 ? NULL : soul_meant(play, line, fault);
    const struct soul_messages *speaks = soul ? soul_messages(soul) : &life_soul_messages;
    const struct schema_message *row = schema_find_message(speaks->protocol, line->message->key);
    if (!row || !(row->directions >> SOUL_REQUEST & 1)) return false;
    union soul_message request = {.kind = (unsigned)(row - speaks->protocol->messages)};
    char *body = (char *)&request + speaks->protocol->message_body;
    uint32_t ticket;
    if (!soul_meant(play, line, fault) || schema_parse(row->body, body, line->message, arena, fault))
        return true;
    if (!control || !control->door) return fault_set(fault, ERR_STATE, "no world runs now"), true;
    if (exchange_ask(control->door, (size_t)play_life(play, line->number), &request, &ticket, fault))
        return true;
    control->asked[ticket % ASKED_MAX].ticket = ticket;
    control->asked[ticket % ASKED_MAX].theirs = line->ticket;
    control->asked[ticket % ASKED_MAX].visit = guest->visit;
    control->asked[ticket % ASKED_MAX].guest = guest;
    guest->waits++;
    return true;
}

static void show_view(struct play *play, const struct line *line, struct json_writer *w,
                      struct fault *fault) {
    const struct soul *soul = soul_meant(play, line, fault);
    if (!soul) return;
    const struct soul_messages *speaks = soul_messages(soul);
    size_t life = (size_t)play_life(play, line->number);
    schema_print(speaks->view, exchange_view(run_exchange(play_run(play)), life), w, speaks->version);
}

// What it knows of things or of people (schema/belief.clad).
static void show_known(struct play *play, const struct line *line, struct arena *arena, struct json_writer *w,
                       struct fault *fault) {
    struct soul *soul = soul_meant(play, line, fault);
    const struct robot *robot = soul ? robot_of(soul) : NULL;
    struct belief_things *things = arena_one(arena, struct belief_things);
    struct belief_people *people = arena_one(arena, struct belief_people);
    if (!soul) return;
    if (!robot) return (void)fault_set(fault, ERR_UNSUPPORTED, "it knows no things: it has no beliefs");
    if (!things || !people) return (void)fault_set(fault, ERR_MEMORY, "no memory for what it knows");
    if (text_is(line->message->key, "things")) {
        robot_things(robot, things);
        return schema_print(&belief_things_schema, things, w, BELIEF_VERSION);
    }
    robot_people(robot, people);
    schema_print(&belief_people_schema, people, w, BELIEF_VERSION);
}

// Nothing is written and no fault told: the answer comes later.
static void answer(struct control_socket *control, struct guest *guest, struct play *play,
                   const struct json *doc, struct arena *arena, struct json_writer *w, struct fault *fault) {
    struct world_message verb;
    struct line line;
    if (read_line(play, doc, &line, fault)) return;
    struct text name = line.message->key;
    if (text_is(name, "snapshot")) {
        struct world_snapshot *shot = arena_one(arena, struct world_snapshot);
        if (!shot) return (void)fault_set(fault, ERR_MEMORY, "no memory for a snapshot");
        world_snapshot(play_world(play), shot);
        return schema_print(&world_snapshot_schema, shot, w, WORLD_VERSION);
    }
    if (text_is(name, "robots")) return list_robots(play, w);
    if (text_is(name, "view")) return show_view(play, &line, w, fault);
    if (text_is(name, "things") || text_is(name, "people")) return show_known(play, &line, arena, w, fault);
    if (text_is(name, "events") && guest) {
        if (!json_as_bool(line.message, &guest->events, fault)) done(w);
        return;
    }
    if (guest && ask(control, guest, play, &line, arena, fault)) return;
    if (verb_read(doc, arena, &verb, fault)) return;
    if (play_elsewhere(play))
        fault_set(fault, ERR_STATE, "a real robot is in no world of ours: use your own hands");
    else if (!play_do(play, &verb, fault))
        done(w);
}

static void take_line(struct control_socket *control, struct guest *guest, struct play *play,
                      struct text line, struct buf *out) {
    struct arena *arena = arena_new(64 << 10);
    struct json_writer w = json_writer_of(out, 0);
    struct json_limits limits = {.bytes = CONTROL_SOCKET_LINE_MAX, .values = 4096, .depth = 16};
    struct fault fault = {0};
    struct json *doc;
    size_t before = out->len;
    if (!arena)
        fault_set(&fault, ERR_MEMORY, "no memory");
    else if (!json_parse(line, "line", arena, &limits, &doc, &fault))
        answer(control, guest, play, doc, arena, &w, &fault);
    if (fault.err) answer_fault(&w, &fault);
    if (out->len != before) buf_byte(out, '\n');
    arena_free(arena);
}

void control_socket_line(struct play *play, struct text line, struct buf *out) {
    take_line(NULL, NULL, play, line, out);
}

// ------------------------------------------------------------------------------------------------ replies
// and events

static void end_line(struct control_socket *control, struct guest *g, struct json_writer *w, size_t life,
                     uint32_t theirs) {
    json_key(w, "robot"), json_string(w, robot_name(control->play, life));
    if (theirs) json_key(w, "ticket"), json_uint(w, theirs);
    json_close(w, '}');
    buf_byte(&g->out, '\n');
}

static void pass_reply(struct control_socket *control, const struct exchange_reply *r) {
    unsigned at = r->ticket % ASKED_MAX;
    struct guest *g = control->asked[at].guest;
    if (!g || control->asked[at].ticket != r->ticket) return;
    control->asked[at].guest = NULL;
    if (g->socket < 0 || g->visit != control->asked[at].visit) return;
    const struct soul_messages *speaks = soul_messages(run_soul(play_run(control->play), r->life));
    const struct schema_protocol *its = speaks->protocol;
    const struct schema_struct *body = its->messages[r->message.kind].body;
    struct json_writer w = json_writer_of(&g->out, 0);
    if (g->waits) g->waits--;
    json_open(&w, '{');
    json_key(&w, body->name);
    schema_print(body, (const char *)&r->message + its->message_body, &w, speaks->version);
    end_line(control, g, &w, r->life, control->asked[at].theirs);
}

static void pass_event(struct control_socket *control, const struct exchange_event *e) {
    const struct soul_messages *speaks = soul_messages(run_soul(play_run(control->play), e->life));
    const char *name = schema_value_name(speaks->events, e->event.kind);
    for (int i = 0; i < CONTROL_SOCKET_GUESTS; i++) {
        struct guest *g = &control->guests[i];
        if (g->socket < 0 || !g->events) continue;
        struct json_writer w = json_writer_of(&g->out, 0);
        json_open(&w, '{');
        json_key(&w, "event"), json_string(&w, name ? name : "");
        json_key(&w, "time_us"), json_uint(&w, e->event.time_us);
        json_key(&w, "subject"), json_uint(&w, e->event.subject);
        json_key(&w, "numbers"), json_open(&w, '[');
        for (int k = 0; k < 3; k++) json_float(&w, e->event.numbers[k]);
        json_close(&w, ']');
        if (e->lost) json_key(&w, "lost"), json_uint(&w, e->lost);
        end_line(control, g, &w, e->life, 0);
    }
}

static void pass_on(struct control_socket *control) {
    struct exchange_event event;
    if (!control->door) return;
    while (exchange_event(control->door, &event)) pass_event(control, &event);
    while (exchange_reply(control->door, &control->reply)) pass_reply(control, &control->reply);
}

// ------------------------------------------------------------------------------------------------ sockets

static void leave(struct guest *g) {
    if (g->socket >= 0) close(g->socket);
    g->socket = -1;
    g->visit++, g->waits = 0;
    g->events = g->said_all = false;
    buf_free(&g->in);
    buf_free(&g->out);
}

// Whether somebody answers there.
static bool lives(const char *path) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof at.sun_path) return false;
    memcpy(at.sun_path, path, strlen(path) + 1);
    int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool is = probe >= 0 && !connect(probe, (struct sockaddr *)&at, sizeof at);
    if (probe >= 0) close(probe);
    return is;
}

// Where worlds are found that were not told where to be: a folder of the user's own.
static enum err usual_folder(char folder[80], struct fault *fault) {
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    struct stat what;
    if (runtime && *runtime == '/' && strlen(runtime) < 60)
        snprintf(folder, 80, "%s/critter", runtime);
    else
        snprintf(folder, 80, "/tmp/critter-%u", (unsigned)getuid());
    if (mkdir(folder, 0700) && errno != EEXIST) return fault_errno(fault, errno, folder, "cannot be made");
    if (lstat(folder, &what) || !S_ISDIR(what.st_mode) || what.st_uid != getuid() || what.st_mode & 077)
        return fault_set(fault, ERR_DENIED, "%s: expected a folder of yours that nobody else may enter",
                         folder);
    return ERR_NONE;
}

static enum err listen_at(struct control_socket *control, const char *path, struct fault *fault) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    struct stat what;
    if (strlen(path) >= sizeof at.sun_path)
        return fault_set(fault, ERR_LIMIT, "%s: a socket's name has at most %zu letters", path,
                         sizeof at.sun_path - 1);
    memcpy(at.sun_path, path, strlen(path) + 1);
    memcpy(control->path, at.sun_path, sizeof control->path);
    // A socket that nobody answers was left behind; one that somebody answers is somebody's.
    if (!lstat(path, &what) && S_ISSOCK(what.st_mode) && !lives(path)) unlink(path);
    if (!bind(control->socket, (struct sockaddr *)&at, sizeof at) && !chmod(path, 0600) &&
        !listen(control->socket, CONTROL_SOCKET_GUESTS))
        return ERR_NONE;
    return fault_errno(fault, errno, path, "cannot listen here");
}

// The first place that nobody lives at. Two that begin at once take turns by a lock on the folder.
static enum err listen_somewhere(struct control_socket *control, struct fault *fault) {
    char folder[80], path[100];
    enum err err = usual_folder(folder, fault);
    int lock = err ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (!err && (lock < 0 || flock(lock, LOCK_EX)))
        err = fault_errno(fault, errno, folder, "cannot be locked");
    int number = 1;
    for (; !err && number <= PLACES; number++) {
        snprintf(path, sizeof path, "%s/%d.sock", folder, number);
        if (!lives(path)) break;
    }
    if (!err)
        err = number > PLACES
                  ? fault_set(fault, ERR_LIMIT, "%d worlds run already: --socket names another place", PLACES)
                  : listen_at(control, path, fault);
    if (lock >= 0) close(lock);
    return err;
}

struct control_socket *control_socket_open(const char *path, struct fault *fault) {
    struct control_socket *control = calloc(1, sizeof *control);
    if (!control) return fault_set(fault, ERR_MEMORY, "no memory"), NULL;
    for (int i = 0; i < CONTROL_SOCKET_GUESTS; i++)
        control->guests[i] = (struct guest){.socket = -1, .out.limit = CONTROL_SOCKET_WAITING_MAX};
    control->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    enum err err = control->socket < 0 ? fault_errno(fault, errno, "socket", "cannot be made")
                   : path              ? listen_at(control, path, fault)
                                       : listen_somewhere(control, fault);
    if (!err) return control;
    if (control->socket >= 0) close(control->socket);
    free(control);
    return NULL;
}

const char *control_socket_path(const struct control_socket *control) { return control->path; }

enum err control_socket_find(char path[CONTROL_SOCKET_PATH_MAX], struct fault *fault) {
    char folder[80], at[100], first[100] = "";
    const char *told = getenv("CRITTER_SOCKET");
    if (told && *told) {
        snprintf(path, CONTROL_SOCKET_PATH_MAX, "%s", told);
        return ERR_NONE;
    }
    enum err err = usual_folder(folder, fault);
    for (int number = 1; !err && number <= PLACES; number++) {
        snprintf(at, sizeof at, "%s/%d.sock", folder, number);
        if (!lives(at)) continue;
        if (first[0])
            return fault_set(fault, ERR_STATE, "several worlds run: --socket %s or --socket %s, which?",
                             first, at);
        snprintf(first, sizeof first, "%s", at);
    }
    if (!err && !first[0]) err = fault_set(fault, ERR_MISSING, "no world runs here: critter run begins one");
    if (!err) snprintf(path, CONTROL_SOCKET_PATH_MAX, "%s", first);
    return err;
}

void control_socket_show(struct control_socket *control, struct play *play) {
    if (!control || control->play == play) return;
    exchange_close(control->door);
    control->door = play ? exchange_open(run_exchange(play_run(play)), LIFE_DOOR_COMMAND_LINE, NULL) : NULL;
    control->play = play;
    for (int i = 0; i < ASKED_MAX; i++) control->asked[i].guest = NULL; // of another life
    for (int i = 0; i < CONTROL_SOCKET_GUESTS; i++) control->guests[i].waits = 0;
}

void control_socket_close(struct control_socket *control) {
    if (!control) return;
    control_socket_show(control, NULL);
    for (int i = 0; i < CONTROL_SOCKET_GUESTS; i++) leave(&control->guests[i]);
    close(control->socket);
    unlink(control->path);
    free(control);
}

static void welcome(struct control_socket *control) {
    struct sockaddr_storage from;
    socklen_t len = sizeof from;
    int socket = accept4(control->socket, (struct sockaddr *)&from, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket < 0) return;
    for (int i = 0; i < CONTROL_SOCKET_GUESTS; i++) {
        if (control->guests[i].socket >= 0) continue;
        control->guests[i].socket = socket;
        return;
    }
    close(socket); // full
}

// Who has said all there is to say still hears what it asked for.
static void hear(struct control_socket *control, struct guest *g, struct play *play) {
    uint8_t piece[4096];
    ssize_t len = recv(g->socket, piece, sizeof piece, 0);
    if (len <= 0) {
        if (len == 0) g->said_all = true;
        if (len < 0 && errno != EAGAIN && errno != EINTR) leave(g);
        return;
    }
    buf_bytes(&g->in, piece, (size_t)len);
    uint8_t *end;
    while (g->in.len && (end = memchr(g->in.at, '\n', g->in.len))) {
        size_t line = (size_t)(end - g->in.at);
        if (line) take_line(control, g, play, (struct text){(const char *)g->in.at, line}, &g->out);
        buf_drop(&g->in, line + 1);
    }
    if (g->in.len > CONTROL_SOCKET_LINE_MAX || g->in.err || g->out.err) leave(g);
}

static void tell(struct guest *g) {
    ssize_t len = send(g->socket, g->out.at, g->out.len, MSG_NOSIGNAL);
    if (len > 0) buf_drop(&g->out, (size_t)len);
    if (len < 0 && errno != EAGAIN && errno != EINTR) leave(g);
}

void control_socket_turn(struct control_socket *control, struct play *play) {
    struct pollfd list[CONTROL_SOCKET_GUESTS + 1] = {{.fd = control->socket, .events = POLLIN}};
    control_socket_show(control, play);
    pass_on(control);
    for (int i = 0; i < CONTROL_SOCKET_GUESTS; i++) {
        const struct guest *g = &control->guests[i];
        int listens = g->said_all ? 0 : POLLIN;
        list[i + 1] =
            (struct pollfd){.fd = g->socket, .events = (short)(listens | (g->out.len ? POLLOUT : 0))};
        if (g->said_all && !g->waits && !g->out.len) leave(&control->guests[i]), list[i + 1].fd = -1;
        if (g->out.err) leave(&control->guests[i]), list[i + 1].fd = -1; // it does not read
    }
    if (poll(list, CONTROL_SOCKET_GUESTS + 1, 0) <= 0) return;
    if (list[0].revents & POLLIN) welcome(control);
    for (int i = 0; i < CONTROL_SOCKET_GUESTS; i++) {
        struct guest *g = &control->guests[i];
        if (list[i + 1].fd < 0) continue;
        if (list[i + 1].revents & (POLLHUP | POLLERR) && g->said_all)
            leave(g); // it is gone altogether
        else if (list[i + 1].revents & (POLLIN | POLLHUP | POLLERR))
            hear(control, g, play);
        if (g->socket >= 0 && g->out.len) tell(g);
    }
}
