// The message language: what is read, and what is refused, with place and reason.
#include "support/support.h"

#include "base/buf.h"
#include "schema/demo.h"
#include "schema/json.h"
#include "schema/walk.h"
#include "schema/wide.h"

#include <unistd.h>

static const struct schema_protocol *read_at_run_time(const char *name, struct arena *arena) {
    char path[1024];
    const char *root = getenv("SOURCE");
    snprintf(path, sizeof path, "%s/tests/schema/%s.clad", root ? root : ".", name);
    const struct schema_protocol *protocol = NULL;
    struct fault fault = {0};
    if (schema_read(path, arena, &protocol, &fault)) fault_print(&fault, stderr);
    assert_non_null(protocol);
    return protocol;
}

static void same_field(const struct schema_field *a, const struct schema_field *b) {
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->doc, b->doc);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->big, b->big);
    assert_int_equal(a->optional, b->optional);
    assert_int_equal(a->dimension_count, b->dimension_count);
    assert_memory_equal(a->dimensions, b->dimensions, a->dimension_count * sizeof *a->dimensions);
    assert_int_equal(a->since, b->since);
    assert_int_equal(a->until, b->until);
    assert_true(a->initial == b->initial);
    assert_int_equal(a->must.len, b->must.len);
    assert_memory_equal(a->must.at, b->must.at, a->must.len);
    assert_int_equal(a->offset, b->offset); // our layout is the compiler's
    assert_int_equal(a->count_offset, b->count_offset);
    assert_int_equal(a->has_offset, b->has_offset);
    assert_int_equal(a->memory, b->memory);
    assert_int_equal(a->count_width, b->count_width);
    if (a->names) assert_string_equal(a->names->name, b->names->name);
    if (a->record) assert_string_equal(a->record->name, b->record->name);
}

static void same_protocol(const struct schema_protocol *a, const struct schema_protocol *b) {
    assert_int_equal(a->oldest, b->oldest);
    assert_int_equal(a->newest, b->newest);
    assert_int_equal(a->big, b->big);
    assert_int_equal(a->ignores_extra, b->ignores_extra);
    assert_int_equal(a->space_count, b->space_count);
    for (uint32_t i = 0; i < a->space_count; i++) {
        assert_string_equal(a->spaces[i].name, b->spaces[i].name);
        assert_int_equal(a->spaces[i].width, b->spaces[i].width);
    }
    assert_string_equal(a->doc, b->doc);
    assert_int_equal(a->struct_count, b->struct_count);
    for (uint32_t i = 0; i < a->struct_count; i++) {
        assert_string_equal(a->structs[i]->name, b->structs[i]->name);
        assert_int_equal(a->structs[i]->size, b->structs[i]->size);
        assert_int_equal(a->structs[i]->align, b->structs[i]->align);
        assert_int_equal(a->structs[i]->count, b->structs[i]->count);
        for (uint32_t f = 0; f < a->structs[i]->count; f++)
            same_field(&a->structs[i]->fields[f], &b->structs[i]->fields[f]);
    }
    assert_int_equal(a->enum_count, b->enum_count);
    for (uint32_t i = 0; i < a->enum_count; i++) {
        assert_string_equal(a->enums[i]->name, b->enums[i]->name);
        assert_string_equal(a->enums[i]->doc, b->enums[i]->doc);
        assert_int_equal(a->enums[i]->count, b->enums[i]->count);
        for (uint32_t v = 0; v < a->enums[i]->count; v++) {
            assert_string_equal(a->enums[i]->values[v].name, b->enums[i]->values[v].name);
            assert_string_equal(a->enums[i]->values[v].doc, b->enums[i]->values[v].doc);
            assert_true(a->enums[i]->values[v].value == b->enums[i]->values[v].value);
        }
    }
    assert_int_equal(a->message_count, b->message_count);
    for (uint32_t i = 0; i < a->message_count; i++) {
        const struct schema_message *x = &a->messages[i], *y = &b->messages[i];
        assert_string_equal(x->body->name, y->body->name);
        assert_int_equal(x->id, y->id);
        assert_int_equal(x->space, y->space);
        assert_int_equal(x->directions, y->directions);
        assert_int_equal(x->since, y->since);
        assert_int_equal(x->until, y->until);
        assert_int_equal(x->smallest, y->smallest);
        assert_int_equal(x->largest, y->largest);
        assert_memory_equal(x->attributes, y->attributes, sizeof x->attributes);
    }
    assert_int_equal(a->constant_count, b->constant_count);
}

