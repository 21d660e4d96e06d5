// options:
// says: 028@6 215@6 001@6 029@6 107@6
// prints:
main() {
    new a, b[2]
    a[0] = 1
    b[0][1] = 2
    5[1] = 2
    return b[0] + sizeof b[][]
}
