// Files as C: embed NAMES COUNT_NAME STRUCT HEADER FILE… writes an array of {name, text, length} to stdout.
#include <stdio.h>
#include <string.h>

static int put(const char *path) {
    FILE *in = fopen(path, "rb");
    if (!in) return perror(path), 1;
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const char *dot = strrchr(name, '.');
    int len = dot ? (int)(dot - name) : (int)strlen(name), c;
    long size = 0;
    printf("    {\"%.*s\",\n     \"", len, name);
    for (; (c = getc(in)) != EOF; size++) {
        if (c == '\n')
            printf("\\n\"\n     \"");
        else if (c < 32 || c > 126 || c == '"' || c == '\\' || c == '?')
            printf("\\%03o", c);
        else
            putchar(c);
    }
    printf("\", %ld},\n", size);
    fclose(in);
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 5) return fputs("embed NAME COUNT STRUCT HEADER FILE...\n", stderr), 2;
    printf("// Made by tools/embed.c; do not edit.\n#include \"%s\"\n\nconst struct %s %s[] = {\n", argv[4],
           argv[3], argv[1]);
    for (int i = 5; i < argc; i++)
        if (put(argv[i])) return 1;
    printf("};\nconst size_t %s = sizeof %s / sizeof *%s;\n", argv[2], argv[1], argv[1]);
    return ferror(stdout) != 0;
}
