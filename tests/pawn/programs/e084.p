// options:
// says: 084@10
// prints:
f() <x> return 1
f() <x, y> return 2
main() {
    state x
    return f()
}
