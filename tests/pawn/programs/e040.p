// options:
// says: 040@7 040@8
// prints:
main() {
    switch (f()) {
        case 1, 2: return 1
        case 2: return 2
        case 0 .. 5: return 3
    }
    return 4
}
f() return 1
