// The schema of Cozmo's protocol against a table of its messages, row by row, and against bytes that an
// independent implementation (pycozmo 0.8.0, MIT) made.
#include "support/support.h"

#include "base/data/json.h"
#include "base/system/file.h"
#include "schema/cozmo.h"
#include "schema/json.h"
#include "schema/walk.h"

enum { CELLS = 16 };
enum {
    ID,
    NAME,
    DIRECTION,
    MIN,
    MAX,
    INDEX,
    FIELD,
    TYPE,
    ARRAY,
    DEFAULT,
    OFFSET,
    SIZE,
    DELIVERY,
    GROUP,
    NOTE
};

struct row {
    struct text cell[CELLS];
    unsigned line;
};

static struct buf load(const char *name) {
    char path[1024];
    const char *root = getenv("SOURCE");
    snprintf(path, sizeof path, "%s/tests/link/cozmo/data/%s", root ? root : ".", name);
    struct buf text = {0};
    struct fault fault = {0};
    if (file_read(path, 1 << 20, &text, &fault)) fault_print(&fault, stderr);
    assert_true(text.len > 1000);
    return text;
}

static bool next_row(struct text *rest, struct row *row) {
    struct text line;
    while (text_split(rest, '\n', &line)) {
        row->line++;
        if (!line.len || line.at[0] == '#' || text_starts(line, "id_hex")) continue;
        for (unsigned i = 0; i < CELLS; i++) row->cell[i] = (struct text){"", 0};
        for (unsigned i = 0; i < CELLS && text_split(&line, '\t', &row->cell[i]); i++) continue;
        return true;
    }
    return false;
}

static int64_t number_of(struct text text) {
    int64_t v = 0;
    uint64_t u = 0;
    if (!text_to_u64(text, &u)) return (int64_t)u;
    assert_int_equal(text_to_i64(text, &v), ERR_NONE);
    return v;
}

#define SAME(row, a, b)                                                                                      \
    do {                                                                                                     \
        if ((int64_t)(a) != (int64_t)(b)) fprintf(stderr, "messages.tsv:%u: %s\n", (row)->line, #a);         \
        assert_int_equal((a), (b));                                                                          \
    } while (0)

// u8, i16, f32, bool, utf8 or a struct's name.
static void check_type(const struct row *row, const struct schema_field *field) {
    struct text type = row->cell[TYPE];
    static const struct {
        const char *name;
        enum schema_kind kind;
        unsigned width;
    } TYPES[] = {{"u8", SCHEMA_UINT, 1},   {"u16", SCHEMA_UINT, 2},  {"u32", SCHEMA_UINT, 4},
                 {"i8", SCHEMA_INT, 1},    {"i16", SCHEMA_INT, 2},   {"i32", SCHEMA_INT, 4},
                 {"f32", SCHEMA_FLOAT, 4}, {"f64", SCHEMA_FLOAT, 8}, {"bool", SCHEMA_BOOL, 1}};
    if (text_is(type, "utf8")) {
        SAME(row, field->kind, SCHEMA_VIEW);
    } else if (field->kind == SCHEMA_RECORD) {
        assert_true(text_is(type, field->record->name));
    } else if (field->kind == SCHEMA_BYTES) {
        assert_true(text_is(type, "u8"));
    } else {
        bool found = false;
        for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
            if (!text_is(type, TYPES[i].name)) continue;
            found = true;
            SAME(row, field->kind, TYPES[i].kind);
            SAME(row, field->width, TYPES[i].width);
        }
        assert_true(found);
    }
    bool is_signed_enum = field->names && field->names->is_signed;
    assert_true(!field->names || is_signed_enum == (field->kind == SCHEMA_INT));
}

static void check_array(const struct row *row, const struct schema_field *field) {
    struct text array = row->cell[ARRAY];
    bool run = field->kind == SCHEMA_BYTES || field->kind == SCHEMA_VIEW;
    struct schema_length length = {.how = SCHEMA_FIXED, .max = 1};
    if (run) length = field->length;
    if (!run && field->dimension_count) length = field->dimensions[0];
    SAME(row, field->dimension_count, !run && !text_is(array, "1"));
    if (text_starts(array, "len:")) {
        SAME(row, length.how, SCHEMA_COUNTED);
        SAME(row, length.width, text_is(array, "len:u8") ? 1 : 2);
    } else {
        SAME(row, length.how, SCHEMA_FIXED);
        SAME(row, length.max, number_of(array));
    }
}

