#include "cli/commands.h"

#include "stage/screen/fault_codes.h"

static int run(struct call *call) {
    uint64_t wanted = 0;
    if (call->words.count && text_to_u64(text_of(call->words.at[0]), &wanted))
        return call_wrong(call, "expected a number like 915, found \"%s\"", call->words.at[0]);
    for (uint32_t i = 0; i < FAULT_CODE_COUNT; i++)
        if (!call->words.count || FAULT_CODES[i].code == wanted)
            printf("%03u  %s%s\n", (unsigned)FAULT_CODES[i].code, FAULT_CODES[i].words,
                   FAULT_CODES[i].restarts ? " (it starts again by itself)" : "");
    if (!call->words.count || (wanted <= UINT16_MAX && fault_code_find((uint32_t)wanted))) return EXIT_FINE;
    struct fault fault = {0};
    fault_set(&fault, ERR_UNKNOWN, "%03llu is not a known fault; critter face faults lists them",
              (unsigned long long)wanted);
    return call_failed(call, &fault);
}

const struct command cmd_face_faults = {
    .name = "faults",
    .group = "face",
    .summary = "what the numbers on a robot's fault screen mean",
    .words = "[NUMBER]",
    .words_most = 1,
    .help = "A robot that fails shows three digits. Without NUMBER all of them are listed.",
    .examples = "critter face faults 915\n"
                "critter face faults\n",
    .run = run,
};