static void tables_read_at_run_time_are_the_generated_ones(void **state) {
    struct arena *arena = arena_new(1 << 16);
    same_protocol(read_at_run_time("demo", arena), &demo_schema);
    same_protocol(read_at_run_time("wide", arena), &wide_schema);
    arena_free(arena);
}

static void comments_become_documentation(void **state) {
    assert_string_equal(demo_nv_storage_op_schema.doc, "Reads, writes or erases what must survive.");
    assert_string_equal(demo_nv_entry_tag_enum.values[1].doc, "what was played free");
    assert_string_equal(demo_nv_entry_tag_enum.values[2].doc, "");
    assert_string_equal(demo_body_frame_schema.doc, "What the body-board sends 195 times a second.");
    assert_string_equal(demo_schema.constants[5]->doc, "what the body says");
}

static void what_becomes_documentation_and_what_does_not(void **state) {
    static const char SOURCE[] =
        "/// of all\nprotocol t {}\n// not\n//// not this either\n/// one\n///two\nstruct A {\n"
        "    /// before\n    u8 x; /// behind\n    u8 y; /* not */ // nor\n    u8 z; ///\n}\n";
    struct arena *arena = arena_new(1 << 14);
    const struct schema_protocol *protocol;
    assert_int_equal(schema_compile(text_of(SOURCE), "x.clad", arena, &protocol, NULL), ERR_NONE);
    assert_string_equal(protocol->doc, "of all");
    assert_string_equal(protocol->structs[0]->doc, "one\ntwo");
    assert_string_equal(protocol->structs[0]->fields[0].doc, "before\nbehind");
    assert_string_equal(protocol->structs[0]->fields[1].doc, "");
    assert_string_equal(protocol->structs[0]->fields[2].doc, "");
    arena_free(arena);
}

static void names_go_both_ways(void **state) {
    assert_string_equal(demo_result_name(-1), "NOT_FOUND");
    assert_null(demo_result_name(-3));
    assert_string_equal(demo_nv_entry_tag_name(DEMO_NV_ENTRY_CAMERA_CALIB), "NVEntry_CameraCalib");
    uint64_t v;
    assert_true(schema_value_of(&demo_deep_enum, TEXT("BOTTOM"), &v));
    assert_true((int64_t)v == INT64_MIN);
}

