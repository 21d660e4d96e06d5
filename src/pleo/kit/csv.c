#include "pleo/kit/csv.h"

bool csv_line(struct csv *csv) {
    if (!csv->number && text_starts(csv->rest, "\xef\xbb\xbf")) csv->rest.at += 3, csv->rest.len -= 3;
    if (!csv->rest.len) return false;
    size_t len = 0;
    while (len < csv->rest.len && csv->rest.at[len] != '\n' && csv->rest.at[len] != '\r') len++;
    csv->line = (struct text){csv->rest.at, len};
    if (len < csv->rest.len) {
        bool both = csv->rest.at[len] == '\r' && len + 1 < csv->rest.len && csv->rest.at[len + 1] == '\n';
        len += both ? 2 : 1;
    }
    csv->rest.at += len, csv->rest.len -= len;
    csv->number++, csv->ended = false;
    return true;
}

bool csv_cell(struct csv *csv, struct text *cell) {
    if (csv->ended) return false;
    size_t len = 0;
    while (len < csv->line.len && csv->line.at[len] != ',') len++;
    *cell = text_trim((struct text){csv->line.at, len});
    csv->ended = len == csv->line.len;
    if (!csv->ended) len++;
    csv->line.at += len, csv->line.len -= len;
    return true;
}
