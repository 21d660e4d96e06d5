#include "codec/picture/marker.h"

#include "base/maths/maths.h"
#include "base/text.h"

#include <string.h>

static const float QUIET = (float)MARKER_QUIET_CELLS / MARKER_OUTLINE_CELLS;

// Calls `bar` for each run of dark cells of a row, in shares of the outline's size from the sheet's upper
// left corner.
static void each_bar(unsigned marker, void (*bar)(void *user, float x, float y, float w, float h),
                     void *user) {
    const float cell = 1.0f / MARKER_OUTLINE_CELLS;
    for (unsigned y = 0; y < MARKER_CELLS; y++)
        for (unsigned x = 0; x < MARKER_CELLS; x++) {
            unsigned from = x;
            while (x < MARKER_CELLS && marker_dark(marker, x, y)) x++;
            if (x > from) bar(user, (float)from * cell, (float)y * cell, (float)(x - from) * cell, cell);
        }
}

// A number with three places after the point, the same in every locale.
static void number(struct buf *out, float x) {
    char text[NUMBER_ROOM];
    f32_to_text(m_round(x * 1000) / 1000, text);
    buf_text(out, text);
    buf_byte(out, ' ');
}

// --- SVG ---------------------------------------------------------------------------------------------------

struct drawing {
    struct buf *out;
    float size, left, top, height; // height: of a PDF page; its y points up
};

static void svg_bar(void *user, float x, float y, float w, float h) {
    struct drawing *d = user;
    buf_text(d->out, "M");
    number(d->out, x * d->size), number(d->out, y * d->size);
    buf_text(d->out, "h");
    number(d->out, w * d->size);
    buf_text(d->out, "v");
    number(d->out, h * d->size);
    buf_text(d->out, "h");
    number(d->out, -w * d->size);
    buf_text(d->out, "z");
}

static void svg_attribute(struct buf *out, const char *name, float value, const char *unit) {
    char text[NUMBER_ROOM];
    f32_to_text(m_round(value * 1000) / 1000, text);
    buf_printf(out, " %s=\"%s%s\"", name, text, unit);
}

