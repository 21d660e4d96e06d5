// The files in which a robot keeps what its owner set and who it is to the world, damaged in any way: each is
// refused with its place, or understood. The first byte says which file it is.
#include "api/api.h"
#include "base/system/file.h"
#include "host/identity.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static const struct {
    const char *name;
    bool document; // of its calls; else of who it is
} FILES[] = {
    {"robot-settings.json", true},
    {"account-settings.json", true},
    {"user-entitlements.json", true},
    {"robot-lifetime-stats.json", true},
    {"onboarding.json", true},
    {"known-faces.json", true},
    {"photos.json", true},
    {"token-hashes.json", false},
    {"name", false},
    {"gateway.cert", false},
    {"feature-switches.json", true},
    {"preferred-cube.json", true},
};
enum { COUNT = sizeof FILES / sizeof *FILES };

static char folder[] = "/tmp/critter-fuzz-XXXXXX";
static void leave(void) { folder_remove(folder, NULL); }

static void ended(void *user, enum api_status status, const char *words) {
    (void)status;
    must(words);
    ++*(int *)user;
}
static void told(void *user, struct api_packet *packet) {
    (void)user;
    must(api_packet_bytes(packet, API_JSON).at);
}

static void ask(struct api *api, const char *name, const char *json) {
    static const struct api_sink SINK = {told, ended};
    int ends = 0;
    struct api_call *call = api_begin(api, api_rpc_named(text_of(name)), &SINK, &ends);
    must(call);
    api_request(call, API_JSON, text_of(json));
    must(ends == 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bool begun;
    if (!begun) must(mkdtemp(folder) && !atexit(leave));
    begun = true;
    if (size < 1) return 0;
    char path[256];
    unsigned which = data[0] % COUNT;
    snprintf(path, sizeof path, "%s/%s", folder, FILES[which].name);
    FILE *file = fopen(path, "wb");
    must(file && fwrite(data + 1, 1, size - 1, file) == size - 1 && !fclose(file));
    struct fault fault = {0};
    if (FILES[which].document) {
        struct api_config config = api_defaults();
        config.state = folder;
        struct api *api = api_new(&config, &fault);
        must(api || (fault.err && fault.said[0]));
        if (api) {
            ask(api, "PullJdocs", "{\"jdoc_types\":[0,1,2,3]}");
            ask(api, "PhotosInfo", "{}");
            ask(api, "RequestEnrolledNames", "{}");
            ask(api, "GetOnboardingState", "{}");
            ask(api, "GetFeatureFlagList", "{}");
        }
        api_free(api);
        unlink(path);
        snprintf(path, sizeof path, "%s/robot-lifetime-stats.json", folder); // written at the end
    } else {
        struct identity *identity = identity_open(folder, 0xa1b2c3, &fault);
        must(identity || (fault.err && fault.said[0]));
        if (identity) identity_knows(identity, TEXT("AAAAAAAAAAAAAAAAAAAAAA=="));
        identity_close(identity);
    }
    unlink(path);
    return 0;
}