static const struct {
    const char *source, *said;
} WRONG[] = {
    {"", "x.clad:1:1: expected protocol, found the end of the file"},
    {"protocol Toy {}", "x.clad:1:14: a protocol's name is written in small letters: toy"},
    {"protocol t { vision 1; }",
     "x.clad:1:14: expected version, order, direction, id, attribute, extra or }, found \"vision\""},
    {"protocol t { version 3..2; }", "x.clad:1:22: expected the oldest version before the newest"},
    {"protocol t { id u8; id u16; }",
     "x.clad:1:24: there are ids already; more of them need a name: id NAME u8;"},
    {"protocol t { id a u8; id a u16; }", "x.clad:1:26: a is there already"},
    {"protocol t { attribute a: x; attribute a: y; }", "x.clad:1:40: a is there already"},
    {"protocol t { attribute a: x, y, x; }", "x.clad:1:33: x is there already"},
    {"protocol t { attribute a: x; attribute b: x; attribute c: x; attribute d: x; attribute e: x; }",
     "x.clad:1:88: a protocol may have at most 4 attributes"},
    {"protocol t { order middle; }", "x.clad:1:20: expected little or big, found \"middle\""},
    {"protocol t { id u24; }", "x.clad:1:20: expected u8, u16 or u32, found \";\""},
    {"protocol t { direction a, a; }", "x.clad:1:27: a is there already"},
    {"protocol t {}\nstruct A {\n    flaot32 x;\n}", "x.clad:3:5: expected a type, found \"flaot32\""},
    {"protocol t {}\nstruct A { i23 x; }",
     "x.clad:2:12: expected a type, found \"i23\" (did you mean \"i32\"?)"},
    {"protocol t {}\nstruct A { B x; }\nstruct B { u8 y; }", "x.clad:2:12: expected a type, found \"B\""},
    {"protocol t {}\nstruct A { A x; }", "x.clad:2:12: expected a type, found \"A\""},
    {"protocol t {}\nstruct A { u8 x }", "x.clad:2:17: expected ;, found \"}\""},
    {"protocol t {}\nstruct A { u8 x; u16 x; }", "x.clad:2:18: there is a field x already"},
    {"protocol t {}\nstruct A { u8[u8 : 2] x; u16 x_count; }",
     "x.clad:2:26: x_count and x would have the same name in C"},
    {"protocol t {}\nstruct A { u8 int; }",
     "x.clad:2:15: \"int\" is a word of C and cannot be a field's name"},
    {"protocol t {}\nstruct A {}", "x.clad:2:8: struct A has no fields"},
    {"protocol t {}\nstruct A { reserved u8; }", "x.clad:2:8: struct A has no fields"},
    {"protocol t {}\nstruct u8 { u8 x; }",
     "x.clad:2:8: \"u8\" is a word of this language: expected a struct's name"},
    {"protocol t {}\nstruct A { u8 x; }\nstruct A { u8 x; }", "x.clad:3:8: A is declared in line 2 already"},
    {"protocol t {}\nstruct FooBar { u8 x; }\nstruct Foo_bar { u8 x; }",
     "x.clad:3:8: struct FooBar and struct Foo_bar would have the same name in C: foo_bar"},
    {"protocol t {}\nenum E : u8 { A_B }\nenum E_A : u8 { B }",
     "x.clad:3:6: E A_B and E_A B would have the same name in C: T_E_A_B"},
    {"protocol t { id u8; }\nstruct Kind { u8 x; }",
     "x.clad:2:8: struct Kind and word kind would have the same name in C: kind"},
    {"protocol t {}\nstruct A { u8 x = 256; }", "x.clad:2:19: expected a number from 0 to 255"},
    {"protocol t {}\nstruct A { i8 x = -129; }", "x.clad:2:19: expected a number from -128 to 127"},
    {"protocol t {}\nstruct A { u8 x = 1.5; }", "x.clad:2:19: expected a whole number"},
    {"protocol t {}\nstruct A { bool x = 2; }", "x.clad:2:21: expected true or false"},
    {"protocol t {}\nstruct A { u8 x = many; }",
     "x.clad:2:19: expected a number or a constant, found \"many\""},
    {"protocol t {}\nenum E : u8 { A }\nstruct S { E x = B; }",
     "x.clad:3:18: expected a number or a value of E, found \"B\""},
    {"protocol t {}\nenum E : u8 { A = 255, B }", "x.clad:2:24: expected a number from 0 to 255"},
    {"protocol t {}\nenum E : u8 { A, A }", "x.clad:2:18: E has a value A already"},
    {"protocol t {}\nenum E : f32 { A }",
     "x.clad:2:10: expected u8, u16, u32, u64, i8, i16, i32 or i64, found \"f32\""},
    {"protocol t {}\nenum E : u8 {}", "x.clad:2:14: expected at least one value"},
    {"protocol t {}\nbits B : u8 { A = 8 }", "x.clad:2:19: expected the number of a bit, from 0 to 7"},
    {"protocol t {}\nbits B : i8 { A }", "x.clad:2:10: expected u8, u16, u32 or u64, found \"i8\""},
    {"protocol t {}\nstruct A { text x; }", "x.clad:2:17: expected [, found \"x\""},
    {"protocol t {}\nstruct A { text[u8 : 256] x; }", "x.clad:2:22: expected a maximum from 1 to 255"},
    {"protocol t {}\nstruct A { u8[0] x; }", "x.clad:2:15: expected a length from 1 to 4294967294"},
    {"protocol t {}\nstruct A { u8[u8 : 4][2] x; }",
     "x.clad:2:22: put a counted array that is itself an element into a struct of its own"},
    {"protocol t {}\nstruct A { bytes[rest : 4] x; u8 y; }",
     "x.clad:2:31: nothing can follow x: it takes the rest of the packet"},
    {"protocol t {}\nstruct A { bytes[rest : 4] x; }\nstruct B { A[2] a; }",
     "x.clad:3:13: what takes the rest of the packet cannot be an element of an array"},
    {"protocol t {}\nstruct A { bytes[rest : 4] x; }\nstruct B { A a; u8 b; }",
     "x.clad:3:17: nothing can follow a: it takes the rest of the packet"},
    {"protocol t {}\nstruct A { optional u8 x; }", "x.clad:2:12: only messages have optional fields"},
    {"protocol t { id u8; }\nmessage A(1) { optional u8 x; u8 y; }",
     "x.clad:2:31: only optional fields can follow x, which is optional"},
    {"protocol t {}\nstruct A { text[4] x = 1; }",
     "x.clad:2:24: only numbers, enumerations and bits have a default"},
    {"protocol t {}\nstruct A { own u8 x; }",
     "x.clad:2:12: only a text can be own; u8[…] keeps bytes in the struct"},
    {"protocol t {}\nstruct A { u8 x; offset 2; u8 y; }",
     "x.clad:2:18: offset 2 does not hold: y begins at 1"},
    {"protocol t {}\nstruct A { u8 x; size 2; }",
     "x.clad:2:18: size 2 does not hold: A has 1 byte in version 0"},
    {"protocol t {}\nstruct A { text[u8 : 4] x; size 2; }",
     "x.clad:2:28: size does not hold: it is 1..5 in version 0"},
    {"protocol t { version 1..3; }\nstruct A { u8 x since 4; }",
     "x.clad:2:23: expected a version from 1 to 3"},
    {"protocol t { version 1..3; }\nstruct A { u8 x since 3 until 2; }",
     "x.clad:2:17: nothing is both since 3 and until 2"},
    {"protocol t {}\nmessage A(1);",
     "x.clad:2:1: messages need an id: say \"id u8;\" in the protocol, or make this a struct"},
    {"protocol t { id u8; }\nmessage A(256);", "x.clad:2:11: expected an id from 0 to 255"},
    {"protocol t { id u8; direction a, b; }\nmessage A(1);",
     "x.clad:2:11: expected a direction: a, … or both"},
    {"protocol t { id u8; direction a, b; }\nmessage A(1, c);",
     "x.clad:2:14: expected a direction or an attribute, found \"c\""},
    {"protocol t { id u8; attribute way: fast, slow; }\nmessage A(1, way: fats);",
     "x.clad:2:19: expected a value of way, found \"fats\" (did you mean \"fast\"?)"},
    {"protocol t { id u8; direction a, b; }\nmessage A(1, b);\nmessage B(1, both);",
     "x.clad:3:11: message B: id 0x1 b is taken by A (line 2)"},
    {"protocol t { id u8; }\nmessage Default(1);",
     "x.clad:2:1: message Default cannot have this name: \"default\" is taken in C"},
    {"protocol t {}\nconst A = ;", "x.clad:2:11: expected a number, found \";\""},
    {"protocol t {}\nconst A = 99999999999999999999;",
     "x.clad:2:11: a number may not be larger than 18446744073709551615"},
    {"protocol t {}\nconst A = 12ab;", "x.clad:2:11: expected a number, found \"12ab\""},
    {"protocol t {}\nconst A = 0x;", "x.clad:2:11: expected a number, found \"0x\""},
    {"protocol t {}\nconst A = 1e;", "x.clad:2:11: expected a number, found \"1e\""},
    {"protocol t {}\nstruct A { f64 x = 1e309; }",
     "x.clad:2:20: a number may not be larger than 1.7976931348623157e308; inf has a name"},
    {"protocol t {}\nstruct A { f32 x = 3.4028235e38; f32 y = -1e39; }",
     "x.clad:2:42: an f32 may not be larger than 3.4028235e38; inf has a name"},
    {"protocol t {}\n/* a\n\n * b **/ /**/ /***/ ?", "x.clad:4:21: unexpected '?'"},
    {"\xef\xbb\xbfprotocol t {} ?", "x.clad:1:15: unexpected '?'"},
    {"protocol t {}\nstruct A { u8 abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuv; }",
     "x.clad:2:15: a name may have at most 47 letters"},
    {"protocol t {}\nstruct 5 { u8 x; }", "x.clad:2:8: expected a struct's name, found \"5\""},
    {"protocol t {}\nstruct A { reserved u8[u8 : 3]; u8 x; }",
     "x.clad:2:21: reserved bytes have a fixed length"},
    {"protocol t { id u8; }\nmessage A(1) { u8 x; optional reserved u8; }",
     "x.clad:2:22: bytes without a field cannot be optional"},
    {"protocol t {}\nenum Speed : u8 { A }\nstruct A { Sped x; }",
     "x.clad:3:12: expected a type, found \"Sped\" (did you mean \"Speed\"?)"},
    {"protocol t {}\nconst A = \"abc;", "x.clad:2:11: expected \" before the end of the line"},
    {"protocol t {}\nconst A = \"\\q\";", "x.clad:2:12: expected \\n \\t \\r \\0 \\\" \\\\ or \\xNN"},
    {"protocol t {}\nconst A = hex \"4\";", "x.clad:2:15: expected pairs of hex digits between the quotes"},
    {"protocol t {}\nconst A = 'abcde';", "x.clad:2:11: expected one to four letters between the quotes"},
    {"protocol t {}\n/* never",
     "x.clad:2:1: expected */ before the end of the file: this comment does not end"},
    {"protocol t {}\n  ?", "x.clad:2:3: unexpected '?'"},
    {"protocol t {}\n\x01", "x.clad:2:1: unexpected byte 0x01"},
    {"protocol t {}\nimport \"nowhere.clad\";", "x.clad:2:8: there is no file nowhere.clad"},
    {"protocol t {}\nstruct A { u64[131073] x; }", "x.clad:2:10: A is larger than 1048576 bytes in memory"},
    {"protocol t {}\nstruct A { u8[1000][1000][1000][1000] x; }",
     "x.clad:2:10: A is larger than 1048576 bytes in memory"},
    {"protocol t {}\nstruct A { must u8 = 256; u8 x; }", "x.clad:2:22: expected a number from 0 to 255"},
    {"protocol t {}\nstruct A { must bytes = hex \"\"; u8 x; }", "x.clad:2:25: expected at least one byte"},
    {"protocol t {}\nstruct A { reserved text[4]; u8 x; }",
     "x.clad:2:21: expected u8 to i64, f32, f64 or bool for reserved bytes"},
};

