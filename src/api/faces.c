// Faces that have names: who was introduced, and introducing somebody.
//
// The document "known-faces" says who is who; the robot is told when it is born. Somebody is introduced by
// looking at them for a while. Who is looked at is the one that was named, or the first stranger.
#include "api/api_internal.h"

#include "base/system/log.h"
#include "robot/robot.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FACES_MAX = 10,
    NAME_ROOM = 65,
    LOOK_US = 2000000,
    GIVE_UP_US = 30000000,
    SEEN_US = 500000,
    SECOND_US = 1000000
};

struct known {
    int32_t id;
    char name[NAME_ROOM];
    uint64_t face;
    int64_t enrolled, updated, seen; // Unix seconds
};
struct faces {
    struct known list[FACES_MAX];
    unsigned count;
    struct { // what SetFaceToEnroll prepared
        bool set, keep, say;
        char name[NAME_ROOM];
        int32_t observed, save;
    } wish;
    struct api_call *enrolling;   // who waits; NULL: nobody
    uint64_t begun_us, looked_us; // of the world
    int32_t looks_at;
};

// ---------------------------------------------------------------------------------------------- the document
static enum err read_known(const struct json *from, struct known *out, struct fault *fault) {
    struct text name, face;
    int64_t id;
    size_t len;
    uint8_t bytes[8];
    if (json_get_int(from, "id", 1, INT32_MAX, &id, fault) || json_get_text(from, "name", &name, fault) ||
        json_get_text(from, "face", &face, fault) ||
        json_get_int(from, "enrolled", 0, INT64_MAX, &out->enrolled, fault) ||
        json_get_int(from, "updated", 0, INT64_MAX, &out->updated, fault) ||
        json_get_int(from, "seen", 0, INT64_MAX, &out->seen, fault))
        return fault->err;
    if (hex_to_bytes(face, bytes, sizeof bytes, &len) || len != sizeof bytes)
        return json_fault(json_get(from, "face"), fault, ERR_SYNTAX, "expected 16 hexadecimal digits");
    for (int i = 0; i < 8; i++) out->face = out->face << 8 | bytes[i];
    out->id = (int32_t)id;
    text_copy(name, out->name, sizeof out->name);
    return ERR_NONE;
}

struct faces *faces_new(struct store *store, struct fault *fault) {
    struct fault unread = {0}, missing = {0};
    if (!fault) fault = &unread;
    struct faces *faces = calloc(1, sizeof *faces);
    struct arena *arena = arena_new(8 << 10);
    struct store_document document;
    enum err err = faces && arena ? store_read(store, "known-faces", arena, &document, &missing)
                                  : fault_set(fault, ERR_MEMORY, "no memory for faces");
    if (missing.err && missing.err != ERR_MISSING) *fault = missing;
    const struct json *list = err ? NULL : json_get(document.body, "faces");
    if (!err && (!list || list->kind != JSON_LIST || list->count > FACES_MAX))
        err = json_fault(list ? list : document.body, fault, ERR_TYPE, "expected a list faces of at most %d",
                         FACES_MAX);
    for (const struct json *one = err ? NULL : list->first; one && !err; one = one->next)
        err = read_known(one, &faces->list[faces->count++], fault);
    arena_free(arena);
    if (!err || err == ERR_MISSING) return faces;
    free(faces);
    return NULL;
}

void faces_free(struct faces *faces) { free(faces); }

