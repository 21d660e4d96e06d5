// What the calls share: how they reply, what they ask the robot, and what is known beside it.
//
// A call is handled by a function of its request. It answers at once (api_done, api_reply), or asks the robot
// (api_ask) and answers when the robot has. Replies are made in the api's arena, which is given back when the
// function returns.
#pragma once

#include "api/api.h"
#include "codec/message/message.h"

#include "api/stats.h"

#include "border/border.h"
#include "border/soul.h"
#include "run/exchange.h"
#include "run/run.h"
#include "schema/life.h"
#include "schema/vector.pb-c.h"
#include "store/features.h"

typedef Vector__ResponseStatus__StatusCode status_code;
#define STATUS_UNKNOWN   VECTOR__RESPONSE_STATUS__STATUS_CODE__UNKNOWN
#define STATUS_DONE      VECTOR__RESPONSE_STATUS__STATUS_CODE__RESPONSE_RECEIVED
#define STATUS_ACK       VECTOR__RESPONSE_STATUS__STATUS_CODE__REQUEST_PROCESSING
#define STATUS_OK        VECTOR__RESPONSE_STATUS__STATUS_CODE__OK
#define STATUS_NOT_FOUND VECTOR__RESPONSE_STATUS__STATUS_CODE__NOT_FOUND
#define STATUS_UPDATING  VECTOR__RESPONSE_STATUS__STATUS_CODE__ERROR_UPDATE_IN_PROGRESS

struct robot;

// ------------------------------------------------------------------------------------------------ calls
struct api_call {
    struct api *api;
    const struct api_rpc *rpc;
    struct api_sink sink;
    void *user;
    struct api_call *next; // of all that are open
    bool ended;            // the sink has heard the end, or will hear no more
    bool half;
    bool asked;                          // a unary call has had its request
    bool annotated;                      // pictures with what was recognised
    uint8_t ears;                        // Vector__AudioProcessingMode; 0: as usual
    const char *wrong;                   // of what was said beside its requests; NULL: nothing
    unsigned waiting;                    // requests that the robot has not answered yet
    void *data;                          // the handler's own; freed with the call
    void (*left)(struct api_call *call); // half-closed, cancelled or ended; called once; NULL: nobody minds
};

// What a call says without behaviour control, if it needs it.
enum without { SERVED, NOT_STARTED, WONT_ACTIVATE, FAILS, WITHOUT_EFFECT };
struct handler {
    void (*handle)(struct api_call *call, const void *request);
    enum without without;
};
const struct handler *api_handler(const struct api_rpc *rpc); // handle NULL: not built

void api_end(struct api_call *call, enum api_status status, const char *words);
// Makes a reply of this call: zeroed but for its status, where it has one. NULL: the call has ended, no
// memory.
void *api_new_reply(struct api_call *call, status_code code);
void api_reply(struct api_call *call, const void *message); // and ends it if it is unary
void api_done(struct api_call *call, status_code code);     // a reply with nothing but its status
// A part of a reply, in the same arena. NULL: the call has ended, no memory.
void *api_part(struct api_call *call, const ProtobufCMessageDescriptor *descriptor);
char *api_text(struct api_call *call, struct text text);
#define API_PART(call, type) api_part((call), &vector__##type##__descriptor)

// ------------------------------------------------------------------------------------------------ the robot
typedef void api_answered(struct api_call *call, const struct life_message *reply, void *data);
// Asks the robot; it is waited for when it takes no more now. answered: NULL: the answer does not matter. It
// is not called when the call has ended before; data lasts as long as the call. as: tag, retries and queue;
// NULL: none.
void api_ask(struct api_call *call, const struct life_envelope *as, const struct life_message *request,
             api_answered *answered, void *data);
void api_tell(struct api *api, const struct life_message *request); // the answer is nobody's
struct robot *api_robot(const struct api *api);                     // NULL: nobody lives, or not a robot
bool api_view(struct api *api, struct life_view *view);
const struct body_senses *api_senses(const struct api *api); // NULL: none came yet

// ------------------------------------------------------------------------------------------- parts of an api
struct camera;
struct control;
struct ears;
struct events;
struct observed;
struct documents;
struct faces;
struct store;
struct ask;
struct rate { // so many at once, and one more each while
    bool started;
    unsigned left;
    int64_t at_us;
};
// Is one left? The caller takes it.
bool rate_has(struct rate *rate, unsigned most, int64_t each_us, int64_t now_us);
struct services { // services.c
    struct rate cloud[2], logs[2];
    bool cloud_known;
    uint8_t alexa; // Vector__AlexaAuthState; 0: it was never asked for
    int64_t alexa_us;
    char alexa_code[8];
    int64_t update_us, update_event_us; // until when the updater looks; when the next event is due
    unsigned update_events;
    int attention; // Vector__AttentionTransferReason, and when
    uint64_t attention_us;
};
struct onboarding {             // onboarding.c
    uint8_t stage, phase, told; // told: of its charge, while somebody leads through it
    bool woken;
};
struct stimulation { // stimulation.c
    uint32_t since;  // of what was felt: told so far
    bool told;
    uint64_t told_us; // of the world
    float value, velocity;
};
enum { ASK_BUCKETS = 64 };
struct api {
    struct api_config config;
    uint32_t preferred_cube; // its device; 0: none
    struct arena *arena;
    struct exchange_door *door; // NULL: nobody lives
    struct api_call *calls;
    unsigned call_count, depth;
    uint32_t called; // calls so far
    const char *recent[API_RECENT];
    struct ask *asked[ASK_BUCKETS];     // by ticket
    struct ask *backlog, **backlog_end; // what the desk had no room for
    int64_t air_us, unix_us;
    uint64_t packets;       // so far
    uint32_t photo_changes; // photos that came and went
    struct rate logins[2];
    struct control *control;
    struct events *events;
    struct camera *camera;
    struct ears *ears;
    struct observed *observed;
    struct documents *documents;
    struct faces *faces;
    struct services services;
    struct feature_switches switches;
    struct onboarding onboarding;
    struct stimulation stimulation;
    float cube_volts; // what its cube said last, when, and which
    uint64_t cube_us;
    uint32_t cube_device;
    struct api_call *maps; // those who want the map, by their data
};
// NULL: no memory, or a text that is not UTF-8. The caller drops it.
struct api_packet *api_packet_new(struct api *api, enum api_kind kind, const ProtobufCMessage *message,
                                  struct fault *fault);
