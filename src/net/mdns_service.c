// One who tells its service, and one who looks for services; neither knows a socket.
#include "net/mdns.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { SECOND_US = 1000000, PROBE_US = 250000, PROBES = 3, TELLINGS = 2 };
enum { HOST_TTL_S = 120, OTHER_TTL_S = 4500, LEGACY_TTL_S = 10, ASK_MOST_US = 60 * SECOND_US };
static const char LIST[] = "_services._dns-sd._udp.local";
static const struct mdns_peer ALL = {0};

// ------------------------------------------------------------------------------------------------ telling
enum { RECORD_PTR, RECORD_SRV, RECORD_TXT, RECORD_A, RECORD_LIST, RECORDS };

static struct mdns_record record_of(const struct mdns_service *s, int which) {
    struct mdns_record r = {.ttl_s = OTHER_TTL_S};
    const char *name = which == RECORD_A      ? s->host
                       : which == RECORD_PTR  ? s->type
                       : which == RECORD_LIST ? LIST
                                              : s->service;
    const char *target = which == RECORD_PTR ? s->service : which == RECORD_LIST ? s->type : s->host;
    static const uint16_t TYPES[RECORDS] = {MDNS_PTR, MDNS_SRV, MDNS_TXT, MDNS_A, MDNS_PTR};
    text_copy(text_of(name), r.name, sizeof r.name);
    text_copy(text_of(target), r.target, sizeof r.target);
    r.type = TYPES[which];
    r.flush = which != RECORD_PTR && which != RECORD_LIST; // nobody else has these
    if (which == RECORD_SRV || which == RECORD_A) r.ttl_s = HOST_TTL_S;
    r.address = s->address, r.port = s->port;
    return r;
}

enum err mdns_service_begin(struct mdns_service *s, const struct mdns_config *config, int64_t now_us,
                            struct fault *fault) {
    size_t name = strlen(config->name), type = strlen(config->type);
    if (!name || name > 63 || strpbrk(config->name, ".\\") || !type || type > 40)
        return fault_set(fault, ERR_RANGE, "no service can be called \"%.80s\"", config->name);
    mdns_send *send = s->send;
    void *user = s->user;
    *s = (struct mdns_service){.address = config->address, .port = config->port, .send = send, .user = user};
    snprintf(s->host, sizeof s->host, "%s.local", config->name);
    snprintf(s->type, sizeof s->type, "%s.local", config->type);
    snprintf(s->service, sizeof s->service, "%s.%s.local", config->name, config->type);
    s->due_us = now_us;
    s->told_us = now_us - SECOND_US;
    return ERR_NONE;
}

static void probe(struct mdns_service *s) {
    uint8_t room[MDNS_MESSAGE_MAX];
    struct mdns_writer out = mdns_writer_of(room, sizeof room, MDNS_QUERY, 0);
    mdns_write_question(&out, s->host, MDNS_ANY);
    mdns_write_question(&out, s->service, MDNS_ANY);
    static const int CLAIMS[] = {RECORD_SRV, RECORD_A};
    for (int i = 0; i < 2; i++) {
        struct mdns_record claim = record_of(s, CLAIMS[i]);
        claim.flush = false;
        mdns_write_record(&out, MDNS_AUTHORITY, &claim);
    }
    size_t len = mdns_written(&out);
    if (len) s->send(s->user, ALL, room, len);
}

// wanted: a bit for each record. ttl_most 0: goodbye.
static void tell(const struct mdns_service *s, unsigned wanted, uint32_t ttl_most, struct mdns_peer to,
                 const struct mdns_question *question, uint16_t id) {
    uint8_t room[MDNS_MESSAGE_MAX];
    struct mdns_writer out = mdns_writer_of(room, sizeof room, MDNS_RESPONSE, id);
    if (question) mdns_write_question(&out, question->name, (enum mdns_type)question->type);
    for (int pass = 0; pass < 2; pass++) { // what was asked for; then what helps
        for (int i = 0; i < RECORDS; i++) {
            bool asked = wanted >> i & 1;
            if (asked != (pass == 0) || (!asked && i == RECORD_LIST)) continue;
            struct mdns_record r = record_of(s, i);
            if (r.ttl_s > ttl_most) r.ttl_s = ttl_most;
            if (question) r.flush = false;
            mdns_write_record(&out, pass ? MDNS_ADDITIONAL : MDNS_ANSWER, &r);
        }
    }
    size_t len = mdns_written(&out);
    if (len) s->send(s->user, to, room, len);
}

