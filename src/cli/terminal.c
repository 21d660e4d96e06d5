#include "cli/terminal.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct terminal {
    FILE *to;
    int columns, rows, every; // every so many pixels one is shown
    struct cell {
        struct rgb upper, lower;
        bool known;
    } cells[];
};

#define AS_USUAL "\x1b[0m\x1b[?25h\n" // plain letters, and the cursor

// Whoever is ended while it draws leaves the terminal as it was.
static int drawn_on = -1;
static void ended(int number) {
    if (drawn_on >= 0 && write(drawn_on, AS_USUAL, sizeof AS_USUAL - 1) < 0) drawn_on = -1;
    signal(number, SIG_DFL);
    raise(number);
}
static const int ENDS[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static void watch_end(int fd) {
    struct sigaction before, action = {.sa_handler = ended};
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        sigaction(ENDS[i], NULL, &before);
        if (fd >= 0 ? before.sa_handler == SIG_DFL : before.sa_handler == ended) {
            action.sa_handler = fd >= 0 ? ended : SIG_DFL;
            sigaction(ENDS[i], &action, NULL);
        }
    }
    drawn_on = fd;
}

static void size_of(FILE *to, int *columns, int *rows) {
    struct winsize size = {0};
    *columns = 184, *rows = 200;
    if (isatty(fileno(to)) && !ioctl(fileno(to), TIOCGWINSZ, &size) && size.ws_col)
        *columns = size.ws_col, *rows = size.ws_row;
}

struct terminal *terminal_open(FILE *to, int width, int height) {
    int columns, rows, every = 1;
    size_of(to, &columns, &rows);
    while (every < 8 && (width / every > columns || height / every / 2 + 1 > rows)) every++;
    int across = width / every, down = (height / every + 1) / 2;
    struct terminal *t = calloc(1, sizeof *t + (size_t)across * (size_t)down * sizeof t->cells[0]);
    if (!t) return NULL;
    t->to = to;
    t->columns = across, t->rows = down, t->every = every;
    fflush(to);
    watch_end(fileno(to));
    fputs("\x1b[?25l\x1b[2J", to); // no cursor, an empty screen
    return t;
}

// The mean of the pixels that one stands for.
static struct rgb mean(const struct terminal *t, const struct raster *raster, int column, int row) {
    unsigned r = 0, g = 0, b = 0, count = 0;
    for (int y = row * t->every; y < (row + 1) * t->every && y < raster->height; y++)
        for (int x = column * t->every; x < (column + 1) * t->every && x < raster->width; x++) {
            struct rgb c = rgb_of_565(raster->at[(size_t)y * (size_t)raster->width + (size_t)x]);
            r += c.r, g += c.g, b += c.b, count++;
        }
    if (!count) return (struct rgb){0};
    return (struct rgb){(uint8_t)(r / count), (uint8_t)(g / count), (uint8_t)(b / count)};
}

static bool same(struct rgb a, struct rgb b) { return a.r == b.r && a.g == b.g && a.b == b.b; }

size_t terminal_show(struct terminal *t, const struct raster *raster) {
    size_t sent = 0;
    for (int row = 0; row < t->rows; row++) {
        bool follows = false; // the letter before was sent, so the cursor stands right
        for (int column = 0; column < t->columns; column++) {
            struct cell *cell = &t->cells[row * t->columns + column];
            struct rgb upper = mean(t, raster, column, 2 * row), lower = mean(t, raster, column, 2 * row + 1);
            bool fresh = !cell->known || !same(cell->upper, upper) || !same(cell->lower, lower);
            if (fresh && !follows) fprintf(t->to, "\x1b[%d;%dH", row + 1, column + 1);
            if (fresh)
                fprintf(t->to, "\x1b[38;2;%d;%d;%dm\x1b[48;2;%d;%d;%dm\u2580", upper.r, upper.g, upper.b,
                        lower.r, lower.g, lower.b);
            *cell = (struct cell){upper, lower, true};
            follows = fresh;
            sent += fresh;
        }
    }
    fflush(t->to);
    return sent;
}

void terminal_close(struct terminal *t) {
    if (!t) return;
    fprintf(t->to, "\x1b[%d;1H" AS_USUAL, t->rows + 1);
    fflush(t->to);
    watch_end(-1);
    free(t);
}
