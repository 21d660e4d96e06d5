// Lines and cells of the kit's tables: separated by commas, lines ended by LF, CR LF or CR. No cell holds a
// comma.
//
//     struct csv rows = {text};
//     while (csv_line(&rows))
//         while (csv_cell(&rows, &cell)) … rows.number is the line …
//
// A file may be saved with a byte order mark; it is stepped over.
#pragma once

#include "base/text.h"

struct csv {
    struct text rest;
    struct text line; // what is left of the present line
    unsigned number;  // the line, counted from 1
    bool ended;       // the last cell of the line was taken
};

bool csv_line(struct csv *csv);                    // false: there is no more
bool csv_cell(struct csv *csv, struct text *cell); // without blanks around it; false: the line ended