void marker_svg(unsigned marker, float size_mm, struct buf *out) {
    if (marker >= MARKER_COUNT) return;
    float size = size_mm > 0 ? size_mm : (float)MARKERS[marker].size_mm, sheet = size * (1 + 2 * QUIET),
          caption = sheet * 0.08f;
    char w[NUMBER_ROOM], h[NUMBER_ROOM];
    f32_to_text(m_round(sheet * 1000) / 1000, w), f32_to_text(m_round((sheet + caption) * 1000) / 1000, h);
    buf_text(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    svg_attribute(out, "width", sheet, "mm");
    svg_attribute(out, "height", sheet + caption, "mm");
    buf_printf(out,
               " viewBox=\"0 0 %s %s\">\n<title>%s</title>\n<rect width=\"%s\" height=\"%s\" "
               "fill=\"#fff\"/>\n<path d=\"",
               w, h, MARKERS[marker].name, w, h);
    struct drawing d = {.out = out, .size = size};
    each_bar(marker, svg_bar, &d);
    buf_text(out, "\"/>\n<text");
    svg_attribute(out, "x", sheet / 2, "");
    svg_attribute(out, "y", sheet + caption * 0.6f, "");
    svg_attribute(out, "font-size", caption * 0.7f, "");
    buf_printf(out, " font-family=\"sans-serif\" fill=\"#777\" text-anchor=\"middle\">%s</text>\n</svg>\n",
               MARKERS[marker].name);
}

// --- PDF ---------------------------------------------------------------------------------------------------

// Lengths in mm from the page's upper left corner; PDF counts 72nds of an inch from the lower left one.
static const float POINTS = 72 / 25.4f, MARGIN = 12, CUBE = 44, CUBE_MARKER = 27, TAB = 7, RULER = 14,
                   GAP = 6, CAPTION = 5;
enum { PAGES_MOST = 64, OBJECTS_BEFORE = 3 }; // catalogue, list of pages, font

struct pdf {
    struct buf *out;
    struct buf page; // the one being filled
    float width, height;
    size_t begin, objects[OBJECTS_BEFORE + 2 * PAGES_MOST];
    unsigned pages;
    float x, y, row; // where the next thing goes, and how high this row is
    bool open;
};

static void at(struct pdf *p, float x, float y) {
    number(&p->page, x * POINTS), number(&p->page, (p->height - y) * POINTS);
}

static void pdf_bar(void *user, float x, float y, float w, float h) {
    struct drawing *d = user;
    number(d->out, (d->left + x * d->size) * POINTS);
    number(d->out, (d->height - d->top - (y + h) * d->size) * POINTS);
    number(d->out, w * d->size * POINTS);
    number(d->out, h * d->size * POINTS);
    buf_text(d->out, "re\n");
}

static void pdf_marker(struct pdf *p, unsigned marker, float x, float y, float size) { // x, y: of the sheet
    struct drawing d = {&p->page, size, x, y, p->height};
    buf_text(&p->page, "0 g\n");
    each_bar(marker, pdf_bar, &d);
    buf_text(&p->page, "f\n");
}

static void pdf_text(struct pdf *p, float x, float y, float size_pt, const char *text) {
    buf_text(&p->page, "0.4 g BT /F1 ");
    number(&p->page, size_pt);
    buf_text(&p->page, "Tf ");
    at(p, x, y);
    buf_printf(&p->page, "Td (%s) Tj ET\n", text); // our own texts: nothing to escape in them
}

static void pdf_line(struct pdf *p, float x0, float y0, float x1, float y1, const char *dash) {
    buf_printf(&p->page, "0.6 G 0.4 w [%s] 0 d ", dash);
    at(p, x0, y0);
    buf_text(&p->page, "m ");
    at(p, x1, y1);
    buf_text(&p->page, "l S\n");
}

static void pdf_frame(struct pdf *p, float x, float y, float w, float h, const char *dash) {
    pdf_line(p, x, y, x + w, y, dash), pdf_line(p, x + w, y, x + w, y + h, dash);
    pdf_line(p, x + w, y + h, x, y + h, dash), pdf_line(p, x, y + h, x, y, dash);
}

static void object(struct pdf *p, unsigned id) {
    p->objects[id - 1] = p->out->len - p->begin;
    buf_printf(p->out, "%u 0 obj\n", id);
}

static void close_page(struct pdf *p) {
    if (!p->open) return;
    float y = p->height - 8;
    pdf_line(p, MARGIN, y, MARGIN + 100, y, "");
    for (int i = 0; i <= 10; i++)
        pdf_line(p, MARGIN + 10 * (float)i, y, MARGIN + 10 * (float)i, y - (i % 5 ? 1.5f : 3), "");
    pdf_text(p, MARGIN + 104, y, 7, "100 mm when printed at 100 %: do not let the printer fit the page");
    unsigned id = OBJECTS_BEFORE + 1 + 2 * p->pages;
    object(p, id);
    buf_printf(p->out,
               "<</Type/Page/Parent 2 0 R/Resources<</Font<</F1 3 0 R>>>>/Contents %u 0 R>>\nendobj\n",
               id + 1);
    object(p, id + 1);
    buf_printf(p->out, "<</Length %zu>>\nstream\n", p->page.len);
    buf_bytes(p->out, p->page.at, p->page.len);
    buf_text(p->out, "\nendstream\nendobj\n");
    if (p->page.err && !p->out->err) p->out->err = p->page.err;
    buf_clear(&p->page);
    p->pages++;
    p->open = false;
}

// Room for something of that size: in this row, the next, or on the next page. False: no page is that large,
// or there are too many.
static bool place(struct pdf *p, float w, float h) {
    float right = p->width - MARGIN, bottom = p->height - RULER;
    if (w > right - MARGIN || h > bottom - MARGIN) return false;
    if (p->open && p->x + w > right) p->x = MARGIN, p->y += p->row + GAP, p->row = 0;
    if (p->open && p->y + h > bottom) close_page(p);
    if (!p->open) {
        if (p->pages == PAGES_MOST) return false;
        p->open = true;
        p->x = p->y = MARGIN, p->row = 0;
    }
    return true;
}

static void placed(struct pdf *p, float w, float h) {
    p->x += w + GAP;
    if (h > p->row) p->row = h;
}

static bool single(struct pdf *p, unsigned marker, float size_mm) {
    float size = size_mm > 0 ? size_mm : (float)MARKERS[marker].size_mm, sheet = size * (1 + 2 * QUIET),
          high = sheet + CAPTION;
    char text[64], mm[NUMBER_ROOM];
    if (!place(p, sheet, high)) return false;
    pdf_marker(p, marker, p->x, p->y, size);
    pdf_frame(p, p->x, p->y, sheet, sheet, "2 2");
    f32_to_text(size, mm);
    snprintf(text, sizeof text, "%s, %s mm", MARKERS[marker].name, mm);
    pdf_text(p, p->x, p->y + sheet + 3.5f, 7, text);
    placed(p, sheet, high);
    return true;
}

// Edges that are folded are dashed: between two faces, or to a tab. Each is drawn once, by the face left of
// or above it.
static void net_edges(struct pdf *p, float left, float top, unsigned column, unsigned row) {
    const char *fold = "3 2", *cut = "";
    bool strip = row == 1;
    float right = left + CUBE, bottom = top + CUBE;
    if (column == 0 || !strip) pdf_line(p, left, top, left, bottom, cut);
    pdf_line(p, right, top, right, bottom, strip ? fold : cut);
    if (row == 0) pdf_line(p, left, top, right, top, cut);
    if (strip) pdf_line(p, left, top, right, top, fold), pdf_line(p, left, bottom, right, bottom, fold);
    if (row == 2) pdf_line(p, left, bottom, right, bottom, cut);
}

// A cube to fold: left, front, right and back in a strip, top and bottom at the front; tabs to glue.
static bool net(struct pdf *p, enum marker_kind kind, const char *name) {
    static const struct {
        uint8_t face, column, row;
    } PLACES[6] = {{MARKER_LEFT, 0, 1}, {MARKER_FRONT, 1, 1}, {MARKER_RIGHT, 2, 1},
                   {MARKER_BACK, 3, 1}, {MARKER_TOP, 1, 0},   {MARKER_BOTTOM, 1, 2}};
    float w = 4 * CUBE + TAB, h = 3 * CUBE, inset = (CUBE - CUBE_MARKER * (1 + 2 * QUIET)) / 2;
    if (!place(p, w, h)) return false;
    float x = p->x, y = p->y;
    for (int i = 0; i < 6; i++) {
        float left = x + CUBE * PLACES[i].column, top = y + CUBE * PLACES[i].row;
        net_edges(p, left, top, PLACES[i].column, PLACES[i].row);
        pdf_marker(p, (unsigned)marker_find_kind(kind, PLACES[i].face), left + inset, top + inset,
                   CUBE_MARKER);
    }
    float middle = y + CUBE, end = x + 4 * CUBE;
    pdf_line(p, end, middle, end + TAB, middle + TAB, ""),
        pdf_line(p, end + TAB, middle + TAB, end + TAB, middle + CUBE - TAB, "");
    pdf_line(p, end + TAB, middle + CUBE - TAB, end, middle + CUBE, "");
    for (int column = 0; column < 4; column++) // above and below the strip
        for (int below = 0; below < 2 && column != 1; below++) {
            float left = x + CUBE * (float)column, edge = below ? middle + CUBE : middle,
                  out = below ? edge + TAB : edge - TAB;
            pdf_line(p, left, edge, left + TAB, out, ""),
                pdf_line(p, left + TAB, out, left + CUBE - TAB, out, "");
            pdf_line(p, left + CUBE - TAB, out, left + CUBE, edge, "");
        }
    pdf_text(p, x + 2 * CUBE + 4, y + 6, 8, name);
    pdf_text(p, x + 2 * CUBE + 4, y + 11, 7, "cut along the outside, fold the dashed lines, glue the tabs");
    placed(p, w, h);
    return true;
}

static void finish(struct pdf *p) {
    unsigned count = OBJECTS_BEFORE + 2 * p->pages;
    char w[NUMBER_ROOM], h[NUMBER_ROOM];
    f32_to_text(p->width * POINTS, w), f32_to_text(p->height * POINTS, h);
    object(p, 1);
    buf_text(p->out, "<</Type/Catalog/Pages 2 0 R>>\nendobj\n");
    object(p, 2);
    buf_printf(p->out, "<</Type/Pages/Count %u/MediaBox[0 0 %s %s]/Kids[", p->pages, w, h);
    for (unsigned i = 0; i < p->pages; i++) buf_printf(p->out, "%u 0 R ", OBJECTS_BEFORE + 1 + 2 * i);
    buf_text(p->out, "]>>\nendobj\n");
    object(p, 3);
    buf_text(p->out, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>\nendobj\n");
    size_t table = p->out->len - p->begin;
    buf_printf(p->out, "xref\n0 %u\n0000000000 65535 f \n", count + 1);
    for (unsigned i = 0; i < count; i++) buf_printf(p->out, "%010zu 00000 n \n", p->objects[i]);
    buf_printf(p->out, "trailer\n<</Size %u/Root 1 0 R>>\nstartxref\n%zu\n%%%%EOF\n", count + 1, table);
}

static bool listed(const unsigned *markers, unsigned count, int marker) {
    for (unsigned i = 0; i < count; i++)
        if ((int)markers[i] == marker) return true;
    return false;
}

static bool whole_cube(const unsigned *markers, unsigned count, enum marker_kind kind) {
    if (kind == MARKER_CUSTOM || kind == MARKER_CHARGER) return false;
    for (unsigned face = 0; face < 6; face++)
        if (!listed(markers, count, marker_find_kind(kind, face))) return false;
    return true;
}

enum err marker_pdf(const unsigned *markers, unsigned count, float size_mm, enum marker_paper paper,
                    struct buf *out, struct fault *fault) {
    static const char *const NETS[] = {
        "", "Vector's cube", "Cozmo's cube 1", "Cozmo's cube 2", "Cozmo's cube 3", ""};
    if (!count) return fault_set(fault, ERR_MISSING, "expected at least one marker");
    for (unsigned i = 0; i < count; i++)
        if (markers[i] >= MARKER_COUNT)
            return fault_set(fault, ERR_UNKNOWN, "expected markers from 0 to 41, found %u", markers[i]);
    struct pdf p = {.out = out, .begin = out->len, .width = 210, .height = 297};
    if (paper == MARKER_LETTER) p.width = 215.9f, p.height = 279.4f;
    size_t before = out->len;
    buf_text(out, "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n");
    bool fits = true;
    unsigned nets = 0; // kinds whose net is drawn
    for (unsigned i = 0; i < count && fits; i++) {
        enum marker_kind kind = MARKERS[markers[i]].kind;
        if (size_mm > 0 || !whole_cube(markers, count, kind))
            fits = single(&p, markers[i], size_mm);
        else if (!(nets & 1u << kind))
            fits = net(&p, kind, NETS[kind]), nets |= 1u << kind;
    }
    close_page(&p);
    buf_free(&p.page);
    if (!fits) {
        out->len = before;
        return fault_set(fault, ERR_LIMIT, "markers of %g mm do not fit on the paper", (double)size_mm);
    }
    finish(&p);
    return out->err ? fault_set(fault, out->err, "no memory for the pages") : ERR_NONE;
}
