#include "base/system/log.h"
#include "base/plural.h"

#include "base/system/clock.h"
#include "base/text.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const LEVELS[] = {"off", "error", "warn", "info", "debug", "trace"};
static const char *const COLOURS[] = {"", "\033[1;31m", "\033[33m", "\033[32m", "\033[36m", "\033[2m"};
enum { LEVEL_COUNT = sizeof LEVELS / sizeof LEVELS[0] };

struct filter {
    char module[LOG_MODULE_MAX + 1];
    uint8_t level;
};
struct setup {
    struct filter filters[LOG_MODULES_MAX];
    unsigned count;
    uint8_t level, most; // of modules without a filter; the highest anywhere
    bool json;
    int colour; // 1 yes, 0 no, -1 as the terminal is
};
struct rate { // of one module, in the second that began at `since_us`
    char module[LOG_MODULE_MAX + 1];
    int64_t since_us;
    unsigned lines, kept;
    uint8_t level; // of the last one kept back
};

static struct {
    pthread_mutex_t lock; // of all but `most`
    struct setup setup;
    struct rate rates[LOG_MODULES_MAX];
    unsigned rate_count, limit;
    void (*sink)(void *user, const char *line, size_t len);
    void *user;
    atomic_uchar most; // so that lines nobody wants cost one look
} logger = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .setup = {.level = LOG_OFF, .most = LOG_OFF, .colour = -1}, // a library prints nothing by itself
    .limit = LOG_RATE,
    .most = LOG_OFF,
};
static _Thread_local bool inside; // a sink that logs would wait for itself

// ---- The setup.

static int level_of(struct text word) {
    for (int i = 0; i < LEVEL_COUNT; i++)
        if (text_is(word, LEVELS[i])) return i;
    return -1;
}

static enum err unknown(struct fault *fault, struct text word, const char *expected) {
    return fault_set(fault, ERR_UNKNOWN, "log: \"%.*s\" is not known; expected %s",
                     word.len < 60 ? (int)word.len : 60, word.at, expected);
}

static enum err add_filter(struct setup *setup, struct text module, struct text value, struct fault *fault) {
    int level = level_of(value);
    if (level < 0) return unknown(fault, value, "off, error, warn, info, debug or trace");
    if (!module.len || module.len > LOG_MODULE_MAX)
        return fault_set(fault, ERR_LIMIT, "log: the name of a module has 1 to %d letters", LOG_MODULE_MAX);
    unsigned at = 0; // the last word about a module counts
    while (at < setup->count && !text_is(module, setup->filters[at].module)) at++;
    if (at == LOG_MODULES_MAX)
        return fault_set(fault, ERR_LIMIT, "log: more than %d modules", LOG_MODULES_MAX);
    if (at == setup->count) setup->count++;
    text_copy(module, setup->filters[at].module, sizeof setup->filters[at].module);
    setup->filters[at].level = (uint8_t)level;
    return ERR_NONE;
}

static enum err add_word(struct setup *setup, struct text word, struct fault *fault) {
    int level = level_of(word);
    struct text value = word, module;
    if (level >= 0) {
        setup->level = (uint8_t)level;
    } else if (text_is(word, "json") || text_is(word, "text")) {
        setup->json = text_is(word, "json");
    } else if (text_is(word, "colour") || text_is(word, "color") || text_is(word, "plain")) {
        setup->colour = !text_is(word, "plain");
    } else if (memchr(word.at, '=', word.len)) {
        text_split(&value, '=', &module);
        return add_filter(setup, text_trim(module), text_trim(value), fault);
    } else {
        return unknown(
            fault, word,
            "a level (off, error, warn, info, debug, trace), MODULE=LEVEL, json, text, colour or plain");
    }
    return ERR_NONE;
}

