// Who a robot is to the world outside: its name, the key and certificate it shows, and which programs it
// knows.
//
// makes what is not there yet
//     struct identity *identity = identity_open(folder, birth.serial, &fault);
//     printf("%s %s\n", identity_name(identity), identity_serial(identity));     // Vector-A1B2 00a1b2c3
//     if (identity_knows(identity, guid)) …                                      // a program's token
//     identity_redeem(identity, session, TEXT("my program"), unix_us, guid, &fault);
//     identity_close(identity);
//
// All of it lies in one folder, which belongs to one process as long as the identity is open (ERR_BUSY names
// who has it): name, serial, robot.pem, gateway.cert, seal.key and token-hashes.json, each written whole or
// not at all, readable by its owner only. What is kept of a token is its hash. Name, keys, tokens and salts
// are made of the system's randomness: a seed is public, and whoever knows it must not know them.
//
// A program gets its token in exchange for a session token, which is good once and for ten minutes.
// identity_invite makes one, in a process of its own: it needs no lock.
#pragma once

#include "base/buf.h"
#include "base/err.h"
#include "base/text.h"

enum {
    GUID_LENGTH = 24,     // a token as programs have it: base 64 of 16 bytes
    SESSION_LENGTH = 32,  // a session token: 16 bytes in hexadecimal
    CLIENT_NAME_MAX = 64, // longer names are cut
    CLIENTS_MAX = 64,     // programs that are known; then the one that came first is forgotten
    SESSION_SECONDS = 600,
    FAULT_NO_CERTIFICATE = 920, // what a robot's face shows when none can be made
};

struct identity;
// serial: of a folder in which nobody has lived; another one keeps the number that it has.
struct identity *identity_open(const char *folder, uint32_t serial, struct fault *fault);
void identity_close(struct identity *identity);                    // NULL is fine
const char *identity_name(const struct identity *identity);        // Vector-A1B2
const char *identity_serial(const struct identity *identity);      // 00a1b2c3
const char *identity_certificate(const struct identity *identity); // paths of PEM files
const char *identity_key(const struct identity *identity);

// What only this robot can read again (net/seal.h): photos. Both append to `out`. ERR_CHECKSUM: another
// robot's.
enum err identity_seal(const struct identity *identity, struct text plain, struct buf *out,
                       struct fault *fault);
enum err identity_unseal(const struct identity *identity, struct text sealed, struct buf *out,
                         struct fault *fault);

bool identity_knows(struct identity *identity, struct text guid);
enum err identity_add(struct identity *identity, struct text client, const char *app, int64_t unix_us,
                      char guid[GUID_LENGTH + 1], struct fault *fault);
// ERR_DENIED: no such session token, or it is too old. It is used up in any case.
enum err identity_redeem(struct identity *identity, struct text session, struct text client, int64_t unix_us,
                         char guid[GUID_LENGTH + 1], struct fault *fault);
// A token for a program on this machine, without a session: `folder` is written to and nothing is locked, so
// the robot may be living meanwhile. It knows the token when it is first used.
enum err identity_grant(const char *folder, struct text client, int64_t unix_us, char guid[GUID_LENGTH + 1],
                        struct fault *fault);
struct identity_about {
    char name[16], serial[16], certificate[1024];
};
// Who lives in a folder, without opening it. ERR_MISSING: nobody has yet.
enum err identity_look(const char *folder, struct identity_about *out, struct fault *fault);
// All that is its owner's goes: name, keys, tokens, documents, photos. Its serial number stays; the next who
// opens the folder makes a new name. ERR_MISSING: nobody has lived there; ERR_BUSY names who lives there now.
// After another failure it can be asked again, and goes on.
enum err identity_wipe(const char *folder, struct fault *fault);
enum err identity_invite(const char *folder, int64_t unix_us, char session[SESSION_LENGTH + 1],
                         struct fault *fault);
