// C names for what a schema declares.
//
//     char name[SCHEMA_NAME];
//     schema_snake("NVEntryTag", name);          // nv_entry_tag
//     schema_shout("BodyColor", name);           // BODY_COLOR
//
// An underscore goes before a capital that follows a small letter, before the last capital of a run (when a
// small letter comes next), and before a capital between a digit and a small letter: JPEGColor is jpeg_color,
// Unknown0C unknown0c.
#pragma once

#include "schema/schema.h"

enum { SCHEMA_NAME = 160 }; // letters of a C name and its zero byte
enum { SCHEMA_WORD = 48 };  // letters of one name in a schema

void schema_snake(const char *name, char out[SCHEMA_NAME]);
void schema_shout(const char *name, char out[SCHEMA_NAME]);
bool schema_is_c_word(struct text name); // a keyword of C, or a name its headers use
// The C name of a value: TOY_MOTOR_ID_HEAD, or TOY_HEAD when the enumeration is bare.
void schema_value_c(const struct schema_enum *names, const struct schema_value *value, char out[SCHEMA_NAME]);
// Two things with the same C name are an error. at: the declarations that are, or contain, them.
enum err schema_check_names(const struct schema_protocol *protocol, const char *at[2], struct fault *fault);
