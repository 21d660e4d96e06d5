// options:
// says:
// prints: 18\n70\n15\n7 7 7\n
native printf(const format[], {Float, _}: ...)
main() {
    new a = 100
    a += 5; a -= 3; a *= 2; a /= 3; a %= 50
    printf("%d\n", a)
    a <<= 3; a >>= 1; a |= 1; a &= 0xff; a ^= 0x0f
    printf("%d\n", a)
    a = -1
    a >>>= 28
    printf("%d\n", a)
    new b, c
    b = c = a = 7
    printf("%d %d %d\n", a, b, c)
}
