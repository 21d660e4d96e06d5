// Puts files into the program: embed [--gzip] OUT.c NAME FOLDER FILE… makes a table of them, in the order
// given.
//
// Each begins at a multiple of 16. Comments of scripts that fill a line are left out.
//
//     const struct embedded NAME[] = {{"/index.html", "index", "text/html; charset=utf-8", bytes, length}, …,
//     {0}};
//
// With --gzip a second table, NAME_GZIP, has the same rows with the bytes packed.
// The header that declares struct embedded is base/system/embedded.h.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { FILE_MAX = 16 << 20, GZIP = 16 + MAX_WBITS };

static const char *type_of(const char *path) {
    static const char *const TYPES[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".txt", "text/plain; charset=utf-8"},
        {".ico", "image/x-icon"},
    };
    const char *end = strrchr(path, '.');
    for (size_t i = 0; end && i < sizeof TYPES / sizeof *TYPES; i++)
        if (!strcmp(end, TYPES[i][0])) return TYPES[i][1];
    return "application/octet-stream";
}

// The next character of a script. Lines that are only a comment stay empty: they are for who reads the
// source, and line numbers hold.
static int next(FILE *in, int last) {
    int c = getc(in), first = c;
    if (last != '\n' || (c != ' ' && c != '/')) return c;
    long rest = ftell(in);
    while (c == ' ') c = getc(in);
    if (c == '/' && getc(in) == '/') {
        while (c != '\n' && c != EOF) c = getc(in);
        return c;
    }
    fseek(in, rest, SEEK_SET);
    return first;
}

struct bytes {
    unsigned char *at;
    size_t len;
};

static bool take(const char *folder, const char *name, struct bytes *to) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *in = fopen(path, "rb");
    if (!in) return perror(path), false;
    bool script = strstr(name, ".js") && !strstr(name, ".json");
    to->len = 0;
    for (int c = '\n'; (c = script ? next(in, c) : getc(in)) != EOF; to->at[to->len++] = (unsigned char)c)
        if (to->len == FILE_MAX) return fprintf(stderr, "%s: longer than %d bytes\n", path, FILE_MAX), false;
    return !fclose(in);
}

static bool pack(const struct bytes *from, struct bytes *to) {
    z_stream z = {
        .next_in = from->at, .avail_in = (uInt)from->len, .next_out = to->at, .avail_out = FILE_MAX};
    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP, 8, Z_DEFAULT_STRATEGY) != Z_OK) return false;
    bool done = deflate(&z, Z_FINISH) == Z_STREAM_END;
    to->len = z.total_out;
    return deflateEnd(&z) == Z_OK && done;
}

static void put(FILE *out, const char *kind, int number, const struct bytes *bytes) {
    fprintf(out, "static const _Alignas(16) unsigned char %s_%d[] = {", kind, number);
    for (size_t i = 0; i < bytes->len; i++) fprintf(out, i % 24 ? "%d," : "\n%d,", bytes->at[i]);
    fprintf(out, "0};\nenum { %s_length_%d = %zu };\n", kind, number, bytes->len);
}

static void put_table(FILE *out, const char *name, const char *more, const char *kind, char **files,
                      int count) {
    fprintf(out, "extern const struct embedded %s%s[];\nconst struct embedded %s%s[] = {\n", name, more, name,
            more);
    for (int i = 0; i < count; i++)
        fprintf(out, "    {\"/%s\", \"%.*s\", \"%s\", %s_%d, %s_length_%d},\n", files[i],
                (int)strcspn(files[i], "."), files[i], type_of(files[i]), kind, i, kind, i);
    fprintf(out, "    {0},\n};\n");
}

int main(int argc, char **argv) {
    bool gzip = argc > 1 && !strcmp(argv[1], "--gzip");
    argc -= gzip, argv += gzip;
    if (argc < 4) {
        fputs("use: embed [--gzip] OUT.c NAME FOLDER FILE...\n", stderr);
        return 2;
    }
    char **files = argv + 4;
    int count = argc - 4;
    struct bytes plain = {malloc(FILE_MAX), 0}, packed = {malloc(FILE_MAX), 0};
    FILE *out = fopen(argv[1], "wb");
    bool fine = out && plain.at && packed.at;
    if (!fine) perror(argv[1]);
    if (fine) fprintf(out, "#include \"base/system/embedded.h\"\n");
    for (int i = 0; i < count && fine; i++) {
        fine = take(argv[3], files[i], &plain) && (!gzip || pack(&plain, &packed));
        if (fine) put(out, "file", i, &plain);
        if (fine && gzip) put(out, "gzip", i, &packed);
    }
    if (fine) put_table(out, argv[2], "", "file", files, count);
    if (fine && gzip) put_table(out, argv[2], "_GZIP", "gzip", files, count);
    free(plain.at), free(packed.at);
    return out && !fclose(out) && fine ? 0 : 1;
}
