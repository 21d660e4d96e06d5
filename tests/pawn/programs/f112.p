// options: -V32
// says: 112@10
// prints:
native printf(const format[], {Float, _}: ...)
f() {
    printf("a long function %d %d %d\n", 1, 2, 3)
    printf("a long function %d %d %d\n", 1, 2, 3)
}
main() f()
