// options:
// says: 230@5
// prints:
f() <a, b> return 1
g() <a> return 2
main() {
    state a
    return f() + g()
}