static void every_mistake_is_named_with_its_place(void **state) {
    struct arena *arena = arena_new(1 << 14);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        const struct schema_protocol *protocol;
        struct fault fault = {0};
        char said[512];
        enum err err = schema_compile(text_of(WRONG[i].source), "x.clad", arena, &protocol, &fault);
        fault_text(&fault, said, sizeof said);
        if (!err || strcmp(said, WRONG[i].said)) fprintf(stderr, "%s\n", WRONG[i].source);
        assert_int_not_equal(err, ERR_NONE);
        assert_null(protocol);
        assert_string_equal(said, WRONG[i].said);
        arena_reset(arena);
    }
    arena_free(arena);
}

static const struct schema_protocol *compiled(const char *source, struct arena *arena) {
    const struct schema_protocol *protocol = NULL;
    struct fault fault = {0};
    if (schema_compile(text_of(source), "x.clad", arena, &protocol, &fault)) fault_print(&fault, stderr);
    assert_non_null(protocol);
    return protocol;
}

// Packets and JSON that a struct does not take: which error, and where the reader stands.
static void what_a_struct_does_not_take(void **state) {
    static const struct {
        const char *wire;
        enum err err;
        size_t at;
    } PACKETS[] = {{"02 61 62 07 02 01 02", ERR_NONE, 7},
                   {"02 61 00 07 00", ERR_SYNTAX, 3},
                   {"05", ERR_LIMIT, 1},
                   {"01 61 08 00", ERR_SYNTAX, 2},
                   {"00 07 03 01 02 03", ERR_LIMIT, 3},
                   {"00 07 02 01", ERR_SHORT, 3}};
    static const struct {
        const char *json, *said;
    } WORDS[] = {{"{\"name\": \"a\\u0000b\"}", "j:1:10: $.name: this text may not hold a zero byte"},
                 {"{\"name\": \"abcde\"}", "j:1:10: $.name: expected at most 4 bytes, found 5"},
                 {"{\"b\": \"010203\"}", "j:1:7: $.b: expected at most 2 bytes"},
                 {"{\"b\": 1}", "j:1:7: $.b: expected a text of hex digits, found a number"},
                 {"{\"c\": 1}", "j:1:7: $.c: A has no field \"c\""}};
    struct arena *arena = arena_new(1 << 14);
    const struct schema_protocol *p =
        compiled("protocol t {}\nstruct A { own text[u8 : 4] name; must u8 = 7; bytes[u8 : 2] b; }", arena);
    const struct schema_struct *body = schema_find_struct(p, TEXT("A"));
    assert_ptr_equal(body, p->structs[0]);
    void *value = arena_take(arena, body->size, 0);
    for (size_t i = 0; i < sizeof PACKETS / sizeof *PACKETS; i++) {
        struct bytes wire = hex(PACKETS[i].wire);
        struct reader in = reader_of(wire.at, wire.len);
        assert_int_equal(schema_decode(body, value, &in, 0), PACKETS[i].err);
        assert_int_equal(reader_offset(&in), PACKETS[i].at);
    }
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        struct json *json;
        struct fault fault = {0};
        char said[600];
        assert_int_equal(json_parse(text_of(WORDS[i].json), "j", arena, NULL, &json, NULL), ERR_NONE);
        assert_int_not_equal(schema_parse(body, value, json, arena, &fault), ERR_NONE);
        if (!text_starts(text_of(fault_text(&fault, said, sizeof said)), WORDS[i].said))
            assert_string_equal(said, WORDS[i].said);
    }
    arena_free(arena);
}

