// What its owner has set: the robot's settings, the account's, what the account may have, and what the robot
// has lived through. Each is a document (store/store.h) whose fields are those of a message, and changes only
// in the fields that a request has; what changes takes effect at once.
//
// The robot's settings are kept in the form of firmware 1.8, which has one field more; firmware 1.7 is told
// the others.
#include "api/api_internal.h"

#include "base/data/zone.h"
#include "base/system/file.h"
#include "base/system/log.h"
#include "host/identity.h"
#include "mind/mind.h"
#include "robot/robot.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

#define SECOND_US     INT64_C(1000000)
#define ZONE_CHECK_US (900 * SECOND_US)
enum { TEXT_MAX = 128, MESSAGE_ROOM = 512, COUNT = VECTOR__JDOC_TYPE__USER_ENTITLEMENTS + 1 };

struct documents {
    struct store *store;
    // As messages in an arena of their own: made anew when one changes.
    struct arena *arena;
    ProtobufCMessage *settings, *account, *entitlements;
    uint64_t versions[COUNT];
    struct stats stats;
    bool zone_set;  // its owner said so: until then the world's own zone holds
    int32_t zone_s; // as the robot was told
    int64_t zone_due_us;
};

static const char *const NAMES[COUNT] = {"robot-settings", "robot-lifetime-stats", "account-settings",
                                         "user-entitlements"};
static const char *const DEFAULTS[COUNT] = {
    "{\"clock_24_hour\":false,\"eye_color\":0,\"custom_eye_color\":{\"enabled\":false},"
    "\"default_location\":\"" ROBOT_HOME "\",\"dist_is_metric\":false,\"locale\":\"en-US\","
    "\"master_volume\":4,\"temp_is_fahrenheit\":true,\"time_zone\":\"America/"
    "Los_Angeles\",\"button_wakeword\":0}",
    "{}", "{\"data_collection\":false,\"app_locale\":\"en-US\"}", "{\"kickstarter_eyes\":false}"};

static const ProtobufCMessageDescriptor *descriptor_of(int type) {
    return type == VECTOR__JDOC_TYPE__ROBOT_SETTINGS     ? &vector__robot_settings_config18__descriptor
           : type == VECTOR__JDOC_TYPE__ACCOUNT_SETTINGS ? &vector__account_settings_config__descriptor
                                                         : &vector__user_entitlements_config__descriptor;
}
static ProtobufCMessage **message_of(struct documents *d, int type) {
    return type == VECTOR__JDOC_TYPE__ROBOT_SETTINGS     ? &d->settings
           : type == VECTOR__JDOC_TYPE__ACCOUNT_SETTINGS ? &d->account
                                                         : &d->entitlements;
}
static const Vector__RobotSettingsConfig18 *settings_of(const struct documents *d) {
    return (const Vector__RobotSettingsConfig18 *)(const void *)d->settings;
}

// ------------------------------------------------------------------------------------------------ fields
static uint32_t *which_of(const ProtobufCMessage *message, const ProtobufCFieldDescriptor *field) {
    return (uint32_t *)(void *)((char *)(uintptr_t)message + field->quantifier_offset);
}
static size_t size_of(const ProtobufCFieldDescriptor *field) {
    return field->type == PROTOBUF_C_TYPE_BOOL ? sizeof(protobuf_c_boolean)
           : field->type == PROTOBUF_C_TYPE_STRING || field->type == PROTOBUF_C_TYPE_MESSAGE
               ? sizeof(void *)
               : sizeof(uint32_t);
}

// What `from` has, by its names. The values stay where they are.
static void overlay(ProtobufCMessage *to, const ProtobufCMessage *from) {
    for (unsigned i = 0; i < from->descriptor->n_fields; i++) {
        const ProtobufCFieldDescriptor *source = &from->descriptor->fields[i];
        const ProtobufCFieldDescriptor *target =
            protobuf_c_message_descriptor_get_field_by_name(to->descriptor, source->name);
        if (!target || *which_of(from, source) != source->id) continue;
        memcpy((char *)to + target->offset, (const char *)from + source->offset, size_of(source));
        *which_of(to, target) = target->id;
    }
}

