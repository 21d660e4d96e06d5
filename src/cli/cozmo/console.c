#include "cli/cozmo/cozmo.h"

#include "base/system/clock.h"
#include "border/drive_keys.h"

#include <poll.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

struct console {
    const char *at;
    bool events;
    double speed;
};

static const struct option OPTIONS[] = {
    COZMO_AT(struct console),
    {"events", 'e', OPTION_FLAG, offsetof(struct console, events), NULL,
     "print what happens, one event a line"},
    {"speed", 's', OPTION_F64, offsetof(struct console, speed), "MMPS", "of the treads (default 80)", 10,
     220},
};

enum {
    HOLD_US = 400000,
    LINE_MAX_BYTES = 4096
}; // a terminal tells of no key let go: keys repeat, or they were

struct hands {
    struct critter_cozmo *cozmo;
    const struct console *wish;
    int64_t drive_until_us, head_until_us, lift_until_us;
    bool light, over, failed;
    char line[LINE_MAX_BYTES];
    size_t line_len; // as long as `line`: the rest of one that is too long is passed over
    unsigned line_number;
};

static void drive(struct hands *hands, double left, double right) {
    float speed = (float)hands->wish->speed;
    critter_cozmo_drive_wheels(hands->cozmo, (float)left * speed, (float)right * speed, 0);
    hands->drive_until_us = air_now_us() + HOLD_US;
}
static void head(struct hands *hands, float radps) {
    critter_cozmo_move_head(hands->cozmo, radps);
    hands->head_until_us = air_now_us() + HOLD_US;
}
static void lift(struct hands *hands, float radps) {
    critter_cozmo_move_lift(hands->cozmo, radps);
    hands->lift_until_us = air_now_us() + HOLD_US;
}

static void push(struct hands *hands, const struct drive_key *key) {
    if (key->ahead || key->left) drive(hands, key->ahead - key->left / 2, key->ahead + key->left / 2);
    if (key->head) head(hands, key->head);
    if (key->lift) lift(hands, 2 * key->lift);
    if (key->stops) critter_cozmo_stop(hands->cozmo);
}

// Those that drive are the same as on the page.
static void key(struct hands *hands, char c, bool arrow) {
    const struct drive_key *drives = drive_key_of(c, arrow);
    if (drives) push(hands, drives);
    if (drives || arrow) return;
    switch (c) {
    case 'l':
        critter_cozmo_set_head_light(hands->cozmo, hands->light = !hands->light);
        break;
    case ' ':
        critter_cozmo_stop(hands->cozmo);
        break;
    case 'q':
    case 4:
        hands->over = true;
        break;
    default:
        break;
    }
}

static void let_go(struct hands *hands) {
    int64_t now_us = air_now_us();
    if (hands->drive_until_us && now_us > hands->drive_until_us) {
        hands->drive_until_us = 0;
        critter_cozmo_drive_wheels(hands->cozmo, 0, 0, 0);
    }
    if (hands->head_until_us && now_us > hands->head_until_us) {
        hands->head_until_us = 0;
        critter_cozmo_move_head(hands->cozmo, 0);
    }
    if (hands->lift_until_us && now_us > hands->lift_until_us) {
        hands->lift_until_us = 0;
        critter_cozmo_move_lift(hands->cozmo, 0);
    }
}

static void complain(struct hands *hands, const char *what) {
    fprintf(stderr, "line %u: %s\n", hands->line_number, what);
    hands->failed = true;
}

// A line from a pipe: NAME and JSON, or "sleep MS".
static void line(struct hands *hands) {
    hands->line_number++;
    size_t len = hands->line_len;
    hands->line_len = 0;
    if (len == sizeof hands->line) {
        complain(hands, "longer than 4095 bytes");
        return;
    }
    char *name = hands->line;
    name[len] = 0;
    while (*name == ' ') name++;
    if (!*name || *name == '#') return;
    char *rest = name + strcspn(name, " \t{");
    char json[LINE_MAX_BYTES];
    snprintf(json, sizeof json, "%s", rest);
    *rest = 0;
    if (!strcmp(name, "sleep")) {
        uint64_t ms;
        if (text_to_u64(text_trim(text_of(json)), &ms) || ms > INT32_MAX)
            complain(hands, "sleep takes milliseconds");
        else
            cozmo_linger(hands->cozmo, (int)ms);
    } else if (critter_cozmo_command(hands->cozmo, name, json)) {
        complain(hands, critter_cozmo_error(hands->cozmo));
    }
}

