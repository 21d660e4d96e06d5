// options:
// says: 050@6 050@7
// prints:
main() {
    switch (f()) {
        case 5 .. 2: return 1
        case 3 .. 3: return 1
    }
    return 0
}
f() return 1