static enum err save(struct api *api, struct fault *fault) {
    struct buf text = {0};
    struct json_writer json = json_writer_of(&text, 0);
    char face[17];
    uint64_t version;
    json_open(&json, '{'), json_key(&json, "faces"), json_open(&json, '[');
    for (unsigned i = 0; i < api->faces->count; i++) {
        const struct known *k = &api->faces->list[i];
        snprintf(face, sizeof face, "%016llx", (unsigned long long)k->face);
        json_open(&json, '{');
        json_key(&json, "id"), json_int(&json, k->id);
        json_key(&json, "name"), json_string(&json, k->name);
        json_key(&json, "face"), json_string(&json, face);
        json_key(&json, "enrolled"), json_int(&json, k->enrolled);
        json_key(&json, "updated"), json_int(&json, k->updated);
        json_key(&json, "seen"), json_int(&json, k->seen);
        json_close(&json, '}');
    }
    json_close(&json, ']'), json_close(&json, '}');
    struct text body = {(const char *)text.at, text.len};
    enum err err = text.err
                       ? fault_set(fault, text.err, "no memory for faces")
                       : store_write(documents_store(api->documents), "known-faces", body, &version, fault);
    buf_free(&text);
    return err;
}

static void keep(struct api *api) {
    struct fault fault = {0};
    if (save(api, &fault)) log_warn("api", "known faces could not be kept: %s", fault.said);
}

static struct known *known_by(const struct api *api, int32_t id) {
    struct faces *f = api->faces;
    for (unsigned i = 0; i < f->count; i++)
        if (f->list[i].id == id) return &f->list[i];
    return NULL;
}

const char *faces_name(const struct api *api, int32_t id) {
    const struct known *known = id > 0 ? known_by(api, id) : NULL;
    return known ? known->name : "";
}

static void tell_robot(struct api *api, int32_t known, uint64_t face) {
    struct life_message m = {.kind = LIFE_KNOW_PERSON, .know_person = {.known = known, .face = face}};
    text_copy(text_of(faces_name(api, known)), m.know_person.name, sizeof m.know_person.name);
    if (api->door) api_tell(api, &m);
}

void faces_take_effect(struct api *api) {
    for (unsigned i = 0; i < api->faces->count; i++)
        tell_robot(api, api->faces->list[i].id, api->faces->list[i].face);
}

// --------------------------------------------------------------------------------------- those who are known
void api_request_enrolled_names(struct api_call *call, const void *request) {
    (void)request;
    struct faces *f = call->api->faces;
    int64_t now = call->api->unix_us / SECOND_US;
    Vector__RequestEnrolledNamesResponse *reply = api_new_reply(call, STATUS_DONE);
    if (!reply) return;
    reply->faces = arena_array(call->api->arena, Vector__LoadedKnownFace *, f->count);
    if (!reply->faces) return api_end(call, API_RESOURCE_EXHAUSTED, "no memory for the reply");
    for (unsigned i = 0; i < f->count; i++) {
        const struct known *k = &f->list[i];
        Vector__LoadedKnownFace *face = API_PART(call, loaded_known_face);
        if (!face || !(face->name = api_text(call, text_of(k->name)))) return;
        face->face_id = k->id;
        face->seconds_since_first_enrolled = now - k->enrolled;
        face->seconds_since_last_updated = now - k->updated;
        face->seconds_since_last_seen = now - k->seen;
        face->last_seen_seconds_since_epoch = k->seen;
        reply->faces[reply->n_faces++] = face;
    }
    api_reply(call, reply);
}

static void forget(struct api *api, const struct known *known) {
    struct faces *f = api->faces;
    Vector__RobotErasedEnrolledFace erased;
    Vector__Event event = VECTOR__EVENT__INIT;
    struct known gone = *known;
    size_t at = (size_t)(known - f->list);
    memmove(&f->list[at], &f->list[at + 1], (--f->count - at) * sizeof *f->list);
    tell_robot(api, 0, gone.face);
    vector__robot_erased_enrolled_face__init(&erased);
    erased.face_id = gone.id;
    erased.name = gone.name;
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_ROBOT_ERASED_ENROLLED_FACE;
    event.robot_erased_enrolled_face = &erased;
    events_tell(api, &event);
}