static void the_tail_has_no_holes(void **state) {
    struct arena *arena = arena_new(1 << 14);
    const struct schema_protocol *p =
        compiled("protocol t { order little; extra refuse; id u8; }\nenum E : u8 { X }\nmessage "
                 "Other(1);\nmessage M(2) { optional u8 a; optional E b; }",
                 arena);
    const struct schema_message *message = schema_find_message(p, TEXT("M"));
    assert_ptr_equal(message, &p->messages[1]);
    assert_ptr_equal(schema_find_message(p, TEXT("Other")), &p->messages[0]);
    assert_null(schema_find_message(p, TEXT("m")));
    assert_ptr_equal(schema_find_enum(p, TEXT("E")), p->enums[0]);
    assert_null(schema_find_enum(p, TEXT("M")));
    assert_null(schema_find_struct(p, TEXT("E")));
    const struct schema_field *fields = message->body->fields;
    uint8_t *value = arena_take(arena, message->body->size, 0), room[4];
    for (unsigned has = 0; has < 4; has++) {
        schema_set_has(&fields[0], value, has & 1);
        schema_set_has(&fields[1], value, has & 2);
        struct writer out = writer_of(room, sizeof room);
        assert_int_equal(schema_encode(message->body, value, &out, 0), has == 2 ? ERR_MISSING : ERR_NONE);
    }
    for (unsigned len = 0; len < 3; len++) {
        struct reader in = reader_of("\1\2", len);
        memset(value, 0xa5, message->body->size);
        assert_int_equal(schema_decode(message->body, value, &in, 0), ERR_NONE);
        assert_int_equal(value[fields[0].has_offset], len > 0);
        assert_int_equal(value[fields[1].has_offset], len > 1);
    }
    // Bytes nobody knows: this protocol refuses them.
    struct reader in = reader_of("\1", 1);
    assert_int_equal(schema_extra(p, &in), ERR_SYNTAX);
    in = reader_of("\1", 1);
    assert_int_equal(schema_extra(&demo_schema, &in), ERR_NONE);
    assert_true(reader_done(&in));
    arena_free(arena);
}

