// What happens, told to every stream that listens: each arm is encoded once.
#include "api/api_internal.h"

#include <stdlib.h>
#include <string.h>

enum { PING_US = 1000000, FILTER_BYTES_MAX = 16 << 10, STATE_US = 60000, ID_MAX = 64 };

struct listener {
    struct listener *next;
    struct api_call *call;
    bool white, black;
    uint64_t arms; // that the list names, by their numbers
    int64_t ping_us;
    bool primary;
};
struct events {
    struct listener *listeners;
    char primary[ID_MAX]; // the connection that leads; "": none
    uint64_t state_us;    // of the world: when the next state is due
};

struct events *events_new(void) {
    return calloc(1, sizeof(struct events));
}
void events_free(struct events *events) { free(events); }
bool events_primary(const struct api *api) { return api->events->primary[0] != 0; }

// ----------------------------------------------------------------------------------------------- who listens
static bool hears(const struct listener *l, unsigned arm) {
    bool named = l->arms >> arm & 1;
    return l->white ? named : l->black ? !named : true;
}

static void tell_to(struct api *api, struct listener *only, const Vector__Event *event, bool first) {
    Vector__ResponseStatus status = VECTOR__RESPONSE_STATUS__INIT;
    Vector__EventResponse response = VECTOR__EVENT_RESPONSE__INIT;
    status.code = STATUS_DONE;
    if (first) response.status = &status;
    response.event = (Vector__Event *)(uintptr_t)event;
    struct api_packet *packet = NULL;
    for (struct listener *l = only ? only : api->events->listeners, *next; l; l = next) {
        next = only ? NULL : l->next;
        if (!only && !hears(l, event->event_type_case)) continue;
        if (!packet && !(packet = api_packet_new(api, API_EVENT, &response.base, NULL))) return;
        api_send(l->call, packet);
    }
    api_packet_drop(packet);
}

void events_tell(struct api *api, const Vector__Event *event) {
    if (api->events->listeners) tell_to(api, NULL, event, false);
}

bool events_wanted(const struct api *api, unsigned arm) {
    for (const struct listener *l = api->events->listeners; l; l = l->next)
        if (hears(l, arm)) return true;
    return false;
}

static void left(struct api_call *call) {
    struct listener *l = call->data;
    struct events *events = call->api->events;
    struct listener **at = &events->listeners;
    while (*at != l) at = &(*at)->next;
    *at = l->next;
    if (l->primary) events->primary[0] = 0;
}

// Names are those of the arms; one that does not exist never comes.
static uint64_t arms_of(const Vector__FilterList *list) {
    uint64_t arms = 0;
    for (size_t i = 0; list && i < list->n_list; i++) {
        const ProtobufCFieldDescriptor *arm =
            protobuf_c_message_descriptor_get_field_by_name(&vector__event__descriptor, list->list[i]);
        if (arm && arm->id < 64) arms |= UINT64_C(1) << arm->id;
    }
    return arms;
}

// The first with an id leads; others with the same id belong to it. Who has none is told so while nobody
// leads.
static bool lead(struct events *events, struct listener *l, const char *id) {
    bool free = !events->primary[0];
    if (!id[0]) return free;
    if (free) text_copy(text_of(id), events->primary, sizeof events->primary);
    char cut[ID_MAX];
    text_copy(text_of(id), cut, sizeof cut);
    return l->primary = strcmp(events->primary, cut) == 0;
}

void api_event_stream(struct api_call *call, const void *message) {
    const Vector__EventRequest *request = message;
    struct events *events = call->api->events;
    struct listener *l = calloc(1, sizeof *l);
    if (!l) return api_end(call, API_RESOURCE_EXHAUSTED, "no memory for another stream");
    *l = (struct listener){.call = call, .next = events->listeners, .ping_us = call->api->air_us + PING_US};
    l->white = request->list_type_case == VECTOR__EVENT_REQUEST__LIST_TYPE_WHITE_LIST;
    l->black = request->list_type_case == VECTOR__EVENT_REQUEST__LIST_TYPE_BLACK_LIST;
    l->arms = arms_of(l->white ? request->white_list : l->black ? request->black_list : NULL);
    events->listeners = l;
    call->data = l;
    call->left = left;
    Vector__ConnectionResponse connection = VECTOR__CONNECTION_RESPONSE__INIT;
    Vector__Event event = VECTOR__EVENT__INIT;
    connection.is_primary = lead(events, l, request->connection_id);
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_CONNECTION_RESPONSE;
    event.connection_response = &connection;
    tell_to(call->api, l, &event, true);
}

// -------------------------------------------------------------------------------------- what is told by time
// One message for all whose second is over.
static void ping(struct api *api) {
    Vector__KeepAlivePing ping = VECTOR__KEEP_ALIVE_PING__INIT;
    Vector__Event event = VECTOR__EVENT__INIT;
    Vector__EventResponse response = VECTOR__EVENT_RESPONSE__INIT;
    struct api_packet *packet = NULL;
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_KEEP_ALIVE;
    event.keep_alive = &ping;
    response.event = &event;
    for (struct listener *l = api->events->listeners, *next; l; l = next) {
        next = l->next;
        if (api->air_us < l->ping_us) continue;
        l->ping_us = api->air_us + PING_US;
        if (!packet && !(packet = api_packet_new(api, API_EVENT, &response.base, NULL))) return;
        api_send(l->call, packet);
    }
    api_packet_drop(packet);
}

void events_turn(struct api *api) {
    struct events *events = api->events;
    ping(api);
    struct life_view view;
    if (!events->listeners || !api_view(api, &view)) return;
    if (view.time_us < events->state_us && view.time_us + STATE_US >= events->state_us) return;
    bool late = events->state_us + STATE_US <= view.time_us || view.time_us < events->state_us;
    events->state_us = (late ? view.time_us : events->state_us) + STATE_US;
    if (events_wanted(api, VECTOR__EVENT__EVENT_TYPE_ROBOT_STATE)) robot_state_tell(api, &view);
    if (events_wanted(api, VECTOR__EVENT__EVENT_TYPE_STIMULATION_INFO)) stimulation_turn(api, view.time_us);
    onboarding_turn(api);
    observed_turn(api);
}

void events_heard(struct api *api, const struct exchange_event *heard) {
    const struct life_event *event = &heard->event;
    documents_heard(api, event);
    attention_heard(api, event);
    if (api->events->listeners) intents_heard(api, event);
    if (event->kind == LIFE_EVENT_KIND_PHOTO_TAKEN) return camera_photo(api);
    if (event->kind == LIFE_EVENT_KIND_CONTROL_GRANTED || event->kind == LIFE_EVENT_KIND_CONTROL_LOST)
        return control_heard(api, event);
    if (api->events->listeners || event->kind == LIFE_EVENT_KIND_CUBE_BATTERY_LOW) observed_heard(api, event);
}
