// options:
// says:
// prints: 1335\n
native printf(const format[], {Float, _}: ...)
main() printf("%d\n", a(b(1, c(2)), c(b(3, 4))))
a(x, y) return x * 100 + y
b(x, y) return x * 10 + y
c(x) return x + 1