enum { SERVICE_RECORDS = 1 << RECORD_PTR | 1 << RECORD_SRV | 1 << RECORD_TXT | 1 << RECORD_A };

void mdns_service_turn(struct mdns_service *s, int64_t now_us) {
    if (now_us < s->due_us) return;
    if (s->conflict) {
        s->due_us = INT64_MAX;
    } else if (s->probes < PROBES) {
        s->probes++;
        probe(s);
        s->due_us = now_us + PROBE_US;
    } else {
        tell(s, SERVICE_RECORDS, OTHER_TTL_S, ALL, NULL, 0);
        s->told_us = now_us;
        s->due_us = ++s->tellings < TELLINGS ? now_us + SECOND_US : INT64_MAX;
    }
}

static unsigned wanted_by(const struct mdns_service *s, const struct mdns_question *q) {
    unsigned wanted = 0;
    for (int i = 0; i < RECORDS; i++) {
        struct mdns_record r = record_of(s, i);
        if (mdns_same(q->name, r.name) && (q->type == r.type || q->type == MDNS_ANY)) wanted |= 1u << i;
    }
    return wanted;
}

static bool is_ours(const struct mdns_service *s, const struct mdns_record *r) {
    return mdns_same(r->name, s->host) || mdns_same(r->name, s->service);
}

// Another host with our name: it told another address, or asks for the name as we do and has the larger one.
static bool contradicts(const struct mdns_service *s, const struct mdns_message *in,
                        const struct mdns_record *r) {
    if (r->type != MDNS_A || !is_ours(s, r) || r->address == s->address) return false;
    return in->response || (s->probes < PROBES && r->section == MDNS_AUTHORITY && r->address > s->address);
}

void mdns_service_hear(struct mdns_service *s, struct mdns_peer from, struct bytes datagram, int64_t now_us) {
    struct mdns_message in;
    struct mdns_question question, first = {.type = 0};
    struct mdns_record record;
    unsigned wanted = 0, known = 0;
    if (s->conflict || mdns_open(&in, datagram)) return;
    while (mdns_question(&in, &question)) {
        unsigned wants = wanted_by(s, &question);
        if (wants && !wanted) first = question;
        wanted |= wants;
    }
    bool contradicted = false;
    while (mdns_record(&in, &record)) {
        contradicted = contradicted || contradicts(s, &in, &record);
        for (int i = 0; i < RECORDS && !in.response; i++) { // the asker knows it already
            struct mdns_record own = record_of(s, i);
            if (record.section == MDNS_ANSWER && record.type == own.type &&
                mdns_same(record.name, own.name) && mdns_same(record.target, own.target) &&
                record.ttl_s >= own.ttl_s / 2)
                known |= 1u << i;
        }
    }
    if (in.reader.err) return; // nothing in it is believed
    bool told = s->tellings > 0;
    if (contradicted && !told) s->conflict = true;
    if (contradicted && told && now_us - s->told_us >= SECOND_US) { // it is ours: say so
        s->told_us = now_us;
        tell(s, SERVICE_RECORDS, OTHER_TTL_S, ALL, NULL, 0);
    }
    wanted &= ~known;
    if (in.response || !wanted || !told) return;
    bool legacy = from.port != MDNS_PORT;
    if (!legacy && now_us - s->told_us < SECOND_US) return; // all have just been told
    if (!legacy) s->told_us = now_us;
    tell(s, wanted, legacy ? LEGACY_TTL_S : OTHER_TTL_S, legacy ? from : ALL, legacy ? &first : NULL,
         legacy ? in.id : 0);
}

