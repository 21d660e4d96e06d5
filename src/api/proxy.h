// Calls over Bluetooth: a token, a path and JSON in, and out comes what HTTP would answer.
//
//     struct proxy_asked asked = {.guid = guid, .path = TEXT("/v1/update_settings"), .json = json};
//     struct proxy *proxy = proxy_ask(api, &asked, answered, me); // NULL: it was answered at once
//     …
//     proxy_drop(proxy);                                          // who asked is gone, and hears no more
//
// answered is called once, during proxy_ask or when the robot is done; then the proxy is gone. The answer's
// texts last as long as that call. There are no streams (403), and no answers of PROXY_BODY_MAX bytes or more
// (500, with the status that it had); without a robot's calls (api NULL) it is 502.
#pragma once

#include "api/api.h"

enum { PROXY_BODY_MAX = 2048 };

struct proxy;
struct proxy_asked {
    struct text guid, path, json; // guid: the program's token; "": none
};
struct proxy_answer {
    unsigned status; // HTTP's
    const char *type;
    struct text body;
};
typedef void proxy_answered(void *user, const struct proxy_answer *answer);
struct proxy *proxy_ask(struct api *api, const struct proxy_asked *asked, proxy_answered *answered,
                        void *user);
void proxy_drop(struct proxy *proxy); // NULL is fine
