#include "cli/commands.h"

#include "run/settings/settings.h"

static int run(struct call *call) {
    struct buf out = {0};
    settings_document(&out);
    if (out.err) {
        buf_free(&out);
        return call_failed(call, &(struct fault){.err = ERR_MEMORY, .said = "no memory for a page"});
    }
    fwrite(out.at, 1, out.len, stdout);
    buf_free(&out);
    return EXIT_FINE;
}

const struct command cmd_world_knobs = {
    .name = "knobs",
    .group = "world",
    .summary = "lists what can be set of a robot",
    .help =
        "Every knob of its senses, its reflexes and its sounds, as Markdown: name, unit, range, default, and "
        "what it is. critter sim, critter run and critter cozmo sim take them with --set; a scenario in "
        "its section \"knobs\", a creature in its file.",
    .examples = "critter world knobs | less\n"
                "critter sim tabletop --set touch.on_ms=80 --set attitude.shock_mps2=9\n",
    .run = run,
};