void mdns_service_end(struct mdns_service *s) {
    if (s->tellings && !s->conflict) tell(s, SERVICE_RECORDS, 0, ALL, NULL, 0);
}

// ------------------------------------------------------------------------------------------------ looking
enum err mdns_finder_begin(struct mdns_finder *f, const char *type, int64_t now_us, struct fault *fault) {
    if (!*type || strlen(type) > 40) return fault_set(fault, ERR_RANGE, "no service is of that type");
    f->count = f->asked = 0;
    snprintf(f->type, sizeof f->type, "%s.local", type);
    f->due_us = now_us;
    return ERR_NONE;
}

void mdns_finder_turn(struct mdns_finder *f, int64_t now_us) {
    uint8_t room[MDNS_MESSAGE_MAX];
    if (now_us < f->due_us) return;
    struct mdns_writer out = mdns_writer_of(room, sizeof room, MDNS_QUERY, 0);
    mdns_write_question(&out, f->type, MDNS_PTR);
    for (unsigned i = 0; i < f->count; i++) // of which something is missing
        if (!f->list[i].told) {
            char service[MDNS_NAME + MDNS_LABEL];
            snprintf(service, sizeof service, "%s.%s", f->list[i].name, f->type);
            mdns_write_question(&out, f->list[i].port ? f->list[i].host : service, MDNS_ANY);
            break;
        }
    size_t len = mdns_written(&out);
    if (len) f->send(f->user, ALL, room, len);
    int64_t wait = (int64_t)SECOND_US << (f->asked < 6 ? f->asked : 6);
    f->asked++;
    f->due_us = now_us + (wait < ASK_MOST_US ? wait : ASK_MOST_US);
}

// The name before ".type.local"; false: it is of another type, or too long.
static bool instance_of(const struct mdns_finder *f, const char *service, char out[MDNS_LABEL]) {
    size_t len = strlen(service), type = strlen(f->type);
    if (len < type + 2 || service[len - type - 1] != '.' || !mdns_same(service + len - type, f->type))
        return false;
    return text_copy((struct text){service, len - type - 1}, out, MDNS_LABEL) < MDNS_LABEL;
}

static struct mdns_candidate *candidate(struct mdns_finder *f, const char *name) {
    for (unsigned i = 0; i < f->count; i++)
        if (mdns_same(f->list[i].name, name)) return &f->list[i];
    if (f->count == MDNS_FOUND_MAX) return NULL;
    struct mdns_candidate *new = &f->list[f->count++];
    *new = (struct mdns_candidate){.port = 0};
    text_copy(text_of(name), new->name, sizeof new->name);
    return new;
}

static void learn(struct mdns_finder *f, const struct mdns_record *r) {
    char name[MDNS_LABEL];
    if (!r->ttl_s) return; // a goodbye
    if (r->type == MDNS_PTR && mdns_same(r->name, f->type) && instance_of(f, r->target, name))
        candidate(f, name);
    if (r->type == MDNS_SRV && instance_of(f, r->name, name)) {
        struct mdns_candidate *c = candidate(f, name);
        if (c && text_copy(text_of(r->target), c->host, sizeof c->host) < sizeof c->host) c->port = r->port;
    }
    for (unsigned i = 0; i < f->count && r->type == MDNS_A; i++)
        if (mdns_same(f->list[i].host, r->name)) f->list[i].address = r->address;
}

void mdns_finder_hear(struct mdns_finder *f, struct bytes datagram) {
    // An address may stand before the service that it belongs to: twice over.
    for (int pass = 0; pass < 2; pass++) {
        struct mdns_message in;
        struct mdns_record record;
        if (mdns_open(&in, datagram) || !in.response) return;
        while (mdns_record(&in, &record)) learn(f, &record);
    }
    for (unsigned i = 0; i < f->count; i++) {
        struct mdns_candidate *c = &f->list[i];
        if (c->told || !c->address || !c->port) continue;
        c->told = true;
        f->found(f->user, c->name, c->address, c->port);
    }
}