// A struct that holds three of the one before, and so on: nobody who walks it later is to pay for it.
static void a_bomb_is_refused(void **state) {
    struct buf text = {0};
    buf_text(&text, "protocol t {}\nstruct A0 { u8 x; u8 y; }\n");
    for (unsigned i = 1; i < 40; i++)
        buf_printf(&text, "struct A%u { A%u a; A%u b; A%u c; }\n", i, i - 1, i - 1, i - 1);
    struct arena *arena = arena_new(1 << 14);
    const struct schema_protocol *protocol;
    struct fault fault = {0};
    char said[512];
    assert_int_equal(
        schema_compile((struct text){(char *)text.at, text.len}, "x.clad", arena, &protocol, &fault),
        ERR_LIMIT);
    assert_string_equal(fault_text(&fault, said, sizeof said),
                        "x.clad:12:12: A10 has more than 65536 fields, counting those of its structs");
    buf_free(&text);
    arena_free(arena);
}

// Cut anywhere, a schema is refused or whole; never a crash, and an error always has a place.
static void a_schema_may_end_anywhere(void **state) {
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/schema/demo.clad", getenv("SOURCE") ? getenv("SOURCE") : ".");
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    static char source[1 << 16];
    size_t len = fread(source, 1, sizeof source, file);
    fclose(file);
    struct arena *arena = arena_new(1 << 16);
    for (size_t cut = 0; cut < len; cut += 7) {
        char *exact = malloc(cut + 1);
        memcpy(exact, source, cut);
        const struct schema_protocol *protocol;
        struct fault fault = {0};
        if (schema_compile((struct text){exact, cut}, NULL, arena, &protocol, &fault))
            assert_true(fault.line > 0);
        free(exact);
        arena_reset(arena);
    }
    arena_free(arena);
}

