// options:
// says:
// prints: 1 2 3 9\n
native printf(const format[], {Float, _}: ...)
main() {
    new a[4] = {9, 9, 9, 9}, b[3] = {1, 2, 3}
    a = b // what is larger keeps its rest
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3])
}
