// options:
// says:
// prints: 22 12 85 3 2\n-4 3 -4 -3\n-4 3\n-68 -9 15\n8 15 6 -13\n239 -17 -20\n
native printf(const format[], {Float, _}: ...)
main() {
    new a = 17, b = 5
    printf("%d %d %d %d %d\n", a + b, a - b, a * b, a / b, a % b)
    printf("%d %d %d %d\n", -17 / 5, -17 % 5, 17 / -5, 17 % -5)
    a = -17
    printf("%d %d\n", a / b, a % b)
    printf("%d %d %d\n", a << 2, a >> 1, a >>> 28)
    printf("%d %d %d %d\n", 12 & 10, 12 | 3, 12 ^ 10, ~12)
    printf("%d %d %d\n", a & 255, a | 1, a ^ 3)
}
