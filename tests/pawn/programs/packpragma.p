// options:
// says:
// prints: packed now 3\nunpacked now 13\n
native printf(const format[], {Float, _}: ...)
#pragma pack 1
main() {
    new s[] = "packed now", u[] = !"unpacked now"
    printf("%s %d\n", s, sizeof s)
    printf("%s %d\n", u, sizeof u)
}
