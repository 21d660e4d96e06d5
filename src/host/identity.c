#include "host/identity.h"

#include "base/base64.h"
#include "base/data/json.h"
#include "base/system/file.h"
#include "net/certificate.h"
#include "net/digest.h"
#include "net/seal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TOKEN = 16, SALT = 16, HASH = 32, PATH_ROOM = 1024, DOCUMENT_BYTES_MAX = 256 << 10, APP_MAX = 32 };

struct client {
    uint8_t hash[HASH], salt[SALT];
    char name[CLIENT_NAME_MAX + 1], app[APP_MAX + 1], issued[32];
    bool primary;
};
struct identity {
    int lock;
    char folder[PATH_ROOM], certificate[PATH_ROOM], key[PATH_ROOM];
    char name[16], serial[16];
    uint8_t seal[SEAL_KEY];
    struct client *clients;
    size_t count;
};

const char *identity_name(const struct identity *identity) { return identity->name; }
const char *identity_serial(const struct identity *identity) { return identity->serial; }
const char *identity_certificate(const struct identity *identity) { return identity->certificate; }
const char *identity_key(const struct identity *identity) { return identity->key; }

// ------------------------------------------------------------------------------------------------ tokens
static bool hash_of(const uint8_t token[TOKEN], const uint8_t salt[SALT], uint8_t hash[HASH]) {
    return digest_sha256(token, TOKEN, salt, SALT, hash);
}

static bool decode(struct text text, uint8_t *out, size_t size) {
    uint8_t room[BASE64_ROOM(96)];
    size_t len;
    if (text.len > 96 || !base64_decode(text, room, &len) || len != size) return false;
    memcpy(out, room, size);
    return true;
}

static void write_client(struct json_writer *json, const struct client *client) {
    uint8_t both[HASH + SALT];
    memcpy(both, client->hash, HASH);
    memcpy(both + HASH, client->salt, SALT);
    struct buf hash = {0};
    base64_encode(&hash, both, sizeof both);
    if (hash.err && !json->out->err) json->out->err = hash.err;
    json_open(json, '{');
    json_key(json, "hash"), json_text(json, (struct text){(const char *)hash.at, hash.len});
    json_key(json, "client_name"), json_string(json, client->name);
    json_key(json, "app_id"), json_string(json, client->app);
    json_key(json, "issued_at"), json_string(json, client->issued);
    json_key(json, "is_primary"), json_bool(json, client->primary);
    json_close(json, '}');
    buf_free(&hash);
}

static enum err save(const struct identity *identity, struct fault *fault) {
    char path[PATH_ROOM];
    struct buf out = {0};
    struct json_writer json = json_writer_of(&out, 2);
    json_open(&json, '{');
    json_key(&json, "client_tokens");
    json_open(&json, '[');
    for (size_t i = 0; i < identity->count; i++) write_client(&json, &identity->clients[i]);
    json_close(&json, ']');
    json_close(&json, '}');
    buf_byte(&out, '\n');
    enum err err = out.err ? fault_set(fault, out.err, "no memory for the tokens") : ERR_NONE;
    if (!err && !path_join(path, sizeof path, identity->folder, "token-hashes.json"))
        err = fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    if (!err) err = file_write_private(path, out.at, out.len, fault);
    buf_free(&out);
    return err;
}

static enum err make_client(struct client *new, struct text name, const char *app, int64_t unix_us,
                            uint8_t token[TOKEN], struct fault *fault) {
    *new = (struct client){0};
    if (!digest_random(token, TOKEN) || !digest_random(new->salt, SALT) ||
        !hash_of(token, new->salt, new->hash))
        return fault_set(fault, ERR_IO, "the system has no randomness for a token");
    text_copy(name, new->name, sizeof new->name);
    text_copy(text_of(app), new->app, sizeof new->app);
    time_t seconds = (time_t)(unix_us / 1000000);
    struct tm at;
    if (!gmtime_r(&seconds, &at) || !strftime(new->issued, sizeof new->issued, "%Y-%m-%dT%H:%M:%SZ", &at))
        new->issued[0] = 0;
    return ERR_NONE;
}

// The one that came first makes room.
static enum err keep(struct identity *identity, const struct client *new, struct fault *fault) {
    struct client first = identity->clients[0];
    bool full = identity->count == CLIENTS_MAX;
    if (full) memmove(identity->clients, identity->clients + 1, --identity->count * sizeof *new);
    identity->clients[identity->count++] = *new;
    enum err err = save(identity, fault);
    if (!err) return ERR_NONE;
    identity->count--; // as it was
    if (full) {
        memmove(identity->clients + 1, identity->clients, identity->count++ * sizeof *new);
        identity->clients[0] = first;
    }
    return err;
}

