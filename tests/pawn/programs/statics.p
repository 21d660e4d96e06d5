// options:
// says:
// prints: 5 10 5\n
native printf(const format[], {Float, _}: ...)
static hidden = 5
count() {
    static n = 3, list[2] = {1, 2}
    n++
    list[0] += n
    return list[0]
}
static inner() return hidden
main() {
    printf("%d ", count())
    printf("%d ", count())
    printf("%d\n", inner())
}
