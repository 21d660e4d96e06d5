// options:
// says: 071@6
// prints:
main() {
    new A: x, A: y
    return _: (x + y)
}
A: operator+(A: a, A: b) return A: ((_: a) - (_: b))
