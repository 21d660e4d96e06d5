// options: -(+
// says: 076@6-7
// prints:
f() return 1
main() {
    f
    f()
}
