// What a recogniser of speech is to listen for: a grammar in JSGF, made of the table of phrases.
//
//     struct buf text = {0};
//     if (grammar_make(&meanings, &text)) …                 // ERR_MEMORY: text.err
//
// Every phrase is a sentence of it, with polite words before and after. A slot becomes what can be said in
// its place: numbers up to ninety-nine, durations, volumes, colours, days, common first names and those told,
// and the places that answers know. A phrase that takes whatever follows is left out: that is for a
// recogniser with a large vocabulary. Numbers that nobody says in words are left out, too.
#pragma once

#include "base/buf.h"
#include "mind/intent/meaning.h"

enum err grammar_make(const struct meanings *meanings, struct buf *out);
