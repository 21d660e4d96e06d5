// The cube's packets.
#include "support/support.h"

#include "schema/cube.h"

static void the_packets_have_their_bytes(void **state) {
    struct cube_message message = {.kind = CUBE_KEYFRAMES};
    for (uint8_t i = 0; i < 3; i++)
        message.keyframes.keyframes[i] =
            (struct cube_keyframe){i, (uint8_t)(10 + i), (uint8_t)(20 + i), 30, 40, (uint8_t)(i + 1)};
    uint8_t packet[32];
    struct writer out = writer_of(packet, sizeof packet);
    assert_int_equal(cube_message_encode(&message, &out, 0), ERR_NONE);
    assert_int_equal(writer_len(&out), 20); // one Bluetooth packet, exactly
    assert_memory_equal(packet, "\1\0\0\12\24\36\50\1\1\13\25\36\50\2\2\14\26\36\50\3", 20);

    message = (struct cube_message){.kind = CUBE_START, .start = {.keyframes = {0, 2, 4, 6}}};
    out = writer_of(packet, sizeof packet);
    assert_int_equal(cube_message_encode(&message, &out, 0), ERR_NONE);
    assert_int_equal(writer_len(&out), 6);
    assert_memory_equal(packet, "\0\0\0\2\4\6", 6);

    struct reader in = reader_of("\2\5\1\0\xff\xff\xe8\3\2\0\3\0\4\0\5\0\6\0\7\0", 20);
    assert_int_equal(cube_message_decode(&message, &in, CUBE_TO_ROBOT, 0), ERR_NONE);
    assert_int_equal(message.kind, CUBE_MOVED);
    assert_int_equal(message.moved.taps, 5);
    assert_int_equal(message.moved.samples[0].x, 1);
    assert_int_equal(message.moved.samples[0].y, -1);
    assert_int_equal(message.moved.samples[0].z, 1000);
    assert_int_equal(message.moved.samples[2].z, 7);

    in = reader_of("\4\0\x34\2", 4);
    assert_int_equal(cube_message_decode(&message, &in, CUBE_TO_ROBOT, 0), ERR_NONE);
    assert_int_equal(message.voltage.rail, 564);
    in = reader_of("\3", 1); // nobody knows what follows
    assert_int_equal(cube_message_decode(&message, &in, CUBE_TO_ROBOT, 0), ERR_NONE);
    assert_int_equal(message.sensor_failed.data.len, 0);
    in = reader_of("\1", 1); // the robot's own
    assert_int_equal(cube_message_decode(&message, &in, CUBE_TO_ROBOT, 0), ERR_UNKNOWN);
    in = reader_of("\2\5\1\0", 4);
    assert_int_equal(cube_message_decode(&message, &in, CUBE_TO_ROBOT, 0), ERR_SHORT);
}

TESTS(cmocka_unit_test(the_packets_have_their_bytes))