static void check_default(const struct row *row, const struct schema_field *field) {
    struct text rest = row->cell[DEFAULT], piece;
    const char *names = NULL;
    char name[64];
    bool said = false;
    while (text_split(&rest, ';', &piece)) {
        if (text_starts(piece, "default=")) {
            said = true;
            double real;
            struct text value = {piece.at + 8, piece.len - 8};
            if (field->kind == SCHEMA_FLOAT) {
                assert_int_equal(text_to_f64(value, &real), ERR_NONE);
                double ours;
                memcpy(&ours, &field->initial, sizeof ours);
                assert_true(real == ours);
            } else {
                SAME(row, field->initial, number_of(value));
            }
        } else if (text_starts(piece, "enum=")) {
            text_copy((struct text){piece.at + 5, piece.len - 5}, name, sizeof name);
            names = name;
        }
    }
    if (!said) assert_true(field->initial == 0);
    if (names) assert_non_null(field->names);
    if (names) assert_string_equal(field->names->name, names);
    // One field is a set of bits, which the table tells in the rows of the bits.
    if (!names && field->names) assert_string_equal(field->names->name, "RobotStatusFlag");
}

static void check_field(const struct row *row, const struct schema_struct *body) {
    uint32_t index = (uint32_t)number_of(row->cell[INDEX]);
    assert_in_range(index, 0, body->count - 1);
    const struct schema_field *field = &body->fields[index];
    assert_true(text_is(row->cell[FIELD], field->name));
    check_type(row, field);
    check_array(row, field);
    check_default(row, field);
    uint64_t offset = 0;
    for (uint32_t i = 0; i < index; i++) {
        struct schema_size before = schema_field_size(&body->fields[i], COZMO_VERSION);
        assert_true(before.smallest == before.largest);
        offset += before.largest;
    }
    SAME(row, offset, number_of(row->cell[OFFSET]));
    struct schema_size size = schema_field_size(field, COZMO_VERSION);
    if (text_is(row->cell[SIZE], "var"))
        assert_true(size.largest > size.smallest);
    else
        SAME(row, size.largest, number_of(row->cell[SIZE]));
    bool late = text_starts(row->cell[NOTE], "absent up to firmware 2214");
    SAME(row, field->since, late ? 2215 : 0);
}

static unsigned attribute_of(const struct row *row, unsigned attribute, struct text value) {
    if (text_is(value, "-")) return 0;
    const struct schema_attribute *all = &cozmo_schema.attributes[attribute];
    for (unsigned i = 0; i < all->count; i++)
        if (text_is(value, all->values[i])) return i + 1;
    fprintf(stderr, "messages.tsv:%u: no such attribute\n", row->line);
    fail();
    return 0;
}

static const struct schema_message *check_message(const struct row *row) {
    const struct schema_message *message = schema_find_message(&cozmo_schema, row->cell[NAME]);
    if (!message) fprintf(stderr, "messages.tsv:%u: no such message\n", row->line);
    assert_non_null(message);
    struct text id = row->cell[ID];
    bool packet = text_starts(id, "type:");
    if (packet) id.at += 5, id.len -= 5;
    SAME(row, message->space, packet ? COZMO_SPACE_PACKET : COZMO_SPACE_MESSAGE);
    SAME(row, message->id, number_of(id));
    struct text direction = row->cell[DIRECTION];
    unsigned to_robot = 1u << COZMO_TO_ROBOT, to_engine = 1u << COZMO_TO_ENGINE;
    SAME(row, message->directions,
         text_is(direction, "both")           ? to_robot | to_engine
         : text_is(direction, "engine>robot") ? to_robot
                                              : to_engine);
    SAME(row, message->smallest, number_of(row->cell[MIN]));
    // The table's limit of this one is the largest packet that is accepted; its count of a u8 ends earlier.
    if (text_is(row->cell[NAME], "DebugData"))
        SAME(row, message->largest, 8 + 255 * 4);
    else
        SAME(row, message->largest, number_of(row->cell[MAX]));
    SAME(row, message->attributes[COZMO_ATTRIBUTE_DELIVERY],
         attribute_of(row, COZMO_ATTRIBUTE_DELIVERY, row->cell[DELIVERY]));
    SAME(row, message->attributes[COZMO_ATTRIBUTE_GROUP],
         attribute_of(row, COZMO_ATTRIBUTE_GROUP, row->cell[GROUP]));
    return message;
}