void api_erase_enrolled_face_by_id(struct api_call *call, const void *message) {
    const Vector__EraseEnrolledFaceByIDRequest *r = message;
    const struct known *known = known_by(call->api, r->face_id);
    if (known) forget(call->api, known), keep(call->api);
    api_done(call, STATUS_ACK);
}

void api_erase_all_enrolled_faces(struct api_call *call, const void *request) {
    (void)request;
    struct faces *f = call->api->faces;
    bool any = f->count;
    while (f->count) forget(call->api, &f->list[f->count - 1]);
    if (any) keep(call->api);
    api_done(call, STATUS_ACK);
}

void api_update_enrolled_face_by_id(struct api_call *call, const void *message) {
    const Vector__UpdateEnrolledFaceByIDRequest *r = message;
    struct api *api = call->api;
    struct known *known = known_by(api, r->face_id);
    bool fits = known && strcmp(known->name, r->old_name) == 0 && r->new_name[0];
    api_done(call, STATUS_ACK); // no error is told
    if (!fits) return;
    text_copy(text_of(r->new_name), known->name, sizeof known->name);
    known->updated = api->unix_us / SECOND_US;
    tell_robot(api, known->id, known->face);
    keep(api);
    Vector__RobotRenamedEnrolledFace renamed;
    Vector__Event event = VECTOR__EVENT__INIT;
    vector__robot_renamed_enrolled_face__init(&renamed);
    renamed.face_id = known->id;
    renamed.name = known->name;
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_ROBOT_RENAMED_ENROLLED_FACE;
    event.robot_renamed_enrolled_face = &renamed;
    events_tell(api, &event);
}

// -------------------------------------------------------------------------------------- introducing somebody
static void tell_status(struct api *api, Vector__Status *status) {
    Vector__TimeStampedStatus stamped = VECTOR__TIME_STAMPED_STATUS__INIT;
    Vector__Event event = VECTOR__EVENT__INIT;
    stamped.status = status;
    stamped.timestamp_utc = (uint32_t)(api->unix_us / SECOND_US);
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_TIME_STAMPED_STATUS;
    event.time_stamped_status = &stamped;
    events_tell(api, &event);
}

static void completed(struct api *api, Vector__FaceEnrollmentResult result, int32_t id, const char *name) {
    Vector__FaceEnrollmentCompleted done;
    Vector__Status status = VECTOR__STATUS__INIT;
    vector__face_enrollment_completed__init(&done);
    done.result = result;
    done.face_id = id;
    done.name = (char *)(uintptr_t)name;
    status.status_type_case = VECTOR__STATUS__STATUS_TYPE_FACE_ENROLLMENT_COMPLETED;
    status.face_enrollment_completed = &done;
    tell_status(api, &status);
}

static void stop(struct api *api, Vector__FaceEnrollmentResult result, int32_t id, uint32_t action) {
    struct faces *f = api->faces;
    struct api_call *call = f->enrolling;
    f->enrolling = NULL;
    f->wish.set = false;
    completed(api, result, id, f->wish.name);
    if (!call) return;
    call->left = NULL;
    api_result(call, action);
}

static void left(struct api_call *call) {
    struct faces *f = call->api->faces;
    f->enrolling = NULL;
    if (f->wish.set) completed(call->api, VECTOR__FACE_ENROLLMENT_RESULT__CANCELLED, 0, f->wish.name);
    f->wish.set = false;
}

void api_set_face_to_enroll(struct api_call *call, const void *message) {
    const Vector__SetFaceToEnrollRequest *r = message;
    struct faces *f = call->api->faces;
    if (f->enrolling) stop(call->api, VECTOR__FACE_ENROLLMENT_RESULT__CANCELLED, 0, LIFE_RESULT_INTERRUPTED);
    f->wish.set = true;
    text_copy(text_of(r->name), f->wish.name, sizeof f->wish.name);
    f->wish.observed = r->observed_id, f->wish.save = r->save_id;
    f->wish.keep = r->save_to_robot, f->wish.say = r->say_name;
    api_done(call, STATUS_DONE);
}

