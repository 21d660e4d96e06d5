// options:
// says:
// prints: 4 9\n4\n
native printf(const format[], {Float, _}: ...)
main() {
    new a[4] = {1, 2, 3, 4}, i = 2
    a[i] = a[i - 1] << a[0]
    a[a[0]] = 9
    printf("%d %d\n", a[i], a[1])
    printf("%d\n", a[i < 3 ? 3 : 0])
}
