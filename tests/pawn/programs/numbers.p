// options:
// says:
// prints: 31 170 1000000 -1\n97 10 65\n2147483647 -2147483647\n32 8 16777215\n1 0 0\n771\n
native printf(const format[], {Float, _}: ...)
main() {
    printf("%d %d %d %d\n", 0x1F, 0b1010_1010, 1_000_000, 0xFFFF_FFFF)
    printf("%d %d %d\n", 'a', '\n', '\x41;')
    printf("%d %d\n", cellmax, cellmin + 1)
    printf("%d %d %d\n", cellbits, charbits, ucharmax)
    printf("%d %d %d\n", true, false, EOS)
    printf("%d\n", __Pawn)
}
