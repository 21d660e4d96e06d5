// options:
// says: 076@6-7 076@7 203@4
// prints:
f() return 1
main() {
    new a = f
    a = f + 1
    return a
}
