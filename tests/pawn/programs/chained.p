// options:
// says:
// prints: 1 0 1\n1\nyes\n1\n1\n
native printf(const format[], {Float, _}: ...)
main() {
    new a = 1, b = 5, c = 9
    printf("%d %d %d\n", a < b < c, a < c < b, c > b > a)
    printf("%d\n", a <= 1 < b <= 5 < c)
    if (a < b < c) printf("yes\n")
    if (c < b < a) printf("no\n")
    new x = a < b <= c
    printf("%d\n", x)
    printf("%d\n", a < f(b) < c)
}
f(n) return n + 1
