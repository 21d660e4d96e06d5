// Who may talk to us: names that are ours, and pages that came from us.
#include "net/http_internal.h"

#include <string.h>

// The host of "name:port", "[::1]:port" or "name"; without the port.
static struct text host_of(struct text host) {
    if (host.len && host.at[0] == '[') {
        for (size_t i = 0; i < host.len; i++)
            if (host.at[i] == ']') return (struct text){host.at, i + 1};
        return host;
    }
    struct text name;
    struct text rest = host;
    return text_split(&rest, ':', &name) ? name : host;
}

static bool is_address(struct text host) {
    if (!host.len) return false;
    if (host.at[0] == '[') return true;
    for (size_t i = 0; i < host.len; i++)
        if ((host.at[i] < '0' || host.at[i] > '9') && host.at[i] != '.') return false;
    return true;
}

// A number cannot be made to point elsewhere by somebody's name server; a name can, so only known ones count.
static bool ours(const struct conn *conn, struct text host) {
    if (is_address(host) || text_same_nocase(host, TEXT("localhost"))) return true;
    struct text list = text_of(conn->server->hosts), name;
    while (text_split(&list, ',', &name))
        if (name.len && text_same_nocase(text_trim(name), host)) return true;
    return false;
}

bool call_allowed(const struct http_call *call) {
    struct text host = http_header(call, "Host");
    if (!host.at || !ours(call->conn, host_of(host))) return false;
    struct text origin = http_header(call, "Origin");
    if (!origin.at) return true;
    const char *schemes[] = {"http://", "https://"};
    for (int i = 0; i < 2; i++)
        if (text_starts(origin, schemes[i]))
            return text_same_nocase(
                (struct text){origin.at + strlen(schemes[i]), origin.len - strlen(schemes[i])}, host);
    return false;
}
