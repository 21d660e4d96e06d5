// options:
// says:
// prints: alias\n
native printf(const format[], {Float, _}: ...)
native strange() = -5
native renamed(const f[], ...) = printf
main() {
    if (0 > 1 + zero()) strange()
    renamed("alias\n")
}
zero() return 0