void api_cancel_face_enrollment(struct api_call *call, const void *request) {
    (void)request;
    if (call->api->faces->wish.set)
        stop(call->api, VECTOR__FACE_ENROLLMENT_RESULT__CANCELLED, 0, LIFE_RESULT_CANCELLED_WHILE_RUNNING);
    api_done(call, STATUS_ACK);
}

static bool name_in_use(const struct faces *f) {
    for (unsigned i = 0; i < f->count; i++)
        if (strcmp(f->list[i].name, f->wish.name) == 0 && f->list[i].id != f->wish.save) return true;
    return false;
}

void api_enroll_face(struct api_call *call, const void *request) {
    (void)request;
    struct api *api = call->api;
    struct faces *f = api->faces;
    struct life_view view;
    bool ready = f->wish.set && f->wish.name[0] && !f->enrolling && api_view(api, &view);
    if (!ready) return api_result(call, LIFE_RESULT_NOT_STARTED);
    f->enrolling = call;
    if (name_in_use(f))
        return stop(api, VECTOR__FACE_ENROLLMENT_RESULT__NAME_IN_USE, 0, LIFE_RESULT_NOT_STARTED);
    if (f->count == FACES_MAX && !known_by(api, f->wish.save))
        return stop(api, VECTOR__FACE_ENROLLMENT_RESULT__NAMED_STORAGE_FULL, 0, LIFE_RESULT_NOT_STARTED);
    f->begun_us = view.time_us, f->looked_us = 0, f->looks_at = 0;
    call->left = left;
    Vector__MeetVictorFaceScanStarted started = VECTOR__MEET_VICTOR_FACE_SCAN_STARTED__INIT;
    Vector__Status status = VECTOR__STATUS__INIT;
    status.status_type_case = VECTOR__STATUS__STATUS_TYPE_MEET_VICTOR_FACE_SCAN_STARTED;
    status.meet_victor_face_scan_started = &started;
    tell_status(api, &status);
}

// The robot has said by which face it will know them.
static void enrolled(struct api_call *call, const struct life_message *reply, void *data) {
    (void)data;
    struct api *api = call->api;
    struct faces *f = api->faces;
    if (f->enrolling != call) return;
    if (reply->kind != LIFE_PERSON_KNOWN)
        return stop(api, VECTOR__FACE_ENROLLMENT_RESULT__SAW_WRONG_FACE, 0,
                    LIFE_RESULT_VISUAL_OBSERVATION_FAILED);
    int64_t now = api->unix_us / SECOND_US;
    struct known *known = known_by(api, reply->person_known.known);
    if (!known) {
        known = &f->list[f->count++];
        *known = (struct known){.id = reply->person_known.known, .enrolled = now};
    }
    text_copy(text_of(f->wish.name), known->name, sizeof known->name);
    known->face = reply->person_known.face;
    tell_robot(api, known->id, known->face);
    known->updated = known->seen = now;
    struct fault fault = {0};
    if (f->wish.keep && save(api, &fault)) {
        log_warn("api", "a face could not be kept: %s", fault.said);
        return stop(api, VECTOR__FACE_ENROLLMENT_RESULT__SAVE_FAILED, known->id, LIFE_RESULT_ABORT);
    }
    Vector__MeetVictorFaceScanComplete scanned = VECTOR__MEET_VICTOR_FACE_SCAN_COMPLETE__INIT;
    Vector__Status status = VECTOR__STATUS__INIT;
    status.status_type_case = VECTOR__STATUS__STATUS_TYPE_MEET_VICTOR_FACE_SCAN_COMPLETE;
    status.meet_victor_face_scan_complete = &scanned;
    tell_status(api, &status);
    Vector__RobotChangedObservedFaceID changed = VECTOR__ROBOT_CHANGED_OBSERVED_FACE_ID__INIT;
    Vector__Event event = VECTOR__EVENT__INIT;
    changed.old_id = f->looks_at, changed.new_id = known->id;
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_ROBOT_CHANGED_OBSERVED_FACE_ID;
    event.robot_changed_observed_face_id = &changed;
    if (changed.old_id != changed.new_id) events_tell(api, &event);
    struct life_message say = {.kind = LIFE_SAY, .say = {.duration = 1}};
    text_copy(text_of(known->name), say.say.words, sizeof say.say.words);
    if (f->wish.say) api_tell(api, &say);
    stop(api, VECTOR__FACE_ENROLLMENT_RESULT__SUCCESS, known->id, LIFE_RESULT_SUCCESS);
}

