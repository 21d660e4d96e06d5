#include "cli/robot/where.h"

struct talk *talk_where(const struct talk_where *where, struct fault *fault) {
    if (where->in && where->socket)
        return fault_set(fault, ERR_RANGE, "--in and --socket are two places: say one"), NULL;
    if (!where->in && where->at > 0)
        return fault_set(fault, ERR_RANGE, "--at needs --in: a world that runs has only now"), NULL;
    return talk_open(&(struct talk_wish){where->in, where->socket, where->at, where->seed}, fault);
}

enum err talk_answer(struct text line, struct arena *arena, struct json **out, struct fault *fault) {
    const struct json *error;
    if (json_parse(line, "the answer", arena, NULL, out, fault)) return fault->err;
    if (!(error = json_get(*out, "error"))) return ERR_NONE;
    return fault_set(fault, ERR_DENIED, "%.*s", (int)error->text.len, error->text.at);
}

double talk_number(const struct json *of, const char *key) {
    const struct json *value = of ? json_get(of, key) : NULL;
    return value && value->kind == JSON_NUMBER ? value->number : 0;
}
