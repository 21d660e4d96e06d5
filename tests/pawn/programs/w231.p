// options:
// says: 231@4
// prints:
forward f() <a>
f() <a> return 1
main() {
    state a
    return f()
}
