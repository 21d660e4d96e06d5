// --set SET.KNOB=VALUE, for the commands that play a world.
//
//     SET_OPTION(strct),                       // among the options; strct has `struct option_list set`
//     struct text settings;                    // a line each, checked
//     enum err err = set_read(&wish->set, text, sizeof text, &settings, &fault);
#pragma once

#include "cli/commands.h"

enum { SET_TEXT_MAX = 8192 };
#define SET_OPTION(strct)                                                                                    \
    {                                                                                                        \
        "set", 0, OPTION_LIST, offsetof(strct, set), "NAME=VALUE",                                           \
            "a knob of the robots' senses, reflexes and sounds, such as touch.on_ms=80 (critter world "      \
            "knobs "                                                                                         \
            "lists them); may come several times"                                                            \
    }

enum err set_read(const struct option_list *list, char *text, size_t size, struct text *out,
                  struct fault *fault);
