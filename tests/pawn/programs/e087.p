// options:
// says: 087@7 087@8
// prints:
f() <running> return 1
main() {
    state runing
    state other
    return f()
}