static void letter(struct hands *hands, char c) {
    if (c == '\n')
        line(hands);
    else if (hands->line_len < sizeof hands->line)
        hands->line[hands->line_len++] = c;
}

static void listen_to_hands(struct hands *hands, bool terminal) {
    struct pollfd in = {.fd = 0, .events = POLLIN};
    char bytes[256];
    if (hands->over || poll(&in, 1, 0) <= 0) return;
    ssize_t len = read(0, bytes, sizeof bytes);
    if (len <= 0) hands->over = true;
    if (len <= 0 && hands->line_len) line(hands); // the last has no end of its own
    for (ssize_t i = 0; i < len && !cozmo_interrupted(); i++) {
        if (terminal) {
            bool arrow = bytes[i] == 27 && i + 2 < len && bytes[i + 1] == '[';
            if (arrow) i += 2; // the last byte says which
            key(hands, bytes[i], arrow);
        } else {
            letter(hands, bytes[i]);
        }
    }
}

static void print_event(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    char json[4096];
    (void)user, (void)cozmo;
    if (!strcmp(event->name, "state") || !strcmp(event->name, "RobotState") ||
        !strcmp(event->name, "AnimationState"))
        return;
    if (critter_cozmo_event_json(event, json, sizeof json))
        printf("%s %s\n", event->name, json);
    else
        printf("%s %d\n", event->name, event->value);
    fflush(stdout);
}

// Those that came while it connected, then each as it comes: the line that polling takes from is short, and a
// script may sleep long.
static void print_events(struct critter_cozmo *cozmo) {
    struct critter_cozmo_event event = {sizeof event};
    while (!critter_cozmo_poll(cozmo, 0, &event)) print_event(NULL, cozmo, &event);
    critter_cozmo_on(cozmo, NULL, print_event, NULL);
}

static int run(struct call *call) {
    const struct console *wish = call->options;
    struct hands hands = {.wish = wish};
    bool terminal = isatty(0);
    hands.cozmo = cozmo_connect(call, wish->at, NULL);
    if (!hands.cozmo) return EXIT_FAILED;
    struct termios before, raw;
    if (terminal) {
        tcgetattr(0, &before);
        raw = before;
        raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
        tcsetattr(0, TCSANOW, &raw); // before it says that it takes keys: they may come at once
        fputs("w s a d or arrows: drive   t g: head   r f: lift   l: light   space or x: stop   q: leave\n",
              stderr);
    }
    if (wish->events) print_events(hands.cozmo);
    int err = 0;
    while (!err && !hands.over && !cozmo_interrupted()) {
        listen_to_hands(&hands, terminal);
        let_go(&hands);
        err = critter_cozmo_sleep(hands.cozmo, 20);
        if (ferror(stdout)) break; // nobody reads them any more
    }
    if (terminal) tcsetattr(0, TCSANOW, &before);
    if (!err) err = critter_cozmo_stop(hands.cozmo);
    int code = err ? cozmo_failed(call, hands.cozmo) : hands.failed ? EXIT_FAILED : EXIT_FINE;
    critter_cozmo_disconnect(hands.cozmo);
    return code;
}

const struct command cmd_cozmo_console = {
    .name = "console",
    .group = "cozmo",
    .serves = true,
    .summary = "drives a robot with keys, or with commands from a pipe",
    .help =
        "On a terminal: w s a d or the arrows drive as long as they are held, t and g move the head, r "
        "and f the lift, l switches the "
        "head light, space or x stops everything, q leaves.\n\n"
        "From a pipe or a file each line is a command of the protocol and its fields as JSON, such as "
        "`SetHeadAngle {\"angle_rad\": 0.3}`, or "
        "`sleep` and milliseconds. A line that is not understood is named, the others are carried out, and "
        "the exit code is 1." COZMO_TAKES_OVER,
    .examples =
        "critter cozmo console --events\n"
        "printf 'SetHeadAngle {\"angle_rad\": 0.3}\\nsleep 1000\\n' | critter cozmo console --at 127.0.0.1\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct console),
    .defaults = &(const struct console){.speed = 80},
    .words = "[ADDRESS]",
    .sort_words = cozmo_sort_words,
    .run = run,
};
