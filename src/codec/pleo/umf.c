#include "codec/pleo/umf.h"

#include "base/plural.h"
#include "codec/pleo/field.h"

enum { GOOD = 0xf00d, DONE = 0xdead, VECTOR_BYTES = 12, HEADER_BYTES = 46 };

static const char JOINTS[UMF_JOINTS][3] = {"RE", "LE", "RS", "LS", "RK", "LK", "RH", "LH", "TS", "HT",
                                           "VT", "HN", "VN", "EY", "JW", "SD", "TR", "FS", "HD"};

bool umf_joint_known(uint16_t joint) {
    for (size_t i = 0; i < UMF_JOINTS; i++)
        if (joint == UMF_JOINT(JOINTS[i][0], JOINTS[i][1])) return true;
    return false;
}

static char letter(unsigned c) { return c >= 'A' && c <= 'Z' ? (char)c : '?'; }

char *umf_joint_name(uint16_t joint, char out[3]) {
    out[0] = letter(joint & 0xff), out[1] = letter(joint >> 8), out[2] = 0;
    return out;
}

static bool takes_part(const struct umf *motion, uint16_t joint) {
    for (size_t i = 0; i < motion->joint_count; i++)
        if (motion->joints[i] == joint) return true;
    return false;
}

static enum err check_joints(const struct umf *motion, struct fault *fault) {
    char name[3];
    for (size_t i = 0; i < motion->joint_count; i++) {
        if (!umf_joint_known(motion->joints[i]))
            return fault_set(fault, ERR_UNKNOWN, "motion: joint %zu is 0x%04x (%s), which Pleo has not", i,
                             motion->joints[i], umf_joint_name(motion->joints[i], name));
        for (size_t k = 0; k < i; k++)
            if (motion->joints[k] == motion->joints[i])
                return fault_set(fault, ERR_DUPLICATE, "motion: joint %s is listed twice",
                                 umf_joint_name(motion->joints[i], name));
    }
    return ERR_NONE;
}

static enum err check_vectors(const struct umf *motion, struct fault *fault) {
    char name[3];
    for (size_t i = 0; i < motion->count; i++) {
        const struct umf_vector *v = &motion->vectors[i];
        if (!takes_part(motion, v->joint))
            return fault_set(fault, ERR_UNKNOWN,
                             "motion: vector %zu moves joint %s, which the header does not list", i,
                             umf_joint_name(v->joint, name));
        // A sound has no goal.
        if (v->joint != UMF_SOUND && v->goal < v->start)
            return fault_set(fault, ERR_RANGE, "motion: vector %zu of %s ends at %u, before its start at %u",
                             i, umf_joint_name(v->joint, name), v->goal, v->start);
        if (i && v->start < v[-1].start)
            return fault_set(fault, ERR_RANGE, "motion: vector %zu starts at %u, before the one above it", i,
                             v->start);
    }
    return ERR_NONE;
}

static enum err check(const struct umf *motion, struct fault *fault) {
    if (!motion->timebase_ms || motion->timebase_ms > 255)
        return fault_set(fault, ERR_RANGE, "motion: expected a timebase of 1 to 255 ms, found %u",
                         motion->timebase_ms);
    if (motion->end > 0xffff) return fault_set(fault, ERR_RANGE, "motion: longer than 65535 units of time");
    if (motion->joint_count > UMF_JOINTS)
        return fault_set(fault, ERR_RANGE, "motion: expected at most %d joints, found %zu", UMF_JOINTS,
                         motion->joint_count);
    if (motion->count > (UMF_BYTES_MAX - HEADER_BYTES - 2 * UMF_JOINTS - 2) / VECTOR_BYTES)
        return fault_set(fault, ERR_LIMIT, "motion: %zu vectors are more than fit in %d MiB", motion->count,
                         UMF_BYTES_MAX >> 20);
    enum err err = check_joints(motion, fault);
    return err ? err : check_vectors(motion, fault);
}

