// options:
// says:
// prints: 1 2\n3 4\n6 5\nbare\n107 108\n
native printf(const format[], {Float, _}: ...)
main() {
    show 1, 2
    show 3, .b = 4
    show .b = 5, .a = 6
    bare
    show f(7), f(8)
}
show(a, b) printf("%d %d\n", a, b)
bare() printf("bare\n")
f(n) return n + 100