static enum err in_range(const char *name, int32_t value, int32_t most, struct fault *fault) {
    if (value >= 0 && value <= most) return ERR_NONE;
    return fault_set(fault, ERR_RANGE, "%s: expected a number from 0 to %d, found %d", name, most, value);
}

static enum err check(const ProtobufCMessage *message, struct fault *fault) {
    for (unsigned i = 0; i < message->descriptor->n_fields; i++) {
        const ProtobufCFieldDescriptor *field = &message->descriptor->fields[i];
        if (*which_of(message, field) != field->id) continue;
        const void *at = (const char *)message + field->offset;
        if (field->type == PROTOBUF_C_TYPE_ENUM) {
            const ProtobufCEnumDescriptor *kinds = field->descriptor;
            if (in_range(field->name, *(const int32_t *)at, kinds->values[kinds->n_values - 1].value, fault))
                return fault->err;
        }
        if (field->type == PROTOBUF_C_TYPE_STRING && strlen(*(const char *const *)at) > TEXT_MAX)
            return fault_set(fault, ERR_LIMIT, "%s: expected at most %d bytes", field->name, TEXT_MAX);
        if (field->descriptor == &vector__custom_eye_color__descriptor) {
            const Vector__CustomEyeColor *eyes = *(const Vector__CustomEyeColor *const *)at;
            if (!(eyes->hue >= 0 && eyes->hue <= 1 && eyes->saturation >= 0 && eyes->saturation <= 1))
                return fault_set(fault, ERR_RANGE, "%s: expected hue and saturation from 0 to 1",
                                 field->name);
        }
    }
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ documents
static enum err read_one(struct documents *d, int type, struct fault *fault) {
    ProtobufCMessage **to = message_of(d, type), *there;
    struct arena *arena = arena_new(16 << 10);
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory for documents");
    struct store_document document;
    enum err err =
        message_parse(descriptor_of(type), text_of(DEFAULTS[type]), NAMES[type], d->arena, to, fault);
    struct fault missing = {0};
    enum err found = err ? err : store_read(d->store, NAMES[type], arena, &document, &missing);
    if (!err && found && found != ERR_MISSING) {
        if (fault) *fault = missing;
        err = found;
    }
    if (!err && !found) {
        struct buf text = {0};
        struct json_writer json = json_writer_of(&text, 0);
        json_copy(&json, document.body);
        err = text.err;
        struct text body = {(const char *)text.at, text.len};
        if (!err) err = message_parse(descriptor_of(type), body, NAMES[type], d->arena, &there, fault);
        if (!err) err = check(there, fault);
        if (!err) overlay(*to, there), d->versions[type] = document.version;
        if (!err && type == VECTOR__JDOC_TYPE__ROBOT_SETTINGS)
            d->zone_set = json_get(document.body, "time_zone");
        buf_free(&text);
    }
    arena_free(arena);
    return err;
}

void documents_free(struct documents *d) {
    if (!d) return;
    store_close(d->store);
    arena_free(d->arena);
    free(d);
}

struct documents *documents_new(const char *folder, struct fault *fault) {
    struct fault unread = {0};
    if (!fault) fault = &unread;
    struct documents *d = calloc(1, sizeof *d);
    if (d) d->arena = arena_new(16 << 10);
    if (d && d->arena) d->store = store_open(folder, fault);
    bool ok = d && d->store;
    if (!d || !d->arena) fault_set(fault, ERR_MEMORY, "no memory for documents");
    static const int TYPES[] = {VECTOR__JDOC_TYPE__ROBOT_SETTINGS, VECTOR__JDOC_TYPE__ACCOUNT_SETTINGS,
                                VECTOR__JDOC_TYPE__USER_ENTITLEMENTS};
    for (size_t i = 0; ok && i < sizeof TYPES / sizeof *TYPES; i++) ok = !read_one(d, TYPES[i], fault);
    ok = ok && !stats_read(d->store, &d->stats, &d->versions[VECTOR__JDOC_TYPE__ROBOT_LIFETIME_STATS], fault);
    if (ok) return d;
    documents_free(d);
    return NULL;
}

struct store *documents_store(struct documents *d) {
    return d->store;
}
const char *documents_locale(const struct documents *d) { return settings_of(d)->locale; }

static const ProtobufCMessage *shown(struct api *api, int type, struct arena *arena) {
    ProtobufCMessage *message = *message_of(api->documents, type);
    if (type != VECTOR__JDOC_TYPE__ROBOT_SETTINGS || api->config.profile == API_FIRMWARE_1_8) return message;
    const ProtobufCMessageDescriptor *older = &vector__robot_settings_config__descriptor;
    ProtobufCMessage *out = arena_take(arena, older->sizeof_message, 0);
    if (!out) return NULL;
    protobuf_c_message_init(older, out);
    overlay(out, message);
    return out;
}

// NULL: no memory, and the call has ended.
static Vector__Jdoc *document(struct api_call *call, int type) {
    struct api *api = call->api;
    struct buf text = {0};
    Vector__Jdoc *doc = API_PART(call, jdoc);
    if (type == VECTOR__JDOC_TYPE__ROBOT_LIFETIME_STATS) {
        stats_write(&api->documents->stats, STATS_APP, &text);
    } else {
        const ProtobufCMessage *message = shown(api, type, api->arena);
        if (message) message_print(message, &text);
    }
    if (doc) doc->json_doc = api_text(call, (struct text){(const char *)text.at, text.len});
    bool ok = doc && doc->json_doc && !text.err;
    buf_free(&text);
    if (!ok) return NULL;
    doc->doc_version = api->documents->versions[type];
    doc->fmt_version = STORE_FORMAT;
    return doc;
}

void api_pull_jdocs(struct api_call *call, const void *message) {
    const Vector__PullJdocsRequest *r = message;
    Vector__PullJdocsResponse *reply = api_new_reply(call, STATUS_DONE);
    size_t count = r->n_jdoc_types < 4 * COUNT ? r->n_jdoc_types : 4 * COUNT;
    if (!reply) return;
    reply->named_jdocs = arena_array(call->api->arena, Vector__NamedJdoc *, count);
    if (!reply->named_jdocs) return api_end(call, API_RESOURCE_EXHAUSTED, "no memory for the reply");
    for (size_t i = 0; i < count; i++) {
        if ((unsigned)r->jdoc_types[i] >= COUNT) continue; // no such document
        Vector__NamedJdoc *named = API_PART(call, named_jdoc);
        if (!named || !(named->doc = document(call, (int)r->jdoc_types[i])))
            return api_end(call, API_RESOURCE_EXHAUSTED, "no memory for the reply");
        named->jdoc_type = r->jdoc_types[i];
        reply->named_jdocs[reply->n_named_jdocs++] = named;
    }
    api_reply(call, reply);
}

static void tell_changed(struct api *api, int type) {
    Vector__JdocType types[] = {(Vector__JdocType)type};
    Vector__JdocsChanged changed = VECTOR__JDOCS_CHANGED__INIT;
    Vector__Event event = VECTOR__EVENT__INIT;
    changed.jdoc_types = types, changed.n_jdoc_types = 1;
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_JDOCS_CHANGED;
    event.jdocs_changed = &changed;
    events_tell(api, &event);
}

// ------------------------------------------------------------------------------------------------ effects
// Summer begins and ends while it lives.
static bool zone_now(struct api *api, int32_t *east_s) {
    const struct robot *robot = api_robot(api);
    struct documents *d = api->documents;
    if (!robot || !d->zone_set) return false;
    d->zone_due_us = robot_unix_us(robot) + ZONE_CHECK_US;
    return !zone_of(settings_of(d)->time_zone, robot_unix_us(robot) / SECOND_US, east_s, NULL);
}

static void tell_owner(struct api *api) {
    const Vector__RobotSettingsConfig18 *s = settings_of(api->documents);
    struct life_message owner = {.kind = LIFE_OWNER};
    struct life_owner *o = &owner.owner;
    life_owner_defaults(o);
    text_copy(text_of(s->default_location), o->home, sizeof o->home);
    text_copy(text_of(s->locale), o->locale, sizeof o->locale);
    o->clock_24 = s->clock_24_hour, o->fahrenheit = s->temp_is_fahrenheit;
    o->age_s = (uint32_t)stats_alive_s(&api->documents->stats);
    o->zone_known = zone_now(api, &o->zone_s);
    api->documents->zone_s = o->zone_s;
    o->features_on = api->switches.on, o->features_off = api->switches.off;
    o->button_alexa = s->button_wakeword == VECTOR__BUTTON_WAKE_WORD__BUTTON_WAKEWORD_ALEXA;
    if (api->config.identity) o->serial = (uint32_t)strtoul(identity_serial(api->config.identity), NULL, 16);
    api_tell(api, &owner);
}

void settings_take_effect(struct api *api) {
    const Vector__RobotSettingsConfig18 *s = settings_of(api->documents);
    if (!api->door) return;
    struct life_message eyes = {.kind = LIFE_EYE_COLOUR, .eye_colour = {(uint8_t)s->eye_color}};
    struct life_message loud = {.kind = LIFE_VOLUME, .volume = {(uint8_t)s->master_volume}};
    api_tell(api, &eyes);
    api_tell(api, &loud);
    tell_owner(api);
    const Vector__CustomEyeColor *own = s->custom_eye_color;
    if (!own || !own->enabled) return;
    struct life_message hue = {.kind = LIFE_EYE_HUE,
                               .eye_hue = {.hue = own->hue, .saturation = own->saturation}};
    api_tell(api, &hue);
}

static bool has(const ProtobufCMessage *message, const char *name) {
    const ProtobufCFieldDescriptor *field =
        protobuf_c_message_descriptor_get_field_by_name(message->descriptor, name);
    return field && *which_of(message, field) == field->id;
}

// A time zone that nobody has set is not written: what was always the same says nothing of the owner's.
static enum err print_document(const struct documents *d, int type, ProtobufCMessage *merged,
                               const ProtobufCMessage *with, struct buf *text, bool *zone_set) {
    uint32_t *zone = NULL, kept = 0;
    if (type == VECTOR__JDOC_TYPE__ROBOT_SETTINGS) {
        *zone_set = d->zone_set || has(with, "time_zone");
        zone = which_of(merged,
                        protobuf_c_message_descriptor_get_field_by_name(merged->descriptor, "time_zone"));
        kept = *zone;
        if (!*zone_set) *zone = 0;
    }
    message_print(merged, text);
    if (zone) *zone = kept;
    return text->err;
}

// The document with the changes is written first, and only then is.
static enum err change(struct api *api, int type, const ProtobufCMessage *with, struct fault *fault) {
    struct documents *d = api->documents;
    ProtobufCMessage **at = message_of(d, type);
    struct arena *fresh = arena_new(16 << 10);
    struct buf text = {0};
    bool zone_set = d->zone_set;
    struct arena_mark mark = arena_mark(api->arena);
    ProtobufCMessage *merged = arena_take(api->arena, descriptor_of(type)->sizeof_message, 0);
    enum err err =
        fresh && merged ? check(with, fault) : fault_set(fault, ERR_MEMORY, "no memory for a document");
    if (!err) {
        memcpy(merged, *at, descriptor_of(type)->sizeof_message);
        overlay(merged, with);
        err = print_document(d, type, merged, with, &text, &zone_set);
    }
    struct text body = {(const char *)text.at, text.len};
    if (!err) err = store_write(d->store, NAMES[type], body, &d->versions[type], fault);
    // All of them move into a new arena, so that no memory grows with the changes.
    struct documents old = *d;
    static const int TYPES[] = {VECTOR__JDOC_TYPE__ROBOT_SETTINGS, VECTOR__JDOC_TYPE__ACCOUNT_SETTINGS,
                                VECTOR__JDOC_TYPE__USER_ENTITLEMENTS};
    for (size_t i = 0; !err && i < sizeof TYPES / sizeof *TYPES; i++) {
        struct buf one = {0};
        message_print(TYPES[i] == type ? merged : *message_of(&old, TYPES[i]), &one);
        err = one.err ? one.err
                      : message_parse(descriptor_of(TYPES[i]), (struct text){(const char *)one.at, one.len},
                                      NAMES[TYPES[i]], fresh, message_of(d, TYPES[i]), fault);
        buf_free(&one);
    }
    if (!err) {
        arena_free(d->arena);
        d->arena = fresh, d->zone_set = zone_set;
    } else {
        d->settings = old.settings, d->account = old.account, d->entitlements = old.entitlements;
        arena_free(fresh);
    }
    arena_back(api->arena, mark);
    buf_free(&text);
    return err;
}

static enum err check_zone(const ProtobufCMessage *settings, struct fault *fault) {
    const ProtobufCFieldDescriptor *field =
        protobuf_c_message_descriptor_get_field_by_name(settings->descriptor, "time_zone");
    int32_t east_s;
    if (!has(settings, "time_zone") || !folder_exists(ZONE_FOLDER)) return ERR_NONE;
    struct fault why = {0};
    if (!zone_of(*(const char *const *)(const void *)((const char *)settings + field->offset), 0, &east_s,
                 &why))
        return ERR_NONE;
    return fault_set(fault, ERR_RANGE, "time_zone: %s", why.said);
}

static void keep_setting(struct api *api, const Vector__RobotSettingsConfig *with) {
    struct fault fault = {0};
    if (change(api, VECTOR__JDOC_TYPE__ROBOT_SETTINGS, &with->base, &fault))
        log_warn("api", "a setting could not be kept: %s", fault.said);
    else
        tell_changed(api, VECTOR__JDOC_TYPE__ROBOT_SETTINGS);
}

// 0 is mute, which calls do not know: they count from low.
void settings_volume(struct api *api, uint8_t level) {
    Vector__RobotSettingsConfig with;
    vector__robot_settings_config__init(&with);
    with.oneof_master_volume_case = VECTOR__ROBOT_SETTINGS_CONFIG__ONEOF_MASTER_VOLUME_MASTER_VOLUME;
    with.master_volume = (Vector__Volume)level;
    keep_setting(api, &with);
}

static void settings_eye_colour(struct api *api, uint8_t colour) {
    Vector__RobotSettingsConfig with;
    vector__robot_settings_config__init(&with);
    with.oneof_eye_color_case = VECTOR__ROBOT_SETTINGS_CONFIG__ONEOF_EYE_COLOR_EYE_COLOR;
    with.eye_color = (Vector__EyeColor)colour;
    keep_setting(api, &with);
}

// Replies of all three have the same three fields.
static void update(struct api_call *call, int type, const ProtobufCMessage *with) {
    struct fault fault = {0};
    if (!with) return api_end(call, API_INVALID_ARGUMENT, "expected what is to be changed");
    enum err err = type == VECTOR__JDOC_TYPE__ROBOT_SETTINGS ? check_zone(with, &fault) : ERR_NONE;
    if (!err) err = change(call->api, type, with, &fault);
    if (err == ERR_RANGE || err == ERR_LIMIT) return api_end(call, API_INVALID_ARGUMENT, fault.said);
    if (err) {
        log_warn("api", "%s could not be written: %s", NAMES[type], fault.said);
        return api_end(call, API_INTERNAL, "the document could not be written");
    }
    if (type == VECTOR__JDOC_TYPE__ROBOT_SETTINGS) settings_take_effect(call->api);
    ProtobufCMessage *reply = api_new_reply(call, STATUS_DONE);
    const ProtobufCFieldDescriptor *field =
        protobuf_c_message_descriptor_get_field_by_name(call->rpc->reply, "doc");
    Vector__Jdoc *doc = reply ? document(call, type) : NULL;
    if (!doc) return api_end(call, API_RESOURCE_EXHAUSTED, "no memory for the reply");
    *(Vector__Jdoc **)(void *)((char *)reply + field->offset) = doc;
    struct api *api = call->api;
    api_reply(call, reply);
    tell_changed(api, type);
}

void api_update_settings(struct api_call *call, const void *message) {
    const ProtobufCMessage *request = message; // either form: both have one field, the settings
    const ProtobufCFieldDescriptor *field = &request->descriptor->fields[0];
    update(call, VECTOR__JDOC_TYPE__ROBOT_SETTINGS,
           *(const ProtobufCMessage *const *)(const void *)((const char *)message + field->offset));
}

void api_update_account_settings(struct api_call *call, const void *message) {
    const Vector__UpdateAccountSettingsRequest *r = message;
    update(call, VECTOR__JDOC_TYPE__ACCOUNT_SETTINGS,
           r->account_settings ? &r->account_settings->base : NULL);
}

void api_update_user_entitlements(struct api_call *call, const void *message) {
    const Vector__UpdateUserEntitlementsRequest *r = message;
    update(call, VECTOR__JDOC_TYPE__USER_ENTITLEMENTS,
           r->user_entitlements ? &r->user_entitlements->base : NULL);
}

// --------------------------------------------------------------------------------- what it has lived through
void documents_save(struct api *api) {
    struct documents *d = api->documents;
    struct buf text = {0};
    struct fault fault = {0};
    uint64_t *version = &d->versions[VECTOR__JDOC_TYPE__ROBOT_LIFETIME_STATS];
    stats_write(&d->stats, STATS_ALL, &text);
    if (text.err || store_write(d->store, NAMES[VECTOR__JDOC_TYPE__ROBOT_LIFETIME_STATS],
                                (struct text){(const char *)text.at, text.len}, version, &fault))
        log_warn("api", "the statistics could not be kept: %s", fault.said);
    buf_free(&text);
}

void documents_turn(struct api *api) {
    struct life_view view;
    const struct robot *robot = api_robot(api);
    int32_t east_s;
    if (robot && api->documents->zone_set && robot_unix_us(robot) >= api->documents->zone_due_us &&
        zone_now(api, &east_s) && east_s != api->documents->zone_s)
        tell_owner(api);
    if (!robot || !api_view(api, &view)) return;
    const struct mind_feelings *feelings = robot_feelings(robot);
    struct stats_moment now = {
        .view = &view, .feature = robot_feature(robot), .stimulation = feelings ? feelings->stimulation : 0};
    if (stats_live(&api->documents->stats, &now, api->air_us)) documents_save(api);
}

void documents_heard(struct api *api, const struct life_event *event) {
    stats_heard(&api->documents->stats, event);
    if (event->kind == LIFE_EVENT_KIND_VOLUME_SET) settings_volume(api, (uint8_t)event->numbers[0]);
    if (event->kind == LIFE_EVENT_KIND_EYE_COLOUR_SET) settings_eye_colour(api, (uint8_t)event->numbers[0]);
    if (event->kind == LIFE_EVENT_KIND_PERSON_NAMED) faces_heard(api, (int32_t)event->subject);
}
