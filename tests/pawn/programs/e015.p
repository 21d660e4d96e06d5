// options:
// says: 015@7
// prints:
main() {
    switch (f()) {
        default: return 1
        case 1: return 2
    }
    return 3
}
f() return 1
