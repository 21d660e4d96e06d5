// Clear user data: what a robot has of its owner, and of the programs that it knew.
#include "host/identity.h"

#include "base/system/file.h"
#include "store/store.h"

#include <errno.h>
#include <unistd.h>

static enum err remove_one(const char *folder, const char *name, struct fault *fault) {
    char path[STORE_PATH_MAX];
    if (!path_join(path, sizeof path, folder, name))
        return fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    if (folder_exists(path)) return folder_remove(path, fault);
    return unlink(path) && errno != ENOENT ? fault_errno(fault, errno, path, "delete") : ERR_NONE;
}

static enum err remove_all(const char *folder, struct fault *fault) {
    // First the key without which no photo can be read; last the name, by which the folder is known.
    static const char *const FIRST[] = {"seal.key",  "granted",      "sessions",
                                        "robot.pem", "gateway.cert", "port"};
    enum err err = ERR_NONE;
    for (size_t i = 0; !err && i < sizeof FIRST / sizeof *FIRST; i++)
        err = remove_one(folder, FIRST[i], fault);
    struct store *store = err ? NULL : store_open(folder, fault);
    if (!err) err = store ? store_wipe(store, fault) : ERR_MEMORY;
    store_close(store);
    return err ? err : remove_one(folder, "name", fault);
}

enum err identity_wipe(const char *folder, struct fault *fault) {
    struct identity_about about;
    int lock = -1;
    enum err err = identity_look(folder, &about, fault);
    if (!err) err = folder_lock(folder, &lock, fault);
    if (!err) err = remove_all(folder, fault);
    if (lock >= 0) close(lock);
    return err;
}
