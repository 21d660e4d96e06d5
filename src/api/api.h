// Vector's calls, and what each of them means, without sockets: gRPC, JSON, the command line and Bluetooth
// are ways in.
//
//     struct api *api = api_new(&config, &fault);                 // of one robot
//     const struct api_rpc *rpc = api_rpc_named(TEXT("BatteryState"));
//     struct api_call *call = api_begin(api, rpc, &sink, me);
//     if (call) api_request(call, API_JSON, TEXT("{}")); // the sink hears replies and the end
//     …
//     api_turn(api, air_now_us(), unix_us);       // after every life tick, and while nobody lives
//     api_free(api);                              // calls that are open end as unavailable
//
// A call begins with its first request: one, or many where the call streams both ways. What the robot is to
// do goes to it as requests of schema/life.clad, through a door of its own on the exchange (run/exchange.h);
// a call is answered when they are done. A robot that takes no more for now is waited for. Nothing here reads
// a clock.
//
// Replies come as packets: one for all who hear the same, encoded once in each form. A packet is held and
// dropped by count. A call is valid until its sink heard the end or it was cancelled; both may happen inside
// api_request. The caller frees what it made. Only the run's thread may use any of this.
#pragma once

#include "base/err.h"
#include "base/text.h"

struct api;
struct api_call;
struct api_packet;
struct identity;
struct run;
struct ProtobufCMessageDescriptor;

// ----------------------------------------------------------------------------------------- which calls there
// are
enum api_status { // gRPC's numbers
    API_OK,
    API_CANCELLED,
    API_UNKNOWN,
    API_INVALID_ARGUMENT,
    API_DEADLINE_EXCEEDED,
    API_NOT_FOUND,
    API_ALREADY_EXISTS,
    API_PERMISSION_DENIED,
    API_RESOURCE_EXHAUSTED,
    API_FAILED_PRECONDITION,
    API_ABORTED,
    API_OUT_OF_RANGE,
    API_UNIMPLEMENTED,
    API_INTERNAL,
    API_UNAVAILABLE,
    API_DATA_LOSS,
    API_UNAUTHENTICATED,
    API_STATUSES
};
unsigned api_http_status(enum api_status status); // what JSON clients are told: 400, 501 …
struct buf;
// And the body that goes with it: {"error", "code", "message", "details"}, and the line's end.
void api_print_error(enum api_status status, const char *words, struct buf *out);

enum api_stream { API_UNARY, API_SERVER, API_BOTH }; // who sends more than one message
enum api_control {
    API_CONTROL_NO,
    API_CONTROL_YES,
    API_CONTROL_OWN
}; // is behaviour control needed; OWN: asks for it
enum api_form { API_PROTOBUF, API_JSON, API_FORMS };

struct api_rpc {
    const char *name; // "DriveWheels"; its gRPC path is API_SERVICE and this
    const char *path; // "/v1/battery_state"; NULL: not over JSON
    enum api_stream stream;
    enum api_control control;
    bool get; // also as GET, with its fields in the query
    const struct ProtobufCMessageDescriptor *request, *reply;
};
#define API_SERVICE "/Anki.Vector.external_interface.ExternalInterface/"
const struct api_rpc *api_rpcs(size_t *count);         // in the order of docs/features.tsv
const struct api_rpc *api_rpc_named(struct text name); // with or without API_SERVICE; NULL: there is none
const struct api_rpc *api_rpc_at(struct text path);    // by its path over JSON; NULL
bool api_rpc_open(const struct api_rpc *rpc);          // needs no token

// ------------------------------------------------------------------------------------------------ the robot
enum api_profile { API_FIRMWARE_1_7, API_FIRMWARE_1_8 };
struct api_config {
    struct run *run; // NULL: nobody lives yet (api_life)
    size_t life;
    struct identity *identity; // who it is: name, tokens (host/identity.h); NULL: every caller is trusted
    const char *state;         // folder of its documents; NULL: they last as long as this
    enum api_profile profile;  // 1.7
};
struct api_config api_defaults(void);
struct api *api_new(const struct api_config *config,
                    struct fault *fault); // NULL: no memory, documents it cannot read