static void check_enum(const struct row *row) {
    const struct schema_enum *names = schema_find_enum(&cozmo_schema, row->cell[NAME]);
    assert_non_null(names);
    uint32_t index = (uint32_t)number_of(row->cell[INDEX]);
    assert_in_range(index, 0, names->count - 1);
    assert_true(text_is(row->cell[FIELD], names->values[index].name));
    SAME(row, names->values[index].value, number_of(row->cell[DEFAULT]));
    char type[8];
    snprintf(type, sizeof type, "%c%u", names->is_signed ? 'i' : 'u', names->width * 8);
    assert_true(text_is(row->cell[TYPE], type));
}

static void check_constant(const struct row *row) {
    const struct schema_constant *found = NULL;
    for (uint32_t i = 0; i < cozmo_schema.constant_count; i++)
        if (text_is(row->cell[NAME], cozmo_schema.constants[i]->name)) found = cozmo_schema.constants[i];
    assert_non_null(found);
    if (found->kind == SCHEMA_BLOB) {
        char hex[64];
        bytes_to_hex(found->bytes.at, found->bytes.len, hex);
        assert_true(text_is(row->cell[DEFAULT], hex));
    } else {
        SAME(row, found->integer, number_of(row->cell[DEFAULT]));
    }
}

static void every_row_of_the_table_stands_in_the_schema(void **state) {
    struct buf text = load("messages.tsv");
    struct text rest = {(const char *)text.at, text.len};
    struct row row = {0};
    unsigned rows = 0, fields = 0, values = 0, constants = 0, empty = 0, messages = 0;
    const struct schema_struct *last = NULL;
    while (next_row(&rest, &row)) {
        rows++;
        const struct schema_struct *body;
        if (text_is(row.cell[ID], "const")) {
            check_constant(&row);
            constants++;
            continue;
        }
        if (text_is(row.cell[ID], "enum")) {
            check_enum(&row);
            values++;
            continue;
        }
        if (text_is(row.cell[ID], "struct")) {
            body = schema_find_struct(&cozmo_schema, row.cell[NAME]);
            assert_non_null(body);
            SAME(&row, schema_size(body, COZMO_VERSION).largest, number_of(row.cell[MAX]));
            SAME(&row, schema_size(body, COZMO_VERSION).smallest, number_of(row.cell[MIN]));
        } else {
            body = check_message(&row)->body;
        }
        if (body != last) messages++;
        last = body;
        if (text_is(row.cell[INDEX], "-")) {
            assert_int_equal(body->count, 0);
            empty++;
        } else {
            check_field(&row, body);
            fields++;
        }
    }
    // And nothing stands in the schema that the table does not have, but for one word that went away and one
    // message of one byte that the public client has no name for.
    assert_int_equal(schema_size(&cozmo_anim_event_schema, COZMO_VERSION).largest, 1);
    unsigned own_fields = 0, own_values = 0;
    for (uint32_t i = 0; i < cozmo_schema.struct_count; i++) own_fields += cozmo_schema.structs[i]->count;
    for (uint32_t i = 0; i < cozmo_schema.enum_count; i++) own_values += cozmo_schema.enums[i]->count;
    assert_int_equal(own_fields, fields + 2);
    assert_int_equal(own_values, values);
    assert_int_equal(cozmo_schema.constant_count, constants);
    assert_int_equal(cozmo_schema.struct_count, messages + 1);
    assert_int_equal(rows, constants + values + fields + empty);
    print_message(
        "# %u rows: %u messages and structures, %u fields, %u values of enumerations, %u constants\n", rows,
        messages, fields, values, constants);
    assert_int_equal(rows, 468);
    buf_free(&text);
}

static void firmware_2214_had_other_lengths(void **state) {
    assert_int_equal(schema_size(&cozmo_set_lift_height_schema, 2214).largest, 16);
    assert_int_equal(schema_size(&cozmo_set_head_angle_schema, 2214).largest, 16);
    assert_int_equal(schema_size(&cozmo_animation_state_schema, 2214).largest, 14);
    assert_int_equal(schema_size(&cozmo_sync_time_schema, 2214).largest, 12);
    assert_int_equal(schema_size(&cozmo_sync_time_schema, 2215).largest, 8);
    struct cozmo_animation_state old;
    uint8_t packet[14] = {[12] = 5, [13] = 6};
    struct reader in = reader_of(packet, sizeof packet);
    assert_int_equal(cozmo_animation_state_decode(&old, &in, 2214), ERR_NONE);
    assert_int_equal(old.tag, 6);
    assert_int_equal(old.client_drop_count, 0);
    in = reader_of(packet, sizeof packet);
    assert_int_equal(cozmo_animation_state_decode(&old, &in, 2381), ERR_SHORT);
}

