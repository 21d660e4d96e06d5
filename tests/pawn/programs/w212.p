// options:
// says: 212@6 213@6-7
// prints:
main() {
    new a = 1, b = 2
    return a & b == b & a == 3
}
