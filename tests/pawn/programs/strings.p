// options:
// says:
// prints: abc packed text 98 5\nxyz p k\njoined parts\npacked format\ntab	quote"back\\percent% AB\nraw\\n\n\n[] 2\n
native printf(const format[], {Float, _}: ...)
main() {
    new s[20] = "abc", p[5] = !"packed text"
    printf("%s %s %d %d\n", s, p, s[1], sizeof p)
    s = "xyz"
    printf("%s %c %c\n", s, p{0}, p{3})
    printf("%s\n", "joined" ... " " ... "parts")
    printf(!"packed %s\n", !"format")
    printf("tab\tquote\"back\\percent%% \65;\x42;\n")
    printf("%s\n", \"raw\n")
    printf("\n")
    new e[2] = ""
    printf("[%s] %d\n", e, sizeof e)
}