static void longer_is_fine_and_unknown_is_not(void **state) {
    struct cozmo_message message;
    struct reader in = reader_of("\x0b\x01\xff\xff", 4);
    assert_int_equal(cozmo_message_decode(&message, &in, COZMO_TO_ROBOT, COZMO_VERSION), ERR_NONE);
    assert_int_equal(message.kind, COZMO_SET_HEAD_LIGHT);
    assert_true(message.set_head_light.enable);
    in = reader_of("\x0b\x01", 2); // the engine hears nothing of that kind
    assert_int_equal(cozmo_message_decode(&message, &in, COZMO_TO_ENGINE, COZMO_VERSION), ERR_UNKNOWN);
    in = reader_of("\xfe\x01", 2);
    assert_int_equal(cozmo_message_decode(&message, &in, COZMO_TO_ENGINE, COZMO_VERSION), ERR_UNKNOWN);
}

// kind, name, JSON, hex
static void check_vector(struct text name, struct text json_text, struct text hex, struct arena *arena) {
    struct text id, message_name = name;
    assert_true(text_split(&message_name, ' ', &id));
    const struct schema_message *row = schema_find_message(&cozmo_schema, message_name);
    assert_non_null(row);
    uint8_t want[4096], made[4096];
    size_t len = 0;
    if (!text_is(hex, "-")) assert_int_equal(hex_to_bytes(hex, want, sizeof want, &len), ERR_NONE);
    enum cozmo_kind kind = (enum cozmo_kind)(row - cozmo_messages);
    struct cozmo_message message = {.kind = kind}, again;
    struct json *json;
    struct fault fault = {0};
    enum err err = json_parse(json_text, "vector", arena, NULL, &json, &fault);
    void *body = &message.ping, *decoded = &again.ping;
    if (!err && row->body->count) err = schema_parse(row->body, body, json, arena, &fault);
    if (err) fault_print(&fault, stderr);
    assert_int_equal(err, ERR_NONE);
    struct writer out = writer_of(made, sizeof made); // the JSON makes the bytes
    assert_int_equal(cozmo_message_encode(&message, &out, COZMO_VERSION), ERR_NONE);
    assert_int_equal(writer_len(&out), 1 + len);
    assert_int_equal(made[0], row->id);
    assert_memory_equal(made + 1, want, len);
    struct reader in = reader_of(want, len); // the bytes make the value
    assert_int_equal(cozmo_message_decode_as(&again, kind, &in, COZMO_VERSION), ERR_NONE);
    struct buf a = {0}, b = {0};
    struct json_writer one = json_writer_of(&a, 0), two = json_writer_of(&b, 0);
    if (row->body->count) {
        schema_print(row->body, body, &one, COZMO_VERSION);
        schema_print(row->body, decoded, &two, COZMO_VERSION);
        assert_string_equal((char *)a.at, (char *)b.at);
    }
    buf_free(&a), buf_free(&b);
    out = writer_of(made, sizeof made); // and again the bytes
    assert_int_equal(cozmo_message_encode(&again, &out, COZMO_VERSION), ERR_NONE);
    assert_memory_equal(made + 1, want, len);
}

static void every_known_answer_comes_out_byte_for_byte(void **state) {
    struct buf text = load("vectors.tsv");
    struct text rest = {(const char *)text.at, text.len};
    struct row row = {0};
    struct arena *arena = arena_new(1 << 16);
    unsigned count = 0;
    bool seen[COZMO_KIND_COUNT] = {false};
    while (next_row(&rest, &row)) {
        if (!text_is(row.cell[0], "message")) continue;
        check_vector(row.cell[1], row.cell[2], row.cell[3], arena);
        struct text id, name = row.cell[1];
        text_split(&name, ' ', &id);
        seen[schema_find_message(&cozmo_schema, name) - cozmo_messages] = true;
        arena_reset(arena);
        count++;
    }
    for (unsigned i = 0; i < COZMO_KIND_COUNT; i++) // all that is known by more than its length
        if (!seen[i] && i != COZMO_ANIM_EVENT)      // which no client that is known here sends
            assert_int_equal(cozmo_messages[i].attributes[COZMO_ATTRIBUTE_GROUP], COZMO_GROUP_UNKNOWN);
    assert_int_equal(count, 81);
    arena_free(arena);
    buf_free(&text);
}

TESTS(cmocka_unit_test(every_row_of_the_table_stands_in_the_schema),
      cmocka_unit_test(firmware_2214_had_other_lengths), cmocka_unit_test(longer_is_fine_and_unknown_is_not),
      cmocka_unit_test(every_known_answer_comes_out_byte_for_byte))
