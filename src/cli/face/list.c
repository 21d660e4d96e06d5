#include "cli/commands.h"

#include "stage/face/draw.h"

static int run(struct call *call) {
    (void)call;
    for (size_t i = 0; face_name(i); i++) puts(face_name(i));
    return EXIT_FINE;
}

const struct command cmd_face_list = {
    .name = "list",
    .group = "face",
    .summary = "lists the expressions a face can be asked for by name",
    .help = "One name a line, in the order of the contact sheet.",
    .examples = "critter face list\n",
    .run = run,
};
