// options:
// says: 208@8
// prints:
main() {
    new A: x = later()
    return _: x
}
A: later() return A: 5
