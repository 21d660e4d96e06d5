// critter mind check, tree and classes: what a mind is made of, without a robot.
#include "mind/tree/tree.h"
#include "base/plural.h"
#include "base/system/clock.h"
#include "cli/commands.h"
#include "mind/intent/meaning.h"
#include "mind/mind.h"
#include "mind/mood/moods.h"
#include "robot/robot.h"

#include <string.h>

struct wish {
    const char *robot, *folder;
};
#define ROBOT_OPTIONS                                                                                        \
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "ROBOT", "vector or cozmo (default vector)"},  \
    {                                                                                                        \
        "folder", 0, OPTION_TEXT, offsetof(struct wish, folder), "DIR",                                      \
            "your own files: tree.json and what it names, ROBOT_tree.json, ROBOT_moods.json; else ours"      \
    }
static const struct option OPTIONS[] = {ROBOT_OPTIONS};

static struct mind_data *open_data(struct call *call, int *code) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct mind_data *data = NULL;
    if (strcmp(wish->robot, "vector") && strcmp(wish->robot, "cozmo"))
        return *code = call_wrong(call, "--robot %s: expected vector or cozmo", wish->robot), NULL;
    data = mind_data_open(wish->robot, wish->folder, &fault);
    if (!data) *code = call_failed(call, &fault);
    return data;
}

static int run_check(struct call *call) {
    int code = EXIT_FINE;
    struct mind_data *data = open_data(call, &code);
    if (!data) return code;
    const struct tree *t = mind_data_tree(data);
    uint32_t reached = 0;
    for (uint32_t i = 0; i < t->node_count; i++) reached += t->nodes[i].reached;
    fputs(mind_data_notes(data), stderr);
    printf("%s, %u reached; %s; %s\n", PLURAL(t->node_count, "node"), reached,
           PLURAL(t->condition_count, "condition"),
           PLURAL(mind_data_moods(data)->event_count, "emotion event"));
    code = *mind_data_notes(data) ? EXIT_FAILED : EXIT_FINE;
    mind_data_close(data);
    return code;
}

static void branch(const struct tree *t, const struct node *n, int depth) {
    printf("%*s%.*s  %s%s\n", 2 * depth, "", (int)n->id.len, n->id.at, n->class->name,
           n->base.wants ? ", when it may" : "");
    for (uint32_t i = 0; i < n->child_count && depth < TREE_DEPTH_MAX; i++) // no tree is deeper
        branch(t, &t->nodes[n->children[i]], depth + 1);                    // NOLINT(misc-no-recursion)
}

static int run_tree(struct call *call) {
    int code = EXIT_FINE;
    struct mind_data *data = open_data(call, &code);
    if (!data) return code;
    const struct tree *t = mind_data_tree(data);
    const char *from = call->words.count ? call->words.at[0] : NULL;
    const struct node *n = from ? tree_node(t, text_of(from)) : tree_root_node(t, "normalBaseBehavior");
    if (n) branch(t, n, 0);
    if (!n) code = call_wrong(call, "no node is called \"%s\"", from);
    mind_data_close(data);
    return code;
}

static int run_classes(struct call *call) {
    struct buf out = {0};
    struct fault fault = {0};
    mind_manual(&out);
    enum err err =
        out.err ? fault_set(&fault, out.err, "no memory") : call_write("-", out.at, out.len, &fault);
    buf_free(&out);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

// "the name was called", the phrase that fitted, what a voice service calls it, the robot's own with its
// values.
static void print_meaning(const struct meaning *said) {
    char json[INTENT_JSON];
    printf("called    %s\n", said->called ? "yes" : "no");
    if (said->phrase.len) printf("phrase    %.*s\n", (int)said->phrase.len, said->phrase.at);
    if (said->cloud.len) printf("cloud     %.*s\n", (int)said->cloud.len, said->cloud.at);
    intent_json(&said->intent, json, sizeof json);
    printf("intent    %s\n", said->intent.number ? json : "none");
}

static int run_say(struct call *call) {
    char words[4096] = "";
    size_t len = 0;
    int code = EXIT_FINE;
    for (size_t i = 0; i < call->words.count; i++) {
        len += (size_t)snprintf(words + len, sizeof words - len, "%s%s", i ? " " : "", call->words.at[i]);
        if (len >= sizeof words) return call_wrong(call, "more than %zu bytes", sizeof words - 1);
    }
    struct mind_data *data = open_data(call, &code);
    if (!data) return code;
    struct meaning said;
    struct fault fault = {0};
    struct meaning_about about = {
        .now = {calendar_now_us() / 1000000, 0, true}, .to_it = true, .fahrenheit = true};
    about.home = text_of(ROBOT_HOME);
    meaning_of(mind_data_meanings(data), text_of(words), &about, &said);
    bool known =
        said.called || (said.intent.number && said.intent.number != mind_data_meanings(data)->map.unmatched);
    if (known) print_meaning(&said);
    mind_data_close(data);
    if (known) return EXIT_FINE;
    char shown[256];
    fault_set(&fault, ERR_UNKNOWN, "nothing is known to be meant by \"%s\"",
              text_shown(text_of(words), shown, sizeof shown));
    return call_failed(call, &fault);
}

static const struct wish DEFAULTS = {.robot = "vector"};
const struct command cmd_mind_check = {
    .name = "check",
    .group = "mind",
    .summary = "whether a mind's files can be read, and what is odd in them",
    .help =
        "Reads emotions and the tree of nodes. Unknown keys, dead names, double names and cycles are told "
        "with their place, and so are nodes that no root leads to.",
    .examples = "critter mind check\ncritter mind check -r cozmo --folder my-mind\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &DEFAULTS,
    .run = run_check,
};
const struct command cmd_mind_tree = {
    .name = "tree",
    .group = "mind",
    .summary = "what a robot does by itself, from what is most urgent down",
    .words = "[NODE]",
    .words_most = 1,
    .help = "Every node with its class, below whoever leads to it; of several the upper one comes first.",
    .examples = "critter mind tree\ncritter mind tree FreePlay\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &DEFAULTS,
    .run = run_tree,
};
const struct command cmd_mind_classes = {
    .name = "classes",
    .group = "mind",
    .summary = "the manual of all classes of nodes and conditions",
    .help = "A page in Markdown, made of the same tables that read the files.",
    .examples = "critter mind classes | less\n",
    .run = run_classes,
};
const struct command cmd_mind_say = {
    .name = "say",
    .group = "mind",
    .summary = "what a robot takes words to mean",
    .words = "WORDS...",
    .words_least = 1,
    .any_words = true,
    .help = "Whether it was called by its name, which phrase fitted, what a voice service calls that, and "
            "which intent "
            "of its own it becomes, with its values. Without its name the words count as said to it. The "
            "tables are "
            "phrases.json, answers.json and intents.json.",
    .examples = "critter mind say \"Hey Vector, good robot!\"\n"
                "critter mind say set a timer for twenty five minutes\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &DEFAULTS,
    .run = run_say,
};