void api_send(struct api_call *call, struct api_packet *packet); // to a stream; the packet stays the sender's

// events.c: what happens, for those who listen
struct events *events_new(void);
void events_free(struct events *events);
void events_turn(struct api *api);
void events_heard(struct api *api, const struct exchange_event *event);
bool events_primary(const struct api *api); // does somebody lead?
void events_tell(struct api *api,
                 const Vector__Event *event);            // to every stream whose filter lets this arm through
bool events_wanted(const struct api *api, unsigned arm); // would anybody hear it?

// camera.c
struct camera *camera_new(void);
void camera_free(struct camera *camera);
void camera_turn(struct api *api);
void camera_control_lost(struct api *api);           // what was switched on under it goes off
bool camera_sees_expressions(const struct api *api); // did a program ask for them?
void camera_photo(struct api *api);                  // the next picture is to be kept as a photo
// annotated.c
struct pixels;
// The picture in colour, and what it recognised there drawn over it; false: no memory, no such picture. The
// caller frees it.
bool camera_annotated(struct api *api, const struct frame *seen, const struct body_picture *about,
                      struct pixels *out);
// photos.c
void photos_take(struct api *api, const struct pixels *picture); // keeps it, and tells its number
// ears.c
struct ears *ears_new(void);
void ears_free(struct ears *ears);
void ears_turn(struct api *api);
void ears_life(struct api *api); // another life began
// map.c
void map_turn(struct api *api);

// settings.c
struct documents *documents_new(const char *folder,
                                struct fault *fault); // NULL: no memory, one that is damaged
void documents_free(struct documents *documents);
struct store *documents_store(struct documents *documents);
const char *documents_locale(const struct documents *documents);
void documents_turn(struct api *api);
void documents_save(struct api *api); // what is only written every minute
void documents_heard(struct api *api, const struct life_event *event);
void settings_take_effect(struct api *api);
void settings_volume(struct api *api, uint8_t level); // 0 mute … 5

// services.c, onboarding.c
void services_turn(struct api *api);
void attention_heard(struct api *api, const struct life_event *event);
// features.c
bool api_feature(const struct api *api, const char *name); // is it on?
void onboarding_read(struct api *api);
void onboarding_turn(struct api *api);
void preferred_cube_read(struct api *api);
void preferred_cube_take_effect(struct api *api); // the robot is told
void preferred_cube_connected(struct api *api, uint32_t device);
void preferred_cube_is(struct api *api, uint32_t device); // 0: none

// stimulation.c
void stimulation_turn(struct api *api, uint64_t time_us);

// faces.c
struct faces *faces_new(struct store *store, struct fault *fault);
void faces_free(struct faces *faces);
void faces_turn(struct api *api);
void faces_take_effect(struct api *api);
void faces_heard(struct api *api, int32_t id);             // they told the robot their name
const char *faces_name(const struct api *api, int32_t id); // "": nobody has told

// observed.c: things, cubes and people, as events
struct observed *observed_new(void);
void observed_free(struct observed *observed);
enum { FACTORY_ID = 18 };
void api_factory_id(uint32_t device, char out[FACTORY_ID]);
uint32_t api_device_of(const char *factory_id); // 0: it is no such id
void observed_turn(struct api *api);
void observed_heard(struct api *api, const struct life_event *event);
void observed_in_reach(struct api *api, uint32_t device); // its radio hears this cube

// intents.c: words and intents
void intents_heard(struct api *api, const struct life_event *event);

// robot_state.c
struct belief_pose;
void api_pose(const struct belief_pose *from, Vector__PoseStruct *to);
void robot_state_tell(struct api *api, const struct life_view *view);
void battery_tell_cube(struct api *api);

// control.c: who may drive the robot
struct control *control_new(void);
void control_free(struct control *control);
void control_turn(struct api *api);
void control_heard(struct api *api, const struct life_event *event); // what the robot says of its lock
bool control_held(const struct api *api); // by anybody, at a level that lets calls act
void control_take_back(struct api *api);
void api_control_lost(struct api *api); // what was done under it ends

// action.c: what takes time and ends with a result
bool api_tag_fits(struct api_call *call, int64_t tag); // false: the call has ended
void api_act(struct api_call *call, int32_t tag, int32_t retries, const struct life_message *request);
void api_act_with(struct api_call *call, int32_t tag, int32_t retries,
                  const Vector__PathMotionProfile *profile, const struct life_message *request);
void api_behave(struct api_call *call, const struct life_message *request); // what has no tag
// The reply that a call ends with, whatever it is: an action's result, or the nearest that its kind has.
void api_result(struct api_call *call, uint32_t result);

// the handlers
#define HANDLER(name) void api_##name(struct api_call *call, const void *request)
#include "schema/vector_calls.h"
#define CALL(name, handler, request, reply, stream, path, get, control) HANDLER(handler);
VECTOR_CALLS(CALL)
#undef CALL
