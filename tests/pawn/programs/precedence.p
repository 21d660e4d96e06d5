// options:
// says:
// prints: 1\n7\n36\n6\n1\n1\n18\n
native printf(const format[], {Float, _}: ...)
main() {
    new a = 6, b = 3, c = 2
    printf("%d\n", a & b == 2)
    printf("%d\n", a | b ^ c & 1)
    printf("%d\n", a + b << c)
    printf("%d\n", 1 + 2 * 3 - 4 % 3)
    printf("%d\n", !a + !0)
    printf("%d\n", a > b && b > c || 0)
    printf("%d\n", -a * -b)
}