static enum err write_guid(const uint8_t token[TOKEN], char guid[GUID_LENGTH + 1], struct fault *fault) {
    struct buf text = {0};
    base64_encode(&text, token, TOKEN);
    enum err err = text.err ? fault_set(fault, text.err, "no memory for a token") : ERR_NONE;
    if (!err) memcpy(guid, text.at, GUID_LENGTH + 1);
    buf_free(&text);
    return err;
}

enum err identity_add(struct identity *identity, struct text client, const char *app, int64_t unix_us,
                      char guid[GUID_LENGTH + 1], struct fault *fault) {
    uint8_t token[TOKEN];
    struct client new;
    enum err err = make_client(&new, client, app, unix_us, token, fault);
    if (!err) err = keep(identity, &new, fault);
    return err ? err : write_guid(token, guid, fault);
}

// ------------------------------------------------------------------------------------------------ sessions
// A file for each, named after the token's hash: making and using it up are one step of the file system.
static bool token_path(const char *folder, const char *kind, const uint8_t token[TOKEN],
                       char path[PATH_ROOM]) {
    uint8_t hash[HASH];
    char name[2 * HASH + 1], inside[PATH_ROOM];
    if (!digest_sha256(kind, strlen(kind), token, TOKEN, hash)) return false;
    bytes_to_hex(hash, HASH, name);
    return path_join(inside, sizeof inside, folder, kind) && path_join(path, PATH_ROOM, inside, name);
}

static enum err write_token(const char *folder, const char *kind, const uint8_t token[TOKEN],
                            struct text body, struct fault *fault) {
    char path[PATH_ROOM], inside[PATH_ROOM];
    if (!token_path(folder, kind, token, path) || !path_join(inside, sizeof inside, folder, kind))
        return fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    enum err err = folder_make(inside, fault);
    return err ? err : file_write_private(path, body.at, body.len, fault);
}

enum err identity_invite(const char *folder, int64_t unix_us, char session[SESSION_LENGTH + 1],
                         struct fault *fault) {
    uint8_t token[TOKEN];
    char until[NUMBER_ROOM];
    if (!digest_random(token, TOKEN))
        return fault_set(fault, ERR_IO, "the system has no randomness for a token");
    size_t len = i64_to_text(unix_us / 1000000 + SESSION_SECONDS, until);
    enum err err = write_token(folder, "sessions", token, (struct text){until, len}, fault);
    if (!err) bytes_to_hex(token, TOKEN, session);
    return err;
}

enum err identity_redeem(struct identity *identity, struct text session, struct text client, int64_t unix_us,
                         char guid[GUID_LENGTH + 1], struct fault *fault) {
    uint8_t token[TOKEN];
    size_t len;
    char path[PATH_ROOM];
    struct buf text = {0};
    int64_t until = 0;
    bool there = session.len == SESSION_LENGTH && !hex_to_bytes(session, token, TOKEN, &len) &&
                 len == TOKEN && token_path(identity->folder, "sessions", token, path) &&
                 !file_read(path, NUMBER_ROOM, &text, NULL);
    bool good = there && !text_to_i64((struct text){(const char *)text.at, text.len}, &until);
    buf_free(&text);
    // Of two who come with one token only the first can remove it.
    if (!there || unlink(path) || !good || unix_us / 1000000 > until)
        return fault_set(fault, ERR_DENIED, "this session token is not good, or no longer");
    return identity_add(identity, client, "SDK", unix_us, guid, fault);
}

