// options:
// says: 206@6 206@7 206@8
// prints:
native printf(const format[], {Float, _}: ...)
main() {
    if (1) printf("x")
    while (1) break
    new a = 1 ? 2 : 3
    return a
}
