// options:
// says: 016@8
// prints:
main() {
    switch (f()) {
        case 1: return 2
        default: return 1
        default: return 0
    }
    return 3
}
f() return 1
