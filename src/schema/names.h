// What things of a schema are called in C.
//
//     char name[SCHEMA_NAME];
//     schema_snake("NVEntryTag", name);          // nv_entry_tag
//     schema_shout("BodyColor", name);           // BODY_COLOR
//
// A line is drawn before a capital that follows a small letter or a digit and is itself followed by a small letter, before
// one that follows a small letter, and before the last capital of a run: JPEGColor is jpeg_color, Unknown0C unknown0c.
#pragma once

#include "schema/schema.h"

enum { SCHEMA_NAME = 160 }; // letters of a C name and its end
enum { SCHEMA_WORD = 48 };  // letters of one name in a schema

void schema_snake(const char *name, char out[SCHEMA_NAME]);
void schema_shout(const char *name, char out[SCHEMA_NAME]);
bool schema_is_c_word(struct text name); // a keyword of C, or a name its headers take
// The C name of a value: TOY_MOTOR_ID_HEAD, or TOY_HEAD when the enumeration is bare.
void schema_value_c(const struct schema_enum *names, const struct schema_value *value, char out[SCHEMA_NAME]);
// Two things that would be called the same in C are an error. at: the declarations that are, or hold, them.
enum err schema_check_names(const struct schema_protocol *protocol, const char *at[2], struct fault *fault);