static void an_import_makes_other_types_known(void **state) {
    const char *folder = temp_folder(), *path = temp_path(folder, "a.clad");
    FILE *file = fopen(path, "w");
    fputs("protocol a {}\nconst N = 3;\nenum E : u8 { X, Y }\nstruct P { f32 x; f32 y; }\n", file);
    fclose(file);
    const char *other = temp_path(folder, "b.clad");
    file = fopen(other, "w");
    fputs("protocol b {}\nimport \"a.clad\";\nstruct Q { a.P[a.N] points; a.E e = Y; u8 n = a.N; }\n", file);
    fclose(file);
    struct arena *arena = arena_new(1 << 14);
    const struct schema_protocol *protocol;
    struct fault fault = {0};
    if (schema_read(other, arena, &protocol, &fault)) fault_print(&fault, stderr);
    assert_non_null(protocol);
    assert_int_equal(schema_size(protocol->structs[0], 0).largest, 26);
    assert_int_equal(protocol->structs[0]->fields[1].initial, 1);
    assert_int_equal(protocol->structs[0]->fields[2].initial, 3);
    // a circle ends, too
    file = fopen(path, "w");
    fputs("protocol a {}\nimport \"b.clad\";\nstruct P { f32 x; }\n", file);
    fclose(file);
    assert_int_equal(schema_read(other, arena, &protocol, &fault), ERR_LIMIT);
    arena_free(arena);
}

TESTS(cmocka_unit_test(tables_read_at_run_time_are_the_generated_ones),
      cmocka_unit_test(comments_become_documentation),
      cmocka_unit_test(what_becomes_documentation_and_what_does_not), cmocka_unit_test(names_go_both_ways),
      cmocka_unit_test(every_mistake_is_named_with_its_place), cmocka_unit_test(what_a_struct_does_not_take),
      cmocka_unit_test(the_tail_has_no_holes), cmocka_unit_test(a_bomb_is_refused),
      cmocka_unit_test(a_schema_may_end_anywhere), cmocka_unit_test(an_import_makes_other_types_known))
