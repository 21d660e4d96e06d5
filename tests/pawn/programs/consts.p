// options:
// says:
// prints: 5 10 11 3\n2\n
native printf(const format[], {Float, _}: ...)
const a = 5, b = a * 2
const Float: f = Float: 3
main() {
    const local = b + 1
    printf("%d %d %d %d\n", a, b, local, _: f)
    new const array[2] = {1, 2}
    printf("%d\n", array[1])
}