// ------------------------------------------------------------------------------------------------ documents
static enum err read_client(const struct json *from, struct client *out, struct fault *fault) {
    struct text hash, name, app, issued;
    uint8_t both[HASH + SALT];
    if (json_get_text(from, "hash", &hash, fault) || json_get_text(from, "client_name", &name, fault) ||
        json_get_text(from, "app_id", &app, fault) || json_get_text(from, "issued_at", &issued, fault) ||
        json_get_bool(from, "is_primary", &out->primary, fault))
        return fault->err;
    if (!decode(hash, both, sizeof both))
        return json_fault(json_get(from, "hash"), fault, ERR_SYNTAX, "expected 48 bytes in base 64");
    memcpy(out->hash, both, HASH);
    memcpy(out->salt, both + HASH, SALT);
    text_copy(name, out->name, sizeof out->name);
    text_copy(app, out->app, sizeof out->app);
    text_copy(issued, out->issued, sizeof out->issued);
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ grants
enum err identity_grant(const char *folder, struct text client, int64_t unix_us, char guid[GUID_LENGTH + 1],
                        struct fault *fault) {
    uint8_t token[TOKEN];
    struct client new;
    struct buf text = {0};
    struct json_writer json = json_writer_of(&text, 0);
    enum err err = make_client(&new, client, "SDK", unix_us, token, fault);
    if (err) return err;
    write_client(&json, &new);
    err = text.err
              ? fault_set(fault, text.err, "no memory for a token")
              : write_token(folder, "granted", token, (struct text){(const char *)text.at, text.len}, fault);
    buf_free(&text);
    return err ? err : write_guid(token, guid, fault);
}

// Somebody was given a token while the robot lived: it is known from now on.
static bool adopt(struct identity *identity, const uint8_t token[TOKEN]) {
    char path[PATH_ROOM];
    uint8_t hash[HASH];
    struct client new = {0};
    struct fault fault = {0};
    struct json *doc;
    if (!token_path(identity->folder, "granted", token, path) || !file_exists(path)) return false;
    static const struct json_limits LIMITS = {.bytes = 4096, .values = 16, .depth = 4};
    struct arena *arena = arena_new(4 << 10);
    bool good = arena && !json_read(path, arena, &LIMITS, &doc, &fault) && !read_client(doc, &new, &fault) &&
                hash_of(token, new.salt, hash) && digest_same(hash, new.hash, HASH);
    arena_free(arena);
    if (good && keep(identity, &new, &fault))
        good = false; // it stays granted
    else
        unlink(path);
    return good;
}

// All are compared, whichever fits.
bool identity_knows(struct identity *identity, struct text guid) {
    uint8_t token[TOKEN], hash[HASH];
    bool known = false;
    if (!decode(guid, token, TOKEN)) return false;
    for (size_t i = 0; i < identity->count; i++)
        known |= hash_of(token, identity->clients[i].salt, hash) &&
                 digest_same(hash, identity->clients[i].hash, HASH);
    return known || adopt(identity, token);
}

static enum err read_clients(struct identity *identity, const char *path, struct fault *fault) {
    static const struct json_limits LIMITS = {.bytes = DOCUMENT_BYTES_MAX, .values = 8192, .depth = 8};
    struct arena *arena = arena_new(16 << 10);
    struct json *doc;
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory for the tokens");
    enum err err = json_read(path, arena, &LIMITS, &doc, fault);
    const struct json *list = err ? NULL : json_get(doc, "client_tokens");
    if (!err && (!list || list->kind != JSON_LIST || list->count > CLIENTS_MAX))
        err = json_fault(list ? list : doc, fault, ERR_TYPE, "expected a list client_tokens of at most %d",
                         CLIENTS_MAX);
    for (const struct json *c = err ? NULL : list->first; c && !err; c = c->next)
        err = read_client(c, &identity->clients[identity->count++], fault);
    arena_free(arena);
    return err;
}

// A letter, a digit, a letter, a digit: as they are printed on their feet.
static enum err make_name(struct identity *identity, const char *path, struct fault *fault) {
    uint8_t chance[4];
    struct buf text = {0};
    if (file_exists(path)) {
        if (file_read(path, 64, &text, fault)) return fault->err;
        struct text name = text_trim((struct text){(const char *)text.at, text.len});
        bool right = name.len == 11 && text_starts(name, "Vector-");
        for (size_t i = 7; right && i < name.len; i++)
            right = (name.at[i] >= 'A' && name.at[i] <= 'Z') || (name.at[i] >= '0' && name.at[i] <= '9');
        if (right) text_copy(name, identity->name, sizeof identity->name);
        buf_free(&text);
        return right ? ERR_NONE
                     : fault_at(fault, ERR_SYNTAX, path, 1, 1, "expected a name such as Vector-A1B2");
    }
    if (!digest_random(chance, sizeof chance))
        return fault_set(fault, ERR_IO, "the system has no randomness for a name");
    snprintf(identity->name, sizeof identity->name, "Vector-%c%u%c%u", 'A' + chance[0] % 26, chance[1] % 10u,
             'A' + chance[2] % 26, chance[3] % 10u);
    return file_write_private(path, identity->name, strlen(identity->name), fault);
}

// A pair that is not whole, or is another robot's, is made again: programs then have to be told the new one.
static enum err make_certificate(struct identity *identity, struct fault *fault) {
    struct buf key = {0}, certificate = {0};
    bool there =
        file_exists(identity->key) &&
        !file_read(identity->certificate, CERTIFICATE_BYTES_MAX, &certificate, NULL) &&
        !certificate_is((struct text){(const char *)certificate.at, certificate.len}, identity->name, NULL);
    buf_clear(&certificate);
    enum err err = ERR_NONE;
    if (!there) {
        err = certificate_make(identity->name, &key, &certificate, fault);
        if (!err) err = file_write_private(identity->key, key.at, key.len, fault);
        if (!err) err = file_write_private(identity->certificate, certificate.at, certificate.len, fault);
    }
    if (key.at) memset(key.at, 0, key.len);
    buf_free(&key);
    buf_free(&certificate);
    return err;
}

// A folder keeps the number that it was given first.
static enum err make_serial(struct identity *identity, uint32_t serial, struct fault *fault) {
    char path[PATH_ROOM];
    struct buf there = {0};
    uint32_t number = 0;
    if (!path_join(path, sizeof path, identity->folder, "serial"))
        return fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    bool is = file_exists(path);
    if (is && file_read(path, 64, &there, fault)) return fault->err;
    struct text digits = text_trim((struct text){(const char *)there.at, there.len});
    uint8_t bytes[4];
    size_t len;
    bool right = is && digits.len == 8 && !hex_to_bytes(digits, bytes, sizeof bytes, &len);
    for (int i = 0; right && i < 4; i++) number = number << 8 | bytes[i];
    buf_free(&there);
    if (is && !right)
        return fault_at(fault, ERR_SYNTAX, path, 1, 1, "expected a serial number such as 00a1b2c3");
    snprintf(identity->serial, sizeof identity->serial, "%08x", right ? number : serial);
    return is ? ERR_NONE : file_write_private(path, identity->serial, strlen(identity->serial), fault);
}

// ------------------------------------------------------------------------------------------------ seals
static enum err make_seal(struct identity *identity, struct fault *fault) {
    char path[PATH_ROOM];
    struct buf there = {0};
    if (!path_join(path, sizeof path, identity->folder, "seal.key"))
        return fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    if (!file_exists(path)) {
        if (!digest_random(identity->seal, SEAL_KEY))
            return fault_set(fault, ERR_IO, "the system has no randomness for a key");
        return file_write_private(path, identity->seal, SEAL_KEY, fault);
    }
    enum err err = file_read(path, SEAL_KEY, &there, fault);
    if (!err && there.len != SEAL_KEY)
        err = fault_at(fault, ERR_SYNTAX, path, 0, 0, "expected a key of %d bytes", SEAL_KEY);
    if (!err) memcpy(identity->seal, there.at, SEAL_KEY);
    buf_free(&there);
    return err;
}

enum err identity_seal(const struct identity *identity, struct text plain, struct buf *out,
                       struct fault *fault) {
    return seal_close(identity->seal, plain, out, fault);
}

enum err identity_unseal(const struct identity *identity, struct text sealed, struct buf *out,
                         struct fault *fault) {
    return seal_open(identity->seal, sealed, out, fault);
}

static enum err look_into(const char *folder, const char *file, char *out, size_t size, struct fault *fault) {
    char path[PATH_ROOM];
    struct buf text = {0};
    if (!path_join(path, sizeof path, folder, file))
        return fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    if (!file_exists(path)) return fault_set(fault, ERR_MISSING, "no robot has lived in %.120s yet", folder);
    enum err err = file_read(path, size - 1, &text, fault);
    if (!err) text_copy(text_trim((struct text){(const char *)text.at, text.len}), out, size);
    buf_free(&text);
    return err;
}

enum err identity_look(const char *folder, struct identity_about *out, struct fault *fault) {
    enum err err = look_into(folder, "name", out->name, sizeof out->name, fault);
    if (!err) err = look_into(folder, "serial", out->serial, sizeof out->serial, fault);
    if (!err && !path_join(out->certificate, sizeof out->certificate, folder, "gateway.cert"))
        err = fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    return err;
}

struct identity *identity_open(const char *folder, uint32_t serial, struct fault *fault) {
    struct fault unread = {0};
    if (!fault) fault = &unread;
    struct identity *identity = calloc(1, sizeof *identity);
    if (identity) identity->lock = -1, identity->clients = calloc(CLIENTS_MAX, sizeof *identity->clients);
    char name[PATH_ROOM], tokens[PATH_ROOM];
    if (!identity || !identity->clients) {
        fault_set(fault, ERR_MEMORY, "no memory for a robot's identity");
    } else if (text_copy(text_of(folder), identity->folder, PATH_ROOM) >= PATH_ROOM ||
               !path_join(name, sizeof name, folder, "name") ||
               !path_join(tokens, sizeof tokens, folder, "token-hashes.json") ||
               !path_join(identity->key, PATH_ROOM, folder, "robot.pem") ||
               !path_join(identity->certificate, PATH_ROOM, folder, "gateway.cert")) {
        fault_set(fault, ERR_LIMIT, "%.80s…: the folder's name is too long", folder);
    } else {
        if (!folder_make(folder, fault) && !folder_lock(folder, &identity->lock, fault) &&
            !make_serial(identity, serial, fault) && !make_seal(identity, fault) &&
            !make_name(identity, name, fault) && !make_certificate(identity, fault) &&
            (!file_exists(tokens) || !read_clients(identity, tokens, fault)))
            return identity;
    }
    identity_close(identity);
    return NULL;
}

void identity_close(struct identity *identity) {
    if (!identity) return;
    if (identity->lock >= 0) close(identity->lock);
    free(identity->clients);
    free(identity);
}
