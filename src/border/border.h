// The two structs that pass between body and soul in each tick.
//
//     struct senses_in in;  border_clear_senses(&in);        // nothing arrived yet
//     body_collect(body, now_us, &in);                       // the body's tower writes
//     robot_step(robot, &in, &out);  // the soul's tower reads, and writes its command
//     body_obey(body, now_us, &out);
//     border_drop_senses(&in);
//
// The structs of schema/body.clad carry everything small. Pictures and sound are frames beside them: whoever
// fills them in holds them, and the loop drops them after the tick. Both structs are large and live as long
// as their loop. Do not copy them on the stack.
#pragma once

#include "base/frame_pool.h"
#include "schema/body.h"
#include "schema/life.h"
#include "schema/pleo.h"

struct card;
struct senses_in {
    struct body_senses senses;
    struct pleo_senses pleo; // pleo.here: what only a Pleo's body has
    const struct card *card; // when pleo.card_count: what is on it; it outlives the soul
    struct frame *picture;   // when senses.picture_count
    struct frame *sound;     // when senses.sound_count: int16, interleaved
};

struct command_out {
    struct body_command command;
    struct pleo_command pleo; // what only a Pleo's body obeys
    struct frame *face;       // when command.face_count
    struct frame *speech;     // when command.speech_count: int16, one channel
};

// Makes everything absent. Only counts and plain fields are written, not the arrays after the counts.
void border_clear_senses(struct senses_in *in);
void border_clear_command(struct command_out *out);
void border_drop_senses(struct senses_in *in); // drops the frames
void border_drop_command(struct command_out *out);
// A hash of a command: equal commands have equal hashes on every machine. Frames count by number and bytes.
uint64_t border_command_hash(const struct command_out *out);
uint64_t border_senses_hash(const struct senses_in *in);
