// Puts files into the program: embed OUT.c NAME FOLDER FILE… makes a table of them, in the order given.
//
// Each begins at a multiple of 16. Comments of scripts that fill a line are left out.
//
//     const struct embedded NAME[] = {{"/index.html", "index", "text/html; charset=utf-8", bytes, length}, …,
//     {0}};
//
// The header that declares struct embedded is base/system/embedded.h.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static int put(FILE *out, const char *folder, const char *name, int number) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *in = fopen(path, "rb");
    if (!in) {
        perror(path);
        return 0;
    }
    fprintf(out, "static const _Alignas(16) unsigned char file_%d[] = {", number);
    long length = 0;
    bool script = strstr(name, ".js") && !strstr(name, ".json");
    for (int c = '\n'; (c = script ? next(in, c) : getc(in)) != EOF; length++)
        fprintf(out, length % 24 ? "%d," : "\n%d,", c);
    fprintf(out, "0};\nenum { length_%d = %ld };\n", number, length);
    return !fclose(in);
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fputs("use: embed OUT.c NAME FOLDER FILE...\n", stderr);
        return 2;
    }
    FILE *out = fopen(argv[1], "wb");
    if (!out) {
        perror(argv[1]);
        return 1;
    }
    fprintf(out, "#include \"base/system/embedded.h\"\n");
    for (int i = 4; i < argc; i++)
        if (!put(out, argv[3], argv[i], i)) return 1;
    fprintf(out, "extern const struct embedded %s[];\nconst struct embedded %s[] = {\n", argv[2], argv[2]);
    for (int i = 4; i < argc; i++)
        fprintf(out, "    {\"/%s\", \"%.*s\", \"%s\", file_%d, length_%d},\n", argv[i],
                (int)strcspn(argv[i], "."), argv[i], type_of(argv[i]), i, i);
    fprintf(out, "    {0},\n};\n");
    return fclose(out) ? 1 : 0;
}