// They said it to the robot itself. Its oldest acquaintance gives way when there is no room.
void faces_heard(struct api *api, int32_t id) {
    struct faces *f = api->faces;
    const struct robot *robot = api_robot(api);
    uint64_t face = robot ? robot_person_face(robot, id) : 0;
    const char *name = robot ? robot_person_name(robot, id) : "";
    int64_t now = api->unix_us / SECOND_US;
    struct known *known = known_by(api, id);
    if (!face || !*name) return;
    if (!known && f->count == FACES_MAX) forget(api, &f->list[0]);
    if (!known) {
        known = &f->list[f->count++];
        *known = (struct known){.id = id, .enrolled = now};
    }
    text_copy(text_of(name), known->name, sizeof known->name);
    known->face = face, known->updated = known->seen = now;
    keep(api);
}

static int32_t free_id(const struct api *api) {
    int32_t id = 1;
    while (known_by(api, id)) id++;
    return id;
}

// Whom it looks at: 0, nobody who fits.
static int32_t looked_at(const struct api *api, uint64_t now_us) {
    const struct faces *f = api->faces;
    const struct robot *robot = api_robot(api);
    struct belief_people people;
    if (!robot) return 0;
    robot_people(robot, &people);
    for (unsigned i = 0; i < people.list_count; i++) {
        const struct belief_person *p = &people.list[i];
        if (p->last_us + SEEN_US < now_us) continue;
        bool meant = f->wish.observed ? p->id == f->wish.observed : p->id < 0 || p->id == f->wish.save;
        if (meant) return p->id;
    }
    return 0;
}

static void note_seen(struct api *api, uint64_t now_us) {
    const struct robot *robot = api_robot(api);
    struct belief_people people;
    if (!robot || !api->faces->count) return;
    robot_people(robot, &people);
    for (unsigned i = 0; i < people.list_count; i++) {
        struct known *known = people.list[i].id > 0 ? known_by(api, people.list[i].id) : NULL;
        if (known && people.list[i].last_us + SEEN_US >= now_us) known->seen = api->unix_us / SECOND_US;
    }
}

void faces_turn(struct api *api) {
    struct faces *f = api->faces;
    struct life_view view;
    if ((!f->enrolling && !f->count) || !api_view(api, &view)) return;
    note_seen(api, view.time_us);
    if (!f->enrolling || f->enrolling->waiting) return;
    int32_t who = looked_at(api, view.time_us);
    if (who != f->looks_at || !who) f->looked_us = view.time_us;
    f->looks_at = who;
    if (view.time_us > f->begun_us + GIVE_UP_US)
        return stop(api, VECTOR__FACE_ENROLLMENT_RESULT__TIMED_OUT, 0, LIFE_RESULT_VISUAL_OBSERVATION_FAILED);
    if (!who || view.time_us < f->looked_us + LOOK_US) return;
    struct life_message m = {.kind = LIFE_KNOW_PERSON, .know_person = {.person = who}};
    m.know_person.known = known_by(api, f->wish.save) ? f->wish.save : who > 0 ? who : free_id(api);
    api_ask(f->enrolling, NULL, &m, enrolled, NULL);
}
