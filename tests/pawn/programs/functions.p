// options:
// says:
// prints: 5 720\n10\n
native printf(const format[], {Float, _}: ...)
main() {
    printf("%d %d\n", add(2, 3), fac(6))
    nothing()
    printf("%d\n", nested(add(1, add(2, 3)), add(fac(3), 4)))
}
add(a, b) return a + b
fac(n) return n < 2 ? 1 : n * fac(n - 1)
nothing() {
    return
}
nested(a, b) {
    if (a > b) return a
    else return b
}