void api_free(struct api *api);
// Another life, or none (NULL): calls that wait for the old one end as unavailable; subscribers stay.
enum err api_life(struct api *api, struct run *run, size_t life, struct fault *fault);
// air_us: of the machine's monotonic clock, for pings and rates; unix_us: the calendar. 0: no time is known.
void api_turn(struct api *api, int64_t air_us, int64_t unix_us);
// Streams with behaviour control lose it, and those that wait for it wait no more; they may ask again.
void api_take_back(struct api *api);
// Calls so far; newest[0] is the name of the last one.
enum { API_RECENT = 6 };
uint32_t api_called(const struct api *api, const char *newest[API_RECENT]);
// Photos that it keeps, for a way in that makes no calls. The number grows with each that comes or
// goes. A picture is a JPEG, appended to `out`; ERR_MISSING: there is no such photo, or it cannot be read.
struct photo;
struct buf;
uint32_t api_photo_changes(const struct api *api);
enum err api_photo_list(struct api *api, struct photo *list, size_t *count,
                        struct fault *fault); // PHOTOS_MAX
enum err api_photo_jpeg(struct api *api, uint32_t id, bool small, struct buf *out, struct fault *fault);
enum err api_photo_drop(struct api *api, uint32_t id, struct fault *fault);
// May whoever brought these values of the header "authorization" make this call? Just one is right: "Bearer "
// and a token. No: HTTP's 401, before anything else is said.
bool api_allows(struct api *api, const struct api_rpc *rpc, const struct text *authorizations, size_t count);

// ------------------------------------------------------------------------------------------------ a call
struct api_sink {
    // A reply, valid during the call; hold it to keep it. Cancelling the call from here is fine.
    void (*message)(void *user, struct api_packet *packet);
    void (*end)(void *user, enum api_status status, const char *words); // once, and last; words: never NULL
};
enum { API_CALLS_MAX = 4096 };
// The sink is the caller's and stays. NULL: no memory, or API_CALLS_MAX are open; nothing was called.
struct api_call *api_begin(struct api *api, const struct api_rpc *rpc, const struct api_sink *sink,
                           void *user);
// What may be said beside the requests of a call, before the first, as a header of HTTP or metadata of gRPC:
// "annotated: true" asks for pictures with what was recognised drawn over them, "audio-mode: AUDIO_FAST_MODE"
// (or another AudioProcessingMode) for sound made so. Another value ends the call as INVALID_ARGUMENT, at its
// first request. No value (at NULL) is fine.
enum api_header { API_ANNOTATED, API_AUDIO_MODE, API_HEADER_COUNT };
extern const char *const API_HEADERS[API_HEADER_COUNT]; // as they are called, in small letters
void api_header(struct api_call *call, enum api_header header, struct text value);
// A request as it came. What is no such message ends the call: INTERNAL for protobuf, as robots do;
// INVALID_ARGUMENT with its place for JSON.
void api_request(struct api_call *call, enum api_form form, struct text bytes);
void api_query(struct api_call *call,
               struct text query);          // "connection_id=…&white_list.list=…", as JSON's request
void api_half_close(struct api_call *call); // no more requests
void api_cancel(struct api_call *call);     // the caller is gone: the sink hears no more

// ------------------------------------------------------------------------------------------------ packets
// How long it matters: a reader that is slow keeps all EVENTs and REPLYs, the newest of the others.
enum api_kind { API_REPLY, API_EVENT, API_PICTURE, API_MAP, API_SOUND };
struct api_packet *api_packet_hold(struct api_packet *packet);
void api_packet_drop(struct api_packet *packet); // NULL is fine
enum api_kind api_packet_kind(const struct api_packet *packet);
uint64_t
api_packet_number(const struct api_packet *packet); // no other has it: for keeping what was made of it
// Encoded when it is first asked for; as long as the packet. at NULL: no memory.
struct text api_packet_bytes(struct api_packet *packet, enum api_form form);
