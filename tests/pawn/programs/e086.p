// options:
// says: 086@6 086@7
// prints:
f() <motor:on> return 1
main() {
    state motr:on
    state nothing:on
    return f()
}