enum err log_setup(const char *spec, struct fault *fault) {
    struct setup setup = {.level = LOG_WARN, .colour = -1};
    struct text rest = text_of(spec), word;
    while (text_split(&rest, ',', &word)) {
        word = text_trim(word);
        enum err err = word.len ? add_word(&setup, word, fault) : ERR_NONE;
        if (err) return err;
    }
    setup.most = setup.level;
    for (unsigned i = 0; i < setup.count; i++)
        if (setup.filters[i].level > setup.most) setup.most = setup.filters[i].level;
    pthread_mutex_lock(&logger.lock);
    logger.setup = setup;
    atomic_store(&logger.most, setup.most);
    pthread_mutex_unlock(&logger.lock);
    return ERR_NONE;
}

void log_to(void (*sink)(void *user, const char *line, size_t len), void *user) {
    pthread_mutex_lock(&logger.lock);
    logger.sink = sink;
    logger.user = user;
    pthread_mutex_unlock(&logger.lock);
}

void log_rate(unsigned lines_per_second) {
    pthread_mutex_lock(&logger.lock);
    logger.limit = lines_per_second;
    pthread_mutex_unlock(&logger.lock);
}

static bool wanted(enum log_level level, const char *module) {
    for (unsigned i = 0; i < logger.setup.count; i++)
        if (!strcmp(logger.setup.filters[i].module, module)) return level <= logger.setup.filters[i].level;
    return level <= logger.setup.level;
}

bool log_wanted(enum log_level level, const char *module) {
    if (inside || level == LOG_OFF || level > atomic_load_explicit(&logger.most, memory_order_relaxed))
        return false;
    pthread_mutex_lock(&logger.lock);
    bool yes = wanted(level, module);
    pthread_mutex_unlock(&logger.lock);
    return yes;
}

// ---- A line.

struct line {
    size_t len;
    char at[LOG_TEXT_MAX * 6 + LOG_MODULE_MAX * 6 + 256]; // no letter grows to more than six, as in \u001f
};

static void add(struct line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct line *line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(line->at + line->len, sizeof line->at - line->len, format, arguments);
    va_end(arguments);
    if (len > 0) line->len += (size_t)len;
    if (line->len >= sizeof line->at) line->len = sizeof line->at - 1;
}

// Text with nothing in it that moves a cursor or ends a line; as the inside of a JSON text when `json`.
static void add_escaped(struct line *line, const char *from, bool json) {
    struct text text = text_of(from);
    char shown[SHOWN_ROOM];
    uint32_t code;
    for (size_t at = 0, used, len; (used = text_shown_next(text, at, shown, &len)); at += used) {
        utf8_next(text, at, &code);
        if (json && (code == '"' || code == '\\'))
            add(line, "\\%c", (char)code);
        else if (json && code == 0xfffd && used == 1) // a byte that is no UTF-8
            add(line, "\\ufffd");
        else if (json && code != '\n' && code != '\t' && (code < 0x20 || (code >= 0x7f && code < 0xa0)))
            add(line, "\\u%04x", (unsigned)code);
        else
            add(line, "%.*s", (int)len, shown);
    }
}

static bool colourful(void) {
    if (logger.setup.colour >= 0) return logger.setup.colour;
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return !logger.sink && !(no && *no) && terminal && strcmp(terminal, "dumb") && isatty(STDERR_FILENO);
}

