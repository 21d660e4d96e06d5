// options:
// says: 208@9
// prints: 5\n
native printf(const format[], {Float, _}: ...)
main() {
    new T: x = later()
    printf("%d\n", _: x)
}
T: later() return T: 5
