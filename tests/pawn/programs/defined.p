// options:
// says: 204@10
// prints: 1 1 0 1\n
native printf(const format[], {Float, _}: ...)
new v
main() {
    new l
    printf("%d %d %d %d\n", defined v, defined l, defined(nope), defined main)
    v = l
}