static void add_time(struct line *line, bool local) {
    int64_t now_us = calendar_now_us();
    time_t seconds = (time_t)(now_us / 1000000);
    unsigned ms = (unsigned)(now_us / 1000 % 1000);
    struct tm parts = {0};
    if (now_us < 0 || !(local ? localtime_r(&seconds, &parts) : gmtime_r(&seconds, &parts))) return;
    if (!local) add(line, "%04d-%02d-%02dT", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
    add(line, "%02d:%02d:%02d.%03u%s", parts.tm_hour, parts.tm_min, parts.tm_sec, ms, local ? "" : "Z");
}

static void say(enum log_level level, const char *module, const char *text) {
    struct line line = {0};
    bool json = logger.setup.json, colour = !json && colourful();
    if (json) add(&line, "{\"time\":\"");
    add_time(&line, colour); // a person at a terminal looks at the clock on the wall
    add(&line, json ? "\",\"level\":\"%s\",\"module\":\"" : colour ? " " : " %-5s ", LEVELS[level]);
    if (colour) add(&line, "%s%-5s\033[0m ", COLOURS[level], LEVELS[level]);
    char name[LOG_MODULE_MAX + 1]; // a name from elsewhere must not push the text out of its line
    text_copy(text_of(module), name, sizeof name);
    add_escaped(&line, name, json);
    add(&line, json ? "\",\"text\":\"" : ": ");
    add_escaped(&line, text, json);
    if (json) add(&line, "\"}");
    if (logger.sink) {
        logger.sink(logger.user, line.at, line.len);
        return;
    }
    line.at[line.len++] = '\n'; // one write, so that lines of several processes stay whole
    for (size_t at = 0; at < line.len;) {
        ssize_t done = write(STDERR_FILENO, line.at + at, line.len - at);
        if (done < 0 && errno != EINTR) break; // nobody is left to tell
        if (done > 0) at += (size_t)done;
    }
}

// ---- The rate.

static struct rate *rate_of(const char *module) {
    for (unsigned i = 0; i < logger.rate_count; i++)
        if (!strncmp(logger.rates[i].module, module, LOG_MODULE_MAX)) return &logger.rates[i];
    // More modules than places share the last.
    struct rate *rate =
        &logger.rates[logger.rate_count < LOG_MODULES_MAX ? logger.rate_count++ : LOG_MODULES_MAX - 1];
    if (!rate->module[0]) text_copy(text_of(module), rate->module, sizeof rate->module);
    return rate;
}

// Ends seconds that are over and says what was kept back in them.
static void end_seconds(int64_t now_us, bool all) {
    for (unsigned i = 0; i < logger.rate_count; i++) {
        struct rate *rate = &logger.rates[i];
        if (!all && now_us - rate->since_us < 1000000 && now_us >= rate->since_us) continue;
        char text[64];
        snprintf(text, sizeof text, "%s %s kept back", PLURAL(rate->kept, "more line"),
                 NOUN(rate->kept, "was", "were"));
        if (rate->kept) say((enum log_level)rate->level, rate->module, text);
        rate->since_us = now_us;
        rate->lines = rate->kept = 0;
    }
}

static bool within_rate(enum log_level level, const char *module) {
    if (!logger.limit) return true;
    int64_t now_us = air_now_us();
    struct rate *rate = rate_of(module);
    end_seconds(now_us, false);
    if (!rate->lines) rate->since_us = now_us;
    if (rate->lines < logger.limit) {
        rate->lines++;
        return true;
    }
    rate->level = (uint8_t)level;
    rate->kept++;
    return false;
}

void log_flush(void) {
    if (inside) return;
    inside = true;
    pthread_mutex_lock(&logger.lock);
    end_seconds(air_now_us(), true);
    pthread_mutex_unlock(&logger.lock);
    inside = false;
}

__attribute__((format(printf, 2, 0))) static void put_words(char text[LOG_TEXT_MAX + 32], const char *format,
                                                            va_list arguments) {
    int len = vsnprintf(text, LOG_TEXT_MAX + 1, format, arguments), cut = LOG_TEXT_MAX;
    if (len > cut) {
        // Not in the middle of a letter: its last bytes, and its first.
        while (cut > LOG_TEXT_MAX - 3 && (text[cut - 1] & 0xc0) == 0x80) cut--;
        if (text[cut - 1] & 0x80) cut--;
        snprintf(text + cut, 32, " [%d more]", len - cut);
    }
    if (len < 0) snprintf(text, 32, "%s", "(could not be put into words)");
}

void log_line(enum log_level level, const char *module, const char *format, ...) {
    if (!log_wanted(level, module)) return;
    int number = errno;
    char text[LOG_TEXT_MAX + 32];
    va_list arguments;
    va_start(arguments, format);
    put_words(text, format, arguments);
    va_end(arguments);
    inside = true;
    pthread_mutex_lock(&logger.lock);
    if (within_rate(level, module)) say(level, module, text);
    pthread_mutex_unlock(&logger.lock);
    inside = false;
    errno = number; // logging must not change what the caller will report
}
