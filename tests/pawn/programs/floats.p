// options:
// says:
// prints: 3F800000 C0200000 447A0000 3DCCCCCD\n
native printf(const format[], {Float, _}: ...)
#pragma rational Float
main() {
    printf("%x %x %x %x\n", _: 1.0, _: -2.5, _: 1.0e3, _: 0.1)
}
