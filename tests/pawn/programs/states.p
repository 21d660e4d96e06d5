// options:
// says: 206@12
// prints: elsewhere\nin a\nin b\n0 1\nin a\nin a\n
native printf(const format[], {Float, _}: ...)
main() {
    who()
    state a
    who()
    state b
    who()
    printf("%d %d\n", state a, state b)
    state (1 == 1 + 0) a
    who()
    new n = 3
    state (n > 5) b
    who()
}
who() <a> printf("in a\n")
who() <b> printf("in b\n")
who() <> printf("elsewhere\n")
