#include "cli/cozmo/cozmo.h"

#include "base/data/json.h"
#include "base/system/file.h"
#include "base/system/log.h"
#include "schema/cozmo.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SOON_MS = 1500 }; // for the usual address, while another is there to be tried

static volatile sig_atomic_t stopped;

static void stop(int number) {
    stopped = 1;
    signal(number, SIG_DFL);
}

static void mind_interrupts(void) {
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
}
bool cozmo_interrupted(void) { return stopped; }

// The program's own log has a module for each channel: --log chooses what is written down.
static const struct {
    const char *channel, *module;
} MODULES[] = {
    {"general", "cozmo"},           {"protocol", "cozmo-protocol"}, {"robot", "cozmo-robot"},
    {"reaction", "cozmo-reaction"}, {"behavior", "cozmo-behavior"}, {"animation", "cozmo-animation"},
};
enum { MODULE_COUNT = sizeof MODULES / sizeof *MODULES };
static const char *const LEVELS[] = {"off", "error", "warn", "info", "debug", "trace"};
enum { LEVEL_COUNT = sizeof LEVELS / sizeof *LEVELS };

static void write_down(void *user, const char *level, const char *channel, const char *text) {
    unsigned number = LOG_ERROR, module = 0;
    (void)user;
    while (number + 1 < LEVEL_COUNT && strcmp(LEVELS[number], level)) number++;
    while (module + 1 < MODULE_COUNT && strcmp(MODULES[module].channel, channel)) module++;
    log_line((enum log_level)number, MODULES[module].module, "%s", text);
}

// What the program's log wants as a handle's setup. CRITTER_COZMO_LOG goes before: then the program's log
// takes all that comes.
static const char *log_of_program(struct buf *setup) {
    const char *wish = getenv("CRITTER_COZMO_LOG");
    bool environment = wish && *wish;
    for (unsigned i = 0; i < MODULE_COUNT; i++) {
        enum log_level level = LOG_TRACE;
        while (level > LOG_OFF && !log_wanted(level, MODULES[i].module)) level--;
        buf_printf(setup, "%s%s=%s", i ? "," : "", environment ? MODULES[i].module : MODULES[i].channel,
                   environment ? "trace" : LEVELS[level]);
    }
    if (setup->err) return NULL;
    if (environment) log_setup((const char *)setup->at, NULL);
    return environment ? NULL : (const char *)setup->at;
}

struct critter_cozmo *cozmo_connect(struct call *call, const char *at,
                                    const struct critter_cozmo_config *config) {
    char why[300];
    struct critter_cozmo_config own = {.size = sizeof own};
    if (config) own = *config;
    const char *asked = cozmo_address(at);
    bool other = !asked && cozmo_simulated_here();
    own.size = sizeof own;
    own.address = asked ? asked : COZMO_ROBOT;
    if (other && !own.found_ms) own.found_ms = SOON_MS;
    struct buf setup = {0};
    own.logger = write_down;
    own.log = log_of_program(&setup);
    struct critter_cozmo *cozmo = critter_cozmo_connect(&own, why, sizeof why);
    if (!cozmo && other) {
        fprintf(stderr, "%s; trying the one at " COZMO_SIMULATED "\n", why);
        own.address = COZMO_SIMULATED;
        own.found_ms = config ? config->found_ms : 0;
        cozmo = critter_cozmo_connect(&own, why, sizeof why);
    }
    buf_free(&setup);
    if (cozmo) {
        mind_interrupts();
        return cozmo;
    }
    struct fault fault = {0};
    fault_set(&fault, ERR_TIMEOUT, "%s", why);
    call_failed(call, &fault);
    cozmo_hint(call, asked);
    return NULL;
}

bool cozmo_files_there(struct call *call) {
    for (size_t i = 0; i < call->words.count; i++) {
        const char *path = call->words.at[i];
        if (file_exists(path) && !access(path, R_OK)) continue;
        struct fault fault = {0};
        fault_errno(&fault, folder_exists(path) ? EISDIR : errno, path, "cannot read");
        call_failed(call, &fault);
        return false;
    }
    return true;
}

int cozmo_failed(struct call *call, struct critter_cozmo *cozmo) {
    struct fault fault = {0};
    fault_set(&fault, ERR_IO, "%s", critter_cozmo_error(cozmo));
    return call_failed(call, &fault);
}

bool cozmo_linger(struct critter_cozmo *cozmo, int ms) {
    for (int step = 50; !stopped && (ms < 0 || ms > 0); ms -= ms < 0 ? 0 : step) {
        if (ms >= 0 && step > ms) step = ms;
        if (critter_cozmo_sleep(cozmo, step)) return false;
    }
    return true;
}

static const char *const COLOURS[] = {
    "unknown", "white", "reserved", "white", "collector's, liquid metal", "limited, blue", "development"};

static const char *hardware(uint32_t version) {
    static const char *const YEARS[] = {" (2016, no button)", " (2017, off button)", " (2018)",
                                        " (2019, development, on and off button)"};
    return version >= 4 && version <= 7 ? YEARS[version - 4] : "";
}

void cozmo_print_identity(const char *address, const struct critter_cozmo_identity *who, bool json) {
    if (json) {
        struct buf text = {0};
        struct json_writer w = json_writer_of(&text, 0);
        json_open(&w, '{');
        if (address) json_key(&w, "address"), json_string(&w, address);
        json_key(&w, "head_serial"), json_uint(&w, who->head_serial);
        if (who->body_serial) json_key(&w, "body_serial"), json_uint(&w, who->body_serial);
        if (who->hardware) json_key(&w, "hardware"), json_uint(&w, who->hardware);
        if (who->colour >= 0) json_key(&w, "colour"), json_int(&w, who->colour);
        json_key(&w, "firmware"), json_int(&w, who->firmware);
        json_key(&w, "signature"), json_string(&w, who->signature);
        json_close(&w, '}');
        if (!text.err) printf("%s\n", (const char *)text.at);
        buf_free(&text);
        return;
    }
    if (address) printf("%s\n", address);
    printf("head serial     %08x\n", who->head_serial);
    if (who->body_serial) printf("body serial     %08x\n", who->body_serial);
    if (who->hardware) printf("body hardware   %u%s\n", who->hardware, hardware(who->hardware));
    if (who->colour >= -1 && who->colour <= 5 && who->body_serial)
        printf("colour          %s\n", COLOURS[who->colour + 1]);
    printf("firmware        %d%s%s%s\n", (int)who->firmware, who->build[0] ? " (" : "", who->build,
           who->build[0] ? ")" : "");
}

enum err cozmo_group_exists(const char *group, struct fault *fault) {
    const struct schema_attribute *groups = &cozmo_schema.attributes[COZMO_ATTRIBUTE_GROUP];
    bool found = !group;
    for (uint32_t i = 0; i < groups->count && !found; i++) found = !strcmp(groups->values[i], group);
    if (found) return ERR_NONE;
    const char *near = text_nearest(group, groups->values, groups->count);
    return fault_set(fault, ERR_UNKNOWN, "there is no group of messages \"%s\"%s%s%s", group,
                     near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
}