static enum err read_header(struct reader *in, struct umf *out, uint32_t *vectors, struct fault *fault) {
    struct bytes signature = read_bytes(in, 4);
    if (in->err || !text_is((struct text){(const char *)signature.at, 4}, "UGMF"))
        return fault_set(fault, ERR_SYNTAX, "motion: expected \"UGMF\" at the start");
    unsigned version = read_u8(in);
    if (!in->err && version != UMF_VERSION)
        return fault_set(fault, ERR_VERSION, "motion: version %u; known is %d", version, UMF_VERSION);
    field_name_read(in, out->name);
    out->joint_count = read_u8(in);
    unsigned units = read_u8(in);
    out->timebase_ms = read_u8(in);
    *vectors = read_u32(in);
    out->end = read_u16(in);
    if (out->joint_count > UMF_JOINTS)
        return fault_set(fault, ERR_RANGE, "motion: expected at most %d joints, found %zu", UMF_JOINTS,
                         out->joint_count);
    for (size_t i = 0; i < out->joint_count; i++) out->joints[i] = read_u16(in);
    if (in->err)
        return fault_set(fault, ERR_SHORT, "motion: the header is cut after %s",
                         PLURAL((size_t)(in->end - in->start), "byte"));
    if (units != UMF_DEGREES)
        return fault_set(fault, ERR_UNSUPPORTED, "motion: angle units %u; expected 1 (degrees)", units);
    return ERR_NONE;
}

static enum err read_vectors(struct reader *in, struct umf *out, struct fault *fault) {
    for (size_t i = 0; i < out->count; i++) {
        unsigned tag = read_u16(in);
        if (tag != GOOD)
            return fault_set(fault, ERR_SYNTAX, "motion: vector %zu begins with 0x%04x; expected 0xF00D", i,
                             tag);
        out->vectors[i] = (struct umf_vector){.joint = read_u16(in)};
        out->vectors[i].start = read_u16(in);
        out->vectors[i].goal = read_u16(in);
        out->vectors[i].velocity = read_i16(in);
        out->vectors[i].position = read_i16(in);
    }
    return ERR_NONE;
}

enum err umf_read(struct bytes file, struct arena *arena, struct umf *out, struct fault *fault) {
    *out = (struct umf){0};
    if (file.len > UMF_BYTES_MAX)
        return fault_set(fault, ERR_LIMIT, "motion: more than %d MiB", UMF_BYTES_MAX >> 20);
    struct reader in = reader_of(file.at, file.len);
    uint32_t vectors = 0;
    enum err err = read_header(&in, out, &vectors, fault);
    if (err) return err;
    if (vectors > reader_left(&in) / VECTOR_BYTES)
        return fault_set(fault, ERR_SHORT, "motion: %u vectors announced, room for %zu there",
                         (unsigned)vectors, reader_left(&in) / VECTOR_BYTES);
    out->count = vectors;
    out->vectors = arena_array(arena, struct umf_vector, vectors);
    if (!out->vectors)
        return fault_set(fault, ERR_MEMORY, "motion: no memory for %u vectors", (unsigned)vectors);
    if ((err = read_vectors(&in, out, fault))) return err;
    // The end mark is a precaution of the format's; a file may also end without one.
    if (reader_left(&in) && read_u16(&in) != DONE)
        return fault_set(fault, ERR_SYNTAX, "motion: expected 0xDEAD after the last vector");
    if (reader_left(&in))
        return fault_set(fault, ERR_SYNTAX, "motion: %s after the end", PLURAL(reader_left(&in), "byte"));
    return check(out, fault);
}

enum err umf_write(const struct umf *motion, struct buf *out, struct fault *fault) {
    enum err err = check(motion, fault);
    if (err) return err;
    buf_text(out, "UGMF");
    buf_byte(out, UMF_VERSION);
    field_name_write(motion->name, out);
    buf_byte(out, (uint8_t)motion->joint_count);
    buf_byte(out, UMF_DEGREES);
    buf_byte(out, (uint8_t)motion->timebase_ms);
    field_put(out, (uint32_t)motion->count, 4);
    field_put(out, motion->end, 2);
    for (size_t i = 0; i < motion->joint_count; i++) field_put(out, motion->joints[i], 2);
    for (size_t i = 0; i < motion->count; i++) {
        const struct umf_vector *v = &motion->vectors[i];
        const uint16_t fields[] = {
            GOOD, v->joint, v->start, v->goal, (uint16_t)v->velocity, (uint16_t)v->position};
        for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) field_put(out, fields[k], 2);
    }
    field_put(out, DONE, 2);
    return out->err ? fault_set(fault, out->err, "motion: no memory") : ERR_NONE;
}
